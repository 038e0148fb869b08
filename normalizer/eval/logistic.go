package eval

import (
	"math"
	"slices"

	"inquest/normalizer"
)

// example is one row of a logistic regression.
type example struct {
	x      []float64
	term   string // whose row it is, where terms have weights of their own
	of     int    // the report that it is a candidate of, where one of these is right
	right  bool
	weight float64
}

const (
	newtonSteps = 9
	spreadFloor = 1e-9 // a feature that varies less is left as it is
	mostSum     = 50   // keeps what speaks for a candidate finite
)

// regression is how a logistic regression is fitted.
type regression struct {
	own      []int   // features that each term weighs for itself, the first of them is the first feature
	penalty  float64 // keeps the weights of features small, that of the first feature aside
	oneRight bool    // of the examples of a report one is right: it is the choice that is fitted (McFadden's conditional logit)
}

// fitLogistic returns the weights that tell right examples from others, those of features being kept
// small by penalty; the first feature is 1 everywhere.
func fitLogistic(examples []example, penalty float64) []float64 {
	return regression{penalty: penalty}.ranker(examples).Weights
}

// ranker fits the weights by Newton's method. The sums run in the order of the examples, so that the same
// examples give the same weights.
func (r regression) ranker(examples []example) normalizer.Ranker {
	if len(examples) == 0 {
		return normalizer.Ranker{}
	}
	d := newDesign(examples, r.own)
	w := make([]float64, d.width())
	rows := d.rows(examples)
	for range newtonSteps {
		s := newSlope(w, r.penalty, !r.oneRight)
		if r.oneRight {
			s.addChoices(examples, rows)
		} else {
			for i, e := range examples {
				s.addExample(rows[i], e)
			}
		}
		factor(s.h)
		for i, step := range solveFactored(s.h, s.g) {
			w[i] += step
		}
	}
	return d.undo(w)
}

// cell is a value of a row that is not zero.
type cell struct {
	at int
	x  float64
}

// design says where the weights stand: those of the features, then those of the terms.
type design struct {
	mean, deviation []float64 // of the features
	own             []int
	terms           []string
}

func newDesign(examples []example, own []int) *design {
	d := &design{own: own}
	d.mean, d.deviation = moments(examples)
	if len(own) == 0 {
		return d
	}
	for _, e := range examples {
		if at, ok := slices.BinarySearch(d.terms, e.term); !ok {
			d.terms = slices.Insert(d.terms, at, e.term)
		}
	}
	return d
}

func (d *design) width() int { return len(d.mean) + len(d.terms)*len(d.own) }

// rows returns the examples with their features on one scale.
func (d *design) rows(examples []example) [][]cell {
	rows := make([][]cell, len(examples))
	for i, e := range examples {
		row := make([]cell, len(e.x), len(e.x)+len(d.own))
		for j, x := range e.x {
			row[j] = cell{j, (x - d.mean[j]) / d.deviation[j]}
		}
		term, _ := slices.BinarySearch(d.terms, e.term)
		for j, at := range d.own {
			row = append(row, cell{len(d.mean) + term*len(d.own) + j, row[at].x})
		}
		rows[i] = row
	}
	return rows
}

// undo returns the weights for the features as they are.
func (d *design) undo(w []float64) normalizer.Ranker {
	k := normalizer.Ranker{Weights: slices.Clone(w[:len(d.mean)])}
	for i := 1; i < len(k.Weights); i++ {
		k.Weights[i] /= d.deviation[i]
		k.Weights[0] -= k.Weights[i] * d.mean[i]
	}
	for t, term := range d.terms {
		own := slices.Clone(w[len(d.mean)+t*len(d.own):][:len(d.own)])
		for j := 1; j < len(own); j++ {
			own[j] /= d.deviation[d.own[j]]
			own[0] -= own[j] * d.mean[d.own[j]]
		}
		if k.Own == nil {
			k.Own = map[string][]float64{}
		}
		k.Own[term] = own
	}
	return k
}

// slope is the gradient of the likelihood at some weights, and its second derivatives, the lower half.
type slope struct {
	w, g []float64
	h    [][]float64
}

// newSlope begins with what the penalty adds. A free first weight has none.
func newSlope(w []float64, penalty float64, free bool) *slope {
	s := &slope{w: w, g: make([]float64, len(w)), h: make([][]float64, len(w))}
	for i := range s.h {
		s.h[i] = make([]float64, i+1)
		s.h[i][i] = penalty
		s.g[i] = -penalty * w[i]
	}
	if free {
		s.h[0][0], s.g[0] = 1e-6, 0
	}
	return s
}

func (s *slope) sum(row []cell) float64 {
	sum := 0.0
	for _, c := range row {
		sum += s.w[c.at] * c.x
	}
	return sum
}

func (s *slope) addExample(row []cell, e example) {
	p := 1 / (1 + math.Exp(-s.sum(row)))
	y := 0.0
	if e.right {
		y = 1
	}
	s.climb(row, e.weight*(y-p))
	s.bend(row, e.weight*max(p*(1-p), 1e-4))
}

// climb adds a row to the gradient, bend its square to the second derivatives.
func (s *slope) climb(row []cell, by float64) {
	for _, c := range row {
		s.g[c.at] += by * c.x
	}
}

func (s *slope) bend(row []cell, by float64) {
	for i, c := range row {
		h, x := s.h[c.at], by*c.x
		for _, o := range row[:i+1] {
			h[o.at] += x * o.x
		}
	}
}

// addChoices adds the reports of which one candidate is right: the right one's row against the mean of all.
func (s *slope) addChoices(examples []example, rows [][]cell) {
	for from := 0; from < len(examples); {
		to := from + 1
		for to < len(examples) && examples[to].of == examples[from].of {
			to++
		}
		if right := slices.IndexFunc(examples[from:to], func(e example) bool { return e.right }); right >= 0 {
			s.addChoice(rows[from:to], right, examples[from].weight)
		}
		from = to
	}
}

func (s *slope) addChoice(rows [][]cell, right int, weight float64) {
	shares, all := make([]float64, len(rows)), 0.0
	for i, row := range rows {
		shares[i] = math.Exp(min(s.sum(row), mostSum))
		all += shares[i]
	}
	mean := map[int]float64{}
	for i, row := range rows {
		shares[i] /= all
		for _, c := range row {
			mean[c.at] += shares[i] * c.x
		}
	}
	expected := make([]cell, 0, len(mean))
	for at, x := range mean {
		expected = append(expected, cell{at, x})
	}
	slices.SortFunc(expected, func(a, b cell) int { return a.at - b.at })
	for i, row := range rows {
		s.bend(row, weight*shares[i])
	}
	s.bend(expected, -weight)
	s.climb(rows[right], weight)
	s.climb(expected, -weight)
}

// moments returns mean and standard deviation of each feature; the first is left as it is.
func moments(examples []example) (mean, deviation []float64) {
	k := len(examples[0].x)
	mean, deviation = make([]float64, k), make([]float64, k)
	for _, e := range examples {
		for i, x := range e.x {
			mean[i] += x / float64(len(examples))
		}
	}
	for _, e := range examples {
		for i, x := range e.x {
			deviation[i] += (x - mean[i]) * (x - mean[i]) / float64(len(examples))
		}
	}
	for i := range deviation {
		deviation[i] = math.Sqrt(deviation[i])
		if deviation[i] < spreadFloor {
			deviation[i] = 1
		}
	}
	mean[0], deviation[0] = 0, 1
	return mean, deviation
}
