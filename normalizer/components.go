package normalizer

import (
	"cmp"
	"slices"
)

// fillComponents codes the kinds of things that failed, where the fault started first.
func (d *drafting) fillComponents() {
	picked := take(facetComponents, d.ranked(facetComponents), d.n.rankers.Facets[facetComponents].Cut, d.n.vocab)
	slices.SortStableFunc(picked, func(a, b candidate) int {
		return cmp.Compare(d.r.startOf(a), d.r.startOf(b))
	})
	for _, c := range picked {
		d.citeTerm(facetComponents, c, "")
	}
	d.Case.Components = termsOf(picked)
}

// startOf orders components by where the fault started: first those of a cause sentence, in the order
// of the text, then the others by their first mention.
func (r *report) startOf(c candidate) int {
	first := c.first + len(r.sents)
	for _, h := range c.hits {
		if role := r.sents[h.at].role; role == roleCause || role == roleTrigger {
			first = min(first, h.at)
		}
	}
	return first
}
