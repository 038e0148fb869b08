package normalizer

import (
	"cmp"
	"slices"
)

const (
	componentFloor = .3
	componentShare = .65 // of the square of the best: beside a sure one the others are likely its victims
	componentCap   = 4
)

// fillComponents codes the kinds of things that failed, where the fault started first.
func (d *drafting) fillComponents() {
	all := mostSpecific(d.ranked(facetComponents), d.n.vocab, facetComponents)
	picked := all
	if len(all) > 0 {
		picked = capped(chosen(all, componentFloor, componentShare*all[0].score), componentCap)
	}
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
