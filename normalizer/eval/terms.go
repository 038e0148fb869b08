package eval

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// termFacets are the facets whose terms are counted one by one.
var termFacets = []string{"symptoms", "components", "domain", "root_cause", "contributing"}

// TermCount says how a term fared over the reports of a set.
type TermCount struct {
	Facet    string   `json:"facet"`
	Term     string   `json:"term"`
	Right    int      `json:"right"`     // labelled and drafted
	Extra    int      `json:"extra"`     // drafted, not labelled
	Missed   int      `json:"missed"`    // labelled, not drafted
	ExtraIn  []string `json:"extra_in"`  // ids of the reports
	MissedIn []string `json:"missed_in"` // ids of the reports
}

// CountTerms counts every term that is labelled or drafted in the results, facet by facet, the terms
// with most mistakes first.
func CountTerms(results []Result) []TermCount {
	counts := map[string]*TermCount{}
	for _, r := range results {
		for _, facet := range termFacets {
			if want, coded := r.Label.wanted(facet); coded {
				countTerms(counts, facet, r.Label.ID, want, r.drafted(facet))
			}
		}
	}
	list := make([]TermCount, 0, len(counts))
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, *counts[key])
	}
	slices.SortStableFunc(list, func(a, b TermCount) int {
		return cmp.Or(
			cmp.Compare(slices.Index(termFacets, a.Facet), slices.Index(termFacets, b.Facet)),
			cmp.Compare(b.Extra+b.Missed, a.Extra+a.Missed))
	})
	return list
}

func countTerms(counts map[string]*TermCount, facet, report string, want, got []string) {
	of := func(id string) *TermCount {
		key := facet + "/" + id
		if counts[key] == nil {
			counts[key] = &TermCount{Facet: facet, Term: id, ExtraIn: []string{}, MissedIn: []string{}}
		}
		return counts[key]
	}
	for _, id := range got {
		c := of(id)
		if slices.Contains(want, id) {
			c.Right++
		} else {
			c.Extra++
			c.ExtraIn = append(c.ExtraIn, report)
		}
	}
	for _, id := range want {
		if c := of(id); !slices.Contains(got, id) {
			c.Missed++
			c.MissedIn = append(c.MissedIn, report)
		}
	}
}

// wanted returns the labelled terms of a facet, and whether the label codes the facet.
func (l *Label) wanted(facet string) (ids []string, coded bool) {
	if !l.IsIncident || l.Vendor != "" {
		return nil, false
	}
	switch facet {
	case "domain":
		return l.Domain, l.Domain != nil
	case "root_cause":
		return []string{l.RootCause}, l.RootCause != ""
	}
	ids = l.terms(facet)
	return ids, ids != nil
}

// drafted returns the terms of a facet that the draft has.
func (r Result) drafted(facet string) []string {
	if r.Draft == nil {
		return nil
	}
	return r.Draft.Case.Terms(facet)
}

// shownReports is how many ids of reports a line of the table of terms names at most.
const shownReports = 3

// WriteTerms prints a line per term, and what its columns mean.
func WriteTerms(out io.Writer, counts []TermCount) error {
	facet := ""
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, c := range counts {
		if c.Facet != facet {
			facet = c.Facet
			fmt.Fprintf(w, "%s\tright\textra\tmissed\tprecision\trecall\textra in\tmissed in\n", facet)
		}
		fmt.Fprintf(w, "  %s\t%d\t%d\t%d\t%s\t%s\t%s\t%s\n", c.Term, c.Right, c.Extra, c.Missed,
			shown(share{c.Right, c.Right + c.Extra}.figure("")), shown(share{c.Right, c.Right + c.Missed}.figure("")),
			someOf(c.ExtraIn), someOf(c.MissedIn))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(out, `
  right: in label and draft. extra: in the draft only. missed: in the label only. Most mistakes first.
  Often extra: its forms or example sentences are too wide; look at "not_for", add near misses.
  Often missed: the words of these reports are unknown; add forms, or example sentences.

`)
	return err
}

func someOf(ids []string) string {
	if len(ids) == 0 {
		return "-"
	}
	text := strings.Join(ids[:min(shownReports, len(ids))], " ")
	if more := len(ids) - shownReports; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
