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
	"math"
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
	written  int                 // first column of the written fields
	told     int                 // column of whether the sentence tells of an incident
	scales   []float32           // by column
	cells    []cell              // by feature, then by column
	starts   []int32             // starts[i]: where the cells of feature i begin; one more for the end
	hops     []hop               // the cells as they are read
	rows     map[int32][]float32 // by the feature of a mark: what it adds to each column
	sum      string
}

// column is what one weight of every feature belongs to.
type column struct {
	Facet string  `json:"facet"`
	Term  string  `json:"term,omitempty"` // "": evidence for some term of the facet
	Scale float32 `json:"scale"`          // of its weights
}

// cell is a weight that is not zero.
type cell struct {
	column uint16
	weight int8
}

// hop is a cell by the distance of its column from that of the cell before: half as large, as the cells of all
// features together are more than the caches of a processor hold.
type hop struct {
	distance uint8
	weight   int8 // 0 on the way to a column that is too far
}

// pack fills the hops.
func (r *Reader) pack() {
	r.hops = make([]hop, 0, len(r.cells))
	for i := range min(len(r.starts)-1, len(r.features.infos)) {
		in, at := &r.features.infos[i], uint16(0)
		in.first = int32(len(r.hops))
		for _, c := range r.cells[r.starts[i]:r.starts[i+1]] {
			for ; c.column-at > math.MaxUint8; at += math.MaxUint8 {
				r.hops = append(r.hops, hop{math.MaxUint8, 0})
			}
			r.hops = append(r.hops, hop{uint8(c.column - at), c.weight})
			at = c.column
		}
		in.end = int32(len(r.hops))
	}
}

// addRows fills the rows of the marks: most of their cells are not zero, and a mark always counts the same.
func (r *Reader) addRows() {
	r.rows = map[int32][]float32{}
	for i, text := range r.features.texts {
		if !strings.Contains(text, ":") || i+1 >= len(r.starts) {
			continue
		}
		row := make([]float32, len(r.columns))
		for _, c := range r.cells[r.starts[i]:r.starts[i+1]] {
			row[c.column] = float32(markValue) * float32(c.weight)
		}
		r.rows[int32(i)] = row
	}
}

// Load returns the reader that is part of the program.
func Load() (*Reader, error) { return Decode(embedded) }

// Sum is the SHA-256 of the reader's file, in hexadecimal; two readers with the same sum say the same.
func (r *Reader) Sum() string { return r.sum }

// span is where the columns of a facet stand: its terms, and the one for whether there is any.
type span struct{ from, to, carries int }

// index makes what is looked up while sentences are read.
func (r *Reader) index() {
	r.features.index()
	r.pack()
	r.addRows()
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

// mostColumns is a power of two, so that no column has to be looked at whether there is one.
const mostColumns = 1 << 10

// NewScores returns memory for reading sentences.
func (r *Reader) NewScores() *Scores {
	return &Scores{r: r, vector: r.features.newVector(), sums: new([mostColumns]float32)}
}

// Read scores a sentence in English or Korean. marks say what is known of its words and of its place in the
// report, as the rows say it that the reader was fitted to.
func (s *Scores) Read(sentence string, marks []Mark) {
	s.vector.read(sentence)
	words := len(s.vector.ids)
	s.vector.mark(marks)
	clear(s.sums[:len(s.r.columns)])
	for i, id := range s.vector.ids[:words] {
		in, x, column := &s.r.features.infos[id], s.vector.values[i], uint(0)
		for _, h := range s.r.hops[in.first:in.end] {
			column += uint(h.distance)
			s.sums[column%mostColumns] += x * float32(h.weight)
		}
	}
	for _, id := range s.vector.ids[words:] {
		row := s.r.rows[id]
		sums := s.sums[:len(row)]
		for i := range row {
			sums[i] += row[i]
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

func (s *Scores) carries(at span) float64 { return float64(min(1, max(0, s.sums[at.carries]))) }

// Told returns how likely the sentence is one of a report of an incident and not of another page, 0 to 1.
func (s *Scores) Told() float64 { return float64(min(1, max(0, s.sums[s.r.told]))) }

// Written returns how surely the sentence belongs in each of [WrittenFields], 0 to 1.
func (s *Scores) Written() (sure [len(WrittenFields)]float64) {
	for i := range sure {
		sure[i] = float64(min(1, max(0, s.sums[s.r.written+i])))
	}
	return sure
}

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
