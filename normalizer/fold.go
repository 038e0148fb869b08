package normalizer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// folded is a sentence in the form that patterns and cues are written for: lower case, hyphens and
// slashes inside words and repeated spaces as one space, straight quotes, "n't" as " not" and
// "cannot" as "can not".
type folded struct {
	text string
	at   []int // byte offset in the sentence for each byte of text, and one for its end
}

// fold returns s in the form that patterns are written for.
func fold(s string) folded {
	w := folder{at: make([]int, 0, len(s)+16)}
	w.b.Grow(len(s) + 16)
	for i := 0; i < len(s); {
		i += w.next(s, i)
	}
	w.at = append(w.at, len(s))
	return folded{text: w.b.String(), at: w.at}
}

type folder struct {
	b    strings.Builder
	at   []int
	last byte // the byte written last
}

// next writes what stands at s[i:] and returns how many bytes it has read.
func (w *folder) next(s string, i int) int {
	rest := s[i:]
	switch {
	case hasFold(rest, "n't"), hasFold(rest, "n’t"):
		w.write(" not", i)
		return strings.IndexAny(rest, "tT") + 1
	case hasFold(rest, "cannot"):
		w.write("can not", i)
		return len("cannot")
	}
	r, n := utf8.DecodeRuneInString(rest)
	switch {
	case r == '’' || r == '‘':
		w.write("'", i)
	case r == '“' || r == '”':
		w.write(`"`, i)
	case unicode.IsSpace(r), joinsWords(s, i, r, n):
		if w.last != ' ' {
			w.write(" ", i)
		}
	default:
		w.write(string(unicode.ToLower(r)), i)
	}
	return n
}

func (w *folder) write(s string, at int) {
	w.b.WriteString(s)
	for range len(s) {
		w.at = append(w.at, at)
	}
	w.last = s[len(s)-1]
}

// joinsWords tells whether the hyphen or slash r at s[i:] stands between two letters or digits.
func joinsWords(s string, i int, r rune, n int) bool {
	if r != '-' && r != '/' && r != '‑' {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+n:])
	return wordRune(before) && wordRune(after)
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// hasFold tells whether s begins with prefix, which is in lower case.
func hasFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// span returns the span in the sentence for text[start:end].
func (f folded) span(start, end int) (int, int) {
	return f.at[start], f.at[end]
}

// hasHangul tells whether a text has Korean syllables.
func hasHangul(s string) bool {
	for _, r := range s {
		if r >= 0xAC00 && r <= 0xD7A3 {
			return true
		}
	}
	return false
}
