package normalizer

import (
	"slices"

	"inquest/vocab"
)

// symptomLast is down to where the best symptom is taken when none passes.
const symptomLast = .12

// generalSymptoms say only that something was wrong. They count when nothing more specific is stated.
var generalSymptoms = []string{"degraded-performance", "partial-outage"}

// fillSymptoms codes what customers or operators observed.
func (d *drafting) fillSymptoms() {
	picked := take(facetSymptoms, d.ranked(facetSymptoms), d.n.rankers.Facets[facetSymptoms].Cut, d.n.vocab)
	for _, c := range picked {
		d.citeTerm(facetSymptoms, c, "")
	}
	d.Case.Symptoms = termsOf(picked)
	if len(picked) == 0 {
		d.problem(facetSymptoms, CodeNoSymptoms, "no sentence says what was observed; the sections on impact, the summary and the updates were read")
	}
}

// takeSymptoms takes the most specific symptoms that are sure enough, else the one that is most likely.
func takeSymptoms(cs []candidate, cut Cut, v *vocab.Vocabulary) []candidate {
	picked := withoutGeneral(mostSpecific(chosen(cs, cut.Floor, cut.Share), v, facetSymptoms))
	if len(picked) == 0 {
		return capped(chosen(cs, symptomLast, 1), 1)
	}
	return capped(picked, cut.Most)
}

func withoutGeneral(cs []candidate) []candidate {
	specific := slices.DeleteFunc(slices.Clone(cs), func(c candidate) bool {
		return slices.Contains(generalSymptoms, c.term)
	})
	if len(specific) == 0 {
		return cs
	}
	return specific
}
