package eval

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLogisticRegressionTellsRightFromWrong(t *testing.T) {
	var examples []example
	for i := range 200 {
		x := float64(i % 20)
		examples = append(examples, example{x: []float64{1, x, float64(i % 7)}, right: x > 9, weight: 1})
	}
	w := fitLogistic(examples, 1)
	p := func(x ...float64) float64 {
		sum := 0.0
		for i := range x {
			sum += w[i] * x[i]
		}
		return 1 / (1 + math.Exp(-sum))
	}
	if low, high := p(1, 2, 3), p(1, 18, 3); low > .1 || high < .9 {
		t.Errorf("probability at 2: %.2f, at 18: %.2f; weights %v", low, high, w)
	}
	if math.Abs(w[2]) > math.Abs(w[1]) {
		t.Errorf("what says nothing weighs more than what decides: %v", w)
	}
	if again := fitLogistic(examples, 1); !cmp.Equal(w, again) {
		t.Errorf("the same examples give %v and %v", w, again)
	}
}

func TestWithoutExamplesThereAreNoWeights(t *testing.T) {
	if w := fitLogistic(nil, 1); w != nil {
		t.Errorf("weights %v", w)
	}
}

func TestSymmetricSystemsAreSolved(t *testing.T) {
	h := [][]float64{{4, 0, 0}, {2, 5, 0}, {1, 3, 6}} // the lower half
	factor(h)
	got := solveFactored(h, []float64{4 + 2*2 + 3, 2 + 5*2 + 3*3, 1 + 3*2 + 6*3})
	for i, want := range []float64{1, 2, 3} {
		if math.Abs(got[i]-want) > 1e-9 {
			t.Fatalf("solution %v, want 1 2 3", got)
		}
	}
}
