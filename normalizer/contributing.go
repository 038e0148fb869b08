package normalizer

import "slices"

// fillContributing codes the weaknesses that the report ties to this incident. Few are stated in words
// that show it, so only sure ones are taken, and one sentence supports one factor.
func (d *drafting) fillContributing() {
	picked := take(facetContributing, d.ranked(facetContributing), d.n.rankers.Facets[facetContributing].Cut, d.n.vocab)
	for _, c := range picked {
		d.citeTerm(facetContributing, c, "")
	}
	d.Case.Contributing = termsOf(picked)
}

// ratherThan names factors that say of a fact more exactly what another says of it as well.
var ratherThan = map[string]string{"insufficient-testing": "staging-not-representative"}

// onePerFact drops a candidate whose best sentence already supports a better one.
func onePerFact(cs []candidate) []candidate {
	var kept []candidate
	cs = slices.DeleteFunc(slices.Clone(cs), func(c candidate) bool {
		return slices.ContainsFunc(cs, func(o candidate) bool { return o.at == c.at && o.term == ratherThan[c.term] })
	})
	taken := map[int]bool{}
	for _, c := range cs {
		if !taken[c.at] {
			taken[c.at] = true
			kept = append(kept, c)
		}
	}
	return kept
}
