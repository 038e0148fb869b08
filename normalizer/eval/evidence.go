package eval

import (
	"slices"

	"inquest/normalizer"
)

// quotedFacets are the facets for whose terms the labels name the supporting words.
var quotedFacets = []string{"symptoms", "components", "root_cause", "contributing"}

// addQuotes counts for each right value whether a reader would accept the first quote for it. A value
// without a quote counts as one that nobody accepts.
func (t *tally) addQuotes(l *Label, d *normalizer.Draft) {
	for _, facet := range quotedFacets {
		want, coded := l.wanted(facet)
		if !coded {
			continue
		}
		for _, id := range d.Case.Terms(facet) {
			if support := l.support(facet, id); len(support) > 0 && slices.Contains(want, id) {
				t.firstQuote.add(l.accepts(firstQuote(d, facet, id), support))
			}
		}
	}
}

// support returns what the label gives as evidence for a term.
func (l *Label) support(facet, id string) []string {
	if s := l.Evidence[facet+"/"+id]; len(s) > 0 {
		return s
	}
	if facet == "root_cause" {
		return l.Evidence[facet]
	}
	return nil
}

func firstQuote(d *normalizer.Draft, facet, id string) string {
	for _, e := range d.Evidence {
		if e.Field == facet && string(e.Value) == id && e.Role == "" {
			return e.Quote
		}
	}
	return ""
}

// accepts reports whether a quote supports a term: it has half of the words that the label names, or,
// where whole sentences are marked, two thirds of its words stand in one of them.
func (l *Label) accepts(quote string, support []string) bool {
	words := fields(quote)
	if l.Mention == nil {
		n := countIn(setOf(words), support)
		return 2*n >= len(support)
	}
	return slices.ContainsFunc(support, func(sentence string) bool {
		return len(words) > 0 && 3*countIn(setOf(fields(sentence)), words) >= 2*len(words)
	})
}

func setOf(words []string) map[string]bool {
	set := map[string]bool{}
	for _, w := range words {
		set[w] = true
	}
	return set
}
