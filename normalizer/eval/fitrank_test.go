package eval

import (
	"io"
	"slices"
	"testing"

	"inquest/normalizer"
)

func TestRankersAreFittedBesideTheReader(t *testing.T) {
	m := readMaterial(t, writeGold(t))
	folds, err := m.FitFolds(t.Context(), t.TempDir(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	weights, err := m.FitRankers(t.Context(), folds, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	with := *folds[0]
	with.Rankers = weights
	if _, err := normalizer.NewUnfitted(m.vocab).With(&with); err != nil {
		t.Errorf("the rankers do not load: %v", err)
	}
	apart, err := m.FoldNormalizers(t.Context(), folds)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(apart[:], nil) {
		t.Errorf("a fold has no normalizer: %v", apart)
	}
}
