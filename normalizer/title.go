package normalizer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const titleLength = 120 // characters

// bareTitle is a title that says nothing of what broke.
var bareTitle = regexp.MustCompile(`(?i)^(?:[^\p{L}\p{N}]|\d|the|a|an|of|on|for|and|our|post|mortem|postmortem|incident|report|root|cause|analysis|rca|service|services|disruption|outage|degradation|degraded|performance|issue|issues|review|summary|update|updates|status|page|read|original|beta|untitled|system|some|partial|major|minor|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|장애|보고서|사고|안내|공지|서비스|보고)+$`)

// danglingWords are those at which a clipped title cannot end.
var danglingWords = regexp.MustCompile(`(?i)(?:[ ,;:](?:an?|the|of|to|with|and|or|in|on|for|from|by|at|are|is|was|were|which|that|as|some|our|experienced|this|resulting|leading|causing|typically|advising|including|especially|who|whose))+$`)

// headline is the line that names a report, with the span that is left when what every report says is
// cut: "Incident Report: ", a date, the organisation, the platform's mark.
type headline struct {
	rd         *reading
	start, end int
}

// fillTitle takes the report's own title when it says what broke. Without one it waits for the
// sentences of impact and cause.
func (d *drafting) fillTitle() {
	if !d.r.written() {
		return
	}
	if h := d.headline(); h != nil {
		d.cite(Evidence{Field: "title." + d.r.lang}, h.rd, h.start, h.end)
		d.Case.Title = d.inLanguage(titled(h.rd.text[h.start:h.end]))
	}
}

func titled(text string) string {
	text = strings.Trim(text, " .,;:—–-|")
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// headline returns the report's title, nil when it has none that says anything.
func (d *drafting) headline() *headline {
	rd := d.titleSentence()
	if rd == nil {
		return nil
	}
	h := &headline{rd: rd, start: stampLength(rd.text), end: len(rd.text)}
	h.cutRoutine(string(d.Case.Org))
	h.cutTail()
	if h.end-h.start > titleLength {
		h.end = h.start + clause(rd.text[h.start:], titleLength)
	}
	said := rd.text[h.start:h.end]
	if org := string(d.Case.Org); bareTitle.MatchString(said) || org != "" && bareTitle.MatchString(strings.ReplaceAll(said, org, "")+" ") {
		return nil
	}
	return h
}

// routine is what titles say beside what broke.
var routine = []*regexp.Regexp{
	regexp.MustCompile(`^(?i:\[[^\]]{1,30}\]|\([^)]{1,20}\)|#\d+)[ :–—-]*`),
	regexp.MustCompile(`^(?i:(?:public |full |our |the |a |an |preliminary |final )*(?:post[- ]?mortem|incident|outage|rca|root cause analysis|after[- ]action|retrospective|review|update)(?: (?:report|review|analysis|summary|post[- ]?mortem|details|#?\d+))*)(?: (?i:on|for|of|from) (?:\d{4}-\d\d-\d\d|[A-Z][a-z]+ \d{1,2}(?:st|nd|rd|th)?,? ?(?:\d{4})?|\d{1,2} [A-Z][a-z]+ \d{4}))?(?: ?[:–—|-]+ +| (?i:on|for|of|about) )`),
	regexp.MustCompile(`^(?:\d{4}-\d\d-\d\d|[A-Z][a-z]+ \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2} [A-Z][a-z]+ \d{4})(?: ?[:–—|,-]+ *| +)`),
	regexp.MustCompile(`^(?:장애|사고)? ?(?:보고서|보고|공지|안내) ?[:–—|-]+ *`),
}

// cutRoutine cuts what stands before the words on what broke, as long as they are left.
func (h *headline) cutRoutine(org string) {
	for cut := true; cut; {
		cut = false
		text := h.rd.text[h.start:h.end]
		for _, r := range routine {
			if n := len(r.FindString(text)); n > 0 && len(text)-n >= 8 {
				h.start, cut = h.start+n, true
				break
			}
		}
		if rest, ok := strings.CutPrefix(text, org); !cut && ok && org != "" {
			if trimmed := strings.TrimLeft(rest, " "); strings.HasPrefix(trimmed, ":") || strings.HasPrefix(trimmed, "-") || strings.HasPrefix(trimmed, "–") || strings.HasPrefix(trimmed, "—") || strings.HasPrefix(trimmed, "|") {
				trimmed = strings.TrimLeft(trimmed, " :–—|-")
				h.start, cut = h.end-len(trimmed), len(trimmed) >= 8
			}
		}
	}
}

// routineTail is what titles say behind what broke: a date, the kind of text, how it stands.
var routineTail = regexp.MustCompile(`(?i)(?:[ ,:;(–—-]+(?:what happened|incident report|post[- ]?mortem|root cause analysis|rca|corrective action updates?|incident #\d+|(?:on )?(?:\d{4}-\d\d-\d\d|\d{1,2}[-/]\d{1,2}[-/]\d{2,4}|\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*,? \d{4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (?:\d{1,2}(?:st|nd|rd|th)?,? )?\d{4})|(?:오류 )?(?:안내|공지)|\(?(?:조치 ?완료|정상화|종결)\)?)\)?)+[ .]*$`)

// cutTail cuts what stands behind the words on what broke, as long as they are left.
func (h *headline) cutTail() {
	text := h.rd.text[h.start:h.end]
	if n := len(routineTail.FindString(text)); n > 0 && len(text)-n >= 8 {
		h.end -= n
	}
}

// titleSentence returns the title, which is block 0, or a first line that stands by itself; nil when
// the page has none.
func (d *drafting) titleSentence() *reading {
	if len(d.r.sents) == 0 {
		return nil
	}
	rd := &d.r.sents[0]
	if b := rd.sentence.block; b == 0 || b == 1 && rd.text == rd.block.Text && len(rd.text) <= titleLength && closed(rd.text) != rd.text {
		return rd
	}
	return nil
}

// clause returns the length of the beginning of a text that has at most n characters and does not end
// in the middle of a phrase.
func clause(text string, n int) int {
	end := clipped(text, n)
	if end < len(text) {
		end = len(danglingWords.ReplaceAllString(text[:end], ""))
	}
	return end
}

// clipped returns the length of the beginning of a text that has at most n characters: up to the end
// of a clause when that keeps most of it, else up to the end of a word.
func clipped(text string, n int) int {
	if utf8.RuneCountInString(text) <= n {
		return len(text)
	}
	limit := len(string([]rune(text)[:n]))
	if i := strings.LastIndexAny(text[:limit], ",;:"); i > limit*3/4 {
		return i
	}
	if i := strings.LastIndex(text[:limit], " "); i > 0 {
		return i
	}
	return limit
}

// mainImpact returns the index of the sentence that says best what was observed, -1 when there is none.
func (r *report) mainImpact() int {
	best, at := 0.0, -1
	for _, h := range r.hits {
		rd := &r.sents[h.at]
		if h.facet == facetSymptoms && rd.tells() && rd.role == roleImpact && h.score > best {
			best, at = h.score, h.at
		}
	}
	return at
}
