package normalizer

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"inquest/normalizer/reader"
	"inquest/vocab"
)

// Rankers weigh everything that speaks for a candidate into how likely it is right. They are fitted to
// coded reports, on what a reader says that has not seen the operator.
type Rankers struct {
	Features []string          `json:"features"` // as [FeatureNames]
	Doubts   []string          `json:"doubts"`   // as [DoubtNames]
	Signs    []string          `json:"signs"`    // as [SignNames]
	Passages []string          `json:"passages"` // as [PassageNames]
	Facets   map[string]Ranker `json:"facets"`
	Quotes   map[string]Ranker `json:"quotes"`   // by facet, over passages: whether a sentence is the evidence for a term
	Incident Ranker            `json:"incident"` // over signs: whether the text reports an incident
	Company  *Company          `json:"company"`
	Unknown  Ranker            `json:"unknown"` // over doubts: whether the root cause is not known; Floor: from there it is coded so
}

// Ranker is a logistic regression for one facet, and from where on its candidates are taken.
type Ranker struct {
	Weights []float64            `json:"weights"`       // in the order of the features
	Own     map[string][]float64 `json:"own,omitempty"` // by term: what it adds to the weights of [OwnFeatures]
	Cut     Cut                  `json:"cut"`
}

// ownFeatures are, by facet, the features that terms weigh for themselves: the reader is surer of some
// than of others, and coders of some are more exacting.
var ownFeatures = map[string][]int{
	facetSymptoms:  featurePlaces("bias", "read", "all sentences", "above mean"),
	facetRootCause: featurePlaces("bias", "read"),
}

// OwnFeatures returns the places of the features that the terms of a facet weigh for themselves.
func OwnFeatures(facet string) []int { return ownFeatures[facet] }

func featurePlaces(names ...string) []int {
	places := make([]int, len(names))
	for i, name := range names {
		places[i] = slices.IndexFunc(features, func(f feature) bool { return f.name == name })
	}
	return places
}

// Cut says which candidates are taken.
type Cut struct {
	Floor float64 `json:"floor"` // least score
	Share float64 `json:"share"` // least part of the best score
	Most  int     `json:"most"`  // how many at most
}

// loadRankers reads the weights that stand beside those of a reader.
func loadRankers(data []byte) (*Rankers, error) {
	k := &Rankers{}
	if err := json.Unmarshal(data, k); err != nil {
		return nil, fmt.Errorf("the rankers beside the sentence reader: %w; make them again with inquest fit", err)
	}
	if !slices.Equal(k.Features, FeatureNames()) || !slices.Equal(k.Doubts, DoubtNames()) || !slices.Equal(k.Signs, SignNames()) || !slices.Equal(k.Passages, PassageNames()) {
		return nil, fmt.Errorf("the rankers beside the sentence reader weigh other things than the program; make them again with inquest fit")
	}
	for facet, r := range k.Facets {
		for term, own := range r.Own {
			if len(own) != len(ownFeatures[facet]) {
				return nil, fmt.Errorf("the ranker of %s has %d weights of its own for %s, the program weighs %d; make them again with inquest fit", facet, len(own), term, len(ownFeatures[facet]))
			}
		}
	}
	if k.Company == nil {
		return nil, fmt.Errorf("the rankers beside the sentence reader know no company of terms; make them again with inquest fit")
	}
	return k, k.Company.check()
}

// probability returns what the weights make of features.
func (k Ranker) probability(features []float64) float64 {
	return 1 / (1 + math.Exp(-k.sum(features)))
}

func (k Ranker) sum(features []float64) float64 {
	sum := 0.0
	for i, w := range k.Weights {
		sum += w * features[i]
	}
	return sum
}

// mostSum keeps the odds finite.
const mostSum = 50

// odds returns how much speaks for each of a report's candidates, as odds.
func (k Ranker) odds(facet string, terms []string, features [][]float64) []float64 {
	list := make([]float64, len(terms))
	for i, f := range features {
		sum := k.sum(f)
		for j, w := range k.Own[terms[i]] {
			sum += w * f[ownFeatures[facet][j]]
		}
		list[i] = math.Exp(min(sum, mostSum))
	}
	return list
}

