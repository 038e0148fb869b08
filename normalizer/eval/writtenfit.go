package eval

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"inquest/extractor"
	"inquest/normalizer"
)

// WrittenRow is a sentence of a report with the written fields in which it belongs.
type WrittenRow struct {
	Operator string
	Features []string
	Is       []bool // in the order of normalizer.WrittenFields
}

// WrittenRows returns the sentences of the reports whose labels keep chooses and code the written
// fields: a sentence belongs in a field when it holds two thirds of the words of a labelled entry.
func (s *Set) WrittenRows(ctx context.Context, n *normalizer.Normalizer, keep func(*Label) bool) ([]WrittenRow, error) {
	var rows []WrittenRow
	for i := range s.Labels {
		l := &s.Labels[i]
		if l.Remediation == nil || !l.IsIncident || !keep(l) {
			continue
		}
		c, err := s.Capture(l)
		if err != nil {
			return nil, err
		}
		doc, err := extractor.Extract(ctx, c)
		if err != nil {
			continue // a report that cannot be read teaches nothing; Run counts it
		}
		for _, st := range n.Statements(normalizer.Source{Capture: c.SHA256, URL: c.URL, At: c.At, Part: 1, Document: doc}) {
			rows = append(rows, l.writtenRow(st))
		}
	}
	return rows, nil
}

func (l *Label) writtenRow(st normalizer.Statement) WrittenRow {
	text := normalizer.Text{En: normalizer.Maybe(st.Text)}
	words := wordsOf(&text)
	holdsAny := func(entries [][]string) bool {
		return slices.ContainsFunc(entries, func(e []string) bool { return holds(words, e) })
	}
	return WrittenRow{Operator: l.Operator, Features: st.Features, Is: []bool{
		holds(words, l.Trigger), holds(words, l.Detection), holdsAny(l.Remediation), holdsAny(l.ActionItems),
	}}
}

const (
	rareFeature = 6  // rows below which a feature has no weight
	fitRounds   = 80 // steps of the descent
	ridge       = 4  // pull of the weights towards zero
	biasFeature = "bias"
	lightWeight = .02 // below which a weight is not worth a line
)

// WrittenWeights are the weights of a logistic regression per written field.
type WrittenWeights struct {
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
		w.weights = append(w.weights, descend(x, rows, field, len(w.features), at[biasFeature]))
	}
	return w
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

// descend minimises the logistic loss with a ridge, each weight at its own pace (AdaGrad).
func descend(x [][]int, rows []WrittenRow, field, n, bias int) []float64 {
	w, seen := make([]float64, n), make([]float64, n)
	for range fitRounds {
		g := make([]float64, n)
		for j := range g {
			g[j] = ridge * w[j]
		}
		g[bias] = 0
		for i := range x {
			z := 0.0
			for _, j := range x[i] {
				z += w[j]
			}
			e := 1 / (1 + math.Exp(-z))
			if rows[i].Is[field] {
				e--
			}
			for _, j := range x[i] {
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

// Write writes the weights as a table with a column per field and a row per feature.
func (w *WrittenWeights) Write(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "feature\t%s\n", strings.Join(normalizer.WrittenFields[:], "\t"))
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
	_, err := io.WriteString(out, b.String())
	return err
}
