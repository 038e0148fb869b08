package normalizer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"inquest/normalizer/reader"
	"inquest/vocab"
)

// Company says how likely a report is coded with each term, from all the terms that it speaks of:
// terms keep company, a full disk with failed writes, and what the best sentence of one leaves open
// the others may settle. It is a ridge regression from what is spoken of to what is coded.
type Company struct {
	Terms   []string  `json:"terms"`   // as facet/id, of the facets that are coded from sentences
	Rate    []float64 `json:"rate"`    // by term: share of the reports that are coded with it
	Kept    []float64 `json:"kept"`    // by term: share of the reports in which it is a candidate that are coded with it
	Scale   []float64 `json:"scale"`   // by term: of its weights
	Weights []byte    `json:"weights"` // by term, then by what is spoken of: signed bytes
}

// Spoken is one of the things that a report speaks of, and how much.
type Spoken struct {
	At    int // below SpokenCount
	Value float64
}

// What the reader says, what hits say and the kind of text count alike: divided by about the length
// that each has in a usual report.
const (
	readLength = 6.2
	hitLength  = 2.1
	kindWeight = .5
	kindCount  = 3
)

// longReport is from how many sentences on a report is a long one.
const longReport = 40

// CompanyTerms returns the terms that keep company, as facet/id: those that the company was fitted to, or
// else those of the vocabulary.
func (n *Normalizer) CompanyTerms() []string {
	if n.rankers != nil && n.rankers.Company != nil {
		return n.rankers.Company.Terms
	}
	return companyTerms(n.vocab)
}

func companyTerms(v *vocab.Vocabulary) []string {
	var list []string
	for _, facet := range reader.Facets {
		for _, t := range v.Facet(facet).Terms {
			list = append(list, t.String())
		}
	}
	return list
}

// NewCompany returns a company with weights by term, then by what is spoken of; they are kept as bytes.
func NewCompany(terms []string, rate, kept []float64, weights [][]float64) *Company {
	c := &Company{Terms: terms, Rate: rate, Kept: kept, Scale: make([]float64, len(terms))}
	for t, row := range weights {
		most := 0.0
		for _, w := range row {
			most = max(most, math.Abs(w))
		}
		c.Scale[t] = most / math.MaxInt8
		for _, w := range row {
			c.Weights = append(c.Weights, byte(int8(math.Round(w/max(c.Scale[t], 1e-12)))))
		}
	}
	return c
}

// SpokenCount is how many things a report may speak of when there are so many terms: each by what the
// reader says and by hits, and the kind of text.
func SpokenCount(terms int) int { return 2*terms + kindCount }

// spokenOf returns what a report speaks of, in ascending order.
func (n *Normalizer) spokenOf(r *report) []Spoken {
	var list []Spoken
	for facet, said := range r.said {
		for _, b := range said {
			if at, ok := n.places[termName{facet, b.Term}]; ok {
				list = append(list, Spoken{at, math.Log1p(10*b.Score) / readLength})
			}
		}
	}
	for at, surely := range n.hitWords(r) {
		list = append(list, Spoken{len(n.places) + at, surely / hitLength})
	}
	kinds := 2 * len(n.places)
	list = append(list,
		Spoken{kinds, kindWeight * number(r.updates)},
		Spoken{kinds + 1, kindWeight * number(len(r.sents) > longReport)},
		Spoken{kinds + 2, kindWeight * math.Log(float64(max(1, len(r.sents)))) / 3})
	slices.SortFunc(list, func(a, b Spoken) int { return a.At - b.At })
	return list
}

// hitWords returns by the places of terms how surely all their hits together say them.
func (n *Normalizer) hitWords(r *report) map[int]float64 {
	words := map[int]float64{}
	for _, h := range r.hits {
		if at, ok := n.places[termName{h.facet, h.term}]; ok {
			words[at] = 1 - (1-words[at])*(1-h.score)
		}
	}
	return words
}

// likely returns how likely a report that speaks of this is coded with the term at a place; it may lie
// outside 0 to 1.
func (c *Company) likely(place int, spoken []Spoken) float64 {
	width := SpokenCount(len(c.Terms))
	row, sum := c.Weights[place*width:(place+1)*width], 0.0
	for _, s := range spoken {
		sum += s.Value * float64(int8(row[s.At]))
	}
	return c.Rate[place] + sum*c.Scale[place]
}

// Open returns how likely a report that speaks of this leaves its root cause open; it may lie outside 0 to 1.
func (c *Company) Open(spoken []Spoken) float64 {
	if place := slices.Index(c.Terms, facetRootCause+"/"+unknown); place >= 0 {
		return c.likely(place, spoken)
	}
	return 0
}

// companyFeatures are the names of what company says of a candidate.
var companyFeatures = []string{"company", "company on a scale", "rate", "rate as candidate"}

// seldom is the share that stands for terms that company does not know.
const seldom = .002

// Accompany appends what company says to the features of candidates of a report that speaks of this.
func (c *Company) Accompany(facet string, spoken []Spoken, candidates []Candidate) []Candidate {
	list := slices.Clone(candidates)
	for i := range list {
		place := slices.Index(c.Terms, facet+"/"+list[i].Term)
		list[i].Features = c.appendFeatures(slices.Clip(list[i].Features), place, spoken)
	}
	return list
}

// appendFeatures appends what company says of the term at a place, -1 for one that it does not know.
func (c *Company) appendFeatures(list []float64, place int, spoken []Spoken) []float64 {
	if place < 0 {
		return append(list, 0, math.Log(seldom), math.Log(seldom), math.Log(seldom))
	}
	likely := c.likely(place, spoken)
	return append(list, likely, math.Log(max(likely, seldom)), math.Log(c.Rate[place]), math.Log(c.Kept[place]))
}

// check returns an error when the parts do not fit together.
func (c *Company) check() error {
	n := len(c.Terms)
	if n == 0 || len(c.Rate) != n || len(c.Kept) != n || len(c.Scale) != n || len(c.Weights) != n*SpokenCount(n) {
		return fmt.Errorf("the company of terms beside the sentence reader is cut off; make it again with inquest fit")
	}
	return nil
}

// termName is a term by its facet and id.
type termName struct{ facet, id string }

// termPlaces are where terms stand in a list.
type termPlaces map[termName]int

// placesOf returns where terms, as facet/id, stand in a list.
func placesOf(terms []string) termPlaces {
	places := make(termPlaces, len(terms))
	for i, t := range terms {
		facet, id, _ := strings.Cut(t, "/")
		places[termName{facet, id}] = i
	}
	return places
}

// of returns the place of a term, -1 when it has none.
func (p termPlaces) of(facet, id string) int {
	if place, ok := p[termName{facet, id}]; ok {
		return place
	}
	return -1
}
