package normalizer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
)

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"Heroku": "heroku", "Let's Encrypt": "let-s-encrypt", "포트원 (PortOne)": "포트원-portone", "": "", "--A  B--": "a-b",
	} {
		if got := slug(name); got != want {
			t.Errorf("slug(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestQuotesAreCutToTheirWords(t *testing.T) {
	long := strings.Repeat("word ", 30) + "and then, requests failed for all " + strings.Repeat("tail ", 30)
	start := strings.Index(long, "requests")
	from, to := cutQuote(long, start, start+len("requests failed"))
	quote := long[from:to]
	if len(strings.Fields(quote)) > quoteWords || !strings.HasPrefix(quote, "requests failed for all") {
		t.Errorf("cut to %q", quote)
	}
	from, to = cutQuote("Requests failed.", 0, 8)
	if from != 0 || to != len("Requests failed.") {
		t.Errorf("a short sentence was cut to %d:%d", from, to)
	}
}

func TestSeverityIsALabelOnly(t *testing.T) {
	n := New(loadVocabulary(t))
	tests := []struct{ name, text, want string }{
		{"a SEV label", "This was a SEV1 incident.", "critical"},
		{"a priority", "Priority: 2", "major"},
		{"a Korean grade", "장애 등급: 2등급", "major"},
		{"a word behind its name", "Severity: critical", "critical"},
		{"an adjective in prose", "This was a critical and major failure.", unknown},
		{"a rise in severity", "The investigation was escalated in severity.", unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := &drafting{n: n, r: oneSentence(n, "unknown", tt.text), Draft: &Draft{Case: Case{Severity: unknown}}}
			d.fillSeverity()
			if d.Case.Severity != tt.want {
				t.Errorf("severity %q, want %q", d.Case.Severity, tt.want)
			}
		})
	}
}

func TestSecondSourceFillsWhatTheFirstLeavesOpen(t *testing.T) {
	n := New(loadVocabulary(t))
	source := func(capture, title, text string) Source {
		return Source{Capture: capture, Part: 1, Org: "Brückenpost", URL: "https://blog.brueckenpost.example/" + capture, Document: &extractor.Document{
			Lang: "en", Blocks: []extractor.Block{
				{Kind: extractor.Heading, Section: extractor.SectionTitle, Text: title},
				{Kind: extractor.Para, Section: extractor.SectionRootCause, Text: text},
			}}}
	}
	d := n.Normalize([]Source{
		source("a", "Lookups failed", "Requests failed with 404 errors."),
		source("b", "Why lookups failed", "The root cause was a bug in the code of the sorter."),
	})
	if d.Case.RootCause != "software-bug" {
		t.Errorf("root cause %q, want that of the second source", d.Case.RootCause)
	}
	for _, e := range d.Evidence {
		if e.Field == facetRootCause && e.Role == "" && e.Capture != "b" {
			t.Errorf("the root cause is supported by capture %q", e.Capture)
		}
	}
	if diff := cmp.Diff([]string{"https://blog.brueckenpost.example/a", "https://blog.brueckenpost.example/b"},
		[]string{d.Case.Sources[0].URL, d.Case.Sources[1].URL}); diff != "" {
		t.Error(diff)
	}
}

func TestTextFormatShowsValuesWithTheirQuotes(t *testing.T) {
	n := New(loadVocabulary(t))
	doc := readReport(t, "testdata/reports/cache-switch")
	var b strings.Builder
	if err := NewLine("report.txt", 1, draftOf(t, n, doc)).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"report.txt (incident 1)", "root_cause", "software-bug", `"The root cause was a bug`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, b.String())
		}
	}
}
