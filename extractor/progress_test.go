package extractor

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func told(label Maybe, at Maybe, text string) Block {
	return Block{Kind: Para, Section: SectionTimeline, Label: label, Time: at, Text: text}
}

func TestAPageSaysHowFarItsIncidentHasCome(t *testing.T) {
	at := time.Date(2031, 2, 3, 12, 0, 0, 0, time.UTC)
	ten, eleven := Maybe("2031-02-03T10:00:00Z"), Maybe("2031-02-03T11:00:00Z")
	resolved := time.Date(2031, 2, 3, 11, 0, 0, 0, time.UTC)
	rootCause := Block{Kind: Para, Section: SectionRootCause, Text: "A certificate had expired."}
	investigating := told("Investigating", ten, "Logins fail.")
	tests := map[string]struct {
		window Window
		blocks []Block
		want   Progress
	}{
		"an article":                     {blocks: []Block{{Text: "On 2 February logins failed."}}},
		"an investigation":               {blocks: []Block{investigating}, want: Progress{Open: true}},
		"one that is resolved":           {blocks: []Block{told("Resolved", eleven, "It is over."), investigating}, want: Progress{Resolved: resolved}},
		"one whose platform states it":   {window: Window{ResolvedAt: eleven}, blocks: []Block{investigating}, want: Progress{Resolved: resolved}},
		"one that nobody closed":         {blocks: []Block{told("Monitoring", "2030-12-01T10:00:00Z", "We watch it.")}},
		"one with its postmortem":        {blocks: []Block{rootCause, told("Resolved", eleven, "It is over.")}, want: Progress{Resolved: resolved, Postmortem: true}},
		"a platform that calls it so":    {blocks: []Block{told("Postmortem", eleven, "What happened."), investigating}, want: Progress{Postmortem: true}},
		"one that promises a postmortem": {blocks: []Block{told("Resolved", eleven, "It is over. We will publish a full postmortem next week.")}, want: Progress{Resolved: resolved, Promised: true}},
		"a promise the other way round":  {blocks: []Block{told("Resolved", eleven, "A root cause analysis will follow.")}, want: Progress{Resolved: resolved, Promised: true}},
		"a promise in Korean":            {blocks: []Block{told("해결됨", eleven, "상세한 장애 보고서를 추후 공유하겠습니다.")}, want: Progress{Resolved: resolved, Promised: true}},
		"no promise at all":              {blocks: []Block{told("Resolved", eleven, "We will not post further updates. The root cause was a certificate.")}, want: Progress{Resolved: resolved}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := &Document{Window: test.window, Blocks: test.blocks}
			if diff := cmp.Diff(test.want, d.Progress(at)); diff != "" {
				t.Errorf("progress (-want +got):\n%s", diff)
			}
		})
	}
}
