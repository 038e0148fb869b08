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

func TestTermsWeighFeaturesForThemselves(t *testing.T) {
	var examples []example
	for i := range 400 {
		x := float64(i % 20)
		e := example{x: []float64{1, x}, term: "sure", right: x > 4, weight: 1}
		if i >= 200 {
			e.term, e.right = "doubtful", x > 14
		}
		examples = append(examples, e)
	}
	k := regression{own: []int{0, 1}, penalty: 1}.ranker(examples)
	p := func(term string, x float64) float64 {
		return 1 / (1 + math.Exp(-(k.Weights[0] + k.Weights[1]*x + k.Own[term][0] + k.Own[term][1]*x)))
	}
	if sure, doubtful := p("sure", 9), p("doubtful", 9); sure < .6 || doubtful > .4 {
		t.Errorf("at 9 the terms are right with %.2f and %.2f; weights %v, own %v", sure, doubtful, k.Weights, k.Own)
	}
}

func TestOfAReportOneCandidateIsRight(t *testing.T) {
	var examples []example
	for i := range 100 { // what is right is the greater one, however great both are
		low := float64(10 * (i % 5))
		examples = append(examples,
			example{x: []float64{1, low}, of: i, weight: 1},
			example{x: []float64{1, low + 3}, of: i, right: true, weight: 1})
	}
	examples = append(examples, example{x: []float64{1, 99}, of: 100, weight: 1}) // none of this report's is right
	w := regression{penalty: .1, oneRight: true}.ranker(examples).Weights
	if share := 1 / (1 + math.Exp(-3*w[1])); share < .8 {
		t.Errorf("the right one of two has %.2f; weights %v", share, w)
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
