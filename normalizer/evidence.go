package normalizer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"inquest/normalizer/phrase"
	"inquest/normalizer/reader"
)

const (
	quoteWords   = 25 // most words of a quote for a term
	quotesPer    = 3  // most quotes for a value
	wordsBefore  = 10 // words before the hit that a cut quote keeps when it can
	byRules      = "rules"
	alternative  = "alternative"
	clauseBreaks = ",;:)—–"
)

// fieldOrder is the order of the fields of evidence: that of a case's keys.
var fieldOrder = []string{
	"org", "date", "docs", "title", "domain", "impact", "sources", "summary", "trigger", "severity",
	"symptoms", "timeline", "date_kind", "detection", "components", "root_cause", "remediation",
	"action_items", "contributing", "symptoms_text",
}

// fieldPlace returns the place of a path like remediation[1].text.en among the fields.
func fieldPlace(path string) int {
	head, _, _ := strings.Cut(path, ".")
	head, _, _ = strings.Cut(head, "[")
	if i := slices.Index(fieldOrder, head); i >= 0 {
		return i
	}
	return len(fieldOrder)
}

// citeTerm adds the best quotes for a term, at most one per sentence.
func (d *drafting) citeTerm(field string, c candidate, role Maybe) {
	d.cites(field, c, role, quotesPer)
}

// cites adds the best quotes for a term, most at most.
func (d *drafting) cites(field string, c candidate, role Maybe, most int) {
	for _, q := range d.quotesOf(field, c, most) {
		rd := &d.r.sents[q.at]
		score := round(c.score)
		d.cite(Evidence{Field: field, Value: Maybe(c.term), Role: role, Score: &score}, rd, q.start, q.end)
	}
}

// span is a part of a sentence: its index, and byte offsets into its text.
type span struct{ at, start, end int }

// pointIn returns the offset of the word of a sentence from which on it speaks most of a term: the
// beginning of the 25 words of which the sentence reader says so, 0 for a sentence that is no longer.
func (n *Normalizer) pointIn(text, facet, term string) int {
	if countWords(text) <= quoteWords {
		return 0
	}
	words := wordSpans(text)
	memory := n.memory.Get().(*reader.Report)
	defer n.memory.Put(memory)
	point, most := 0, 0.0
	for i := 0; i+quoteWords <= len(words); i++ {
		if i == 0 || opensClause(text, words, i) || i+quoteWords == len(words) {
			if score := memory.ScoreOf(text[words[i][0]:words[i+quoteWords-1][1]], facet, term); score > most {
				point, most = words[i][0], score
			}
		}
	}
	return point
}

// citeSentence adds a whole sentence as the source of prose.
func (d *drafting) citeSentence(field string, rd *reading) {
	d.cite(Evidence{Field: field}, rd, 0, len(rd.text))
}

// cite adds evidence for the span of a sentence.
func (d *drafting) cite(e Evidence, rd *reading, start, end int) {
	e.By, e.Capture, e.Block = byRules, d.r.source.Capture, rd.sentence.block
	e.Start, e.End = rd.sentence.start+start, rd.sentence.start+end
	e.Quote = rd.text[start:end]
	d.Evidence = append(d.Evidence, e)
}

// round keeps two decimals, so that scores print alike everywhere.
func round(f float64) float64 {
	return float64(int(f*100+.5)) / 100
}

// cutQuote returns the span of at most 25 words of a sentence that shows the hit at [start, end): from
// the beginning of its clause where that is near, then on to the right.
func cutQuote(text string, start, end int) (int, int) {
	if countWords(text) <= quoteWords {
		return 0, len(text)
	}
	words := wordSpans(text)
	first := slices.IndexFunc(words, func(w [2]int) bool { return w[1] > start })
	last := first
	for last+1 < len(words) && words[last+1][0] < end {
		last++
	}
	last = min(last, first+quoteWords-1)
	from := clauseBefore(text, words, first, last)
	to := min(len(words)-1, from+quoteWords-1)
	for to > last && to+1 < len(words) && dated(text, words[to]) && dated(text, words[to+1]) {
		to--
	}
	return words[from][0], words[to][1]
}

// clauseBefore returns the word with which a quote begins that must hold the words first to last: the
// first one of a clause where there is room, else as many words before as there is room for.
func clauseBefore(text string, words [][2]int, first, last int) int {
	room := quoteWords - (last - first + 1)
	for from := first; from >= 0 && first-from <= min(room, wordsBefore); from-- {
		if from == 0 || opensClause(text, words, from) {
			return from
		}
	}
	from := max(0, first-min(room, wordsBefore))
	for from < first && dated(text, words[from]) {
		from++
	}
	return from
}

// opensClause tells whether a clause begins with word i: the comma of a date or number ends none.
func opensClause(text string, words [][2]int, i int) bool {
	before := text[words[i-1][0]:words[i-1][1]]
	if dated(text, words[i]) && dated(text, words[i-1]) {
		return false
	}
	return strings.ContainsAny(before[len(before)-1:], clauseBreaks) || joins[strings.ToLower(text[words[i][0]:words[i][1]])]
}

// joins are words with which a clause begins.
var joins = wordSet("which because when while where although but whereas causing resulting leading due")

var datePart = phrase.MustSet(`(?i)^\W?(?:\d[\d:./-]*(?:st|nd|rd|th|am|pm|h|m|z|년|월|일|시|분)?|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\w*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|utc|gmt|[pecm][sd]?t|kst|a\.?m\.?|p\.?m\.?|오전|오후|약|and|to|–|-|~)\W*$`)

// dated tells whether a word may be a part of a date, a time or a number.
func dated(text string, word [2]int) bool { return datePart.Any(text[word[0]:word[1]]) }

// wordSpans returns the byte spans of the words of a text.
func wordSpans(text string) [][2]int {
	spans := make([][2]int, 0, len(text)/5+1)
	for at := nextWord(text, 0); at < len(text); {
		end := wordEnd(text, at)
		spans = append(spans, [2]int{at, end})
		at = nextWord(text, end)
	}
	return spans
}

// countWords returns how many words a text has.
func countWords(text string) int {
	n := 0
	for at := nextWord(text, 0); at < len(text); at = nextWord(text, wordEnd(text, at)) {
		n++
	}
	return n
}

// nextWord returns where the first word from an offset on begins, the end of the text when there is none.
func nextWord(text string, at int) int {
	for at < len(text) {
		n := firstSpace(text[at:])
		if n == 0 {
			break
		}
		at += n
	}
	return at
}

// wordEnd returns where the word at an offset ends.
func wordEnd(text string, at int) int {
	for at < len(text) && (isPrinted(text[at]) || firstSpace(text[at:]) == 0) {
		at++
	}
	return at
}

// isPrinted tells whether a byte is a character of ASCII that is no space: most are.
func isPrinted(b byte) bool { return ' ' < b && b < utf8.RuneSelf }

// firstSpace returns the length of the white space character with which a text begins, 0 when it begins with none.
func firstSpace(text string) int {
	return spaceLength(utf8.DecodeRuneInString(text))
}

// spaceLength returns the length of a character that is white space, 0 for another.
func spaceLength(r rune, size int) int {
	if unicode.IsSpace(r) {
		return size
	}
	return 0
}
