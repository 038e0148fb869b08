package normalizer

import (
	"cmp"
	"slices"

	"inquest/vocab"
)

// candidate is a term with everything in the report that speaks for it.
type candidate struct {
	term  string
	score float64
	first int   // index of the first sentence that speaks of it
	hits  []hit // best first
}

// candidates returns the terms of a facet that the report speaks of, best first.
func (r *report) candidates(facet string) []candidate {
	var out []candidate
	for _, h := range r.hits {
		if h.facet == facet {
			out = addHit(out, h)
		}
	}
	for i := range out {
		out[i].weigh()
	}
	sortByScore(out)
	return out
}

// addHit files a hit under its term.
func addHit(cs []candidate, h hit) []candidate {
	i := slices.IndexFunc(cs, func(c candidate) bool { return c.term == h.term })
	if i < 0 {
		return append(cs, candidate{term: h.term, first: h.at, hits: []hit{h}})
	}
	cs[i].hits = append(cs[i].hits, h)
	return cs
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
	c.score = 1 - doubt
}

// chosen returns the candidates that are sure enough, at least floor and at least share of the best.
func chosen(cs []candidate, floor, share float64) []candidate {
	if len(cs) == 0 {
		return nil
	}
	floor = max(floor, share*cs[0].score)
	return slices.DeleteFunc(slices.Clone(cs), func(c candidate) bool { return c.score < floor })
}

// mostSpecific drops a term when a narrower one is there as well.
func mostSpecific(cs []candidate, v *vocab.Vocabulary, facet string) []candidate {
	broader := map[string]bool{}
	for _, c := range cs {
		if t := v.Term(facet, c.term); t != nil {
			for _, b := range v.Broader(t) {
				broader[b.ID] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(cs), func(c candidate) bool { return broader[c.term] })
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
