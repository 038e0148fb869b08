package normalizer

import (
	"slices"
	"testing"

	"inquest/extractor"
)

func TestWhatASentenceDeniesIsNoEvidence(t *testing.T) {
	n := New(loadVocabulary(t))
	for _, c := range []struct {
		name, text, facet, term string
		want                    bool
	}{
		{"a loss that happened", "일부 주문 데이터가 유실되었습니다.", "symptoms", "data-loss", true},
		{"a loss that did not happen", "주문 데이터 유실은 없었으나 결제가 지연되었습니다.", "symptoms", "data-loss", false},
		{"a loss that is denied at the end", "주문 데이터는 유실되지 않았습니다.", "symptoms", "data-loss", false},
		{"a database of the operator", "The primary database failed.", "components", "relational-database", true},
		{"a database of the customers", "Requests failed for customers using a database in the same zone.", "components", "relational-database", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			lang := extractor.Maybe("en")
			if hasHangul(c.text) {
				lang = "ko"
			}
			r := n.read(Source{Part: 1, Document: &extractor.Document{Lang: lang, Blocks: []extractor.Block{{Kind: extractor.Para, Section: extractor.SectionImpact, Text: c.text}}}})
			got := slices.ContainsFunc(r.hits, func(h hit) bool { return h.facet == c.facet && h.term == c.term })
			if got != c.want {
				t.Errorf("hit for %s: %v, want %v", c.term, got, c.want)
			}
		})
	}
}

func TestTheLastWordIsCut(t *testing.T) {
	for _, tt := range []struct{ name, text, before, word string }{
		{"two words", "was not", "was ", "not"},
		{"white space behind", "was not \t", "was ", "not"},
		{"other white space", "was\u00a0ni\u00e9\u3000", "was\u00a0", "ni\u00e9"},
		{"one word", "\u00e9t\u00e9", "", "\u00e9t\u00e9"},
		{"white space alone", "  ", "", ""},
		{"nothing", "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if before, word := cutLastWord(tt.text); before != tt.before || word != tt.word {
				t.Errorf("cut into %q and %q, want %q and %q", before, word, tt.before, tt.word)
			}
		})
	}
}

func TestAWordInOneSenseIsNoComponentOfAnother(t *testing.T) {
	n := New(loadVocabulary(t))
	for _, c := range []struct {
		text string
		want bool
	}{
		{"Our HTTP routers sent every request to one app. A router restarted and forgot its table.", false},
		{"A core router restarted without its table and dropped all packets.", true},
	} {
		r := n.read(Source{Part: 1, Document: &extractor.Document{Lang: "en", Blocks: []extractor.Block{
			{Kind: extractor.Heading, Section: extractor.SectionTitle, Text: "Outage of the routers"},
			{Kind: extractor.Para, Section: extractor.SectionUnknown, Text: c.text},
		}}})
		if got := indexOf(r.candidates(facetComponents), "border-router") >= 0; got != c.want {
			t.Errorf("%q: border-router is a candidate: %v, want %v", c.text, got, c.want)
		}
	}
}

func TestWhatASentenceSaysOfTermsAlone(t *testing.T) {
	n := NewUnfitted(loadVocabulary(t))
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a listed form", "Customers saw elevated error rates.", []string{"form symptoms:high-error-rate"}},
		{"Korean", "일부 주문 데이터가 유실되었습니다.", []string{"shape symptoms:data-loss"}},
		{"a denied one", "There were no elevated error rates.", nil},
		{"nothing", "We thank everybody for their patience.", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := n.Said(c.text)
			for _, want := range c.want {
				if !slices.Contains(got, want) {
					t.Errorf("%q; want %q among them", got, want)
				}
			}
			if c.want == nil && len(got) > 0 {
				t.Errorf("%q; want nothing", got)
			}
		})
	}
}
