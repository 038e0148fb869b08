package vocab

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// WriteTable prints the terms of a facet for people, one line each: id, English label, Korean label,
// definition; every facet when facet is empty. An unknown facet is an error that lists the known ones.
func (v *Vocabulary) WriteTable(w io.Writer, facet string) error {
	facets, err := v.choose(facet)
	if err != nil {
		return err
	}
	var out strings.Builder
	for i, f := range facets {
		if i > 0 {
			out.WriteByte('\n')
		}
		f.appendTable(&out)
	}
	_, err = io.WriteString(w, out.String())
	return err
}

// WriteJSON prints the vocabulary as one JSON object with version and facets, all fields included;
// only one facet when facet is not empty. An unknown facet is an error that lists the known ones.
func (v *Vocabulary) WriteJSON(w io.Writer, facet string) error {
	facets, err := v.choose(facet)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Version int      `json:"version"`
		Facets  []*Facet `json:"facets"`
	}{v.Version, facets})
}

func (v *Vocabulary) choose(facet string) ([]*Facet, error) {
	if facet == "" {
		return v.Facets, nil
	}
	if f := v.Facet(facet); f != nil {
		return []*Facet{f}, nil
	}
	var known []string
	for _, f := range v.Facets {
		known = append(known, f.ID)
	}
	return nil, fmt.Errorf("no facet %q in the vocabulary; the facets are %s", facet, strings.Join(known, ", "))
}

func (f *Facet) appendTable(out *strings.Builder) {
	fmt.Fprintf(out, "%s (%s): %s\n", f.ID, f.Cardinality, f.Description)
	var id, en, ko int
	for _, t := range f.Terms {
		id, en, ko = max(id, columns(t.ID)), max(en, columns(t.Label.En)), max(ko, columns(t.Label.Ko))
	}
	for _, t := range f.Terms {
		fmt.Fprintf(out, "  %s  %s  %s  %s\n", pad(t.ID, id), pad(t.Label.En, en), pad(t.Label.Ko, ko), t.Definition)
	}
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", width-columns(text))
}

// columns returns the width of text on a terminal, where a Hangul syllable takes two columns.
func columns(text string) int {
	n := 0
	for _, r := range text {
		n++
		if hangulSyllable(r) {
			n++
		}
	}
	return n
}
