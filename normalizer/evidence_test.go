package normalizer

import (
	"strings"
	"testing"
)

func TestQuotesAreCutWhereAClauseBegins(t *testing.T) {
	for _, c := range []struct{ name, text, hit, want string }{
		{"a short sentence stays whole", "Requests failed with errors.", "failed", "Requests failed with errors."},
		{
			"from the clause of the hit on",
			"After the team had worked through the whole of the night on the new release of the search service and its many parts, the primary database ran out of connections at once.",
			"ran out of connections",
			"the primary database ran out of connections at once.",
		},
		{
			"the comma of a date ends no clause",
			"The maintenance of all of the racks in the second hall of the building began on the evening of Monday, July 21, 2031, at 10:42 UTC when the cooling failed and servers overheated badly.",
			"cooling failed",
			"when the cooling failed and servers overheated badly.",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := strings.Index(c.text, c.hit)
			start, end := cutQuote(c.text, at, at+len(c.hit))
			if got := c.text[start:end]; got != c.want {
				t.Errorf("quote %q, want %q", got, c.want)
			}
		})
	}
}

func TestAQuoteDoesNotEndWithinADate(t *testing.T) {
	text := "Requests failed for customers " + strings.Repeat("of region after region ", 4) + "from July 21, 2031, 10:42 UTC to the late evening of the same day."
	start, end := cutQuote(text, 0, len("Requests failed"))
	if got := text[start:end]; !strings.HasSuffix(got, "region from") && !strings.HasSuffix(got, "UTC") || countWords(got) > quoteWords {
		t.Errorf("quote %q", got)
	}
}
