package reader

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"inquest/vocab"
)

// Facets are the facets whose terms the reader knows.
var Facets = [...]string{"symptoms", "components", "root_cause", "contributing"}

// told is what stands for a facet in the column that tells reports of incidents from other pages.
const told = "told"

// written is what stands for a facet in the columns of [WrittenFields].
const written = "written"

// WrittenFields are the fields of a case of which the reader says whether a sentence belongs in them.
var WrittenFields = [...]string{"trigger", "detection", "remediation"}

// Row is a sentence with what people say that it is evidence for.
type Row struct {
	Text    string
	Marks   []string // what is known of its place in the report, like "section:impact"
	Said    []string // what its words say of terms, as marks, like "form symptoms:data-loss"
	Is      []string // terms as "facet/id" that it is evidence for
	Not     []string // terms that it speaks of and is surely no evidence for
	Written []string // of WrittenFields those in which the sentence belongs
	Coded   bool     // whether somebody has said in which it belongs
	// How much the row counts in a facet that Is or Not names, and in the others. A term that is
	// in neither list is taken for no evidence, unless it is broader or narrower than one that is.
	Weight, Elsewhere float32
	// How much it counts that the sentence stands in a report of an incident; negative: in a page that
	// reports none.
	Told float32
}

const (
	penalty = 1
	// Shares of the weights that are kept, the largest ones.
	kept        = .05
	keptCarries = .3
)

// Fit fits a reader to rows. The same rows and vocabulary give the same reader on any number of
// processors. progress takes a line per facet.
func Fit(ctx context.Context, v *vocab.Vocabulary, rows []Row, header Header, progress io.Writer) (*Reader, error) {
	r := &Reader{Header: header, features: newFeatures(rows)}
	t := &fitting{v: v, rows: rows, plain: r.features.matrix(rows, false), marked: r.features.matrix(rows, true)}
	fmt.Fprintf(progress, "%d sentences, %d features, %d values\n", len(rows), len(t.plain.features), len(t.plain.ids))
	t.weights = make([][]weight, len(t.plain.features))
	for _, facet := range Facets {
		columns := t.columns(facet)
		if err := r.fit(ctx, t, columns, t.plain, kept); err != nil {
			return nil, fmt.Errorf("fit %s: %w", facet, err)
		}
		fmt.Fprintf(progress, "%s: %d terms\n", facet, len(columns))
	}
	var carries []column
	for _, facet := range Facets {
		carries = append(carries, column{Facet: facet})
	}
	carries = append(carries, column{Facet: told})
	for _, field := range WrittenFields {
		carries = append(carries, column{Facet: written, Term: field})
	}
	if err := r.fit(ctx, t, carries, t.marked, keptCarries); err != nil {
		return nil, fmt.Errorf("fit what carries evidence: %w", err)
	}
	for i, weights := range t.weights {
		r.addCells(i, weights)
	}
	r.index()
	return r, nil
}

// fit adds columns and their weights.
func (r *Reader) fit(ctx context.Context, t *fitting, columns []column, m *matrix, kept float64) error {
	weights, err := t.solve(ctx, columns, m)
	if err != nil {
		return err
	}
	keep(t.weights, weights, columns, len(r.columns), kept)
	r.columns = append(r.columns, columns...)
	return nil
}

// fitting is what the facets are fitted from.
type fitting struct {
	v       *vocab.Vocabulary
	rows    []Row
	plain   *matrix    // of the words
	marked  *matrix    // of the words and marks
	weights [][]weight // by feature: what is kept so far
}

// columns returns the terms of a facet that some row is evidence for, in vocabulary order.
func (t *fitting) columns(facet string) []column {
	seen := map[string]bool{}
	for _, row := range t.rows {
		for _, id := range row.Is {
			seen[id] = true
		}
	}
	var list []column
	for _, term := range t.v.Facet(facet).Terms {
		if seen[term.String()] {
			list = append(list, column{Facet: facet, Term: term.ID})
		}
	}
	return list
}

// solve returns the weights of the columns, sixteen columns at a time.
func (t *fitting) solve(ctx context.Context, columns []column, m *matrix) ([][]lane, error) {
	n := (len(columns) + width - 1) / width
	return solveAll(ctx, n, func(i int) *problem {
		return t.problem(columns[i*width:min(len(columns), (i+1)*width)], m)
	})
}

// problem poses the regression of up to sixteen columns.
func (t *fitting) problem(columns []column, m *matrix) *problem {
	p := &problem{m: m, target: make([]lane, len(t.rows)), weight: make([]lane, len(t.rows))}
	for k, c := range columns {
		kin := t.kin(c)
		for i := range t.rows {
			p.target[i][k], p.weight[i][k] = t.rows[i].goal(c, kin)
		}
	}
	return p
}

// kin returns the terms that are broader or narrower than the column's.
func (t *fitting) kin(c column) []string {
	if c.Term == "" || c.Facet == written {
		return nil
	}
	var list []string
	term := t.v.Term(c.Facet, c.Term)
	for _, b := range t.v.Broader(term) {
		list = append(list, b.String())
	}
	for _, other := range t.v.Facet(c.Facet).Terms {
		if slices.Contains(t.v.Broader(other), term) {
			list = append(list, other.String())
		}
	}
	return list
}

// goal returns what the column shall say of the row and how much that counts.
func (row *Row) goal(c column, kin []string) (target, weight float32) {
	if c.Facet == told {
		if row.Told > 0 {
			return 1, row.Told
		}
		return 0, -row.Told
	}
	if c.Facet == written {
		return row.belongs(c.Term)
	}
	if len(row.Is)+len(row.Not) == 0 { // most rows, and much faster
		return 0, row.idle(c)
	}
	id := c.Facet + "/" + c.Term
	is, not := named(row.Is, c.Facet), named(row.Not, c.Facet)
	weight = row.Elsewhere
	if is || not {
		weight = row.Weight
	}
	switch {
	case c.Term == "" && is:
		return 1, row.carrying(weight)
	case c.Term == "": // a near miss may still be evidence for another term
		return 0, row.idle(c)
	case slices.Contains(row.Is, id):
		return 1, weight
	case slices.Contains(row.Not, id):
		return 0, weight
	case is && slices.ContainsFunc(row.Is, func(other string) bool { return slices.Contains(kin, other) }):
		return 0, 0
	}
	return 0, weight
}

// belongs returns whether the row belongs in a written field and how much that counts.
func (row *Row) belongs(field string) (target, weight float32) {
	switch {
	case !row.Coded:
		return 0, 0
	case slices.Contains(row.Written, field):
		return 1, row.Weight
	}
	return 0, row.Elsewhere
}

// idle returns how much it counts that a row says nothing of a column.
func (row *Row) idle(c column) float32 {
	if c.Term == "" {
		return row.carrying(row.Elsewhere)
	}
	return row.Elsewhere
}

// carrying returns how much a row counts for whether a sentence carries evidence: little when nothing
// is known of its place, as nearly all example sentences carry some.
func (row *Row) carrying(weight float32) float32 {
	if row.Marks == nil {
		return min(weight, .15)
	}
	return weight
}

// named reports whether one of the terms belongs to the facet.
func named(terms []string, facet string) bool {
	return slices.ContainsFunc(terms, func(id string) bool {
		f, _, _ := strings.Cut(id, "/")
		return f == facet
	})
}

// FitVersion names the way in which a reader is fitted; readers of another version are fitted again.
const FitVersion = "7"
