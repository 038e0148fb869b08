package eval

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"inquest/normalizer"
)

// WrittenRow is a sentence or a word of a report with the written fields in which it belongs.
type WrittenRow struct {
	Operator string
	Features []string
	Is       [normalizer.WrittenCount]bool
	Invented bool // of an invented report, which counts less
	Word     bool // a word, which belongs in the title or not; else a sentence, which belongs in the other fields or not
}

// WrittenRows returns the sentences and the words of the reports whose labels code the written fields, as
// a normalizer sees them that has not seen their operators. A sentence belongs in a field when it holds two
// thirds of the words of a labelled entry, a word in the title when the labelled gist has it.
func (m *Material) WrittenRows(ctx context.Context, n *Normalizers) ([]WrittenRow, error) {
	var texts []*Text
	for _, set := range append(slices.Clone(m.Texts), m.invented) {
		for i := range set {
			if t := &set[i]; t.Source.Document != nil && t.Label.codesWritten() && t.Label.IsIncident && !t.Label.measuredOnly() {
				texts = append(texts, t)
			}
		}
	}
	rows := make([][]WrittenRow, len(texts))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, t := range texts {
		group.Go(func() error {
			sentences, words := n.For(t.Label.Operator).Statements(t.Source)
			rows[i] = append(t.Label.sentenceRows(sentences), t.Label.wordRows(words)...)
			return ctx.Err()
		})
	}
	err := group.Wait()
	return slices.Concat(rows...), err
}

func (l *Label) codesWritten() bool { return l.Remediation != nil || l.Written != nil }

func (l *Label) sentenceRows(sentences []normalizer.Statement) []WrittenRow {
	var rows []WrittenRow
	for _, st := range sentences {
		rows = append(rows, WrittenRow{Operator: l.Operator, Features: st.Features, Is: l.belongs(st.Text), Invented: l.Invented})
	}
	return rows
}

// belongs tells in which written fields a sentence belongs. Tagged sentences are found by their letters and
// digits; in other reports it is one that holds two thirds of the words of a labelled entry.
func (l *Label) belongs(text string) (is [normalizer.WrittenCount]bool) {
	if l.Written != nil {
		for field, name := range taggedFields {
			is[field] = slices.ContainsFunc(l.Written[name], func(s string) bool { return sameLetters(s, text) })
		}
		return is
	}
	words := wordsOf(&normalizer.Text{En: normalizer.Maybe(text)})
	holdsAny := func(entries [][]string) bool {
		return slices.ContainsFunc(entries, func(e []string) bool { return holds(words, e) })
	}
	return [...]bool{holds(words, l.Trigger), holds(words, l.Detection), holdsAny(l.Remediation), holdsAny(l.ActionItems), false}
}

// sameLetters reports whether two sentences are the same by letters and digits, or one is a long part of the other.
func sameLetters(a, b string) bool {
	a, b = lettersOf(a), lettersOf(b)
	return a == b || longPart(a, b)
}

func (l *Label) wordRows(words []normalizer.Statement) []WrittenRow {
	var rows []WrittenRow
	if l.TitleGist == "" {
		return nil
	}
	for _, w := range words {
		r := WrittenRow{Operator: l.Operator, Features: w.Features, Word: true}
		r.Is[normalizer.WrittenCount-1] = slices.ContainsFunc(fields(l.TitleGist), func(g string) bool { return sameStem(w.Text, g) })
		rows = append(rows, r)
	}
	return rows
}

// FitWritten fits the weights for the written fields to all of the coded reports, as normalizers see them
// that have not seen their operators.
func (m *Material) FitWritten(ctx context.Context, n *Normalizers) (*WrittenWeights, error) {
	rows, err := m.rowsOfTwoPasses(ctx, n)
	if err != nil {
		return nil, err
	}
	w := FitWritten(rows)
	w.labels = m.header.Dev
	return w, nil
}

// FoldWritten gives each fold's normalizer weights for the written fields that are fitted to the reports of
// the other folds' operators.
func (m *Material) FoldWritten(ctx context.Context, n *Normalizers) (*Normalizers, error) {
	rows, err := m.rowsOfTwoPasses(ctx, n)
	if err != nil {
		return nil, err
	}
	return withoutOwn(rows, n)
}

// rowsOfTwoPasses returns the rows for fitting. Which words a title needs depends on which sentence is taken
// for the trigger: the rows are made a second time, when that is fitted.
func (m *Material) rowsOfTwoPasses(ctx context.Context, n *Normalizers) ([]WrittenRow, error) {
	rows, err := m.WrittenRows(ctx, n)
	if err != nil {
		return nil, err
	}
	first, err := withoutOwn(rows, n)
	if err != nil {
		return nil, err
	}
	return m.WrittenRows(ctx, first)
}

