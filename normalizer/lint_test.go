package normalizer

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func fullCase(t *testing.T) *Case {
	t.Helper()
	b, err := os.ReadFile("testdata/case/full.json")
	if err != nil {
		t.Fatal(err)
	}
	c, err := DecodeCase(b)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLintNamesTheField(t *testing.T) {
	v := loadVocabulary(t)
	tests := []struct {
		name   string
		change func(*Case)
		want   []string // field code
	}{
		{"a good case has none", func(*Case) {}, nil},
		{"an id that the vocabulary does not have", func(c *Case) { c.Symptoms[1] = "high-fever" }, []string{"symptoms[1] unknown-term"}},
		{"a term twice", func(c *Case) { c.Symptoms[1] = c.Symptoms[0] }, []string{"symptoms[1] repeated-value"}},
		{"too many domains", func(c *Case) { c.Domain = []string{"networking", "database", "storage"} }, []string{"domain too-many"}},
		{"a duration in days", func(c *Case) { c.Timeline.ResolvedAfter = "1d 2h" }, []string{"timeline.resolved_after wrong-format"}},
		{"a padded duration", func(c *Case) { c.Timeline.DetectedAfter = "0h 04m" }, []string{"timeline.detected_after wrong-format"}},
		{"a date of another order", func(c *Case) { c.Date = "03.02.2031" }, []string{"date wrong-format"}},
		{"a kind without a date", func(c *Case) { c.Date = "" }, []string{"date_kind wrong-format"}},
		{"a trimmed time of change", func(c *Case) { c.UpdatedAt = "2031-03-01T09:30:00Z" }, []string{"updated_at wrong-format"}},
		{"an address that is none", func(c *Case) { c.Sources[0].URL = "status page" }, []string{"sources[0].url wrong-format"}},
		{"a slug of another name", func(c *Case) { c.OrgSlug = "bruckenpost" }, []string{"org_slug wrong-format"}},
		{"no title", func(c *Case) { c.Title = nil }, []string{"title missing-value"}},
		{"a text without a language", func(c *Case) { c.Trigger = &Text{} }, []string{"trigger missing-value"}},
		{"half a review", func(c *Case) { c.Review.ReviewedBy = "" }, []string{"review machine-review"}},
		{"lessons before a review", func(c *Case) { c.Review.ReviewedBy, c.Review.ReviewedAt = "", "" }, []string{"lessons machine-review"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := fullCase(t)
			tt.change(c)
			var got []string
			for _, p := range Lint(c, v) {
				got = append(got, p.Field+" "+p.Code)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEveryCodeHasASentence(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Codes() {
		if c.Sentence == "" || seen[c.Code] {
			t.Errorf("code %q has no sentence or stands twice", c.Code)
		}
		seen[c.Code] = true
	}
	for _, code := range []string{CodeNotAnIncident, CodeMissingEvidence, CodeUnknownTerm, CodeLanguageNotMapped} {
		if !seen[code] {
			t.Errorf("code %q is not listed", code)
		}
	}
}
