package eval

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"inquest/normalizer"
	"inquest/normalizer/reader"
)

// How much a sentence counts in telling reports of incidents from other pages: one that is evidence,
// another one of a report, one of a page of which only is coded whether it reports an incident.
const (
	evidenceTold = 1.0
	besideTold   = .1
	pageTold     = .5
	otherTold    = -3.0
)

// pagesDir holds pages of which only is coded whether they report an incident: labels.jsonl names
// files, half of which are set aside for measuring, and texts.jsonl holds texts that are fitted to alone.
const pagesDir = "testdata/negatives"

// readPages reads the pages that are fitted to: those that are not set aside. Without such a folder
// below the current one there are none.
func readPages(ctx context.Context, n *normalizer.Normalizer) ([]Text, error) {
	var pages []Text
	for _, file := range []string{"labels.jsonl", "texts.jsonl"} {
		texts, err := readPageFile(ctx, n, file)
		if err != nil {
			return nil, err
		}
		pages = append(pages, slices.DeleteFunc(texts, func(t Text) bool { return t.Label.blind() })...)
	}
	for i := range pages {
		pages[i].Rows = pageRows(&pages[i])
	}
	return pages, nil
}

func readPageFile(ctx context.Context, n *normalizer.Normalizer, file string) ([]Text, error) {
	s, err := Load(filepath.Join(filepath.FromSlash(pagesDir), file), ".")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.Texts(ctx, n)
}

// pageRows says of each sentence of a page only whether it stands in a report of an incident.
func pageRows(t *Text) []reader.Row {
	rows := make([]reader.Row, len(t.Sentences))
	for i, s := range t.Sentences {
		rows[i] = reader.Row{Text: s.Text, Marks: s.Marks, Told: otherTold}
		if t.Label.IsIncident {
			rows[i].Told = pageTold
		}
	}
	return rows
}

// toldRows says of the sentences of a report how surely they are such as no other page has.
func toldRows(rows []reader.Row) []reader.Row {
	for i := range rows {
		rows[i].Told = besideTold
		if len(rows[i].Is) > 0 {
			rows[i].Told = evidenceTold
		}
	}
	return rows
}