// withoutOwn gives each fold's normalizer the weights that are fitted to the rows of other folds.
func withoutOwn(rows []WrittenRow, n *Normalizers) (*Normalizers, error) {
	list := &Normalizers{}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for k := range list {
		group.Go(func() (err error) {
			others := slices.DeleteFunc(slices.Clone(rows), func(r WrittenRow) bool { return Fold(r.Operator) == k })
			list[k], err = n[k].WithWritten(FitWritten(others).Table())
			return err
		})
	}
	return list, group.Wait()
}

const (
	rareFeature = 6   // rows below which a feature has no weight
	fitRounds   = 200 // steps of the descent
	ridge       = 8   // pull of the weights towards zero
	biasFeature = "bias"
	koreanBias  = "ko bias" // of Korean reports, which have weights of their own
	inventedRow = .05       // how much a sentence of an invented report counts
	lightWeight = .02       // below which a weight is not worth a line
)

// WrittenWeights are the weights of a logistic regression per written field.
type WrittenWeights struct {
	labels   string // their SHA-256
	features []string
	weights  [][]float64 // by field
}

// FitWritten fits the weights with which sentences are chosen for the written fields. The result
// depends on nothing but the rows and their order.
func FitWritten(rows []WrittenRow) *WrittenWeights {
	w := &WrittenWeights{features: frequent(rows)}
	at := map[string]int{}
	for i, f := range w.features {
		at[f] = i
	}
	x := make([][]int, len(rows))
	for i, r := range rows {
		for _, f := range r.Features {
			if j, ok := at[f]; ok {
				x[i] = append(x[i], j)
			}
		}
	}
	for field := range normalizer.WrittenFields {
		w.weights = append(w.weights, descend(fieldRows(x, rows, field), w.features))
	}
	return w
}

// fieldRow is a sentence or a word that belongs in a field or not.
type fieldRow struct {
	features []int
	is       bool
	worth    float64
}

// fieldRows returns the rows that count for a field; x has their features.
func fieldRows(x [][]int, rows []WrittenRow, field int) []fieldRow {
	var list []fieldRow
	for i, r := range rows {
		if worth := r.worth(field); worth > 0 && r.Word == (field == normalizer.WrittenCount-1) {
			list = append(list, fieldRow{x[i], r.Is[field], worth})
		}
	}
	return list
}

// frequent returns the features that are not rare, sorted.
func frequent(rows []WrittenRow) []string {
	count := map[string]int{}
	for _, r := range rows {
		for _, f := range r.Features {
			count[f]++
		}
	}
	var names []string
	for f, n := range count {
		if n >= rareFeature {
			names = append(names, f)
		}
	}
	slices.Sort(names)
	return names
}

// worth returns how much a row counts for a field. Invented reports are all that there is in Korean; in
// English they count little beside those that people coded, and their measures against recurrence, which
// stand in lists, not at all.
func (r *WrittenRow) worth(field int) float64 {
	switch {
	case !r.Invented:
		return 1
	case slices.Contains(r.Features, koreanBias):
		return 1
	case normalizer.WrittenFields[field] == "action_items":
		return 0
	}
	return inventedRow
}

// descend minimises the logistic loss with a ridge, each weight at its own pace (AdaGrad).
func descend(rows []fieldRow, features []string) []float64 {
	n := len(features)
	w, seen := make([]float64, n), make([]float64, n)
	for range fitRounds {
		g := make([]float64, n)
		for j := range g {
			if features[j] != biasFeature && features[j] != koreanBias {
				g[j] = ridge * w[j]
			}
		}
		for _, r := range rows {
			z := 0.0
			for _, j := range r.features {
				z += w[j]
			}
			e := 1 / (1 + math.Exp(-z))
			if r.is {
				e--
			}
			e *= r.worth
			for _, j := range r.features {
				g[j] += e
			}
		}
		for j := range w {
			seen[j] += g[j] * g[j]
			if seen[j] > 0 {
				w[j] -= .5 * g[j] / math.Sqrt(seen[j])
			}
		}
	}
	return w
}

// Table writes the weights as a table with a column per field and a row per feature, under a line that
// names what they are fitted to.
func (w *WrittenWeights) Table() string {
	var b strings.Builder
	b.WriteString(normalizer.WrittenHeader(w.labels))
	for i, f := range w.features {
		line, most := f, 0.0
		for field := range w.weights {
			line += fmt.Sprintf("\t%.2f", w.weights[field][i])
			most = max(most, math.Abs(w.weights[field][i]))
		}
		if most >= lightWeight {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}
