package normalizer

import "slices"

const (
	symptomFloor = .27
	symptomShare = .3
	symptomLast  = .12 // the best one is taken down to this when nothing passes
	symptomCap   = 5
)

// generalSymptoms say only that something was wrong. They count when nothing more specific is stated.
var generalSymptoms = []string{"degraded-performance", "partial-outage"}

// fillSymptoms codes what customers or operators observed.
func (d *drafting) fillSymptoms() {
	all := mostSpecific(d.ranked(facetSymptoms), d.n.vocab, facetSymptoms)
	picked := chosen(withoutGeneral(all), symptomFloor, symptomShare)
	if len(picked) == 0 {
		picked = capped(chosen(all, symptomLast, 1), 1)
	}
	picked = capped(picked, symptomCap)
	for _, c := range picked {
		d.citeTerm(facetSymptoms, c, "")
	}
	d.Case.Symptoms = termsOf(picked)
	if len(picked) == 0 {
		d.problem(facetSymptoms, CodeNoSymptoms, "no sentence says what was observed; the sections on impact, the summary and the updates were read")
	}
}

func withoutGeneral(cs []candidate) []candidate {
	specific := slices.DeleteFunc(slices.Clone(cs), func(c candidate) bool {
		return slices.Contains(generalSymptoms, c.term)
	})
	if len(specific) == 0 || specific[0].score < symptomFloor {
		return cs
	}
	return specific
}
