package eval

import (
	"math"
	"slices"

	"inquest/normalizer"
)

const (
	companyPenalty = 4.0
	companyGroups  = 5 // groups of folds, each read with the company that was fitted to the others
)

// companySums are what the regression of [normalizer.Company] needs of some reports: they add up.
type companySums struct {
	reports float64
	spoken  []float64   // sum of what is spoken of
	gram    [][]float64 // its products with itself, the lower half
	cross   [][]float64 // by term: its products with being coded
	coded   []float64   // by term: reports coded with it
	tried   []float64   // by term: reports in which it is a candidate
}

func newCompanySums(terms int) *companySums {
	width := normalizer.SpokenCount(terms)
	s := &companySums{spoken: make([]float64, width), coded: make([]float64, terms), tried: make([]float64, terms)}
	for i := range width {
		s.gram = append(s.gram, make([]float64, i+1))
	}
	for range terms {
		s.cross = append(s.cross, make([]float64, width))
	}
	return s
}

// add adds a report that counts with its weight.
func (s *companySums) add(t *judgedText, places map[string]int) {
	s.reports += t.weight
	for i, a := range t.Spoken {
		s.spoken[a.At] += t.weight * a.Value
		for _, b := range t.Spoken[:i+1] {
			s.gram[a.At][b.At] += t.weight * a.Value * b.Value
		}
	}
	for _, facet := range rankedFacets {
		for _, c := range t.Candidates[facet] {
			if at, ok := places[facet+"/"+c.Term]; ok {
				s.tried[at] += t.weight
			}
		}
		want, _ := t.label.wanted(facet)
		for _, id := range want {
			at, ok := places[facet+"/"+id]
			if !ok {
				continue
			}
			s.coded[at] += t.weight
			for _, a := range t.Spoken {
				s.cross[at][a.At] += t.weight * a.Value
			}
		}
	}
}

// join adds the sums of other reports.
func (s *companySums) join(o *companySums) {
	s.reports += o.reports
	for i := range o.gram {
		s.spoken[i] += o.spoken[i]
		for j, x := range o.gram[i] {
			s.gram[i][j] += x
		}
	}
	for t := range o.cross {
		s.coded[t] += o.coded[t]
		s.tried[t] += o.tried[t]
		for i, x := range o.cross[t] {
			s.cross[t][i] += x
		}
	}
}

// company solves the regression: from what is spoken of to how far a term is from its rate.
func (s *companySums) company(terms []string) *normalizer.Company {
	used := s.used()
	h := make([][]float64, len(used))
	for i, at := range used {
		for _, other := range used[:i+1] {
			h[i] = append(h[i], s.gram[at][other])
		}
		h[i][i] += companyPenalty
	}
	factor(h)
	rate, kept, weights := make([]float64, len(terms)), make([]float64, len(terms)), make([][]float64, len(terms))
	for t := range terms {
		weights[t] = s.weights(t, h, used)
		rate[t] = (s.coded[t] + 1) / (s.reports + 20)
		kept[t] = (s.coded[t] + 1) / (s.tried[t] + 4)
	}
	return normalizer.NewCompany(terms, rate, kept, weights)
}

// used returns what the reports speak of.
func (s *companySums) used() []int {
	var list []int
	for i, row := range s.gram {
		if row[i] > 0 {
			list = append(list, i)
		}
	}
	return list
}

// weights returns the weights of a term: none when no report is coded with it.
func (s *companySums) weights(term int, h [][]float64, used []int) []float64 {
	row := make([]float64, len(s.spoken))
	if s.coded[term] == 0 {
		return row
	}
	goal, share := make([]float64, len(used)), s.coded[term]/s.reports
	for i, at := range used {
		goal[i] = s.cross[term][at] - share*s.spoken[at]
	}
	for i, w := range solveFactored(h, goal) {
		row[used[i]] = w
	}
	return row
}

// factor replaces the lower half of a positive definite matrix by its Cholesky factor.
func factor(h [][]float64) {
	for i := range h {
		for j := range i + 1 {
			sum := h[i][j]
			for m, x := range h[j][:j] {
				sum -= h[i][m] * x
			}
			if i == j {
				h[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				h[i][j] = sum / h[j][j]
			}
		}
	}
}

// solveFactored solves h d = g for a matrix of which the factor is given.
func solveFactored(h [][]float64, g []float64) []float64 {
	d := slices.Clone(g)
	for i := range d {
		for m, x := range h[i][:i] {
			d[i] -= x * d[m]
		}
		d[i] /= h[i][i]
	}
	for i := len(d) - 1; i >= 0; i-- {
		d[i] /= h[i][i]
		for m, x := range h[i][:i] {
			d[m] -= x * d[i]
		}
	}
	return d
}

// keepCompany fits the company of terms to the reports, and gives each report what a company says of
// its candidates that was fitted to reports of other operators.
func (f *fitting) keepCompany() {
	terms := f.n.CompanyTerms()
	places := map[string]int{}
	for i, t := range terms {
		places[t] = i
	}
	var groups [companyGroups]*companySums
	for g := range groups {
		groups[g] = newCompanySums(len(terms))
	}
	for i := range f.texts {
		groups[f.texts[i].fold%companyGroups].add(&f.texts[i], places)
	}
	all := newCompanySums(len(terms))
	for g := range groups {
		others := newCompanySums(len(terms))
		for o := range groups {
			if o != g {
				others.join(groups[o])
			}
		}
		f.accompany(g, others.company(terms))
		all.join(groups[g])
	}
	f.company = all.company(terms)
}

// accompany gives the reports of a group what a company says of their candidates.
func (f *fitting) accompany(group int, c *normalizer.Company) {
	for i := range f.texts {
		if f.texts[i].fold%companyGroups == group {
			f.texts[i].accompanied = f.texts[i].with(c)
		}
	}
}

// with returns the candidates of a report with what a company says of them.
func (t *judgedText) with(c *normalizer.Company) map[string][]normalizer.Candidate {
	list := map[string][]normalizer.Candidate{}
	for _, facet := range rankedFacets {
		list[facet] = c.Accompany(facet, t.Spoken, t.Candidates[facet])
	}
	return list
}
