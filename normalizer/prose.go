package normalizer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"inquest/extractor"
)

// prose writes sentences of the source, in the order of the text, into the slot of its language and
// cites each under the field. It returns nil when there are none.
func (d *drafting) prose(field string, at []int) *Text {
	var parts []string
	for _, i := range at {
		rd := &d.r.sents[i]
		start, end := rd.statement()
		parts = append(parts, d.span(field, rd, start, end))
	}
	if len(parts) == 0 {
		return nil
	}
	return d.inLanguage(strings.Join(parts, " "))
}

// span cites a span of a sentence under a field and returns its words.
func (d *drafting) span(field string, rd *reading, start, end int) string {
	d.cite(Evidence{Field: field + "." + d.r.lang}, rd, start, end)
	return d.worded(rd.text[start:end])
}

// inLanguage returns text in the slot of the report's language, null in the other.
func (d *drafting) inLanguage(text string) *Text {
	if d.r.lang == "ko" {
		return &Text{Ko: Maybe(text)}
	}
	return &Text{En: Maybe(text)}
}

var (
	stamp = regexp.MustCompile(`^[\[(]?[^:\n]{0,45}\d{1,2}[:h]\d{2}[^:\n]{0,14}(?:: | [-–—|] |\] )`)
	// bareStamp is a time without a sign behind it: "2031-09-18 14:27 Team was notified".
	bareStamp = regexp.MustCompile(`^[\[(]?(?:(?:\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}(?:/\d{2,4})?|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,?(?: \d{4})?)[ T,@]*(?:at )?)?\d{1,2}:\d{2}(?::\d{2})?(?: ?[APap]\.?[Mm]\.?)?(?: ?\(?(?:UTC|GMT|[A-Z]{1,2}[SD]?T|Z)(?:[+-]\d{1,2})?\)?)?[\])]?[ \t]*[-–—:,]*[ \t]+`)
)

// stampLength returns how much of a sentence is the time at its head: "21:38 UTC: ".
func stampLength(text string) int {
	m := stamp.FindString(text)
	if m == "" {
		if m = bareStamp.FindString(text); !unicode.IsUpper(firstRune(text[len(m):])) {
			return 0
		}
	}
	if strings.ContainsAny(m, ",.") && len(m) > 50 || len(text)-len(m) < 15 {
		return 0
	}
	return len(m)
}

// closed returns a sentence that ends like one, so that sentences of a list can be joined.
func closed(text string) string {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	last, _ := utf8.DecodeLastRuneInString(text)
	switch {
	case strings.ContainsRune(`.!?。…"”')`, last):
		return text
	case strings.ContainsRune(`,;:`, last):
		return text[:len(text)-1] + "."
	}
	return text + "."
}

// tells tells whether a sentence may stand in prose: it states something and belongs to the report.
func (rd *reading) tells() bool {
	switch {
	case rd.bar != barNone && rd.bar != barNegated, rd.block.Kind == extractor.Heading, rd.block.Kind == extractor.Fact,
		rd.section == extractor.SectionTitle:
		return false
	case strings.HasSuffix(rd.text, "?"), strings.HasSuffix(rd.text, ":"), rd.cues.has(cueApology):
		return false
	}
	return utf8.RuneCountInString(rd.text) >= 15 && countWords(rd.text) >= 3 && !rd.isCaption()
}

// isCaption tells whether a paragraph is a line of its own without a verb in the past: a heading that
// the page did not mark.
func (rd *reading) isCaption() bool {
	return rd.block.Kind == extractor.Para && rd.text == rd.block.Text && closed(rd.text) != rd.text && !rd.cues.has(cuePast)
}

// contentWords returns the content words of a text in lower case.
func contentWords(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !wordRune(r) }) {
		if utf8.RuneCountInString(w) > 3 || w[0] >= utf8.RuneSelf {
			set[w] = true
		}
	}
	return set
}

const sameFact = .7 // share of the words of the shorter of two sentences that state one fact

// repeats tells whether two sentences state the same fact.
func repeats(a, b string) bool {
	wa, wb := contentWords(a), contentWords(b)
	if len(wb) < len(wa) {
		wa, wb = wb, wa
	}
	shared := 0
	for w := range wa {
		if wb[w] {
			shared++
		}
	}
	return len(wa) > 0 && float64(shared) >= sameFact*float64(len(wa))
}

// withoutRepeats drops indices of sentences that repeat an earlier one.
func (r *report) withoutRepeats(at []int) []int {
	var kept []int
	for _, i := range at {
		again := false
		for _, k := range kept {
			again = again || repeats(r.sents[i].text, r.sents[k].text)
		}
		if !again {
			kept = append(kept, i)
		}
	}
	return kept
}

// sentencesWhere returns the indices of the sentences of prose for which ok holds.
func (r *report) sentencesWhere(ok func(*reading) bool) []int {
	var at []int
	for i := range r.sents {
		if rd := &r.sents[i]; rd.tells() && ok(rd) {
			at = append(at, i)
		}
	}
	return at
}
