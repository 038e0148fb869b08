package eval

import (
	"testing"

	"inquest/normalizer"
)

// signPages returns pages of one sign beside the bias: the reports of incidents lie at 1 and, a few, at 0.
func signPages(reports, odd, others int) []judgedText {
	var list []judgedText
	add := func(n int, incident bool, sign float64) {
		for i := range n {
			list = append(list, judgedText{
				label: &Label{IsIncident: incident}, fold: i % FoldCount, weight: 1,
				Judged: &normalizer.Judged{Signs: []float64{1, sign}},
			})
		}
	}
	add(reports, true, 1)
	add(odd, true, 0)
	add(others, false, 0)
	return list
}

func TestPagesAreToldApartByTheirSigns(t *testing.T) {
	r := fittingTo(nil, signPages(98, 1, 30)).incident()
	if p := r.Probability([]float64{1, 1}); p < r.Cut.Floor {
		t.Errorf("a page like the reports has %.3f, below the floor %.3f", p, r.Cut.Floor)
	}
	if p := r.Probability([]float64{1, 0}); p >= r.Cut.Floor {
		t.Errorf("a page like the others has %.3f, not below the floor %.3f", p, r.Cut.Floor)
	}
}

func TestTheFloorKeepsNearlyAllReports(t *testing.T) {
	r := fittingTo(nil, signPages(90, 10, 30)).incident()
	if p := r.Probability([]float64{1, 0}); p < r.Cut.Floor {
		t.Errorf("a tenth of the reports has %.3f, below the floor %.3f: fewer than 98 %% are kept", p, r.Cut.Floor)
	}
}

func TestPagesInOtherLanguagesAreTakenForReports(t *testing.T) {
	pages := append(signPages(30, 0, 30), judgedText{label: &Label{ID: "other"}, Judged: &normalizer.Judged{}})
	if told := tellApart(nil, pages); !told[pages[60].label] {
		t.Error("a page without signs is taken for no report")
	}
}
