package normalizer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"inquest/extractor"
)

// sentence is one sentence of a block.
type sentence struct {
	block, start, end int // index of the block; UTF-8 byte offsets into its text
	text              string
}

// sentencesOf returns the sentences of a document in the order of reading. Headings, table rows and
// facts are one sentence each, and code has none: what a log says is no statement of the report.
func sentencesOf(doc *extractor.Document) []sentence {
	var all []sentence
	for i, b := range doc.Blocks {
		switch b.Kind {
		case extractor.Code:
		case extractor.Heading, extractor.Row, extractor.Fact:
			all = appendSentence(all, i, b.Text, 0, len(b.Text))
		default:
			all = splitBlock(all, i, b.Text)
		}
	}
	return all
}

// splitBlock appends the sentences of one block.
func splitBlock(all []sentence, block int, text string) []sentence {
	start := 0
	for pos := 0; pos < len(text); {
		r, size := utf8.DecodeRuneInString(text[pos:])
		next := pos + size
		if isStop(r) {
			next = skipClosers(text, next)
			if endsSentence(text[start:], r, pos-start, next-start) {
				all = appendSentence(all, block, text, start, next)
				start = next
			}
		}
		pos = next
	}
	return appendSentence(all, block, text, start, len(text))
}

// appendSentence appends text[start:end] without white space around it, when anything is left.
func appendSentence(all []sentence, block int, text string, start, end int) []sentence {
	part := text[start:end]
	start += len(part) - len(strings.TrimLeftFunc(part, unicode.IsSpace))
	part = strings.TrimSpace(part)
	if part == "" {
		return all
	}
	return append(all, sentence{block: block, start: start, end: start + len(part), text: part})
}

func isStop(r rune) bool {
	switch r {
	case '.', '!', '?', '…', '\n', '。', '！', '？', '．':
		return true
	}
	return false
}

// skipClosers returns the offset behind the quotes, brackets and further stops that follow a stop.
func skipClosers(text string, pos int) int {
	for pos < len(text) {
		r, size := utf8.DecodeRuneInString(text[pos:])
		if !strings.ContainsRune(`.!?"')]*_」』）”’»`, r) {
			return pos
		}
		pos += size
	}
	return pos
}

// endsSentence reports whether the stop at pos ends the sentence that text begins with; the next one
// would begin at next.
func endsSentence(text string, stop rune, pos, next int) bool {
	if stop == '\n' || stop >= 0x3000 || next >= len(text) {
		return true
	}
	after, size := utf8.DecodeRuneInString(text[next:])
	if !unicode.IsSpace(after) {
		return stop == '.' && endsHangul(text[:pos]) && unicode.IsLetter(after)
	}
	follow := firstRune(text[next+size:])
	if stop != '.' {
		return !unicode.IsLower(follow)
	}
	word := lastWord(text[:pos])
	switch {
	case neverEnds[strings.ToLower(word)], isInitial(word):
		return false
	case mayEnd[strings.ToLower(word)]:
		return unicode.IsUpper(follow) && !followsDate(text[next+size:])
	case isNumber(word) && len(word) <= 2 && months[strings.ToLower(leadingWord(text[next+size:]))] > 0: // "19. März"
		return false
	case isNumber(word): // "2025. 7. 18" and list numbers go on
		return !unicode.IsDigit(follow) && strings.TrimSpace(text[:pos]) != word && !unicode.IsLower(follow) && !followsDate(text[next+size:])
	}
	return !unicode.IsLower(follow)
}

// neverEnds lists abbreviations behind which a sentence goes on.
var neverEnds = wordSet("e.g i.e e.g, vs mr mrs ms dr prof st no nos fig approx ca circa cf resp incl excl z.b bzw ggf d.h u.a p.ej jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat")

// mayEnd lists abbreviations that end a sentence when a capital letter follows.
var mayEnd = wordSet("a.m p.m am pm etc inc ltd co corp u.s u.k e.u al min hrs sec usw")

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// followsDate reports whether text goes on with the clock time or zone of a date that "." only
// seemed to end: "July 22, 2025. at 21:13 UTC", "9 a.m. PST".
func followsDate(text string) bool {
	word := leadingWord(text)
	_, isZone := extractor.ZoneMeaning(word)
	return isZone || spokenZones[strings.ToLower(word)]
}

// spokenZones lists the words with which zones begin that are spoken out: "5 p.m. Pacific".
var spokenZones = wordSet("pacific eastern central mountain")

// leadingWord returns the letters with which text begins.
func leadingWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(text)
	}
	return text[:end]
}

// lastWord returns the letters, digits and inner dots that end text.
func lastWord(text string) string {
	at := strings.LastIndexFunc(text, func(r rune) bool {
		return r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if at < 0 {
		return text
	}
	_, size := utf8.DecodeRuneInString(text[at:])
	return text[at+size:]
}

// isInitial reports whether word is a single capital letter, as in "J. Doe".
func isInitial(word string) bool {
	return len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z'
}

func isNumber(word string) bool {
	return word != "" && strings.IndexFunc(word, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

// endsHangul reports whether text ends in a Hangul syllable: Korean writers leave out the space
// between sentences now and then ("완료했습니다.이후").
func endsHangul(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return unicode.Is(unicode.Hangul, r)
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, ` "'(*_“‘「『[`))
	return r
}
