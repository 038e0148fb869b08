package eval

import (
	"context"
	"math"
	"slices"
	"strings"

	"inquest/normalizer"
)

const (
	signPenalty   = 20.0
	inventedSigns = .5  // how much an invented report counts
	keptAtLeast   = .98 // share of the reports that are taken for what they are
)

// fitSigns returns the weights that tell reports of incidents from other pages. The few pages that
// report none count as much as the many that do.
func fitSigns(pages []judgedText) []float64 {
	var yes, no float64
	list := make([]example, len(pages))
	for i, t := range pages {
		list[i] = example{x: t.Signs, right: t.label.IsIncident, weight: t.weight}
		if t.label.Invented {
			list[i].weight = inventedSigns
		}
		if t.label.IsIncident {
			yes += list[i].weight
		} else {
			no += list[i].weight
		}
	}
	for i, t := range pages {
		if !t.label.IsIncident {
			list[i].weight *= yes / no
		}
	}
	return fitLogistic(list, signPenalty)
}

// chooseFloor returns how likely a page must be a report to be taken for one: where both kinds are told
// best, on scores from weights that were fitted to the pages of other folds, and nearly every report is
// kept: an editor drops a page sooner than he finds one that was dropped.
func (f *fitting) chooseFloor() float64 {
	scores := f.signsApart()
	best, top, below := 0.0, 0.0, 0.0
	for _, score := range slices.Sorted(slices.Values(scores)) {
		floor := (below + score) / 2
		kept, refused := f.told(scores, floor)
		if kept >= keptAtLeast && kept+refused > top {
			top, best = kept+refused, floor
		}
		below = score
	}
	return best
}

// signsApart scores each page with weights that were fitted to the pages of other folds.
func (f *fitting) signsApart() []float64 {
	scores := make([]float64, len(f.pages))
	for g := range groupCount {
		in := func(t judgedText) bool { return t.fold%groupCount == g }
		k := normalizer.Ranker{Weights: fitSigns(slices.DeleteFunc(slices.Clone(f.pages), in))}
		for i, t := range f.pages {
			if in(t) {
				scores[i] = k.Probability(t.Signs)
			}
		}
	}
	return scores
}

// told returns the shares of the reports that are kept and of the other pages that are refused when
// pages are taken for reports from floor on.
func (f *fitting) told(scores []float64, floor float64) (kept, refused float64) {
	var reports, others share
	for i, t := range f.pages {
		if t.label.IsIncident {
			reports.add(scores[i] >= floor)
		} else {
			others.add(scores[i] < floor)
		}
	}
	return math.Max(0, reports.figure("").Value), math.Max(0, others.figure("").Value)
}

// incident fits what tells reports of incidents from other pages.
func (f *fitting) incident() normalizer.Ranker {
	return normalizer.Ranker{Weights: fitSigns(f.pages), Cut: normalizer.Cut{Floor: f.chooseFloor()}}
}

// ScoreIncidents says how well reports of incidents are told from other pages, each judged with weights
// that were fitted to nothing of its operator: the coded reports, the pages of which only that is coded,
// and all of them. The texts that are fitted to alone are not among them.
func (m *Material) ScoreIncidents(ctx context.Context, folds *Folds) ([]*Report, error) {
	n := normalizer.NewUnfitted(m.vocab)
	pages, err := readPageFile(ctx, n, "labels.jsonl")
	if err != nil {
		return nil, err
	}
	measured := pointersTo(append(slices.Clone(m.Texts), pages)...)
	fitted := slices.DeleteFunc(pointersTo(m.pages), func(t *Text) bool { return t.Label.Text == "" })
	judged, err := m.judgeTexts(ctx, folds, append(slices.Clone(measured), fitted...))
	if err != nil {
		return nil, err
	}
	told := tellApart(n, judged)
	results := make([]Result, len(measured))
	for i, t := range measured {
		results[i] = Result{Label: t.Label, Err: t.Err}
		if t.Source.Document != nil {
			results[i].Draft = &normalizer.Draft{Incident: told[t.Label]}
		}
	}
	cut := len(results) - len(pages)
	return []*Report{
		incidentReport("coded reports", results[:cut]),
		incidentReport("other pages, half of them set aside", results[cut:]),
		incidentReport("both", results),
	}, nil
}

// incidentReport returns the figures that tell how well reports of incidents are told from other pages.
func incidentReport(name string, results []Result) *Report {
	r := NewReport(&Set{Name: "told apart: " + name}, results)
	beside := func(f Figure) bool { return !strings.HasPrefix(f.Name, "is incident") }
	r.All, r.Blind = slices.DeleteFunc(r.All, beside), slices.DeleteFunc(r.Blind, beside)
	return r
}

func pointersTo(sets ...[]Text) []*Text {
	var list []*Text
	for _, set := range sets {
		for i := range set {
			list = append(list, &set[i])
		}
	}
	return list
}

// tellApart says of each text whether it reports an incident, with weights fitted to the texts of other
// folds.
func tellApart(n *normalizer.Normalizer, texts []judgedText) map[*Label]bool {
	told := map[*Label]bool{}
	for k := range FoldCount {
		shut := func(t judgedText) bool {
			aside := t.label.Aside != nil && *t.label.Aside
			return t.fold == k || aside || t.label.measuredOnly()
		}
		r := fittingTo(n, slices.DeleteFunc(slices.Clone(texts), shut)).incident()
		for _, t := range texts {
			if t.fold == k {
				told[t.label] = r.TellsOf(t.Judged)
			}
		}
	}
	return told
}
