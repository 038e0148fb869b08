package normalizer

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// telling is a timed moment with what the clauses beside it tell; row says that it leads a row of a timeline.
type telling struct {
	*moment
	kinds []string
	row   bool
}

func (t *telling) tells(kind string) bool { return contains(t.kinds, kind) }

// readTold reads rows and sentences by their make-up where no cue has found the start, the detection or
// the end: the first that tells of harm and not of someone who saw it, the first that tells of someone who
// did, and the last that says that all is well.
func (c *chronicler) readTold() {
	if c.live || c.start != nil && !c.weak(c.start) && c.end != nil && c.detected != nil {
		return
	}
	told := c.tellings()
	if c.start == nil {
		c.fitRows(told)
	}
	if c.start == nil {
		if c.start = c.toldStart(told); c.start == nil {
			c.start = c.changeStart()
		}
		if c.start != nil && !c.broken {
			c.end = c.latestEnd()
		}
	}
	if c.start == nil {
		return
	}
	if first := c.toldStart(told); first != nil && c.weak(c.start) && (earlier(first, c.start) || !tellsAt(told, c.start, kindStarted)) {
		c.start = first
	}
	if c.detected == nil {
		c.detected = c.toldDetection(told)
	}
	if c.end == nil && !c.broken && len(c.repairs) == 0 {
		if end := c.toldEnd(told); end != nil && c.fitsTotals(end) {
			c.end = end
		}
	}
}

// fitsTotals reports whether the stated totals, if there are any, let the impact end at a moment.
func (c *chronicler) fitsTotals(end *moment) bool {
	d, ok := between(c.start, end)
	return len(c.totals) == 0 || ok && close(c.totals[0], d)
}

// fitRows takes for the start and the end the only two rows between which a stated total lies exactly, when the
// second says that all is well.
func (c *chronicler) fitRows(told []telling) {
	if len(c.totals) == 0 || c.totals[0].approx {
		return
	}
	var start, end *moment
	for i := range told {
		for j := 0; j < i && told[i].row && told[i].tells(kindResolved); j++ {
			d, ok := between(told[j].moment, told[i].moment)
			if !ok || !told[j].row || d != c.totals[0].d {
				continue
			}
			if start != nil {
				return // nothing says which two are meant
			}
			start, end = told[j].moment, told[i].moment
		}
	}
	if start != nil && (c.detected == nil || !earlier(c.detected, start)) {
		c.start, c.end = start, end
	}
}

// followTail moves the end to a later moment that is told as the end of what customers still felt.
func (c *chronicler) followTail() {
	if c.live || c.broken || c.start == nil || c.end == nil {
		return
	}
	ends := slices.Clone(c.happened)
	for _, t := range c.tellings() {
		if t.tells(kindResolved) {
			ends = append(ends, happening{moment: *t.moment, row: t.row, kind: kindResolved})
		}
	}
	for i := range ends {
		if h := &ends[i]; h.kind == kindResolved && c.counts(h) && earlier(c.end, &h.moment) && apart(c.end, &h.moment) <= 12*time.Hour && c.endsTail(h) {
			c.end = &h.moment
		}
	}
}

// tellings returns the timed moments that belong to a day, in the order of reading. Rows that run
// backward in time are left out.
func (c *chronicler) tellings() []telling {
	byBlock := sentencesByBlock(c.doc, c.sents)
	cal := calendar{doc: c.doc}
	var all []telling
	for i := range c.moments {
		m := &c.moments[i]
		b := &c.doc.Blocks[m.block]
		if !m.timed() || m.dayless || m.until || skippedSection(b.Section) || cal.isPostLine(m.mark) || b.Kind == "fact" {
			continue
		}
		if m.row {
			all = append(all, telling{moment: m, kinds: rowStates(rowText(c.doc, c.moments, i)), row: true})
			continue
		}
		if kinds := c.proseStates(i, byBlock); len(kinds) > 0 {
			all = append(all, telling{moment: m, kinds: kinds})
		}
	}
	return forward(all)
}

