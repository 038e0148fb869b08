package eval

import "math"

// example is one row of a logistic regression.
type example struct {
	x      []float64
	right  bool
	weight float64
}

const (
	steps = 9 // of Newton's method
)

// fitLogistic returns the weights that tell right examples from others, those of features being kept
// small by penalty; the first feature is 1 everywhere. The sums run in the order of the examples, so
// that the same examples give the same weights.
func fitLogistic(examples []example, penalty float64) []float64 {
	if len(examples) == 0 {
		return nil
	}
	mean, deviation := moments(examples)
	k := len(mean)
	w, z := make([]float64, k), make([]float64, k)
	for range steps {
		h, g := make([][]float64, k), make([]float64, k)
		for i := range h {
			h[i] = make([]float64, k)
			h[i][i] = 1e-6
			if i > 0 {
				h[i][i], g[i] = penalty, -penalty*w[i]
			}
		}
		for _, e := range examples {
			standardise(z, e.x, mean, deviation)
			addExample(h, g, z, w, e)
		}
		factor(h)
		for i, d := range solveFactored(h, g) {
			w[i] += d
		}
	}
	for i := 1; i < k; i++ { // back to the features as they are
		w[i] /= deviation[i]
		w[0] -= w[i] * mean[i]
	}
	return w
}

func addExample(h [][]float64, g, z, w []float64, e example) {
	sum := 0.0
	for i := range z {
		sum += w[i] * z[i]
	}
	p := 1 / (1 + math.Exp(-sum))
	y := 0.0
	if e.right {
		y = 1
	}
	q := e.weight * max(p*(1-p), 1e-4)
	for i := range z {
		g[i] += e.weight * (y - p) * z[i]
		row, qz := h[i], q*z[i]
		for j := range i + 1 {
			row[j] += qz * z[j]
		}
	}
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
		if deviation[i] < 1e-9 {
			deviation[i] = 1
		}
	}
	mean[0], deviation[0] = 0, 1
	return mean, deviation
}

func standardise(z, x, mean, deviation []float64) {
	for i := range x {
		z[i] = (x[i] - mean[i]) / deviation[i]
	}
}
