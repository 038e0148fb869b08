package normalizer

import (
	"testing"

	"inquest/extractor"
	"inquest/vocab"
)

func TestRemediationIsWhatWasDone(t *testing.T) {
	v, err := vocab.Load()
	if err != nil {
		t.Fatal(err)
	}
	n := New(v)
	for _, tt := range []struct {
		sentence string
		want     bool
	}{
		{"Engineers rolled back the release and restarted the parcel service.", true},
		{"The broken nodes were removed from the load balancer.", true},
		{"The tracking page was slow for most customers.", false},
		{"We are continuing to monitor the parcel service.", false},
		{"The parcel service keeps its routes in two clusters.", false},
	} {
		t.Run(tt.sentence, func(t *testing.T) {
			d := newDrafting(n, Source{Part: 1, Document: &extractor.Document{Lang: "en", Blocks: []extractor.Block{
				{Kind: extractor.Heading, Level: 1, Section: extractor.SectionTitle, Text: "Parcel tracking down"},
				{Kind: extractor.Para, Section: extractor.SectionUnknown, Text: tt.sentence},
			}}})
			d.readTold()
			if got := d.told[1] != nil && d.isStep(1); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

func TestATriggerTakesTwoSentencesThatFitAlike(t *testing.T) {
	d := &drafting{r: &report{lang: "en"}}
	for _, f := range []float64{-1, .5, -.2, -9} {
		d.r.sents = append(d.r.sents, reading{sentence: sentence{text: "A release of the parcel service went out."}, block: &extractor.Block{Text: "."}})
		d.told, d.fits = append(d.told, map[string]bool{}), append(d.fits, fit{fitTrigger: f})
	}
	if got := d.best(fitTrigger); len(got) != 2 || got[0] != 1 || got[1] != 2 {
		t.Errorf("sentences %v, want 1 and 2", got)
	}
}
