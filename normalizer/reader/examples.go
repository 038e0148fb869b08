package reader

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"inquest/vocab"
)

const (
	exampleWeight    = 1
	exampleElsewhere = .15
	exampleTold      = .3
)

// Examples reads the example sentences: one file of JSON Lines per facet, symptoms.jsonl and so on.
// An error names the line.
func Examples(sentences fs.FS, v *vocab.Vocabulary) ([]Row, error) {
	var rows []Row
	for _, facet := range Facets {
		file, err := fs.ReadFile(sentences, facet+".jsonl")
		if err != nil {
			return nil, fmt.Errorf("example sentences: %w", err)
		}
		for i, line := range bytes.Split(bytes.TrimSpace(file), []byte("\n")) {
			row, err := example(line, facet, v)
			if err != nil {
				return nil, fmt.Errorf("%s.jsonl:%d: %w", facet, i+1, err)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// example reads a line: the sentence is evidence for term and for what stands in also, or it has the
// words of not in a role in which the term must not be coded.
func example(line []byte, facet string, v *vocab.Vocabulary) (Row, error) {
	var e struct {
		Term string   `json:"term"`
		Not  string   `json:"not"`
		Lang string   `json:"lang"`
		Text string   `json:"text"`
		Also []string `json:"also"`
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&e); err != nil {
		return Row{}, err
	}
	row := Row{Text: e.Text, Is: e.Also, Weight: exampleWeight, Elsewhere: exampleElsewhere}
	if (e.Term == "") == (e.Not == "") || e.Text == "" {
		return Row{}, errors.New(`name a term or a "not", and the text`)
	}
	if e.Term != "" {
		row.Is = append([]string{facet + "/" + e.Term}, e.Also...)
		row.Told = exampleTold
	} else {
		row.Not = []string{facet + "/" + e.Not}
	}
	for _, id := range append(row.Is, row.Not...) {
		if f, term, _ := strings.Cut(id, "/"); v.Term(f, term) == nil {
			return Row{}, fmt.Errorf("%q is no term of the vocabulary", id)
		}
	}
	return row, nil
}

// InventedFiles are the invented reports beside the example sentences.
const InventedFiles = "reports/*.txt"

// SentencesSum returns the sum of the files with example sentences and of the invented reports beside them.
func SentencesSum(sentences fs.FS) (string, error) {
	reports, err := fs.Glob(sentences, InventedFiles)
	if err != nil {
		return "", err
	}
	var names []string
	for _, facet := range Facets {
		names = append(names, facet+".jsonl")
	}
	h := sha256.New()
	for _, name := range append(names, reports...) {
		file, err := fs.ReadFile(sentences, name)
		if err != nil {
			return "", fmt.Errorf("example sentences: %w", err)
		}
		fmt.Fprintf(h, "%s %d\n", name, len(file))
		h.Write(file)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// TermsSum returns the sum of the terms that the reader knows and what is broader than each.
func TermsSum(v *vocab.Vocabulary) string {
	h := sha256.New()
	for _, facet := range Facets {
		for _, t := range v.Facet(facet).Terms {
			io.WriteString(h, t.String()+" "+t.Broader+"\n")
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Stale returns an error when the terms or the example sentences are no longer those that the reader
// was fitted to; it says which.
func (r *Reader) Stale(v *vocab.Vocabulary, sentences fs.FS) error {
	if r.Header.Terms != TermsSum(v) {
		return errors.New("the vocabulary's terms are not those that the sentence reader was fitted to; fit it again with make fit")
	}
	sum, err := SentencesSum(sentences)
	if err != nil {
		return err
	}
	if r.Header.Sentences != sum {
		return errors.New("the example sentences are not those that the sentence reader was fitted to; fit it again with make fit")
	}
	return nil
}
