package normalizer

import (
	"slices"
)

const (
	causeFloor = .26 // under it unknown is the better answer
	sureCause  = .6  // from there a cause stands though the source says that it looks on
	weakCause  = .45 // under it a report that is to come will state the cause
	causeShare = .6  // of the best class: from there the decision order chooses
)

// fillRootCause codes what was wrong: of the classes that the cause sentences speak of about as surely
// as of the best one, the first in the decision order. Unknown beats a guess.
func (d *drafting) fillRootCause() {
	cs := d.causes()
	best := 0.0
	if len(cs) > 0 {
		best = cs[0].score
	}
	if i, says := d.saysUnknown(best); says {
		d.problem(facetRootCause, CodeNoRootCause, "the source says that the cause is not known", d.r.sents[i].text)
		d.citeAlternative(cs)
		return
	}
	if best < causeFloor {
		d.problem(facetRootCause, CodeNoRootCause, "no sentence states what was wrong clearly enough; the sections on cause, trigger and summary were read")
		d.citeAlternative(cs)
		return
	}
	first := d.firstInOrder(chosen(cs, 0, causeShare))
	d.Case.RootCause = first.term
	d.citeTerm(facetRootCause, first, "")
	d.citeAlternative(slices.DeleteFunc(cs, func(c candidate) bool { return c.term == first.term }))
}

// causes returns the classes by their best sentence alone: many mentions make no cause. When the
// report names its root cause, the sentences that do so decide.
func (d *drafting) causes() []candidate {
	cs := d.ranked(facetRootCause)
	cs = slices.DeleteFunc(cs, func(c candidate) bool { return c.term == unknown })
	named := slices.DeleteFunc(slices.Clone(cs), func(c candidate) bool {
		return !d.r.sents[c.hits[0].at].cues.has(cueNamedCause)
	})
	if len(named) > 0 {
		cs = named
	}
	sortByScore(cs)
	return cs
}

// firstInOrder returns the candidate for which the questions of the decision order ask first.
func (d *drafting) firstInOrder(cs []candidate) candidate {
	for _, id := range d.n.vocab.DecisionOrder() {
		if i := slices.IndexFunc(cs, func(c candidate) bool { return c.term == id }); i >= 0 {
			return cs[i]
		}
	}
	return cs[0]
}

// saysUnknown returns the sentence that says that the cause is not known, or comes in a later report,
// when no sentence names the cause and none states one surely enough to outweigh it.
func (d *drafting) saysUnknown(best float64) (int, bool) {
	found := -1
	for i := range d.r.sents {
		rd := &d.r.sents[i]
		if rd.bar == barNone && rd.cues.has(cueNamedCause) {
			return 0, false
		}
		if rd.bar == barLegal || rd.bar == barFrame || rd.bar == barDropped || found >= 0 {
			continue
		}
		if rd.cues.has(cueUnknownCause) && best < sureCause || rd.cues.has(cueReportToCome) && best < weakCause {
			found = i
		}
	}
	return found, found >= 0
}

// citeAlternative keeps the runner-up with its quote.
func (d *drafting) citeAlternative(cs []candidate) {
	if len(cs) > 0 {
		first := cs[0]
		first.hits = first.hits[:1]
		d.citeTerm(facetRootCause, first, alternative)
	}
}
