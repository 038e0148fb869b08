package normalizer

import (
	_ "embed"
	"strings"
	"testing"
	"time"

	"inquest/extractor"
	"inquest/fetcher"
)

//go:embed testdata/times.txt
var timedReports string

func TestTimesOfReportsAsPeopleWriteThem(t *testing.T) {
	for _, report := range strings.Split(timedReports, "\n=== ")[1:] {
		want, page, _ := strings.Cut(report, "\n")
		t.Run(lastWords(page), func(t *testing.T) {
			capture := fetcher.FromFile("report.md", "", "text/markdown", []byte(page), time.Time{})
			doc, err := extractor.Extract(t.Context(), capture)
			if err != nil {
				t.Fatal(err)
			}
			c := readChronology(doc, time.Time{}, sentencesOf(doc))
			if got := shownAnswer(c); got != want {
				t.Errorf("got %s, want %s, of\n%s\nnotes: %v", got, want, page, c.Notes)
			}
			checkSpans(t, doc, c)
		})
	}
}

// lastWords names a report by how it ends.
func lastWords(page string) string {
	page = strings.Join(strings.Fields(page), " ")
	return page[max(0, len(page)-80):]
}

func shownAnswer(c chronology) string {
	shown := []string{string(c.Date), c.DateKind, string(c.DetectedAfter), string(c.ResolvedAfter)}
	for i, s := range shown {
		if shown[i] = strings.ReplaceAll(s, " ", ""); s == "" {
			shown[i] = "-"
		}
	}
	return strings.Join(shown, " ")
}