// probabilities returns how likely each of a report's candidates is right. A report has one root cause:
// its candidates share what is sure.
func probabilities(facet string, odds []float64) []float64 {
	list, all := make([]float64, len(odds)), 0.0
	for _, o := range odds {
		all += o
	}
	for i, o := range odds {
		if facet == facetRootCause {
			list[i] = o / all
		} else {
			list[i] = o / (1 + o)
		}
	}
	return list
}

// ranked returns the candidates of a facet with how likely each is right, best first.
func (d *drafting) ranked(facet string) []candidate {
	cs := d.r.candidates(facet)
	company, ranker := d.n.rankers.Company, d.n.rankers.Facets[facet]
	if d.spoken == nil {
		d.spoken = d.n.spokenOf(d.r)
	}
	list := featuresOf(d.r, facet, cs, d.n.vocab)
	for i := range list {
		list[i] = company.appendFeatures(list[i], d.n.places.of(facet, cs[i].term), d.spoken)
	}
	odds := ranker.odds(facet, termsOf(cs), list)
	for i, p := range probabilities(facet, odds) {
		cs[i].odds, cs[i].score = odds[i], p
	}
	sortByScore(cs)
	return cs
}

// featuresOf returns the features of the candidates of a facet, with room for those that company adds.
func featuresOf(r *report, facet string, cs []candidate, v *vocab.Vocabulary) [][]float64 {
	width := len(features) + len(companyFeatures)
	list, room := make([][]float64, len(cs)), make([]float64, len(cs)*width)
	ws := views(r, facet, cs, v)
	for i := range ws {
		list[i] = room[i*width : i*width+len(features) : (i+1)*width]
		for j := range features {
			list[i][j] = features[j].of(&ws[i])
		}
	}
	return list
}

// views returns the candidates with their places; cs is sorted, best first.
func views(r *report, facet string, cs []candidate, v *vocab.Vocabulary) []view {
	list := make([]view, len(cs))
	narrower := narrowerScores(facet, cs, v)
	for i := range cs {
		c := &cs[i]
		w := view{r: r, c: c, facet: slices.Index(reader.Facets[:], facet), rank: i, of: len(cs), top: cs[0].score, child: narrower[c.term] > c.score/2}
		for j := range cs {
			o := &cs[j]
			if o.read.Score > c.read.Score {
				w.heard++
			}
			w.most, w.words = max(w.most, o.read.Score), max(w.words, o.words)
		}
		list[i] = w
	}
	return list
}

// narrowerScores returns for each broader term the best score of the narrower ones.
func narrowerScores(facet string, cs []candidate, v *vocab.Vocabulary) map[string]float64 {
	scores := map[string]float64{}
	for _, c := range cs {
		for _, b := range v.Broader(v.Term(facet, c.term)) {
			scores[b.ID] = max(scores[b.ID], c.score)
		}
	}
	return scores
}

// MostOf returns how many terms of a list facet a report is coded with at most (GUIDELINES.md, section 2).
func MostOf(facet string) int {
	if facet == facetSymptoms {
		return 6
	}
	return 5
}

// take returns the candidates of a list facet that are sure enough, best first.
func take(facet string, cs []candidate, cut Cut, v *vocab.Vocabulary) []candidate {
	if len(cs) == 0 {
		return nil
	}
	switch facet {
	case facetSymptoms:
		return takeSymptoms(cs, cut, v)
	case facetComponents:
		// Beside a sure component the others are likely its victims.
		picked := chosen(cs, cut.Floor, cut.Share*cs[0].score)
		return capped(mostSpecific(picked, v, facet), cut.Most)
	case facetContributing:
		return capped(onePerFact(chosen(cs, cut.Floor, cut.Share)), cut.Most)
	}
	return firstInOrder(cs, cut, v)
}
