package eval

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
)

func TestEvidenceWordsAreSoughtOutsideOfTheFrame(t *testing.T) {
	l := label{Trigger: []string{"Deploy"}, Remediation: [][]string{{"rolled", "back"}},
		Evidence: map[string][]string{"severity": {"impact-major"}, "symptoms/high-latency": {"slow", "deploy"}}}
	d := &extractor.Document{Blocks: []extractor.Block{
		{Kind: extractor.Heading, Text: "Slow after a deploy"},
		{Kind: extractor.Fact, Text: "impact: major"},
		{Kind: extractor.Para, Section: extractor.SectionBoilerplate, Text: "back to all incidents"},
	}}
	if diff := cmp.Diff([]string{"back", "deploy", "impact-major", "rolled", "slow"}, l.words()); diff != "" {
		t.Errorf("words differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"back", "rolled"}, missingWords(l.words(), d)); diff != "" {
		t.Errorf("missing words differ (-want +got):\n%s", diff)
	}
}

func TestALabelIsCutIntoItsSentences(t *testing.T) {
	tests := []struct {
		name, label string
		want        []string
	}{
		{"one", "Requests failed in Europe.", []string{"Requests failed in Europe."}},
		{"joined, not side by side", "Requests failed. some were slow; others passed", []string{"Requests failed", "some were slow", "others passed"}},
		{"numbers are no ends", "Errors rose to 1.5 %.", []string{"Errors rose to 1.5 %."}},
		{"a list with written line ends", `Seen:\r\n- slow reads\n2) lost writes`, []string{"Seen:", "slow reads", "lost writes"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, sentences(tt.label)); diff != "" {
				t.Errorf("sentences differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestASentenceStandsWholeInOneBlock(t *testing.T) {
	d := &extractor.Document{Blocks: []extractor.Block{
		{Kind: extractor.Para, Text: "At 9:05 requests to the “API” failed in Europe. Others passed."},
		{Kind: extractor.Para, Text: "Writes were"},
		{Kind: extractor.Para, Text: "slow."},
	}}
	want := []string{"Writes were slow"}
	got := brokenSentences(`requests to the "API" failed in Europe. Writes were slow`, d)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("broken sentences differ (-want +got):\n%s", diff)
	}
}
