package normalizer

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const titleLength = 120 // characters

// bareTitle is a title that says nothing of what broke.
var bareTitle = regexp.MustCompile(`(?i)^(?:\W|\d|the|a|an|of|on|for|and|our|post|mortem|postmortem|incident|report|root|cause|analysis|rca|service|services|disruption|outage|degradation|degraded|performance|issue|issues|review|summary|update|updates|status|page|read|original|beta|untitled|system|some|partial|major|minor|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|장애|보고서|사고|안내|공지|서비스|보고)+$`)

// danglingWords are those at which a clipped title cannot end.
var danglingWords = regexp.MustCompile(`(?i)(?:[ ,;:](?:an?|the|of|to|with|and|or|in|on|for|from|by|at|are|is|was|were|which|that|as|some|our|experienced|this))+$`)

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

const leastClause = 25 // characters that must be left for a clause behind a title

// completeTitle says in the title what the page's own leaves open: for whom and how, from the sentences
// on cause, trigger and impact.
func (d *drafting) completeTitle() {
	if !d.r.written() {
		return
	}
	title := ""
	if d.Case.Title != nil {
		title = string(d.Case.Title.En) + string(d.Case.Title.Ko)
	}
	for range 2 {
		room := titleLength - utf8.RuneCountInString(title) - len(": ")
		if room < leastClause {
			break
		}
		i := d.nextTitlePart(title, room)
		if i < 0 {
			break
		}
		title = joinTitle(title, d.titleClause(i, room))
	}
	if title == "" {
		d.note("title", "the page's title does not say what broke, and no sentence on the impact was found")
		return
	}
	d.Case.Title = d.inLanguage(titled(title))
}

func joinTitle(title, words string) string {
	switch {
	case title == "":
		return titled(words)
	case strings.Contains(title, ": "):
		return title + "; " + words
	}
	return title + ": " + words
}

// nextTitlePart returns that of the sentences on cause, trigger and impact whose first clause adds most
// to a title: the words that the report itself comes back to. It returns -1 when none adds anything.
func (d *drafting) nextTitlePart(title string, room int) int {
	weight := d.topics()
	for w := range contentWords(title) {
		delete(weight, withoutEnding(w))
	}
	best, at := 1.0, -1
	for _, i := range d.titleSources(title) {
		rd := &d.r.sents[i]
		start, end := d.clauseSpan(rd, room)
		sum := 0.0
		for _, w := range slices.Sorted(maps.Keys(contentWords(rd.text[start:end]))) {
			sum += weight[withoutEnding(w)]
		}
		if sum > best && len(wordSpans(rd.text[start:end])) >= 3 && rd.sentence.block > 0 {
			best, at = sum, i
		}
	}
	return at
}

// titleSources returns the sentences of which a title can be made. A title begins with what broke.
func (d *drafting) titleSources(title string) []int {
	var at []int
	add := func(list ...int) {
		for _, i := range list {
			if i >= 0 {
				at = append(at, i)
			}
		}
	}
	if title != "" {
		add(d.citedSentence(facetRootCause), d.citedSentence("trigger"))
	}
	add(d.r.mainImpact(), d.citedSentence(facetSymptoms))
	return compactInts(at)
}

// topics weighs the words of a report by how many of its sentences have them.
func (d *drafting) topics() map[string]float64 {
	count := map[string]float64{}
	for i := range d.r.sents {
		if d.r.sents[i].bar != barNone {
			continue
		}
		for w := range contentWords(d.r.sents[i].text) {
			count[withoutEnding(w)]++
		}
	}
	for w, n := range count {
		count[w] = .1 + math.Log(n)
	}
	return count
}

// leadingTime is the time or the place at the head of a sentence, and the frame of a named cause.
var leadingTime = []*regexp.Regexp{
	regexp.MustCompile(`^(?i:on|at|from|between|around|since|starting|beginning|by|during|in|approximately)\b[^.;]{0,60}?\d[^,.;]{0,60}(?:, \d{4})?, `),
	regexp.MustCompile(`^(?i:on|yesterday|today|late|early|in)\b[^,.;]{0,40}, `),
	regexp.MustCompile(`^(?i:(?:the|our|its|this|one|a) (?:\S+ ){0,4}(?:root cause|cause|reason|trigger|issue|problem|incident|outage|fault)(?: \S+){0,6} (?:was|were|is|been)(?: (?:traced|due|caused|triggered|found|determined|identified))?(?: (?:by|to|that|as|in|to be))*) `),
	regexp.MustCompile(`^(?i:this|that|which|it|these|those|they|however|then|also|so|but|and|as a result|because of (?:this|that)),? `),
}

// clauseSpan returns the first clause of a sentence that says something, at most n characters of it.
func (d *drafting) clauseSpan(rd *reading, n int) (start, end int) {
	start, end = rd.statement()
	for _, t := range leadingTime {
		if m := t.FindString(rd.text[start:end]); m != "" && end-start-len(m) >= leastClause {
			start += len(m)
		}
	}
	return start, start + clause(rd.text[start:end], n)
}

// titleClause cites and returns the clause with which a sentence completes a title.
func (d *drafting) titleClause(i, n int) string {
	rd := &d.r.sents[i]
	start, end := d.clauseSpan(rd, n)
	d.cite(Evidence{Field: "title." + d.r.lang}, rd, start, end)
	plain := strings.Trim(rd.text[start:end], " .,;:—–-")
	words := thirdPerson(plain, string(d.Case.Org))
	if utf8.RuneCountInString(words) > n {
		words = plain
	}
	return uncapital(words)
}

// openers are words that have a capital only because they begin a sentence.
var openers = wordSet("The A An Our Some All One Many Most Several Customers Users This These When After During Because Due As In On At Each Both New Its")

func uncapital(words string) string {
	if first := firstWord(words); openers[first] {
		return strings.ToLower(first) + words[len(first):]
	}
	return words
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
