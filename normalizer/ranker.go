package normalizer

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"

	"inquest/vocab"
)

//go:embed ranker.tsv
var rankerData string

// ranker weighs everything that speaks for a candidate into how likely it is right: a logistic
// regression, fitted to coded reports.
type ranker map[string][]float64 // weights by facet, in the order of features

// loadRanker reads the embedded weights: a column per facet, a row per feature.
func loadRanker() (ranker, error) {
	lines := strings.Split(strings.TrimSpace(rankerData), "\n")
	facets := strings.Split(lines[0], "\t")[1:]
	if len(lines) != len(features)+1 {
		return nil, fmt.Errorf("ranker.tsv has %d rows for %d features", len(lines)-1, len(features))
	}
	k := ranker{}
	for i, line := range lines[1:] {
		cols := strings.Split(line, "\t")
		if cols[0] != features[i].name || len(cols) != len(facets)+1 {
			return nil, fmt.Errorf("ranker.tsv row %d: want the feature %q and %d weights, got %q", i+1, features[i].name, len(facets), line)
		}
		for j, facet := range facets {
			w, err := strconv.ParseFloat(cols[j+1], 64)
			if err != nil {
				return nil, fmt.Errorf("ranker.tsv row %d: %w", i+1, err)
			}
			k[facet] = append(k[facet], w)
		}
	}
	return k, nil
}

// ranked returns the terms of a facet that the report speaks of with how likely each is right, best first.
func (d *drafting) ranked(facet string) []candidate {
	return d.n.ranker.judge(d.r, facet, d.r.candidates(facet), d.n.vocab)
}

// judge replaces the scores of the candidates of a facet by how likely each is right, best first.
func (k ranker) judge(r *report, facet string, cs []candidate, v *vocab.Vocabulary) []candidate {
	for i, w := range views(r, facet, cs, v) {
		sum := 0.0
		for j, f := range features {
			sum += k[facet][j] * f.value(w)
		}
		cs[i].score = 1 / (1 + math.Exp(-sum))
	}
	sortByScore(cs)
	return cs
}

// views returns the candidates with their places; cs is sorted, best first.
func views(r *report, facet string, cs []candidate, v *vocab.Vocabulary) []view {
	broader := map[string]bool{}
	for _, c := range cs {
		for _, b := range v.Broader(v.Term(facet, c.term)) {
			broader[b.ID] = true
		}
	}
	list := make([]view, len(cs))
	for i, c := range cs {
		list[i] = view{r: r, c: c, rank: i, of: len(cs), top: cs[0].score, child: broader[c.term]}
	}
	return list
}
