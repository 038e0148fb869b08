package normalizer

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
)

func TestPhrasesThatNoTermAnswersTo(t *testing.T) {
	n := New(loadVocabulary(t))
	tests := []struct {
		name, text string
		section    extractor.Section
		want       []string // facet and phrase
	}{
		{"what failed, and how", "The badge printer was completely flapping for an hour.", "impact",
			[]string{"symptoms badge printer flapping", "components badge printer"}},
		{"what nobody could do", "Visitors were unable to stamp passports.", "impact",
			[]string{"symptoms unable to stamp passports"}},
		{"the cause behind its cue", "The incident was caused by a bent flange in the turbine.", "root-cause",
			[]string{"root_cause bent flange"}},
		{"a general word is no component", "Many users were flapping.", "impact",
			[]string{"symptoms users flapping"}},
		{"what a term says is not listed", "The outage was caused by a bug in the code.", "root-cause", nil},
		{"a promise", "We will replace the badge printer that failed.", "action-items", nil},
		{"nothing was lost", "No parcels were lost.", "impact", nil},
		{"a Korean symptom", "오전 내내 도장 인쇄가 불가했습니다.", "impact",
			[]string{"symptoms 내내 도장 인쇄 불가", "components 내내 도장 인쇄"}},
		{"a Korean cause", "구부러진 플랜지로 인해 멈췄습니다.", "root-cause",
			[]string{"root_cause 구부러진 플랜지"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, p := range n.Unmapped(phraseSource("en", tt.section, tt.text)) {
				got = append(got, p.Facet+" "+p.Text)
				if p.Sentence != tt.text {
					t.Errorf("sentence %q", p.Sentence)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("phrases of %q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

func TestALanguageWithoutTermsHasNoPhrases(t *testing.T) {
	n := New(loadVocabulary(t))
	if got := n.Unmapped(phraseSource("de", "impact", "The badge printer was flapping.")); got != nil {
		t.Errorf("phrases %+v", got)
	}
}

func phraseSource(lang extractor.Maybe, section extractor.Section, text string) Source {
	return Source{Part: 1, Document: &extractor.Document{Lang: lang, Blocks: []extractor.Block{
		{Kind: extractor.Heading, Section: extractor.SectionTitle, Text: "Report"},
		{Kind: extractor.Para, Section: section, Text: text},
	}}}
}
