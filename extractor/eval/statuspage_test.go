package eval

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
)

// block is a paragraph of an update.
func block(label, time, raw, text string) extractor.Block {
	return extractor.Block{Kind: extractor.Para, Section: extractor.SectionTimeline,
		Label: extractor.Maybe(label), Time: extractor.Maybe(time), RawTime: extractor.Maybe(raw), Text: text}
}

func TestAnUpdateIsRightWhenLabelInstantAndBodyAre(t *testing.T) {
	u := update{Status: "Resolved", Body: "Logins work again.\nWe are sorry.", Stamp: "Mar 04, 2031 - 10:15 UTC", Unix: "1930558500250"}
	const at = "2031-03-06T10:15:00Z"
	tests := []struct {
		name   string
		blocks []extractor.Block
		want   string
	}{
		{"in two blocks", []extractor.Block{block("Resolved", at, "", "Logins work again."), block("Resolved", at, "", "We are  sorry.")}, ""},
		{"in another zone", []extractor.Block{block("Resolved", "2031-03-06T11:15:00+01:00", "", "Logins work again. We are sorry.")}, ""},
		{"another label", []extractor.Block{block("Monitoring", at, "", "Logins work again. We are sorry.")}, "no block carries its label"},
		{"a minute too late", []extractor.Block{block("Resolved", "2031-03-06T10:16:00Z", "", "Logins work again. We are sorry.")}, "the instant is wrong or missing"},
		{"without an instant", []extractor.Block{block("Resolved", "", "", "Logins work again. We are sorry.")}, "the instant is wrong or missing"},
		{"half of the body", []extractor.Block{block("Resolved", at, "", "Logins work again.")}, `the body differs: want "workagain.Wearesorry.", got "workagain."`},
		{"cut in two by a block of none", []extractor.Block{block("Resolved", at, "", "Logins work again."), block("", "", "", "Ad"), block("Resolved", at, "", "We are sorry.")}, `the body differs: want "Loginsworkagain.Wearesorry.", got "Wearesorry."`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := u.missingFrom(updatesOf(&extractor.Document{Blocks: tt.blocks})); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestTheTextOfAnIncidentHasLabelsAndTimesOnce(t *testing.T) {
	title := extractor.Block{Kind: extractor.Heading, Section: extractor.SectionTitle, Text: "Logins fail"}
	fact := extractor.Block{Kind: extractor.Fact, Section: extractor.SectionPlatform, Text: "impact: major"}
	frame := extractor.Block{Kind: extractor.Para, Section: extractor.SectionBoilerplate, Text: "Subscribe"}
	tests := []struct {
		name   string
		blocks []extractor.Block
		want   string
	}{
		{"beside the text", []extractor.Block{title, fact, block("Resolved", "x", "10:15 UTC", "Done."), block("Resolved", "x", "10:15 UTC", "Sorry."), frame},
			"Logins fail\nResolved\nDone.\nSorry.\n10:15 UTC"},
		{"in the text", []extractor.Block{title, block("Resolved", "x", "10:15 UTC", "Resolved: done. 10:15 UTC")},
			"Logins fail\nResolved: done. 10:15 UTC"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, incidentText(&extractor.Document{Blocks: tt.blocks})); diff != "" {
				t.Errorf("text differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestComponentsCompareByTheirNames(t *testing.T) {
	g := incident{Components: "This incident affected: API (Login, Search) and Dashboard."}
	for _, names := range []string{"Dashboard, API (Login), API (Search)", "API (Login, Search), Dashboard"} {
		if nameWords(names) != g.components() {
			t.Errorf("%q is not %q", nameWords(names), g.components())
		}
	}
	if nameWords("API, Dashboard") == g.components() {
		t.Error("a group stands for its members")
	}
}
