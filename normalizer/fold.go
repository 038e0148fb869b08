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
	at   []int32 // byte offset in the sentence for each byte of text, and one for its end
}

// fold returns s in the form that patterns are written for.
func fold(s string) folded { return foldAll([]sentence{{text: s}})[0] }

// foldAll folds the sentences of a report in common memory.
func foldAll(list []sentence) []folded {
	size := 0
	for _, s := range list {
		size += len(s.text) + 16
	}
	w := folder{text: make([]byte, 0, size), at: make([]int32, 0, size+len(list))}
	all, ends := make([]folded, len(list)), make([]int, len(list)+1)
	for i, s := range list {
		from := len(w.at)
		w.fold(s.text)
		all[i].at, ends[i+1] = w.at[from:], len(w.text)
	}
	text := string(w.text)
	for i := range all {
		all[i].text = text[ends[i]:ends[i+1]]
	}
	return all
}

// fold writes a sentence.
func (w *folder) fold(s string) {
	w.start = len(w.text)
	for i := 0; i < len(s); {
		if b := plainFold[s[i]]; b != 0 {
			w.text, w.at = append(w.text, b), append(w.at, int32(i))
			i++
		} else {
			i += w.next(s, i)
		}
	}
	w.at = append(w.at, int32(len(s)))
}

// plainFold is what a character is folded to that is folded alike wherever it stands; else 0. With "c" and
// "n" may begin what is written out.
var plainFold = func() (to [256]byte) {
	for b := byte('!'); b < utf8.RuneSelf; b++ {
		switch {
		case strings.IndexByte("cCnN-/", b) >= 0:
		case 'A' <= b && b <= 'Z':
			to[b] = b + 'a' - 'A'
		default:
			to[b] = b
		}
	}
	return to
}()

type folder struct {
	text  []byte
	at    []int32
	start int // where the sentence begins in text
}

// next writes what stands at s[i:] and returns how many bytes it has read.
func (w *folder) next(s string, i int) int {
	rest := s[i:]
	switch rest[0] {
	case 'n', 'N':
		if hasFold(rest, "n't") || hasFold(rest, "n’t") {
			w.write(" not", i)
			return strings.IndexAny(rest, "tT") + 1
		}
	case 'c', 'C':
		if hasFold(rest, "cannot") {
			w.write("can not", i)
			return len("cannot")
		}
	}
	r, n := utf8.DecodeRuneInString(rest)
	switch {
	case r == '’' || r == '‘':
		w.write("'", i)
	case r == '“' || r == '”':
		w.write(`"`, i)
	case unicode.IsSpace(r), joinsWords(s, i, r, n):
		if len(w.text) == w.start || w.text[len(w.text)-1] != ' ' {
			w.write(" ", i)
		}
	default:
		start := len(w.text)
		w.text = utf8.AppendRune(w.text, unicode.ToLower(r))
		w.mark(len(w.text)-start, i)
	}
	return n
}

func (w *folder) write(s string, at int) {
	w.text = append(w.text, s...)
	w.mark(len(s), at)
}

// mark notes where the last n bytes come from.
func (w *folder) mark(n, at int) {
	for range n {
		w.at = append(w.at, int32(at))
	}
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
	return int(f.at[start]), int(f.at[end])
}

// hasHangul tells whether a text has Korean syllables.
func hasHangul(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0xEA && s[i] <= 0xED { // the first byte of a syllable
			if r, _ := utf8.DecodeRuneInString(s[i:]); r >= 0xAC00 && r <= 0xD7A3 {
				return true
			}
		}
	}
	return false
}
