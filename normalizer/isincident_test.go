package normalizer

import (
	"testing"

	"inquest/extractor"
)

func TestKoreanPagesNeedLowerOdds(t *testing.T) {
	k := Ranker{Weights: []float64{0}, Cut: Cut{Floor: .55}} // every page has one half
	for lang, want := range map[string]bool{"en": false, "ko": true} {
		if got := k.tells([]float64{1}, lang); got != want {
			t.Errorf("a page in %s is a report: %v, want %v", lang, got, want)
		}
	}
}

func TestWhatAPlatformListsWithAnImpactIsAnIncident(t *testing.T) {
	for impact, want := range map[string]bool{
		"minor": true, "MAJOROUTAGE": true, "Partial service disruption": true,
		"": false, "none": false, "maintenance": false, "Under maintenance": false, "SERVICE_INFORMATION": false,
	} {
		if got := listed(&extractor.Document{Window: extractor.Window{Impact: extractor.Maybe(impact)}}); got != want {
			t.Errorf("impact %q lists an incident: %v, want %v", impact, got, want)
		}
	}
}

func TestTheSentenceThatShowsThatAPageIsNoReport(t *testing.T) {
	page := func(sents ...reading) *report { return &report{lang: "en", sents: sents} }
	said := func(text string, told float64) reading {
		return reading{sentence: sentence{text: text}, block: &extractor.Block{Kind: extractor.Para}, manner: mannerOf(fold(text).text), told: told}
	}
	for _, c := range []struct {
		name, kind string
		at         int
		page       *report
	}{
		{"a title", "a maintenance notice", 0, page(said("Scheduled maintenance of the archive", .2), said("It lasts an hour.", .2))},
		{"a sentence of a status page", "a status page without an incident", 1, page(said("Status", .2), said("All systems operational", .2))},
		{"work to come", "a notice of planned work", 1, page(said("A larger disk", .2), said("We will upgrade the archive tonight.", .2))},
		{"what is least like a report", "no report of an incident: its sentences do not tell what failed", 2,
			page(said("Our new plan", .1), said("Every team gets twenty boards of its own.", .3), said("Students and clubs pay half of the price.", .1))},
		{"short sentences alone", "no report of an incident: its sentences do not tell what failed", 0, page(said("Our plan", .3), said("Yes.", .1))},
	} {
		t.Run(c.name, func(t *testing.T) {
			kind, at := c.page.kind()
			if kind != c.kind || at != c.at {
				t.Errorf("%q shown by sentence %d, want %q by %d", kind, at, c.kind, c.at)
			}
		})
	}
}
