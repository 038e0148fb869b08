package eval

import (
	"slices"

	"inquest/normalizer"
	"inquest/normalizer/reader"
	"inquest/vocab"
)

// ScoreAlone measures what the sentence reader alone says of the English reports that are coded twice,
// of the Korean ones among them and of those that are coded once: for each term its best sentence, the
// terms above a threshold, as the root cause the best class. The thresholds for a fold's reports are
// chosen on the English reports of the other folds.
func (m *Material) ScoreAlone(folds *Folds) []*Report {
	n := normalizer.NewUnfitted(m.vocab)
	var twice, once []aloneText
	for _, texts := range m.Texts {
		for i := range texts {
			if !texts[i].Label.IsIncident {
				continue
			}
			t := readAlone(n, m.vocab, folds, &texts[i])
			if t.label.Mention == nil {
				twice = append(twice, t)
			} else {
				once = append(once, t)
			}
		}
	}
	english := func(t *aloneText) bool { return !t.label.measuredOnly() }
	korean := func(t *aloneText) bool { return t.label.measuredOnly() }
	return []*Report{
		aloneReport("reader alone, coded twice", twice, english),
		aloneReport("reader alone, coded twice, Korean", twice, korean),
		aloneReport("reader alone, coded once", once, english),
	}
}

func aloneReport(name string, texts []aloneText, keep func(*aloneText) bool) *Report {
	var results []Result
	for k := range FoldCount {
		c := chooseCuts(texts, k)
		for i := range texts {
			if t := &texts[i]; t.fold == k && keep(t) {
				results = append(results, Result{Label: t.label, Draft: t.draft(c)})
			}
		}
	}
	return NewReport(&Set{Name: name}, results)
}

// aloneText is what the reader says of a report.
type aloneText struct {
	label *Label
	fold  int
	best  map[string][]reader.Best // by facet
}

func readAlone(n *normalizer.Normalizer, v *vocab.Vocabulary, folds *Folds, t *Text) aloneText {
	p := folds.For(t.Label.Operator).NewReport()
	for i, s := range t.Sentences {
		if !s.Dropped {
			p.Add(i, s.Text, reader.MarksOf(append(n.Said(s.Text), s.Marks...)))
		}
	}
	a := aloneText{label: t.Label, fold: Fold(t.Label.Operator), best: map[string][]reader.Best{}}
	for _, facet := range reader.Facets {
		a.best[facet] = withoutBroader(v, facet, p.Best(facet, .02))
	}
	return a
}

// withoutBroader drops terms that are broader than a better one.
func withoutBroader(v *vocab.Vocabulary, facet string, list []reader.Best) []reader.Best {
	broader := map[string]bool{}
	var kept []reader.Best
	for _, b := range list {
		if broader[b.Term] {
			continue
		}
		kept = append(kept, b)
		for _, t := range v.Broader(v.Term(facet, b.Term)) {
			broader[t.ID] = true
		}
	}
	return kept
}

// cut says which terms of a list are taken: the first most that score at least floor.
type cut struct {
	floor float64
	most  int
}

type cuts map[string]cut // by facet

// causeCut is the score from which on a root cause is taken.
const causeCut = .15

func (t *aloneText) taken(facet string, c cut) []string {
	ids := []string{}
	for _, b := range t.best[facet] {
		if b.Score >= c.floor && len(ids) < c.most {
			ids = append(ids, b.Term)
		}
	}
	return ids
}

func (t *aloneText) draft(c cuts) *normalizer.Draft {
	d := &normalizer.Draft{Incident: true}
	d.Case.Symptoms = t.taken("symptoms", c["symptoms"])
	d.Case.Components = t.taken("components", c["components"])
	d.Case.Contributing = t.taken("contributing", c["contributing"])
	d.Case.RootCause = "unknown"
	if cause := t.taken("root_cause", cut{causeCut, 1}); len(cause) > 0 {
		d.Case.RootCause = cause[0]
	}
	return d
}

func (l *Label) terms(facet string) []string {
	switch facet {
	case "symptoms":
		return l.Symptoms
	case "components":
		return l.Components
	}
	return l.Contributing
}

// chooseCuts returns the cuts that give the best F1 on the reports outside the fold.
func chooseCuts(texts []aloneText, fold int) cuts {
	best := cuts{}
	for _, facet := range []string{"symptoms", "components", "contributing"} {
		top := -1.0
		for most := 2; most <= 6; most++ {
			for floor := .05; floor < .8; floor += .02 {
				c := cut{floor, most}
				if f := f1(texts, fold, facet, c); f > top {
					top, best[facet] = f, c
				}
			}
		}
	}
	return best
}

func f1(texts []aloneText, fold int, facet string, c cut) float64 {
	var o overlap
	for i := range texts {
		if t := &texts[i]; t.fold != fold && !t.label.measuredOnly() {
			o.add(t.label.terms(facet), t.taken(facet, c))
		}
	}
	figures := o.figures(facet)
	i := slices.IndexFunc(figures, func(f Figure) bool { return f.Name == facet+" F1" })
	return figures[i].Value
}