// proseStates reads the words of a sentence that belong to moment i: what follows up to the next time,
// else what stands before it.
func (c *chronicler) proseStates(i int, byBlock [][]sentence) []string {
	m := &c.moments[i]
	text := c.doc.Blocks[m.block].Text
	start, end := sentenceAround(byBlock[m.block], m.start, len(text))
	sentence := strings.ToLower(text[min(start, m.start):max(end, m.end)])
	if announces(sentence) || goesOn(strings.ToLower(text)) {
		return nil
	}
	if i > 0 && c.moments[i-1].block == m.block {
		start = max(start, c.moments[i-1].end)
	}
	if i+1 < len(c.moments) && c.moments[i+1].block == m.block {
		end = min(end, c.moments[i+1].start)
	}
	kinds := toldStates(strings.ToLower(text[m.end:max(end, m.end)]))
	before := strings.ToLower(text[min(start, m.start):m.start])
	if kind := toldState(lastClause(before)); kind != "" {
		kinds = []string{kind}
	}
	if len(kinds) > 0 && kinds[0] == kindDetected && sinceTime.MatchString(before) && impactWords(sentence) {
		return nil // "we see errors since 10:00"
	}
	near := kinds != nil && kinds[0] == kindResolved && c.start != nil && m.block >= c.start.block && m.block-c.start.block <= 2
	if len(kinds) > 0 && kinds[0] != kindDetected && !near && !impactWords(strings.ToLower(text)) {
		return nil
	}
	return kinds
}

// lastClause returns the last clause of what stands before a time, without the words that lead to it.
func lastClause(before string) string {
	clauses := clauseBreak.Split(leadsToTime.ReplaceAllString(before, ""), -1)
	return clauses[len(clauses)-1]
}

// sinceTime matches words, in lower case, that make the time behind them that of a start.
var sinceTime = regexp.MustCompile(`\b(?:since|from)(?: (?:about|around|roughly|approximately))? ?~?$`)

// leadsToTime matches the words between a clause and its time: "... stopped at about".
var leadsToTime = regexp.MustCompile(`(?:[\s,(~*-]|\b(?:at|on|around|about|by|since|from|as of|roughly|approximately|already|only|just|not before|the same day)\b)+$`)

// forward drops the rows when they do not run forward in time.
func forward(all []telling) []telling {
	var last *moment
	for i := range all {
		if !all[i].row {
			continue
		}
		if last != nil && earlier(all[i].moment, last) {
			return withoutRows(all)
		}
		last = all[i].moment
	}
	return all
}

func withoutRows(all []telling) []telling {
	var prose []telling
	for _, t := range all {
		if !t.row {
			prose = append(prose, t)
		}
	}
	return prose
}

// toldStart returns the first moment that tells of harm; nil when someone knew before or in the same
// row, so that the start is not timed.
func (c *chronicler) toldStart(told []telling) *moment {
	var first *telling
	for i := range told {
		t := &told[i]
		if len(t.kinds) > 0 && t.kinds[0] != kindResolved && !c.onDetection(t.block) && (first == nil || earlier(t.moment, first.moment)) {
			first = t
		}
	}
	if first == nil || first.kinds[0] != kindStarted || c.detected != nil && earlier(c.detected, first.moment) {
		return nil
	}
	return first.moment
}

// tellsAt reports whether the words beside a moment tell of a kind.
func tellsAt(told []telling, m *moment, kind string) bool {
	for i := range told {
		if t := &told[i]; t.block == m.block && t.start == m.start {
			return t.tells(kind)
		}
	}
	return false
}

// toldDetection returns the first moment from the start on that tells of someone who knew.
func (c *chronicler) toldDetection(told []telling) *moment {
	var first *moment
	for i := range told {
		t := &told[i]
		if t.tells(kindDetected) && !earlier(t.moment, c.start) && (first == nil || earlier(t.moment, first)) {
			first = t.moment
		}
	}
	return first
}

// toldEnd returns the last moment behind the start that says that all is well, when no later one tells
// of harm or of someone who saw it.
func (c *chronicler) toldEnd(told []telling) *moment {
	var last *telling
	for i := range told {
		t := &told[i]
		if len(t.kinds) > 0 && earlier(c.start, t.moment) && apart(c.start, t.moment) < longestIncident && (last == nil || !earlier(t.moment, last.moment)) {
			last = t
		}
	}
	if last == nil || !last.tells(kindResolved) || c.kindAt(last.moment) == kindStarted {
		return nil
	}
	return c.beforeClosing(last.moment)
}

// afterwards matches what is done when all is over, in lower case.
var afterwards = regexp.MustCompile(`\b(?:post-?mortem|retrospective|retro|debrief\w*|(?:review|follow-up|wrap-up) (?:meeting|call))\b`)

// rowStates returns what the first sentence of a row tells that tells anything; the others tell of what
// came after it.
func rowStates(text string) []string {
	if afterwards.MatchString(text) {
		return nil
	}
	for _, sentence := range strings.SplitN(strings.TrimLeft(text, " :,-–—|*"), ". ", 4) {
		if kinds := toldStates(" " + sentence + " "); len(kinds) > 0 {
			return kinds
		}
	}
	return nil
}
