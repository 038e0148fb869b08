package vocab

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// normalized is a text after the steps of Rules.Normalize, with the way back to the original.
type normalized struct {
	text     []byte // lower case, NFKC, white space collapsed to single spaces
	pos      []int  // pos[i]: offset in the original of the character that text[i] comes from; pos[len(text)] is its length
	composed []byte // one character in NFKC, kept for its memory
}

// normalizeForm returns a form or near word as it is compared with text.
func normalizeForm(form string) string {
	var n normalized
	n.set(form)
	start, end := 0, len(n.text)
	if start < end && n.text[start] == ' ' {
		start++
	}
	if start < end && n.text[end-1] == ' ' {
		end--
	}
	return string(n.text[start:end])
}

// set fills n with the normalised text, in one pass over the original, and reuses its memory.
// The original is cut into characters in the sense of Unicode normalisation (a letter with its
// combining marks, a syllable written in jamo); every byte made from one points at its start.
func (n *normalized) set(text string) {
	n.text = slices.Grow(n.text[:0], len(text))
	n.pos = slices.Grow(n.pos[:0], len(text)+1)
	for i := 0; i < len(text); {
		if plainASCII(text, i) {
			n.add(foldedASCII[text[i]], i)
			i++
			continue
		}
		end := i + 3
		if plainSyllable(text, i) {
			n.appendBytes(text[i:end], i)
		} else {
			end = characterEnd(text, i)
			n.addCharacter(text[i:end], i)
		}
		i = end
	}
	n.pos = append(n.pos, len(text))
}

// plainASCII reports whether the byte at i is a character of its own: an ASCII letter may still
// be the base of a combining mark behind it.
func plainASCII(text string, i int) bool {
	return text[i] < utf8.RuneSelf && (i+1 == len(text) || text[i+1] < utf8.RuneSelf)
}

// plainSyllable reports whether a Hangul syllable stands at i that nothing behind it can change: a
// jamo might still join it.
func plainSyllable(text string, i int) bool {
	r, size := utf8.DecodeRuneInString(text[i:])
	if !hangulSyllable(r) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(text[i+size:])
	return i+size == len(text) || next < utf8.RuneSelf || hangulSyllable(next)
}

// foldedASCII is what each ASCII character becomes.
var foldedASCII = func() (to [utf8.RuneSelf]byte) {
	for b := range byte(utf8.RuneSelf) {
		switch {
		case 'A' <= b && b <= 'Z':
			to[b] = b + 'a' - 'A'
		case b == '-' || b == '/' || '\t' <= b && b <= '\r':
			to[b] = ' '
		default:
			to[b] = b
		}
	}
	return to
}()

// add appends one byte; of a run of white space only the first is kept.
func (n *normalized) add(b byte, at int) {
	if b == ' ' && len(n.text) > 0 && n.text[len(n.text)-1] == ' ' {
		return
	}
	n.text = append(n.text, b)
	n.pos = append(n.pos, at)
}

// characterEnd returns where the character that starts at i ends. A middle dot is always a
// character of its own, because it becomes a space before anything is composed.
func characterEnd(text string, i int) int {
	rest := text[i:]
	length := norm.NFKC.NextBoundaryInString(rest, true)
	if length <= 0 {
		length = len(rest) // unreachable: rest is not empty and is all there is
	}
	for j, r := range rest[:length] {
		if !middleDot(r) {
			continue
		}
		if j == 0 {
			return i + utf8.RuneLen(r)
		}
		return i + j
	}
	return i + length
}

func (n *normalized) addCharacter(char string, at int) {
	if r, size := utf8.DecodeRuneInString(char); size == len(char) && middleDot(r) {
		n.add(' ', at)
		return
	}
	n.composed = norm.NFKC.AppendString(n.composed[:0], char)
	for i := 0; i < len(n.composed); {
		r, size := utf8.DecodeRune(n.composed[i:])
		n.addRune(foldRune(r), at)
		i += size
	}
}

func (n *normalized) addRune(r rune, at int) {
	if r < utf8.RuneSelf {
		n.add(foldedASCII[r], at)
		return
	}
	n.appendBytes(string(r), at)
}

func (n *normalized) appendBytes(char string, at int) {
	n.text = append(n.text, char...)
	for range len(char) {
		n.pos = append(n.pos, at)
	}
}

func middleDot(r rune) bool {
	return r == '\u00b7' || r == '\u318d' || r == '\u30fb' || r == '\u2027'
}

// foldRune lowers the case and replaces curly quotes, hyphens and white space by their plain forms.
// Dashes stay: they part what stands on both sides.
func foldRune(r rune) rune {
	switch r {
	case '\u2018', '\u2019', '\u201a', '\u201b':
		return '\''
	case '\u201c', '\u201d', '\u201e', '\u201f':
		return '"'
	case '\u2010', '\u2011':
		return '-'
	}
	if unicode.IsSpace(r) {
		return ' '
	}
	return unicode.ToLower(r)
}

// span returns the offsets in the original of text[start:end], which must not end in white space.
func (n *normalized) span(start, end int) (from, to int) {
	last := n.pos[end-1]
	for n.pos[end] == last { // the rest of the same character
		end++
	}
	return n.pos[start], n.pos[end]
}
