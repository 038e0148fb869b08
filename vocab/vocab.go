// Package vocab turns the controlled vocabulary, kept as YAML beside the code, into terms that
// can be looked up, printed and found in English and Korean text with their spans.
//
// A [Vocabulary] is read once with [Load] and never changes afterwards; all its methods may be
// called by several goroutines at a time. The story of the package in the order of reading:
// vocab.go (terms), load.go and validate.go (from files), normalize.go, english.go, stem.go,
// korean.go, ambiguous.go and match.go (from text to hits), sourcekind.go, table.go (printing).
package vocab

// Vocabulary is the whole controlled vocabulary of one version.
type Vocabulary struct {
	Version    int         // raised whenever a term, form or rule changes; part of every draft
	Languages  []string    // languages that have labels and forms
	Facets     []*Facet    // in the order in which they are listed everywhere
	Rules      Rules       // the rules of matching, for people
	Decisions  []Decision  // the questions that choose the one root cause, in their order
	Ambiguous  []Ambiguous // words that decide nothing alone
	guidelines string
	matcher    *matcher
	hints      []urlHint
}

// Facet is one aspect under which an incident is described, with the terms to choose from.
type Facet struct {
	ID          string  `yaml:"-" json:"id"`                      // name of the facet's file, e.g. root_cause
	Key         string  `yaml:"key" json:"key"`                   // where a case keeps it, e.g. sources[].kind
	Cardinality string  `yaml:"cardinality" json:"cardinality"`   // how many terms a case takes, in words
	Description string  `yaml:"description" json:"description"`   // what the facet says about an incident
	Ordered     bool    `yaml:"ordered" json:"ordered,omitempty"` // the order of the terms has a meaning
	Terms       []*Term `yaml:"terms" json:"terms"`               // in vocabulary order
}

// Term is one id of a facet and all that is known about its use.
type Term struct {
	Facet      string   `yaml:"-" json:"-"`                           // id of the facet
	ID         string   `yaml:"id" json:"id"`                         // kebab-case, unique within the facet, never renamed
	Label      Label    `yaml:"label" json:"label"`                   // name for people
	Group      string   `yaml:"group" json:"group,omitempty"`         // heading under which long facets list it
	Broader    string   `yaml:"broader" json:"broader,omitempty"`     // id of the more general term of the same facet
	Domains    []string `yaml:"domain" json:"domain,omitempty"`       // ids of facet domain that a component implies, main one first
	Definition string   `yaml:"definition" json:"definition"`         // what the term means
	UseFor     string   `yaml:"use_for" json:"use_for,omitempty"`     // cases that belong here
	NotFor     string   `yaml:"not_for" json:"not_for,omitempty"`     // cases that belong elsewhere, and where
	Rank       *int     `yaml:"rank" json:"rank,omitempty"`           // place on the scale of severity; nil when the term is none
	URLHints   []string `yaml:"url_hints" json:"url_hints,omitempty"` // addresses that suggest a source kind, * for any text
	Forms      Forms    `yaml:"forms" json:"forms"`                   // words by which texts name it
}

// Label is the name of a term in both languages.
type Label struct {
	En string `yaml:"en" json:"en"`
	Ko string `yaml:"ko" json:"ko"`
}

// Forms are the surface forms of a term: a hint that a text speaks of it, not a verdict.
type Forms struct {
	En []string `yaml:"en" json:"en"`
	Ko []string `yaml:"ko" json:"ko"`
}

// Rules say in words how surface forms are compared with text; [Vocabulary.Match] follows them.
type Rules struct {
	Normalize []string `yaml:"normalize" json:"normalize"` // steps, in order
	Languages string   `yaml:"languages" json:"languages"`
	En        string   `yaml:"en" json:"en"`
	Ko        []string `yaml:"ko" json:"ko"`
}

// Decision is one question on the way to the root cause; the first yes decides.
type Decision struct {
	Step int    `yaml:"step" json:"step"`
	Ask  string `yaml:"ask" json:"ask"`
	Then string `yaml:"then" json:"then"` // id of facet root_cause; empty for step 0, which only says what to ask about
}

// Ambiguous is a form that decides nothing alone.
type Ambiguous struct {
	Form   string  `yaml:"form" json:"form"`
	Senses []Sense `yaml:"senses" json:"senses"`
}

// Sense is one meaning of an ambiguous form: the words that show it and the term it points to.
type Sense struct {
	Near  []string `yaml:"near" json:"near"`
	Facet string   `yaml:"facet" json:"facet"` // empty, as ID, for a meaning that is no term
	ID    string   `yaml:"id" json:"id"`
	Note  string   `yaml:"note" json:"note,omitempty"`
}

// Facet returns the facet with this id, or nil.
func (v *Vocabulary) Facet(id string) *Facet {
	for _, f := range v.Facets {
		if f.ID == id {
			return f
		}
	}
	return nil
}

// Term returns the term with this id in the facet, or nil.
func (v *Vocabulary) Term(facet, id string) *Term {
	f := v.Facet(facet)
	if f == nil {
		return nil
	}
	return f.Term(id)
}

// Term returns the facet's term with this id, or nil.
func (f *Facet) Term(id string) *Term {
	for _, t := range f.Terms {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// String returns the term as other texts refer to it: facet, slash, id.
func (t *Term) String() string { return t.Facet + "/" + t.ID }

// Broader returns the more general terms of t, the nearest first.
func (v *Vocabulary) Broader(t *Term) []*Term {
	var chain []*Term
	for t.Broader != "" {
		t = v.Term(t.Facet, t.Broader)
		chain = append(chain, t)
	}
	return chain
}

// DecisionOrder returns every id of facet root_cause once, in the order in which the questions
// of Decisions ask for it first.
func (v *Vocabulary) DecisionOrder() []string {
	var ids []string
	seen := map[string]bool{"": true}
	for _, d := range v.Decisions {
		if !seen[d.Then] {
			seen[d.Then] = true
			ids = append(ids, d.Then)
		}
	}
	return ids
}

// Guidelines returns the rules for coding a document with the vocabulary, as Markdown.
func (v *Vocabulary) Guidelines() string { return v.guidelines }
