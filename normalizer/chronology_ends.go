package normalizer

import (
	"regexp"
	"sort"
	"strings"
	"time"

	"inquest/extractor"
)

// keepLastPost keeps what the last update of a live entry states, when it states any time: earlier ones
// knew less.
func (c *chronicler) keepLastPost() {
	last := -1
	for i := range c.happened {
		if h := &c.happened[i]; h.kind == kindStarted || h.kind == kindResolved {
			last = max(last, h.block)
		}
	}
	for _, w := range c.windows {
		last = max(last, w.from.block)
	}
	kept := c.windows[:0]
	for _, w := range c.windows {
		if w.from.block == last {
			kept = append(kept, w)
		}
	}
	c.windows = kept
	c.lastPost = last
}

// findStart looks for the start of the impact: the first of the stated windows, else the earliest
// timed start in timeline or prose, else the platform's. A timeline beats a window that is about.
func (c *chronicler) findStart() {
	if c.start = c.keyed(kindStarted); c.start != nil {
		return
	}
	for i := range c.windows {
		if w := c.windows[i]; c.start == nil || earlier(w.from, c.start) {
			c.start = w.from
		}
	}
	row := c.earliest(kindStarted, true)
	switch {
	case row == nil:
	case c.start == nil && c.weak(row):
	case c.start == nil, c.start.approx && apart(row, c.start) < 30*time.Minute:
		c.start = row
	case c.wholeHours(row):
		c.problem("timeline", CodeTimesDiffer, "The text and its timeline differ by whole hours; the timeline is taken.", c.quote(c.start), c.quote(row))
		c.start = row
	}
	if c.start == nil {
		c.start = c.earliest(kindStarted, false)
	}
	if c.start == nil {
		c.start = c.platformStart()
	}
}

// keyed returns the latest written moment that a report names as its start or end: "Incident Start:
// 19 June 10:14". Such a pair sums the report up and beats what earlier updates guessed.
func (c *chronicler) keyed(kind string) *moment {
	for i := range c.happened {
		h := &c.happened[i]
		before := strings.TrimRight(strings.ToLower(c.doc.Blocks[h.block].Text[:h.start]), " ")
		if h.kind == kind && h.timed() && keyEnding(before) == kind && !c.superseded(h.block) {
			return &h.moment
		}
	}
	return nil
}

// superseded reports whether a later update than that of a block states a window of impact.
func (c *chronicler) superseded(block int) bool {
	for _, w := range c.windows {
		if c.doc.Blocks[w.from.block].Time > c.doc.Blocks[block].Time {
			return true
		}
	}
	return false
}

// wholeHours reports whether a row differs from the start by whole hours, as times of two zones do.
func (c *chronicler) wholeHours(row *moment) bool {
	d := apart(row, c.start)
	return d >= time.Hour && d <= 12*time.Hour && d%time.Hour == 0 && earlier(c.start, row)
}

// earliest returns the earliest timed moment of a kind, in rows of a timeline only or anywhere.
func (c *chronicler) earliest(kind string, rows bool) *moment {
	var first *moment
	for i := range c.happened {
		h := &c.happened[i]
		if h.kind != kind || !h.timed() || rows && !h.row || !c.counts(h) {
			continue
		}
		if first == nil || earlier(&h.moment, first) {
			first = &h.moment
		}
	}
	return first
}

// counts reports whether a happening can belong to the case: it stands in a part of the report that
// tells what happened, and prose that starts or ends something speaks of harm.
func (c *chronicler) counts(h *happening) bool {
	b := &c.doc.Blocks[h.block]
	if skippedSection(b.Section) || c.live && h.block != c.lastPost && h.kind != kindDetected {
		return false
	}
	if h.kind == kindResolved && !h.row && goesOn(strings.ToLower(b.Text)) {
		return false // it was over for some
	}
	if h.kind != kindStarted || h.row || h.named {
		return true
	}
	low := strings.ToLower(c.sentenceOf(h.block, h.start))
	if impactWords(low) || itBegan.MatchString(low) {
		return true
	}
	return (ofImpact(b) || b.Section == extractor.SectionSummary) && !peopleAct.MatchString(low)
}

