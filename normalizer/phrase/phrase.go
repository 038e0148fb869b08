// Package phrase turns a text into the list of those of many regular expressions that match it, and
// where, in about one pass however many there are.
//
// The expressions of a [Set] run as one automaton, whose states are built when a text first needs them
// and kept for the next (machine.go) over classes of characters that all expressions treat alike
// (alphabet.go). A word that a state has seen before is taken in one step (lexicon.go, memo.go). What
// matches and where is what package regexp says of each expression.
package phrase

import (
	"fmt"
	"regexp"
	"sync"
)

// Set is a list of regular expressions. It may be used by several goroutines at a time.
type Set struct {
	program *program
	starts  *machine // tells at a place which expressions match from there on
	ends    *machine // tells where the match of one of them ends
	whole   *machine // tells which expressions match anywhere
	plain   []*regexp.Regexp
	memory  sync.Pool
}

// Match is an expression that matches a text; [Set.Span] tells where.
type Match struct {
	Expr int // index of the expression
	at   place
}

// NewSet compiles expressions in the syntax of package regexp.
func NewSet(exprs []string) (*Set, error) {
	p, err := compile(exprs)
	if err != nil {
		return nil, err
	}
	s := &Set{program: p, starts: newMachine(p, allFromHere), ends: newMachine(p, firstFromHere), whole: newMachine(p, allAnywhere)}
	s.memory.New = func() any { return &scratch{starts: make([]place, len(exprs))} }
	for _, expr := range exprs {
		if p.atBoundary {
			break
		}
		re, err := regexp.Compile(expr)
		if err != nil {
			return nil, err
		}
		s.plain = append(s.plain, re)
	}
	return s, nil
}

// MustSet is [NewSet] for expressions that are part of the program; it panics on one with an error.
func MustSet(exprs ...string) *Set {
	s, err := NewSet(exprs)
	if err != nil {
		panic(fmt.Sprintf("phrase: %v", err))
	}
	return s
}

// scratch is the memory of one call.
type scratch struct {
	starts []place // by expression: 1 + the place at which its match starts, 0 for none
	found  []int32
}

// note keeps that expressions match from a place on, unless they have matched before.
func (m *scratch) note(found []int32, p place) {
	for _, expr := range found {
		if m.starts[expr] == 0 {
			m.starts[expr] = p + 1
			m.found = append(m.found, expr)
		}
	}
}

// Find appends the expressions that match the text to list, in no order. It is quick when all of them begin
// with \b.
func (s *Set) Find(list []Match, t *Text) []Match {
	m := s.memory.Get().(*scratch)
	defer s.memory.Put(m)
	m.found = m.found[:0]
	if s.plain != nil {
		s.anywhere(m, t.text)
	} else {
		s.atBoundaries(m, t)
	}
	return m.take(list)
}

// atBoundaries notes the expressions that match from a place on at which a word begins or ends.
func (s *Set) atBoundaries(m *scratch, t *Text) {
	behind := false // a word ends right before the run
	for i := range t.runs {
		r := &t.runs[i]
		if r.word || behind {
			s.from(m, t, place(2*i))
		}
		if r.spaced {
			s.from(m, t, place(2*i+1))
		}
		behind = r.word && !r.spaced
	}
}

// take appends what was found to list.
func (m *scratch) take(list []Match) []Match {
	for _, expr := range m.found {
		list = append(list, Match{int(expr), m.starts[expr] - 1})
		m.starts[expr] = 0
	}
	return list
}

// from notes the expressions that match from a place on.
func (s *Set) from(m *scratch, t *Text, p place) {
	k, at := s.starts.start(s.starts.states.Load(), 0, t.kindBefore(t.offset(p)))
	i, beforeSpace := p.runAt()
	if beforeSpace {
		k, at = s.starts.symbol(k, at, s.program.alphabet.ascii[' '])
		i++
		if at&matched != 0 {
			m.note(k.found[at.number()], p)
		}
	}
	for ; i < len(t.runs) && at&dead == 0; i++ {
		if k, at, _ = s.starts.over(k, at, t, i); at&matched != 0 {
			m.note(k.found[at.number()], p)
		}
	}
}

// Span returns the byte offsets of the leftmost match of an expression that [Set.Find] has found in the text, as
// [regexp.Regexp.FindStringIndex] does.
func (s *Set) Span(t *Text, m Match) (start, end int) {
	if s.plain != nil {
		at := s.plain[m.Expr].FindStringIndex(t.text)
		return at[0], at[1]
	}
	from := t.offset(m.at)
	start, end = int(from), int(from)
	k, at := s.ends.start(s.ends.states.Load(), m.Expr, t.kindBefore(from))
	i, beforeSpace := m.at.runAt()
	if beforeSpace { // a match that is empty ends where it starts
		k, at = s.ends.symbol(k, at, s.program.alphabet.ascii[' '])
		i++
	}
	for ; i < len(t.runs) && at&dead == 0; i++ {
		var behind int
		if k, at, behind = s.ends.over(k, at, t, i); behind > 0 {
			end = int(t.runs[i].from) + behind - 1
		}
	}
	return start, end
}

// Which appends the indices of the expressions that match anywhere in the text to list, in no order.
func (s *Set) Which(list []int, text string) []int {
	m := s.memory.Get().(*scratch)
	defer s.memory.Put(m)
	m.found = m.found[:0]
	s.anywhere(m, text)
	for _, expr := range m.found {
		list = append(list, int(expr))
		m.starts[expr] = 0
	}
	return list
}

// Any tells whether one of the expressions matches anywhere in the text.
func (s *Set) Any(text string) bool {
	k, at := s.whole.start(s.whole.states.Load(), 0, noChar)
	for _, r := range text {
		if k, at = s.whole.symbol(k, at, s.program.alphabet.classOf(r)); at&(matched|dead) != 0 {
			return at&matched != 0
		}
	}
	_, at = s.whole.symbol(k, at, s.program.alphabet.end)
	return at&matched != 0
}

// anywhere notes the expressions that match anywhere.
func (s *Set) anywhere(m *scratch, text string) {
	k, at := s.whole.start(s.whole.states.Load(), 0, noChar)
	for _, r := range text {
		if k, at = s.whole.symbol(k, at, s.program.alphabet.classOf(r)); at&matched != 0 {
			m.note(k.found[at.number()], 0)
		}
		if at&dead != 0 {
			return
		}
	}
	if k, at = s.whole.symbol(k, at, s.program.alphabet.end); at&matched != 0 {
		m.note(k.found[at.number()], 0)
	}
}
