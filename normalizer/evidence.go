package normalizer

import (
	"slices"
	"strings"
	"unicode"
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
	for _, h := range c.hits[:min(quotesPer, len(c.hits))] {
		rd := &d.r.sents[h.at]
		start, end := cutQuote(rd.text, h.start, h.end)
		score := round(c.score)
		d.cite(Evidence{Field: field, Value: Maybe(c.term), Role: role, Score: &score}, rd, start, end)
	}
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
	words := wordSpans(text)
	if len(words) <= quoteWords {
		return 0, len(text)
	}
	first := slices.IndexFunc(words, func(w [2]int) bool { return w[1] > start })
	last := first
	for last+1 < len(words) && words[last+1][0] < end {
		last++
	}
	last = min(last, first+quoteWords-1)
	from := first
	for from > 0 && first-from < wordsBefore && last-from+1 < quoteWords && !endsClause(text[words[from-1][0]:words[from-1][1]]) {
		from--
	}
	to := min(len(words)-1, from+quoteWords-1)
	from = max(0, min(from, to-quoteWords+1))
	return words[from][0], words[to][1]
}

func endsClause(word string) bool {
	return strings.ContainsAny(word[len(word)-1:], clauseBreaks)
}

// wordSpans returns the byte spans of the words of a text.
func wordSpans(text string) [][2]int {
	var spans [][2]int
	start := -1
	for i, r := range text {
		switch {
		case unicode.IsSpace(r) && start >= 0:
			spans = append(spans, [2]int{start, i})
			start = -1
		case !unicode.IsSpace(r) && start < 0:
			start = i
		}
	}
	if start >= 0 {
		spans = append(spans, [2]int{start, len(text)})
	}
	return spans
}
