package phrase

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// class is a set of characters that all expressions of a program treat alike.
type class uint16

// kind is what assertions like \b need to know of a character.
type kind uint8

const (
	noChar   kind = iota // the beginning or the end of the text
	newline              // ends a line
	wordChar             // an ASCII letter or digit, or _
	otherChar
	kinds
)

// alphabet tells to which class a character belongs. The last class is the end of the text.
type alphabet struct {
	ascii [utf8.RuneSelf]class
	from  []rune  // the first characters of the ranges into which the characters are cut
	of    []class // the class of each range
	kinds []kind  // by class
	end   class
}

// size is the number of classes.
func (a *alphabet) size() int { return len(a.kinds) }

// newAlphabet finds the classes for sets of characters, each a list of pairs of first and last.
func newAlphabet(sets [][]rune) *alphabet {
	a := &alphabet{from: borders(sets)}
	known := map[string]class{}
	for _, r := range a.from {
		key := signature(sets, r)
		c, ok := known[key]
		if !ok {
			c = class(len(known))
			known[key] = c
			a.kinds = append(a.kinds, kindOf(r))
		}
		a.of = append(a.of, c)
	}
	a.end = class(len(known))
	a.kinds = append(a.kinds, noChar)
	for r := range rune(utf8.RuneSelf) {
		a.ascii[r] = a.search(r)
	}
	return a
}

// borders returns the characters with which a range of some set, or a kind, begins or has just ended.
func borders(sets [][]rune) []rune {
	all := []rune{0, '\n', '\n' + 1, '0', '9' + 1, 'A', 'Z' + 1, '_', '_' + 1, 'a', 'z' + 1}
	for _, set := range sets {
		for i := 0; i < len(set); i += 2 {
			all = append(all, set[i], set[i+1]+1)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(r rune) bool { return r > unicode.MaxRune })
}

// signature tells the kind of a character and which sets hold it.
func signature(sets [][]rune, r rune) string {
	key := make([]byte, 1+(len(sets)+7)/8)
	key[0] = byte(kindOf(r))
	for i, set := range sets {
		if holds(set, r) {
			key[1+i/8] |= 1 << (i % 8)
		}
	}
	return string(key)
}

func holds(set []rune, r rune) bool {
	for i := 0; i < len(set); i += 2 {
		if set[i] <= r && r <= set[i+1] {
			return true
		}
	}
	return false
}

func kindOf(r rune) kind {
	switch {
	case r == '\n':
		return newline
	case syntax.IsWordChar(r):
		return wordChar
	}
	return otherChar
}

func (a *alphabet) classOf(r rune) class {
	if r < utf8.RuneSelf {
		return a.ascii[r]
	}
	return a.search(r)
}

func (a *alphabet) search(r rune) class {
	i, ok := slices.BinarySearch(a.from, r)
	if !ok {
		i--
	}
	return a.of[i]
}
