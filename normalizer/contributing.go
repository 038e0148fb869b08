package normalizer

// fillContributing codes the weaknesses that the report ties to this incident. Few are stated in words
// that show it, so only sure ones are taken, and one sentence supports one factor.
func (d *drafting) fillContributing() {
	picked := take(facetContributing, d.ranked(facetContributing), d.n.rankers.Facets[facetContributing].Cut, d.n.vocab)
	for _, c := range picked {
		d.citeTerm(facetContributing, c, "")
	}
	d.Case.Contributing = termsOf(picked)
}

// onePerFact drops a candidate whose best sentence already supports a better one.
func onePerFact(cs []candidate) []candidate {
	var kept []candidate
	taken := map[int]bool{}
	for _, c := range cs {
		if !taken[c.at] {
			taken[c.at] = true
			kept = append(kept, c)
		}
	}
	return kept
}