// itBegan matches a sentence, in lower case, that tells when it all began without saying what.
var itBegan = regexp.MustCompile(`^\W*(?:it|this|that|it all|all of this|the (?:event|story|trouble)) (?:all )?(?:began|started|set in|happened|occurred)\b|^\W*(?:began|started) (?:at |around )?\d`)

// goesOn reports whether an update, in lower case, says that the incident was not over when it was written.
func goesOn(low string) bool {
	for _, w := range []string{"we are experiencing", "we are still", "we're still", "are still investigating", "continues to investigate", "currently underway", "should be resolved for"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

func (c *chronicler) sentenceOf(block, at int) string {
	i := sort.Search(len(c.sents), func(i int) bool {
		return c.sents[i].block > block || c.sents[i].block == block && c.sents[i].end > at
	})
	if i < len(c.sents) && c.sents[i].block == block {
		return c.sents[i].text
	}
	return c.doc.Blocks[block].Text
}

// earlier reports whether a lies before b; a moment without a day is compared by its clock only with
// another one of that kind.
func earlier(a, b *moment) bool {
	d, ok := between(a, b)
	return ok && d > 0
}

func apart(a, b *moment) time.Duration {
	d, ok := between(a, b)
	if !ok {
		return 1000 * time.Hour
	}
	return d.Abs()
}

// platformStart returns the start that a status platform states in its data. It counts only when it is
// not the moment at which the entry was made.
func (c *chronicler) platformStart() *moment {
	started := c.fact("started_at", "begin", "impact_started_at", "impact_start")
	if started == nil || started.at.IsZero() {
		return nil
	}
	if created := c.fact("created_at", "created"); created != nil && apart(started, created) < time.Minute {
		return nil
	}
	for _, b := range c.doc.Blocks {
		if t, err := time.Parse(time.RFC3339, string(b.Time)); err == nil && t.Sub(started.at).Abs() < time.Minute {
			return nil
		}
	}
	return started
}

// fact returns the moment that a platform states under one of the names.
func (c *chronicler) fact(names ...string) *moment {
	for i := range c.moments {
		m := &c.moments[i]
		b := &c.doc.Blocks[m.block]
		if b.Kind != extractor.Fact || !m.timed() {
			continue
		}
		key, _, _ := strings.Cut(b.Text, ":")
		if contains(names, strings.TrimSpace(key)) {
			return m
		}
	}
	return nil
}

// findEnd looks for the moment at which it was over for all: the last end of the stated windows, else
// the last full recovery that timeline or prose give a time, else the platform's when its start counts.
func (c *chronicler) findEnd() {
	if end := c.keyed(kindResolved); end != nil && c.start != nil && c.start.block == end.block {
		c.end = end
		return
	}
	for i := range c.windows {
		w := c.windows[i]
		if w.to.backward {
			c.broken = true
			c.reportImpossible(w)
			continue
		}
		if c.end == nil || earlier(c.end, w.to) {
			c.end = w.to
		}
	}
	if c.end != nil && !c.broken {
		c.extendEnd()
	}
	if c.start == nil || c.end != nil || c.broken {
		return
	}
	if c.end = c.latestEnd(); c.end == nil && c.doc.Blocks[c.start.block].Kind == extractor.Fact {
		c.end = c.fact("resolved_at", "end", "impact_ended_at", "impact_end")
	}
}

// extendEnd moves the end of a window to a later one that the report gives the tail that customers still
// felt: a full recovery told in the same paragraph, a backlog or a delay worked off anywhere.
func (c *chronicler) extendEnd() {
	window := c.end
	if c.start == nil {
		return
	}
	for i := range c.happened {
		h := &c.happened[i]
		if h.kind != kindResolved || !h.timed() || h.until || skippedSection(c.doc.Blocks[h.block].Section) || !earlier(c.end, &h.moment) || apart(window, &h.moment) > max(12*time.Hour, apart(c.start, window)) {
			continue
		}
		if h.block == window.block && !h.row && c.saysAll(h) || c.endsTail(h) {
			c.end = &h.moment
		}
	}
}

// tails name what customers still feel when the fault itself is over.
var tails = []string{"backlog", "delayed", "delays", "queued", "catch up", "caught up", "reprocess", "re-process", "replay", "remaining customers", "remaining users", "last customer", "last of the", "밀린", "밀려", "적체", "대기 중이던"}

// endsTail reports whether an end is that of a tail: the sentence or row names one.
func (c *chronicler) endsTail(h *happening) bool {
	low := strings.ToLower(c.sentenceOf(h.block, h.start))
	if h.row {
		low = c.rowOf(&h.moment)
	}
	for _, w := range tails {
		if strings.Contains(low, w) {
			return c.doc.Blocks[h.block].Time == c.doc.Blocks[c.start.block].Time && !goesOn(low)
		}
	}
	return false
}

// rowOf returns, in lower case, the text of the row that moment m leads.
func (c *chronicler) rowOf(m *moment) string {
	for i := range c.moments {
		if o := &c.moments[i]; o.block == m.block && o.start == m.start {
			return rowText(c.doc, c.moments, i)
		}
	}
	return "" // unreachable: each happening is one of the moments
}

// longestIncident is how far an end may lie behind a start: a date further away is that of another story, or
// misprinted.
const longestIncident = 60 * 24 * time.Hour

// latestEnd returns the latest timed end behind the start. A row or sentence that says that all is
// well beats one that only says "resolved".
func (c *chronicler) latestEnd() *moment {
	var last *moment
	full := false
	for i := range c.happened {
		h := &c.happened[i]
		if h.kind != kindResolved || !h.timed() || !c.counts(h) || h.block == c.start.block && h.start == c.start.start || earlier(&h.moment, c.start) || apart(c.start, &h.moment) > longestIncident {
			continue
		}
		whole := h.named || c.saysAll(h)
		if last == nil || whole && !full || whole == full && earlier(last, &h.moment) {
			last, full = &h.moment, whole
		}
	}
	if last == nil {
		return c.repaired()
	}
	return c.beforeClosing(last)
}

// closing matches words, in lower case, with which people close an incident that may have been over before.
var closing = regexp.MustCompile(`\b(?:status ?pages?|statuspage|incident (?:is |was |has been |now )?(?:closed|resolved|over)|(?:closed?|closing|resolved?|resolving) (?:the )?incident|all.clear|(?:declared?|marked?|set|posted|announced?|communicated|tweeted|informed|notified)\b|\bbugs? (?:is |was |has been )?fixed\b|\bpermanent\b)`)

// beforeClosing returns the last time before an end at which a row says that all is well, where the row of the
// end only says that people closed the incident.
func (c *chronicler) beforeClosing(end *moment) *moment {
	if !end.row || !closing.MatchString(c.rowOf(end)) {
		return end
	}
	var last *telling
	told := c.tellings()
	for i := range told {
		if t := &told[i]; t.row && len(t.kinds) > 0 && earlier(c.start, t.moment) && earlier(t.moment, end) && !closing.MatchString(c.rowOf(t.moment)) {
			last = t
		}
	}
	if last == nil || !last.tells(kindResolved) {
		return end
	}
	return last.moment
}

// repaired returns the time that a line names as that of the repair, "Repaired: 11:05", which is the end where
// no other is given.
func (c *chronicler) repaired() *moment {
	for i := range c.happened {
		h := &c.happened[i]
		if h.kind == kindMitigated && h.timed() && earlier(c.start, &h.moment) && strings.HasPrefix(strings.TrimLeft(strings.ToLower(c.doc.Blocks[h.block].Text), " *-•"), "repaired") {
			return &h.moment
		}
	}
	return nil
}

// saysAll reports whether the sentence of an end says that it was one for all.
func (c *chronicler) saysAll(h *happening) bool {
	low := strings.ToLower(c.sentenceOf(h.block, h.start))
	if h.row {
		low = strings.ToLower(c.doc.Blocks[h.block].Text)
	}
	for _, w := range []string{"fully", "all ", "complete", "everywhere", "every ", "normal", "operational", "정상", "완료", "완전", "모두", "모든", "전부", "전체", "全て", "すべて"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// findDetection looks for the first moment at which anyone at the operator knew.
func (c *chronicler) findDetection() {
	if c.detected = c.knownOnly(); c.detected != nil {
		return
	}
	c.detected = c.earliest(kindDetected, false)
	if m := c.namedDetection(); m != nil && (c.detected == nil || earlier(m, c.detected)) {
		c.detected = m
	}
	if c.detected == nil {
		c.detected = c.acknowledged()
	}
	if c.detected == nil {
		return
	}
	for _, kind := range []string{kindDeclared, kindAcknowledged} {
		if m := c.earliest(kind, false); m != nil && earlier(m, c.detected) {
			c.detected = m
		}
	}
	if c.weak(c.start) && earlier(c.detected, c.start) {
		c.start, c.end = nil, nil // people knew before: what the row tells of is a later step
	}
}

// acknowledged returns the time of a line that names it so, "Acknowledged: 10:04 UTC": someone knew by then.
func (c *chronicler) acknowledged() *moment {
	for i := range c.happened {
		if h := &c.happened[i]; h.kind == kindAcknowledged && h.named && h.timed() {
			return &h.moment
		}
	}
	return nil
}

// knownOnly returns the time until which, as the report says, nobody knew: alerts before it reached no one.
func (c *chronicler) knownOnly() *moment {
	for i := range c.happened {
		h := &c.happened[i]
		if h.kind == kindDetected && h.timed() && !h.row && c.counts(h) && knownOnlyAt.MatchString(strings.ToLower(c.doc.Blocks[h.block].Text[:h.start])) {
			return &h.moment
		}
	}
	return nil
}

// namedDetection returns the first clock time of a part of the report on how it was noticed, whatever its
// sentence says: "How we heard: head teacher, by phone, 08:12".
func (c *chronicler) namedDetection() *moment {
	for i := range c.moments {
		m := &c.moments[i]
		if !m.timed() || m.dayless || m.until || !c.onDetection(m.block) || c.start != nil && earlier(m, c.start) {
			continue
		}
		before := strings.ToLower(c.doc.Blocks[m.block].Text[:m.start])
		if kind := c.kindAt(m); kind != kindResolved && kind != kindMitigated && kind != kindIdentified && !sinceTime.MatchString(before) {
			return m
		}
	}
	return nil
}

// onDetection reports whether a block tells how the incident was noticed, by its first words, its section or
// the heading above it.
func (c *chronicler) onDetection(block int) bool {
	b := &c.doc.Blocks[block]
	if detectionLead.MatchString(b.Text) {
		return true
	}
	above := &c.doc.Blocks[max(0, block-1)]
	return above.Kind == extractor.Heading && detectionLead.MatchString(above.Text+":")
}

// detectionLead matches the first words of a part on how the incident was noticed.
var detectionLead = regexp.MustCompile(`(?i)^\W*(?:\d+\W+)?(?:(?:first )?detect(?:ion|ed)(?: by)?|discover(?:y|ed)(?: by)?|noticed(?: by)?|who (?:noticed|told us|found out)|(?:how|when) (?:did |was |were )?(?:we|i|it|they|you)?(?: was| were| first| got to| came to)? ?(?:notic|learn|hear|heard|f[io]u?nd|know|knew|seen?|saw|discover|detect|spot)[^:.?!]{0,30}|how (?:noticed|seen|found|detected)|알게 된 경위|(?:[가-하]\. ?)?(?:최초 )?(?:인지|감지|발견|파악|탐지)(?: ?(?:경로|시각|일시|경위))?)\W{0,3}[:.?!|–-]`)

// weak reports whether a start is only known from a row that may tell of a later step.
func (c *chronicler) weak(start *moment) bool {
	for i := range c.happened {
		if h := &c.happened[i]; start != nil && h.weak && h.block == start.block && h.start == start.start {
			return true
		}
	}
	return false
}
