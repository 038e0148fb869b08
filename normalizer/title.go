package normalizer

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

const titleLength = 120 // characters

// bareTitle is a title that says nothing of what broke.
var bareTitle = regexp.MustCompile(`(?i)^(?:\W|\d|the|a|an|of|on|for|and|our|post|mortem|postmortem|incident|report|root|cause|analysis|rca|service|services|disruption|outage|degradation|degraded|performance|issue|issues|review|summary|update|updates|status|page|read|original|beta|untitled|system|some|partial|major|minor|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|장애|보고서|사고|안내|공지|서비스|보고)+$`)

// danglingWords are those at which a clipped title cannot end.
var danglingWords = regexp.MustCompile(`(?i)(?:[ ,;:](?:an?|the|of|to|with|and|or|in|on|for|from|by|at|are|is|was|were|which|that|as|some|our|experienced|this))+$`)

// fillTitle takes the report's own title when it says what broke, else the words of the sentence that
// says best what was observed.
func (d *drafting) fillTitle() {
	if !d.r.written() {
		return
	}
	if rd := d.titleSentence(); rd != nil && !bareTitle.MatchString(rd.text) {
		d.setTitle(rd)
		return
	}
	if i := d.r.mainImpact(); i >= 0 {
		d.setTitle(&d.r.sents[i])
		return
	}
	d.note("title", "the page's title does not say what broke, and no sentence on the impact was found")
}

// titleSentence returns the title, which is block 0; nil when the page has none.
func (d *drafting) titleSentence() *reading {
	if len(d.r.sents) == 0 || d.r.sents[0].sentence.block != 0 {
		return nil
	}
	return &d.r.sents[0]
}

func (d *drafting) setTitle(rd *reading) {
	start := stampLength(rd.text)
	end := start + clipped(rd.text[start:], titleLength)
	if end < len(rd.text) {
		end = start + len(danglingWords.ReplaceAllString(rd.text[start:end], ""))
	}
	d.cite(Evidence{Field: "title." + d.r.lang}, rd, start, end)
	d.Case.Title = d.inLanguage(strings.TrimRight(rd.text[start:end], " .,;:—–-"))
}

// clipped returns the length of the beginning of a text that has at most n characters: up to the end
// of a clause when that keeps half of it, else up to the end of a word.
func clipped(text string, n int) int {
	if utf8.RuneCountInString(text) <= n {
		return len(text)
	}
	limit := len(string([]rune(text)[:n]))
	if i := strings.LastIndexAny(text[:limit], ",;:"); i > limit/2 {
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
