package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"inquest/normalizer"
)

// termChanges counts in how many drafts each term, as facet/id, is new and gone.
type termChanges map[string]*termChange

type termChange struct{ gained, lost int }

func (t termChanges) count(before, now *normalizer.Case) {
	was, is := codedTerms(before), codedTerms(now)
	for _, term := range is {
		if !slices.Contains(was, term) {
			t.of(term).gained++
		}
	}
	for _, term := range was {
		if !slices.Contains(is, term) {
			t.of(term).lost++
		}
	}
}

func (t termChanges) of(term string) *termChange {
	if t[term] == nil {
		t[term] = &termChange{}
	}
	return t[term]
}

// codedTerms lists the terms of a case as facet/id.
func codedTerms(c *normalizer.Case) []string {
	var terms []string
	for facet, ids := range map[string][]string{
		"symptoms": c.Symptoms, "components": c.Components, "contributing": c.Contributing, "domain": c.Domain,
		"root_cause": {c.RootCause}, "severity": {c.Severity}, "date_kind": {c.DateKind},
	} {
		for _, id := range ids {
			terms = append(terms, facet+"/"+id)
		}
	}
	return terms
}

// print writes a line per term that changes, by name.
func (t termChanges) print(out io.Writer) {
	for _, term := range slices.Sorted(maps.Keys(t)) {
		var parts []string
		if n := t[term].gained; n > 0 {
			parts = append(parts, fmt.Sprintf("+%d", n))
		}
		if n := t[term].lost; n > 0 {
			parts = append(parts, fmt.Sprintf("-%d", n))
		}
		fmt.Fprintf(out, "term\t%s\t%s\n", term, strings.Join(parts, " "))
	}
	fmt.Fprintf(out, "%d terms would change\n", len(t))
}
