package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokens cuts sentences into features: stemmed words, and for Korean words the runs of one to four
// characters within them. Its memory is used again for the next sentence.
type tokens struct {
	word   []byte                         // the word that is being read, in lower case
	korean bool                           // it is written in Hangul; a word in Latin letters ends before it
	gram   []byte                         // a Korean word between spaces
	ends   []int                          // byte offsets at which the characters of gram end
	emit   func(token []byte, pairs bool) // takes each token; pairs: it may be half of a pair
}

// read passes the tokens of a sentence to emit, in the order of the text.
func (t *tokens) read(sentence string) {
	t.word, t.korean = t.word[:0], false
	for i := 0; i < len(sentence); {
		b := sentence[i]
		if b < utf8.RuneSelf {
			t.ascii(b)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(sentence[i:])
		t.rune(r)
		i += size
	}
	t.flush()
}

func (t *tokens) ascii(b byte) {
	if t.korean {
		t.flush()
	}
	switch {
	case 'a' <= b && b <= 'z', '0' <= b && b <= '9':
		t.word = append(t.word, b)
	case 'A' <= b && b <= 'Z':
		t.word = append(t.word, b+'a'-'A')
	case b == '\'' && len(t.word) > 0:
		t.word = append(t.word, b)
	default:
		t.flush()
	}
}

func (t *tokens) rune(r rune) {
	if h := hangul(r); h != t.korean {
		t.flush()
		t.korean = h
	}
	switch {
	case r == '’' && len(t.word) > 0:
		t.word = append(t.word, '\'')
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
		t.word = utf8.AppendRune(t.word, unicode.ToLower(r))
	default:
		t.flush()
	}
}

// longestWord is the length in bytes from which on a word is an identifier that says nothing.
const longestWord = 48

// flush ends the word that is being read.
func (t *tokens) flush() {
	word, korean := t.word, t.korean
	t.word, t.korean = t.word[:0], false
	if len(word) == 0 || len(word) > longestWord {
		return
	}
	if korean {
		t.grams(word)
		return
	}
	word, rest := contraction(word)
	switch string(word) {
	case "":
	case "cannot":
		t.emit(word[:len("can")], true)
		rest = "not"
	default:
		t.emit(stem(foldNumber(word)), true)
	}
	if rest != "" {
		t.gram = append(t.gram[:0], rest...)
		t.emit(t.gram, true)
	}
}

// contraction splits what stands behind an apostrophe from a word and says which word it is short
// for, if that one matters: did and not for "didn't", we and will for "we'll", server for "server's".
func contraction(word []byte) ([]byte, string) {
	for i, b := range word {
		if b != '\'' {
			continue
		}
		head, tail := word[:i], string(word[i+1:])
		switch {
		case tail == "ll":
			return head, "will"
		case tail != "t" || i < 2 || head[i-1] != 'n':
			return head, ""
		case string(head) == "can":
			return head, "not"
		}
		return head[:i-1], "not"
	}
	return word, ""
}

// foldNumber writes every number as 0, but for status codes of HTTP ("503"): these are words. In
// longer words with digits, identifiers for the most part, each digit becomes 0.
func foldNumber(word []byte) []byte {
	digits := 0
	for _, b := range word {
		if '0' <= b && b <= '9' {
			digits++
		}
	}
	switch {
	case digits == 0, len(word) < 5 && digits < len(word):
		return word
	case digits == len(word) && len(word) == 3 && (word[0] == '4' || word[0] == '5') && word[1] < '3':
		return word
	case digits == len(word):
		word[0] = '0'
		return word[:1]
	}
	for i, b := range word {
		if '0' <= b && b <= '9' {
			word[i] = '0'
		}
	}
	return word
}

func hangul(r rune) bool { return '가' <= r && r <= '힣' }

func hasHangul(text string) bool { return strings.ContainsFunc(text, hangul) }

const longestGram = 4

// grams passes the runs of one to four characters of a Korean word; a space at either end tells
// where the word begins and ends.
func (t *tokens) grams(word []byte) {
	t.gram = append(append(append(t.gram[:0], ' '), word...), ' ')
	t.ends = append(t.ends[:0], 0)
	for i := 0; i < len(t.gram); {
		_, size := utf8.DecodeRune(t.gram[i:])
		i += size
		t.ends = append(t.ends, i)
	}
	for first := range t.ends {
		for last := first + 1; last < len(t.ends) && last <= first+longestGram; last++ {
			if gram := t.gram[t.ends[first]:t.ends[last]]; len(gram) > 1 {
				t.emit(gram, false)
			}
		}
	}
}
