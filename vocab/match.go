package vocab

import (
	"cmp"
	"slices"
	"sync"
	"unicode"
)

// Hit is one place in a text that speaks of a term.
type Hit struct {
	Term       *Term
	Start, End int    // UTF-8 byte offsets into the text as it was given
	Form       string // the surface form, as the vocabulary lists it
	Ambiguous  bool   // the form decides nothing alone and nothing near it shows a sense
}

// Match finds the terms that a sentence names, by the rules of matching.yaml (Rules). The language
// is "en" (English forms), "ko" (Korean and English forms) or "" (Korean if the text has Hangul,
// else English); for any other language there are no forms and no hits. The text is taken as one
// sentence: words anywhere in it decide the sense of ambiguous forms.
//
// Hits come in the order of the text, at one place longer before shorter, then in vocabulary order.
// Hits of different facets may overlap; within a facet, a hit inside a longer one does not count.
func (v *Vocabulary) Match(text, lang string) []Hit {
	switch lang {
	case "en":
		return v.matcher.match(text, false)
	case "ko":
		return v.matcher.match(text, true)
	case "":
		return v.matcher.match(text, hasHangul(text))
	}
	return nil
}

func hasHangul(text string) bool {
	for _, r := range text {
		if unicode.Is(unicode.Hangul, r) {
			return true
		}
	}
	return false
}

// matcher holds the two automata that are built from the vocabulary once. It is safe for
// concurrent use: what a match writes to comes from the pool.
type matcher struct {
	english english
	korean  korean
	senses  [][]*target // by ambiguous form and sense; nil for a sense that is no term
	facets  int
	pool    sync.Pool
}

// target is a term with its place in the vocabulary, by which hits are ordered.
type target struct {
	term         *Term
	facet, order int
}

// pattern is one reason to look for some words: a term lists them (target), they are ambiguous
// (ambiguous, and no target), or they show a sense of an ambiguous form (ambiguous and sense).
type pattern struct {
	form      string
	target    *target
	ambiguous int // index of the ambiguous form, -1 when the form is none
	sense     int // index of the sense for which this is a near word, else -1
}

func (p *pattern) isNear() bool { return p.sense >= 0 }

// occurrence is a pattern found at text[start:end] of the normalised text.
type occurrence struct {
	start, end int
	*pattern
}

// candidate is an occurrence that speaks of a term, before it is known whether a longer one holds it.
type candidate struct {
	start, end int
	*target
	form   string
	unsure bool
}

// scratch is the memory of one match.
type scratch struct {
	normalized
	known      []known // by a sum of the word; nil while forms are added
	tokens     []token
	chars      []char
	found      []occurrence // forms
	near       []occurrence // near words
	asked      []occurrence // ambiguous forms
	wanted     []bool       // by index of ambiguous form: it is asked
	reach      []int        // see sortNear
	candidates []candidate
	widest     []candidate // by facet
}

func newMatcher(v *Vocabulary) *matcher {
	m := &matcher{facets: len(v.Facets)}
	m.pool.New = func() any { return &scratch{known: make([]known, knownWords)} }
	m.english.words = map[string]int32{}
	m.korean.init()
	targets := map[*Term]*target{}
	ambiguous := ambiguousIndex(v.Ambiguous)
	for i, f := range v.Facets {
		for _, t := range f.Terms {
			targets[t] = &target{t, i, len(targets)}
			addForms(m.english.add, t.Forms.En, targets[t], ambiguous)
			addForms(m.korean.add, t.Forms.Ko, targets[t], ambiguous)
		}
	}
	for i, a := range v.Ambiguous {
		m.addAmbiguous(i, a)
		m.senses = append(m.senses, nil)
		for _, s := range a.Senses {
			m.senses[i] = append(m.senses[i], targets[v.Term(s.Facet, s.ID)])
		}
	}
	return m
}

func addForms(add func(string, *pattern), forms []string, t *target, ambiguous ambiguousForms) {
	for _, form := range forms {
		norm := normalizeForm(form)
		add(norm, &pattern{form, t, ambiguous.find(norm), -1})
	}
}

// match is the one pass over a text: normalise, look for all patterns, decide the ambiguous ones,
// drop what lies inside something longer.
func (m *matcher) match(text string, korean bool) []Hit {
	s := m.pool.Get().(*scratch)
	defer m.pool.Put(s)
	s.set(text)
	s.found, s.near, s.candidates = s.found[:0], s.near[:0], s.candidates[:0]
	m.english.scan(s)
	if korean {
		m.korean.scan(s)
	}
	if len(s.found) == 0 {
		return nil
	}
	m.decide(s)
	s.keepLongest(m.facets)
	return s.hits()
}

// report keeps an occurrence for the steps after the scan.
func (s *scratch) report(p *pattern, start, end int) {
	if p.isNear() {
		s.near = append(s.near, occurrence{start, end, p})
	} else {
		s.found = append(s.found, occurrence{start, end, p})
	}
}

// keepLongest sorts the candidates and drops repetitions and what lies inside a longer candidate
// of its facet.
func (s *scratch) keepLongest(facets int) {
	slices.SortFunc(s.candidates, candidate.compare)
	s.widest = append(s.widest[:0], make([]candidate, facets)...) // reaches farthest, the first of equals
	var last candidate
	s.candidates = slices.DeleteFunc(s.candidates, func(c candidate) bool {
		repeated := c.target == last.target && c.start == last.start && c.end == last.end
		last = c
		w := &s.widest[c.facet]
		inside := w.end > c.end || w.end == c.end && w.start < c.start
		if c.end > w.end {
			*w = c
		}
		return repeated || inside
	})
}

// compare puts a candidate before those that it may contain, and a sure one before its unsure twin.
func (c candidate) compare(other candidate) int {
	switch {
	case c.start != other.start:
		return cmp.Compare(c.start, other.start)
	case c.end != other.end:
		return cmp.Compare(other.end, c.end)
	case c.order != other.order:
		return cmp.Compare(c.order, other.order)
	case c.unsure != other.unsure && c.unsure:
		return 1
	case c.unsure != other.unsure:
		return -1
	}
	return cmp.Compare(c.form, other.form)
}

func (s *scratch) hits() []Hit {
	if len(s.candidates) == 0 {
		return nil
	}
	hits := make([]Hit, len(s.candidates))
	for i, c := range s.candidates {
		start, end := s.span(c.start, c.end)
		hits[i] = Hit{Term: c.term, Start: start, End: end, Form: c.form, Ambiguous: c.unsure}
	}
	return hits
}
