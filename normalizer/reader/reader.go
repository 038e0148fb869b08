// Package reader turns a sentence into how strongly it is evidence for each term of the vocabulary,
// with a linear model over words and word pairs (Korean: characters) and over the terms that the words
// name, fitted to example sentences and to reports that people have coded.
//
// The story in the order of reading: reader.go (the model in use), words.go, stem.go and features.go
// (from a sentence to numbers), report.go (from sentences to a report), file.go (the model as bytes),
// examples.go, fit.go, matrix.go, solve.go and quantise.go (how it is fitted).
package reader

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
)

//go:embed weights.bin
var embedded []byte

// Reader is a fitted model. It never changes and may be used by several goroutines at a time.
type Reader struct {
	Header   Header
	Rankers  json.RawMessage // what weighs the reader's scores, in the form of package normalizer; nil when nothing was fitted to them
	features *features
	columns  []column // terms by facet in the order of [Facets], then one without a term for each facet
	spans    [len(Facets)]span
	written  int       // first column of the written fields
	told     int       // column of whether the sentence tells of an incident
	scales   []float32 // by column
	cells    []cell    // by feature, then by column; see info
	sum      string
}

// column is what one weight of every feature belongs to.
type column struct {
	Facet string  `json:"facet"`
	Term  string  `json:"term,omitempty"` // "": evidence for some term of the facet
	Scale float32 `json:"scale"`          // of its weights
}

// cell is a weight that is not zero, in little memory: the cells of all features together are more than the
// caches of a processor hold.
type cell struct {
	column uint8 // without what is beyond the near ones
	weight int8
}

// A sentence has a sum for each column. The first nearColumns are near: a cell knows them by their number; it
// knows the others by how far they are behind.
const (
	nearColumns = 1 << 8
	mostColumns = 2 * nearColumns
)

// addCells adds the weights of the next feature, in the order of their columns.
func (r *Reader) addCells(feature int, weights []weight) {
	in := &r.features.infos[feature]
	in.first, in.far = int32(len(r.cells)), int32(len(r.cells))
	for _, w := range weights {
		r.cells = append(r.cells, cell{uint8(w.column % nearColumns), w.value})
		if w.column < nearColumns {
			in.far++
		}
	}
	in.end = int32(len(r.cells))
}

// appendWeights appends the weights of a feature to list.
func (r *Reader) appendWeights(list []weight, feature int) []weight {
	in := &r.features.infos[feature]
	for i, c := range r.cells[in.first:in.end] {
		column := uint16(c.column)
		if i >= int(in.far-in.first) {
			column += nearColumns
		}
		list = append(list, weight{column, c.weight})
	}
	return list
}

// weight is what a feature says of a column, by the column's scale; it is not zero.
type weight struct {
	column uint16
	value  int8
}

// Load returns the reader that is part of the program.
func Load() (*Reader, error) { return Decode(embedded) }

// Sum is the SHA-256 of the reader's file, in hexadecimal; two readers with the same sum say the same.
func (r *Reader) Sum() string { return r.sum }

// span is where the columns of a facet stand: its terms, and the one for whether there is any.
type span struct{ from, to, carries int }

// index makes what is looked up while sentences are read.
func (r *Reader) index() {
	r.scales = make([]float32, len(r.columns))
	for i, c := range r.columns {
		r.scales[i] = c.Scale
	}
	for k, facet := range Facets {
		of := func(c column) bool { return c.Facet == facet }
		end := func(c column) bool { return c.Facet != facet || c.Term == "" }
		any := func(c column) bool { return of(c) && c.Term == "" }
		from := slices.IndexFunc(r.columns, of)
		to := from + slices.IndexFunc(r.columns[max(0, from):], end)
		r.spans[k] = span{from, to, slices.IndexFunc(r.columns, any)}
	}
	r.told = slices.IndexFunc(r.columns, func(c column) bool { return c.Facet == told })
	r.written = slices.IndexFunc(r.columns, func(c column) bool { return c.Facet == written })
}

// span returns the columns of a facet; it panics when the reader knows no such facet.
func (r *Reader) span(facet string) span { return r.spans[slices.Index(Facets[:], facet)] }

// Scores says what a reader makes of a sentence. It keeps its memory from one sentence to the next:
// use one per goroutine.
type Scores struct {
	r      *Reader
	vector *vector
	sums   *[mostColumns]float32 // by column
}

// NewScores returns memory for reading sentences.
func (r *Reader) NewScores() *Scores {
	return &Scores{r: r, vector: r.features.newVector(), sums: new([mostColumns]float32)}
}

// Read scores a sentence in English or Korean. marks say what is known of its words and of its place in the
// report, as the rows say it that the reader was fitted to.
func (s *Scores) Read(sentence string, marks []Mark) {
	s.vector.read(sentence)
	s.vector.mark(marks)
	clear(s.sums[:len(s.r.columns)])
	near, far := (*[nearColumns]float32)(s.sums[:]), (*[nearColumns]float32)(s.sums[nearColumns:])
	for i, id := range s.vector.ids {
		in, x := &s.r.features.infos[id], s.vector.values[i]
		for _, c := range s.r.cells[in.first:in.far] {
			near[c.column] += x * float32(c.weight)
		}
		for _, c := range s.r.cells[in.far:in.end] {
			far[c.column] += x * float32(c.weight)
		}
	}
	for i, scale := range s.r.scales {
		s.sums[i] *= scale
	}
}

// Mark is something known of the place of a sentence in its report: a kind, and what is said of that kind.
type Mark struct{ Kind, Value string }

// String returns the mark as rows name it, like "section:impact".
func (m Mark) String() string { return m.Kind + ":" + m.Value }

// MarksOf returns the marks with the names that rows have for them.
func MarksOf(names []string) []Mark {
	marks := make([]Mark, len(names))
	for i, name := range names {
		marks[i].Kind, marks[i].Value, _ = strings.Cut(name, ":")
	}
	return marks
}

// Carries returns how likely the sentence is evidence for any term of the facet, 0 to 1.
func (s *Scores) Carries(facet string) float64 { return s.carries(s.r.span(facet)) }

func (s *Scores) carries(at span) float64 { return float64(share(s.sums[at.carries])) }

// Told returns how likely the sentence is one of a report of an incident and not of another page, 0 to 1.
func (s *Scores) Told() float64 { return float64(share(s.sums[s.r.told])) }

// Written returns how surely the sentence belongs in each of [WrittenFields], 0 to 1.
func (s *Scores) Written() (sure [len(WrittenFields)]float64) {
	for i := range sure {
		sure[i] = float64(share(s.sums[s.r.written+i]))
	}
	return sure
}

// share keeps a sum within what can be likely.
func share(sum float32) float32 { return min(1, max(0, sum)) }

// Scored is a term with how strongly a sentence is evidence for it: about 1 for a sentence like the
// examples, about 0 for one that has nothing to do with it.
type Scored struct {
	Term  string // id
	Score float64
}

// Terms appends the terms of a facet that score at least floor to list, best first; terms with the
// same score stand in vocabulary order.
func (s *Scores) Terms(list []Scored, facet string, floor float64) []Scored {
	at, start := s.r.span(facet), len(list)
	for i := at.from; i < at.to; i++ {
		if x := float64(s.sums[i]); x >= floor {
			list = append(list, Scored{s.r.columns[i].Term, x})
		}
	}
	slices.SortStableFunc(list[start:], func(a, b Scored) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	return list
}
