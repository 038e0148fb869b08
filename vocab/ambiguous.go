package vocab

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// ambiguousForms finds the ambiguous form that a normalised form is, in singular or plural.
type ambiguousForms map[string]int

func ambiguousIndex(list []Ambiguous) ambiguousForms {
	forms := ambiguousForms{}
	for i, a := range list {
		forms[ambiguousKey(normalizeForm(a.Form))] = i
	}
	return forms
}

func (f ambiguousForms) find(norm string) int {
	if i, ok := f[ambiguousKey(norm)]; ok {
		return i
	}
	return -1
}

func ambiguousKey(norm string) string {
	if hasHangul(norm) {
		return strings.ReplaceAll(norm, " ", "")
	}
	return string(stem([]byte(norm), byNoun))
}

// addAmbiguous puts the ambiguous form of this index and its near words into the automaton of
// their language.
func (m *matcher) addAmbiguous(index int, a Ambiguous) {
	add := m.english.add
	if hasHangul(a.Form) {
		add = m.korean.add
	}
	add(normalizeForm(a.Form), &pattern{a.Form, nil, index, -1})
	for j, s := range a.Senses {
		for _, near := range s.Near {
			add(normalizeForm(near), &pattern{near, nil, index, j})
		}
	}
}

// decide turns occurrences into candidates. An ambiguous form stands for the term of the sense that
// is shown nearest to it, for none if that sense is no term, and is unsure of the term that lists
// it if no sense is shown. Inside a longer ambiguous form it is not asked (인증 in 인증서); inside
// a longer form of the facet it loses later, as any other (load in load balancer).
func (m *matcher) decide(s *scratch) {
	s.asked = s.asked[:0]
	for _, o := range s.found {
		if o.ambiguous >= 0 {
			s.asked = append(s.asked, o)
		} else {
			s.candidates = append(s.candidates, candidate{o.start, o.end, o.target, o.form, false})
		}
	}
	if len(s.asked) == 0 {
		return
	}
	slices.SortFunc(s.asked, func(a, b occurrence) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	s.sortNear(len(m.senses))
	widest := occurrence{} // reaches farthest so far, the first of equals
	for _, o := range s.asked {
		if o.end < widest.end || o.end == widest.end && o.start > widest.start {
			continue
		}
		if o.end > widest.end {
			widest = o
		}
		m.decideOne(s, o)
	}
}

// decideOne adds what an ambiguous form stands for, if anything.
func (m *matcher) decideOne(s *scratch, o occurrence) {
	c := candidate{o.start, o.end, o.target, o.form, true}
	if sense := s.nearest(o); sense >= 0 {
		c.target, c.unsure = m.senses[o.ambiguous][sense], false
	}
	if c.target != nil {
		s.candidates = append(s.candidates, c)
	}
}

// sortNear keeps the near words of the forms that are asked, orders them by form and place, and notes
// in reach, for each, which of those before it (itself included) with the same form ends last.
func (s *scratch) sortNear(forms int) {
	s.wanted = append(s.wanted[:0], make([]bool, forms)...)
	for _, o := range s.asked {
		s.wanted[o.ambiguous] = true
	}
	s.near = slices.DeleteFunc(s.near, func(n occurrence) bool { return !s.wanted[n.ambiguous] })
	slices.SortFunc(s.near, func(a, b occurrence) int {
		return cmp.Or(
			cmp.Compare(a.ambiguous, b.ambiguous),
			cmp.Compare(a.start, b.start),
			cmp.Compare(a.sense, b.sense),
			cmp.Compare(b.end, a.end),
		)
	})
	s.reach = s.reach[:0]
	for i, n := range s.near {
		best := i
		if i > 0 {
			if b := s.near[s.reach[i-1]]; b.ambiguous == n.ambiguous && b.end >= n.end {
				best = s.reach[i-1]
			}
		}
		s.reach = append(s.reach, best)
	}
}

// nearest returns the sense of the near word that stands nearest to an ambiguous form, in bytes of
// the normalised text; of two equally near the sense that is listed first. It returns -1 if the
// sentence shows no sense. Only two near words can be it: of those that begin before the form the
// one that ends last, and the first that begins with it or later.
func (s *scratch) nearest(o occurrence) int {
	right := sort.Search(len(s.near), func(i int) bool {
		n := s.near[i]
		return n.ambiguous > o.ambiguous || n.ambiguous == o.ambiguous && n.start >= o.start
	})
	sense, distance := -1, 0
	if right < len(s.near) && s.near[right].ambiguous == o.ambiguous {
		sense, distance = s.near[right].sense, max(0, s.near[right].start-o.end)
	}
	if right == 0 || s.near[right-1].ambiguous != o.ambiguous {
		return sense
	}
	left := s.near[s.reach[right-1]]
	d := max(0, o.start-left.end)
	if sense < 0 || d < distance || d == distance && left.sense < sense {
		sense = left.sense
	}
	return sense
}
