package normalizer

import (
	"cmp"
	"slices"

	"inquest/normalizer/reader"
	"inquest/vocab"
)

// candidate is a term with everything in the report that speaks for it.
type candidate struct {
	term  string
	score float64     // how likely it is right
	odds  float64     // of its being right, as its ranker weighs them: before those of other root causes
	at    int         // index of the sentence that speaks for it most
	first int         // index of the first sentence that speaks of it
	words float64     // how surely the words of its hits say it, 0 without any
	hits  []hit       // best first
	read  reader.Best // what the sentence reader says; Score is 0 for nothing
}

const (
	readFloor = .04 // the reader says less of a term than of sentences that have nothing to do with it
	readMost  = 14  // terms of a facet for which the reader alone speaks
)

// candidates returns the terms of a facet that the report speaks of: by their words, or by what the
// reader makes of its sentences.
func (r *report) candidates(facet string) []candidate {
	out := make([]candidate, 0, 2*readMost)
	for _, h := range r.hits {
		if h.facet == facet {
			out = addHit(out, h)
		}
	}
	for i := range out {
		out[i].weigh()
	}
	for i, b := range r.said[facet] {
		if b.Term != unknown {
			out = addRead(out, b, i < readMost)
		}
	}
	sortByScore(out)
	return out
}

// addHit files a hit under its term.
func addHit(cs []candidate, h hit) []candidate {
	i := indexOf(cs, h.term)
	if i < 0 {
		return append(cs, candidate{term: h.term, first: h.at, hits: []hit{h}})
	}
	cs[i].hits = append(cs[i].hits, h)
	return cs
}

// addRead notes what the reader says of a term. alone tells whether it may be a candidate by that.
func addRead(cs []candidate, b reader.Best, alone bool) []candidate {
	i := indexOf(cs, b.Term)
	switch {
	case i >= 0:
		c := &cs[i]
		c.read, c.at, c.first = b, b.Sentence, min(c.first, b.Sentence)
		c.score = 1 - (1-c.score)*(1-min(b.Score, .99))
		return cs
	case alone:
		return append(cs, candidate{term: b.Term, score: min(b.Score, .99), at: b.Sentence, first: b.Sentence, read: b})
	}
	return cs
}

// indexOf returns the place of a term among candidates, -1 when it is none of them.
func indexOf(cs []candidate, term string) int {
	for i := range cs {
		if cs[i].term == term {
			return i
		}
	}
	return -1
}

func sortByScore(cs []candidate) {
	slices.SortStableFunc(cs, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
}

// weigh puts the best hit first and joins the three best: the more sentences say it, the surer.
func (c *candidate) weigh() {
	slices.SortStableFunc(c.hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	doubt, share := 1.0, 1.0
	for _, h := range c.hits[:min(3, len(c.hits))] {
		doubt *= 1 - share*h.score
		share *= .6
	}
	c.words = 1 - doubt
	c.score, c.at = c.words, c.hits[0].at
}

// chosen returns the candidates that are sure enough, at least floor and at least share of the best.
func chosen(cs []candidate, floor, share float64) []candidate {
	if len(cs) == 0 {
		return nil
	}
	floor = max(floor, share*cs[0].score)
	return slices.DeleteFunc(slices.Clone(cs), func(c candidate) bool { return c.score < floor })
}

// nearlyAs is how likely a narrower term must be, as a part of the broader one, to stand in its place.
const nearlyAs = .8

// mostSpecific keeps one of a broader and a narrower term: the narrower one, when it is nearly as likely.
func mostSpecific(cs []candidate, v *vocab.Vocabulary, facet string) []candidate {
	drop := map[string]bool{}
	for _, c := range cs {
		for _, b := range v.Broader(v.Term(facet, c.term)) {
			i := indexOf(cs, b.ID)
			switch {
			case i >= 0 && c.score >= nearlyAs*cs[i].score:
				drop[b.ID] = true
			case i >= 0:
				drop[c.term] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(cs), func(c candidate) bool { return drop[c.term] })
}

func capped(cs []candidate, n int) []candidate {
	return cs[:min(n, len(cs))]
}

func termsOf(cs []candidate) []string {
	ids := make([]string, 0, len(cs))
	for _, c := range cs {
		ids = append(ids, c.term)
	}
	return ids
}
