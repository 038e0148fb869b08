package eval

import (
	"cmp"
	"context"
	"maps"
	"runtime"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/sync/errgroup"

	"inquest/extractor"
	"inquest/normalizer"
	"inquest/normalizer/reader"
)

// How much coded sentences count in fitting, beside the 1 of an example sentence: those that are
// evidence or surely none, and the others of the report.
const (
	wordedWeight, wordedElsewhere = 3, .5
	markedWeight, markedElsewhere = 2, .35
	taggedWeight, taggedElsewhere = .8, .2 // of invented reports
)

// Text is a labelled report cut into sentences, with what each is evidence for.
type Text struct {
	Label     *Label
	Source    normalizer.Source // Document is nil when the extractor refuses the report
	Err       error             // why it does
	Sentences []normalizer.Sentence
	Rows      []reader.Row
}

// Texts reads the texts of the set, in the order of the labels. One that the extractor refuses has no
// sentences, and one that tells of no incident no rows.
func (s *Set) Texts(ctx context.Context, n *normalizer.Normalizer) ([]Text, error) {
	texts := make([]Text, len(s.Labels))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range s.Labels {
		group.Go(func() error {
			t, err := s.text(ctx, n, &s.Labels[i])
			texts[i] = t
			return err
		})
	}
	err := group.Wait()
	return slices.DeleteFunc(texts, func(t Text) bool { return t.Label == nil }), err
}

func (s *Set) text(ctx context.Context, n *normalizer.Normalizer, l *Label) (Text, error) {
	t := Text{Label: l}
	c, err := s.Capture(l)
	if err != nil {
		return t, err
	}
	doc, err := extractor.Extract(ctx, c)
	if err != nil {
		t.Err = err
		return t, ctx.Err()
	}
	t.Source = normalizer.Source{Capture: c.SHA256, URL: c.URL, At: c.At, Part: 1, Document: doc}
	t.Sentences = n.Sentences(t.Source)
	if l.IsIncident && !l.measuredOnly() {
		t.Rows = toldRows(l.rows(t.Sentences))
	}
	return t, nil
}

// measuredOnly reports whether nothing may be fitted to the report: the Korean ones that are coded
// twice show what is learnt from example sentences and invented reports alone.
func (l *Label) measuredOnly() bool { return "b-087" <= l.ID && l.ID <= "b-096" }

// rows says of each sentence what it is evidence for.
func (l *Label) rows(sentences []normalizer.Sentence) []reader.Row {
	rows := l.wordedRows
	if l.Mention != nil {
		rows = l.markedRows
	}
	return l.writtenRows(rows(sentences))
}

// writtenRows says of each row in which written fields it belongs, if the label codes them.
func (l *Label) writtenRows(rows []reader.Row) []reader.Row {
	if !l.codesWritten() {
		return rows
	}
	for i := range rows {
		rows[i].Coded = true
		is := l.belongs(rows[i].Text)
		for field, name := range reader.WrittenFields {
			if is[field] {
				rows[i].Written = append(rows[i].Written, name)
			}
		}
	}
	return rows
}

// wordedRows takes a sentence that holds two thirds of an evidence's words for the evidence.
func (l *Label) wordedRows(sentences []normalizer.Sentence) []reader.Row {
	rows := make([]reader.Row, len(sentences))
	for i, s := range sentences {
		rows[i] = reader.Row{Text: s.Text, Marks: s.Marks, Weight: wordedWeight, Elsewhere: wordedElsewhere}
		words := map[string]bool{}
		for _, w := range fields(s.Text) {
			words[w] = true
		}
		for _, id := range slices.Sorted(maps.Keys(l.Evidence)) {
			if holds(words, l.Evidence[id]) {
				rows[i].Is = append(rows[i].Is, l.term(id))
			}
		}
	}
	return rows
}

// term returns the term that an evidence supports: that of the root cause stands under its facet.
func (l *Label) term(id string) string {
	if id == "root_cause" {
		return id + "/" + l.RootCause
	}
	return id
}

// markedRows finds the marked sentences by their letters and digits. Those that another splitter has
// cut differently become rows of their own, and so do their parts.
func (l *Label) markedRows(sentences []normalizer.Sentence) []reader.Row {
	rows := make([]reader.Row, len(sentences))
	keys := make([]string, len(sentences))
	for i, s := range sentences {
		rows[i] = reader.Row{Text: s.Text, Marks: s.Marks, Weight: markedWeight, Elsewhere: markedElsewhere}
		keys[i] = lettersOf(s.Text)
	}
	mark := func(marks map[string][]string, list func(*reader.Row) *[]string) {
		for _, id := range slices.Sorted(maps.Keys(marks)) {
			for _, text := range marks[id] {
				rows = markRow(rows, keys, text, func(r *reader.Row) {
					if into := list(r); !slices.Contains(*into, id) {
						*into = append(*into, id)
					}
				})
			}
		}
	}
	mark(l.Evidence, func(r *reader.Row) *[]string { return &r.Is })
	mark(l.Mention, func(r *reader.Row) *[]string { return &r.Not })
	for i := range rows {
		rows[i].Not = slices.DeleteFunc(rows[i].Not, func(id string) bool { return slices.Contains(rows[i].Is, id) })
		if l.Invented {
			rows[i].Weight, rows[i].Elsewhere = taggedWeight, taggedElsewhere
		}
	}
	return rows
}

// shortest is how many letters and digits a part of a marked sentence has at least.
const shortest = 24

// markRow marks the rows of the sentence text; when no row is the same, those that are a part of it
// or that it is a part of, and a new row.
func markRow(rows []reader.Row, keys []string, text string, mark func(*reader.Row)) []reader.Row {
	key, found := lettersOf(text), false
	for i := range rows {
		if i < len(keys) && keys[i] == key || i >= len(keys) && rows[i].Text == text {
			mark(&rows[i])
			found = true
		}
	}
	if found {
		return rows
	}
	for i, other := range keys {
		if longPart(key, other) {
			mark(&rows[i])
		}
	}
	rows = append(rows, reader.Row{Text: text, Weight: markedWeight, Elsewhere: markedElsewhere})
	mark(&rows[len(rows)-1])
	return rows
}

// longPart reports whether of two sentences, as letters and digits, one is a long part of the other.
func longPart(a, b string) bool {
	return min(len(a), len(b)) >= shortest && (strings.Contains(a, b) || strings.Contains(b, a))
}

func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// distinct leaves out rows that repeat one of the same report: status pages say things again.
func distinct(rows []reader.Row) []reader.Row {
	compare := func(a, b reader.Row) int {
		return cmp.Or(cmp.Compare(a.Text, b.Text), slices.Compare(a.Is, b.Is), slices.Compare(a.Not, b.Not))
	}
	rows = slices.SortedStableFunc(slices.Values(rows), compare)
	return slices.CompactFunc(rows, func(a, b reader.Row) bool { return compare(a, b) == 0 })
}
