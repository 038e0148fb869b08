package vocab

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// korean finds the forms that Korean texts use. Spacing varies and particles are glued to words, so
// it walks over characters and never over white space.
type korean struct {
	next  map[charStep]int32 // from a node over one character to the next
	nodes []koreanNode       // the root first
}

type koreanNode struct {
	gap  int32 // at the end of a word, where a particle may stand: the node before the following word; else 0
	ends []koreanEnd
}

type charStep struct {
	node int32
	r    rune
}

// koreanEnd is a form that ends in a node.
type koreanEnd struct {
	*pattern
	short bool // one or two Hangul syllables, which longer words contain by chance
}

// char is a character of the normalised text, white space left out.
type char struct {
	r          rune
	start, end int
}

// particles may stand between the words of a form.
var particles = [...]string{"이", "가", "을", "를", "은", "는", "의", "에", "에서", "으로", "로", "도", "과", "와"}

func (k *korean) init() {
	k.next = map[charStep]int32{}
	k.nodes = make([]koreanNode, 1)
}

// add puts a normalised form into the trie, a gap between its words.
func (k *korean) add(form string, p *pattern) {
	node := int32(0)
	for _, r := range form {
		if r == ' ' {
			node = k.wordAfter(node)
		} else {
			node = k.child(node, r)
		}
	}
	k.nodes[node].ends = append(k.nodes[node].ends, koreanEnd{p, shortForm(form)})
}

func (k *korean) child(node int32, r rune) int32 {
	s := charStep{node, r}
	next, ok := k.next[s]
	if !ok {
		next = k.newNode()
		k.next[s] = next
	}
	return next
}

func (k *korean) wordAfter(node int32) int32 {
	if k.nodes[node].gap == 0 {
		after := k.newNode()
		k.nodes[node].gap = after
	}
	return k.nodes[node].gap
}

func (k *korean) newNode() int32 {
	k.nodes = append(k.nodes, koreanNode{})
	return int32(len(k.nodes) - 1)
}

// shortForm reports whether a form is no more than one or two Hangul syllables.
func shortForm(norm string) bool {
	syllables := 0
	for _, r := range norm {
		if r == ' ' {
			continue
		}
		if !hangulSyllable(r) {
			return false
		}
		syllables++
	}
	return syllables <= 2
}

func hangulSyllable(r rune) bool { return '가' <= r && r <= '힣' }

// scan reports every form of the trie that stands in the text, whatever its spacing.
func (k *korean) scan(s *scratch) {
	s.squeeze()
	for first := range s.chars {
		k.walk(s, first, first, 0)
	}
}

// squeeze lists the characters of the text without its white space.
func (s *scratch) squeeze() {
	s.chars = s.chars[:0]
	for i := 0; i < len(s.text); {
		r, size := utf8.DecodeRune(s.text[i:])
		if r != ' ' {
			s.chars = append(s.chars, char{r, i, i + size})
		}
		i += size
	}
}

// walk reports the forms that begin at the character first and go on from node at the character at.
func (k *korean) walk(s *scratch, first, at int, node int32) {
	for _, end := range k.nodes[node].ends {
		if start, stop := s.chars[first].start, s.chars[at-1].end; end.fits(s.text, start, stop) {
			s.report(end.pattern, start, stop)
		}
	}
	if at == len(s.chars) {
		return
	}
	if next, ok := k.next[charStep{node, s.chars[at].r}]; ok {
		k.walk(s, first, at+1, next)
	}
	if after := k.nodes[node].gap; after != 0 {
		k.walk(s, first, at, after)
		k.walkParticles(s, first, at, after)
	}
}

func (k *korean) walkParticles(s *scratch, first, at int, after int32) {
	for _, particle := range particles {
		if n := s.prefix(at, particle); n > 0 {
			k.walk(s, first, at+n, after)
		}
	}
}

// prefix returns the number of characters of word if it stands at the character at, else 0.
func (s *scratch) prefix(at int, word string) int {
	n := 0
	for _, r := range word {
		if at+n == len(s.chars) || s.chars[at+n].r != r {
			return 0
		}
		n++
	}
	return n
}

// fits checks what stands around text[start:stop]: a Latin edge must not touch another Latin letter
// or digit, and a short form must not follow a Hangul syllable. A near word may, in the middle of
// a spaced word: 부하분산 shows the sense that 분산 stands for.
func (e koreanEnd) fits(text []byte, start, stop int) bool {
	before, _ := utf8.DecodeLastRune(text[:start])
	after, _ := utf8.DecodeRune(text[stop:])
	first, _ := utf8.DecodeRune(text[start:])
	last, _ := utf8.DecodeLastRune(text[:stop])
	if latin(first) && latin(before) || latin(last) && latin(after) {
		return false
	}
	if !e.short || !hangulSyllable(before) {
		return true
	}
	return e.isNear() && bytes.IndexByte(text[start:stop], ' ') < 0
}

// latin reports whether r is a Latin letter or a digit.
func latin(r rune) bool {
	return unicode.Is(unicode.Latin, r) || unicode.IsDigit(r)
}
