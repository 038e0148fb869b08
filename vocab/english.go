package vocab

import (
	"unicode"
	"unicode/utf8"
)

// english finds forms in Latin script. It walks over words, not letters: a trie whose edges are
// words and whose last word is compared by its stem.
type english struct {
	words map[string]int32 // every word and stem that some form needs, numbered from 0
	first []firstWord      // the root of the trie, by number: most words begin no form
}

type firstWord struct {
	alone  []formEnd // the forms of this single stem
	behind *node     // where longer forms go on after this word; nil if none does
}

// node is a place behind the first word. Its lists are short, so they are looked through.
type node struct {
	next []edge
	ends []formEnd
}

// edge leads over a word as it is written.
type edge struct {
	word int32
	to   *node
}

// formEnd is the last word of a form.
type formEnd struct {
	stem int32
	kind wordKind // which stem it is
	*pattern
}

type wordKind int8

const (
	byNoun wordKind = iota // nounStem
	byVerb                 // verbStem
)

// token is a word or a punctuation mark of the normalised text.
type token struct {
	start, end       int
	word, noun, verb int32 // numbers of the word and its stems; -1 when no form needs it
}

const noWord = -1

// add puts the words of a normalised form into the trie.
func (e *english) add(form string, p *pattern) {
	s := scratch{normalized: normalized{text: []byte(form)}}
	e.tokenize(&s)
	last := len(s.tokens) - 1
	var at *node
	for _, t := range s.tokens[:last] {
		at = e.child(at, e.number(s.text[t.start:t.end]))
	}
	word := s.text[s.tokens[last].start:s.tokens[last].end]
	kind := endKind(word, at == nil, p.isNear())
	end := formEnd{e.number(stem(word, kind)), kind, p}
	if at == nil {
		e.first[end.stem].alone = append(e.first[end.stem].alone, end)
	} else {
		at.ends = append(at.ends, end)
	}
}

// child returns the place behind a word, from the root if at is nil, and makes it if it is new.
func (e *english) child(at *node, word int32) *node {
	if at == nil {
		if e.first[word].behind == nil {
			e.first[word].behind = &node{}
		}
		return e.first[word].behind
	}
	if to := at.after(word); to != nil {
		return to
	}
	to := &node{}
	at.next = append(at.next, edge{word, to})
	return to
}

func (n *node) after(word int32) *node {
	for _, e := range n.next {
		if e.word == word {
			return e.to
		}
	}
	return nil
}

// number returns the number of a word and gives it one if it is new.
func (e *english) number(word []byte) int32 {
	n, ok := e.words[string(word)]
	if !ok {
		n = int32(len(e.words))
		e.words[string(word)] = n
		e.first = append(e.first, firstWord{})
	}
	return n
}

// endKind says how the last word of a form is compared. A plural is a noun, so builds is not
// building. A word that stands alone keeps its own -ed or -ing, which makes it what it is: reporting
// is not report. Near words only lean one way or the other and are compared most loosely.
func endKind(word []byte, alone, near bool) wordKind {
	plural := endsIn(word, "s") && len(stem(word, byNoun)) < len(word)
	participle := cuts(word, "ing") || cuts(word, "ed")
	if !near && (plural || alone && participle) {
		return byNoun
	}
	return byVerb
}

// stem returns a copy of the word without its endings.
func stem(word []byte, kind wordKind) []byte {
	noun := nounStem(append([]byte(nil), word...))
	if kind == byVerb {
		return verbStem(noun)
	}
	return noun
}

// scan reports every form of the trie that stands in the text on word boundaries.
func (e *english) scan(s *scratch) {
	e.tokenize(s)
	for i, t := range s.tokens {
		if t.noun != noWord {
			s.reportEnds(e.first[t.noun].alone, t, t.start)
		}
		if t.verb != noWord && t.verb != t.noun {
			s.reportEnds(e.first[t.verb].alone, t, t.start)
		}
		if t.word != noWord && e.first[t.word].behind != nil {
			s.walk(e.first[t.word].behind, s.tokens[i+1:], t.start)
		}
	}
}

// walk reports the forms that began at start and go on behind a place with the tokens.
func (s *scratch) walk(at *node, tokens []token, start int) {
	for _, t := range tokens {
		s.reportEnds(at.ends, t, start)
		if t.word == noWord {
			return
		}
		if at = at.after(t.word); at == nil {
			return
		}
	}
}

// reportEnds reports those of the forms that may end with the token.
func (s *scratch) reportEnds(ends []formEnd, t token, start int) {
	for _, end := range ends {
		if end.kind == byNoun && end.stem == t.noun || end.kind == byVerb && end.stem == t.verb {
			s.report(end.pattern, start, t.end)
		}
	}
}

// tokenize cuts the normalised text into words and single punctuation marks. Hangul belongs to no
// word: beside a Korean particle an English word ends (timeout이).
func (e *english) tokenize(s *scratch) {
	s.tokens = s.tokens[:0]
	for i := 0; i < len(s.text); {
		if s.text[i] == ' ' {
			i++
			continue
		}
		end := wordEnd(s.text, i)
		if end == i {
			_, size := utf8.DecodeRune(s.text[i:])
			end += size
		}
		s.tokens = append(s.tokens, s.token(e, i, end))
		i = end
	}
}

func wordEnd(text []byte, i int) int {
	for i < len(text) {
		if b := text[i]; b < utf8.RuneSelf {
			if !wordByte(b) {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if !wordRune(r) {
			return i
		}
		i += size
	}
	return i
}

func wordByte(b byte) bool {
	return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b == '_'
}

func wordRune(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !unicode.Is(unicode.Hangul, r)
}

// longestWord is the length in bytes up to which words are stemmed; no word of a form is longer.
const longestWord = 40

// known is a short word that was looked up before.
type known struct {
	key              uint64 // its bytes
	word, noun, verb int32  // see token
}

const (
	shortWord  = 8       // bytes
	knownWords = 1 << 10 // how many are kept
)

// token looks up a word, or takes what is known of it.
func (s *scratch) token(e *english, start, end int) token {
	if end-start > shortWord || s.known == nil {
		return e.token(s.text, start, end)
	}
	key := uint64(1) // so that no word has the key 0 of what is not known yet
	for _, b := range s.text[start:end] {
		key = key<<8 | uint64(b)
	}
	k := &s.known[key*0x9e3779b97f4a7c15>>32%knownWords]
	if k.key != key {
		t := e.token(s.text, start, end)
		*k = known{key, t.word, t.noun, t.verb}
	}
	return token{start, end, k.word, k.noun, k.verb}
}

func (e *english) token(text []byte, start, end int) token {
	word := text[start:end]
	t := token{start, end, e.lookUp(word), noWord, noWord}
	if len(word) > longestWord {
		return t
	}
	var room [longestWord]byte // the stemmers write into the word
	noun := nounStem(append(room[:0], word...))
	t.noun = t.word
	if len(noun) < len(word) {
		t.noun = e.lookUp(noun)
	}
	t.verb = t.noun
	if verb := verbStem(noun); len(verb) < len(noun) {
		t.verb = e.lookUp(verb)
	}
	return t
}

func (e *english) lookUp(word []byte) int32 {
	if n, ok := e.words[string(word)]; ok {
		return n
	}
	return noWord
}
