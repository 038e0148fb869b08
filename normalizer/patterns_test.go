package normalizer

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/normalizer/phrase"
	"inquest/testdata"
)

func TestPatternsCompileAndFindTheirTerms(t *testing.T) {
	p, err := loadPatterns()
	if err != nil {
		t.Fatal(err)
	}
	n := &Normalizer{lexicon: phrase.NewLexicon()}
	tests := []struct {
		name, sentence, facet, term string
		want                        bool
	}{
		{"requests that fail", "About a third of the API requests failed.", "symptoms", "high-error-rate", true},
		{"a status code", "Visitors saw 404s.", "symptoms", "not-found-errors", true},
		{"a timeout", "Calls timed out.", "symptoms", "intermittent-timeouts", true},
		{"a timeout that is a setting", "We raised the timeout setting.", "symptoms", "intermittent-timeouts", false},
		{"a word start is needed", "The prefixes were fine.", "root_cause", "software-bug", false},
		{"power of the facility", "The hall lost power.", "root_cause", "power-facility", true},
		{"scale-ups are no battery", "It did scale-ups.", "components", "power-supply", false},
		{"contractions are opened", "Alerts didn't fire.", "contributing", "monitoring-blind-spot", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := false
			for _, h := range matches(p, n.cut(fold(tt.sentence).text)) {
				got = got || h.facet == tt.facet && h.term == tt.term
			}
			if got != tt.want {
				t.Errorf("%s in %q: got %v, want %v", tt.term, tt.sentence, got, tt.want)
			}
		})
	}
}

func TestPatternsMatchWhereTheirExpressionsDo(t *testing.T) {
	own, err := loadPatterns()
	if err != nil {
		t.Fatal(err)
	}
	told, err := loadTold()
	if err != nil {
		t.Fatal(err)
	}
	n, texts := &Normalizer{lexicon: phrase.NewLexicon()}, sampleSentences(t)
	for _, p := range []*patterns{own, told} {
		want := make([][]patternHit, len(texts))
		for _, one := range p.list {
			one.re = regexp.MustCompile(one.source)
			for i, text := range texts {
				if !one.korean || hasHangul(text) {
					want[i] = appendPlainly(want[i], one, text)
				}
			}
		}
		for i, text := range texts {
			if diff := cmp.Diff(want[i], matches(p, n.cut(text)), cmp.AllowUnexported(patternHit{})); diff != "" {
				t.Errorf("%q (-one by one +match):\n%s", text, diff)
			}
		}
	}
}

func matches(p *patterns, text *phrase.Text) (hits []patternHit) {
	for _, m := range p.find(nil, text) {
		hits = p.appendHit(hits, text, m)
	}
	return hits
}

// appendPlainly adds the hit of one alternative, as package regexp finds it.
func appendPlainly(hits []patternHit, one pattern, text string) []patternHit {
	for _, m := range one.re.FindAllStringIndex(text, -1) {
		if one.guard == guardNone || one.holds(text, m[1]) {
			return append(hits, patternHit{one.facet, one.term, m[0], m[1]})
		}
	}
	return hits
}

// sampleSentences returns some of the sentences of the reports in testdata, folded.
func sampleSentences(t *testing.T) []string {
	pages, err := testdata.Pages()
	if err != nil {
		t.Fatal(err)
	}
	const every = 15
	var texts []string
	n := 0
	for _, page := range pages {
		doc, err := extractor.Extract(t.Context(), fetcher.FromFile(page.File, page.URL, page.ContentType, page.Body, page.FetchedAt))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sentencesOf(doc) {
			if n++; n%every == 0 {
				texts = append(texts, fold(s.text).text)
			}
		}
	}
	return texts
}

func TestFoldKeepsOffsets(t *testing.T) {
	const s = "We couldn’t  read/write — “5xx” cannot"
	f := fold(s)
	if want := `we could not read write — "5xx" can not`; f.text != want {
		t.Errorf("folded %q, want %q", f.text, want)
	}
	start, end := f.span(len(`we could not `), len(`we could not read write`))
	if got := s[start:end]; got != "read/write" {
		t.Errorf("span %q, want %q", got, "read/write")
	}
}

func TestPatternsOfAnotherTimeAreNoticed(t *testing.T) {
	if err := StalePatterns(PatternsSum()); err != nil {
		t.Errorf("the patterns as they are: %v", err)
	}
	if err := StalePatterns(""); err == nil || !strings.Contains(err.Error(), "make fit") {
		t.Errorf("the patterns of a reader that was fitted with others: %v", err)
	}
}
