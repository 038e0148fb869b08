package normalizer

import (
	"regexp"
	"strings"
	"time"

	"inquest/extractor"
)

// setDate fills date and date_kind: the day of the start, else a day that the title or a sentence
// about the impact states, else that of the detection, else that of the publication.
func (c *chronicler) setDate() {
	if m := c.untimedDays(); m != nil && m.wall.Before(c.start.wall) {
		c.date(m, "incident")
		return
	}
	if c.start != nil && c.start.dated() {
		c.date(c.start, c.kindOfDay(c.start))
		return
	}
	if m := c.statedDay(); m != nil {
		c.date(m, c.kindOfDay(m))
		return
	}
	if c.detected != nil && c.detected.dated() {
		c.date(c.detected, "detected")
		return
	}
	c.setPublished()
	if c.Date == "" {
		c.note(fieldDate, "no date of the impact, of its detection or of the publication was found")
	}
}

// kindOfDay returns what the day of m dates: a weakness in security that someone reports on it has been there
// before, so the report is its detection.
func (c *chronicler) kindOfDay(m *moment) string {
	low := strings.ToLower(c.sentenceOf(m.block, m.start))
	if !m.timed() && weakness.MatchString(low) && cameToKnow.MatchString(low) {
		return "detected"
	}
	return "incident"
}

var (
	weakness   = regexp.MustCompile(`\b(?:vulnerabilit\w+|exploits?|cve-\d|(?:security|privacy) (?:issue|bug|flaw|hole|weakness|report|researchers?)|bug bounty|disclosure|(?:leaked|exposed) (?:\w+ )?(?:tokens?|keys?|credentials?|secrets?|passwords?))\b|취약점|보안 (?:문제|결함|제보)`)
	cameToKnow = regexp.MustCompile(`\b(?:report(?:s|ed)?|disclos(?:es|ed)|notif(?:ies|ied)|inform(?:s|ed)|alerted|contact(?:s|ed)|discover(?:s|ed)|found|learn(?:s|ed|t)|receiv(?:es|ed)|told|aware|identified)\b|제보|신고|발견|알려|인지`)
)

// date sets the date to the day of m, in UTC where its zone is known.
func (c *chronicler) date(m *moment, kind string) {
	t := m.wall
	if !m.at.IsZero() {
		t = m.at
	}
	c.Date, c.DateKind = Maybe(t.Format(time.DateOnly)), kind
	c.evidence(fieldDate, string(c.Date), "", m.block, m.start, m.end)
}

// statedDay returns the first day that the title or a sentence about the impact states.
func (c *chronicler) statedDay() *moment {
	cal := calendar{doc: c.doc}
	for i := range c.moments {
		m := &c.moments[i]
		b := &c.doc.Blocks[m.block]
		if !m.dated() || skippedSection(b.Section) || b.Kind == extractor.Fact || cal.isPostLine(m.mark) {
			continue
		}
		low := strings.ToLower(c.sentenceOf(m.block, m.start))
		if c.headDate(m) || m.day.toDay > 0 && m.block <= 4 && !c.aboutOthers(low) {
			return m
		}
		if m.block > 0 && (!impactWords(low) || c.kindAt(m) == kindDetected || c.aboutOthers(low) || m.row || b.Time != "" && c.kindAt(m) != kindStarted && c.endsOrPlans(m, low)) {
			continue
		}
		return m
	}
	return c.leadDay()
}

// headDate reports whether a moment is the date in the head of a report that follows a form: "Date: 4 May
// 2031" beside lines that name the duration, the severity or the like.
func (c *chronicler) headDate(m *moment) bool {
	b := &c.doc.Blocks[m.block]
	before := withoutWeekday(strings.ToLower(b.Text[:m.start]))
	if m.block > 12 || b.Time != "" || !dateLine.MatchString(before) {
		return false
	}
	if strings.Contains(before, "incident") || strings.Contains(before, "of event") || strings.Contains(before, "of the event") || strings.Contains(before, "outage") || strings.Contains(before, "장애") || strings.Contains(before, "발생") {
		return true
	}
	for i := max(1, m.block-4); i < len(c.doc.Blocks) && i < m.block+6; i++ {
		if formLine.MatchString(c.doc.Blocks[i].Text) {
			return true
		}
	}
	return formLine.MatchString(strings.TrimLeft(b.Text[m.end:], " |·•-"))
}

var (
	dateLine = regexp.MustCompile(`(?:^|[ |])(?:date|day|incident date|date of (?:the )?(?:incident|outage|event)|장애 ?일자|발생 ?일자?)(?: \(\w+\))? ?[:|] ?$`)
	formLine = regexp.MustCompile(`(?i)^\W*(?:duration|severity|impact|affected (?:services?|systems?|users?)|services? affected|root cause|trigger|detection|status|downtime|start(?: time)?|end(?: time)?|time to \w+|incident (?:id|number|commander|lead|manager)|장애 ?등급|영향|원인)[^:|]{0,12}[:|]`)
)

// endsOrPlans reports whether an update dates an end, or what is to come, at a moment; low is its sentence.
func (c *chronicler) endsOrPlans(m *moment, low string) bool {
	switch c.kindAt(m) {
	case kindResolved, kindMitigated, kindIdentified:
		return true
	}
	return announces(low)
}

// leadDay returns the first day that the report's first blocks state for what happened.
func (c *chronicler) leadDay() *moment {
	cal := calendar{doc: c.doc}
	if c.detected != nil && c.detected.dated() && !c.onDetection(c.detected.block) {
		return nil
	}
	for i := range c.moments {
		m := &c.moments[i]
		b := &c.doc.Blocks[m.block]
		if m.block > 8 || b.Time != "" {
			return nil
		}
		if m.dated() && b.Kind == extractor.Para && !cal.isPostLine(m.mark) && !stampOnly(b, m.mark) && !c.aboutOthers(strings.ToLower(c.sentenceOf(m.block, m.start))) {
			return m
		}
	}
	return nil
}

// kindAt returns what happened at a moment, or "".
func (c *chronicler) kindAt(m *moment) string {
	for i := range c.happened {
		if h := &c.happened[i]; h.block == m.block && h.start == m.start {
			return h.kind
		}
	}
	return ""
}

// aboutOthers reports whether a sentence, in lower case, dates something else than the impact.
func (c *chronicler) aboutOthers(low string) bool {
	for _, w := range []string{"introduced", "released", "published", "posted", "will ", "scheduled", "before ", "deployed on", "예정", "정산"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// setPublished dates the case by its first post, its publication or its address.
func (c *chronicler) setPublished() {
	first, block := "", -1
	for i, b := range c.doc.Blocks {
		if t := string(b.Time); t != "" && (first == "" || t < first) {
			first, block = t, i
		}
	}
	for _, d := range []day{dayOf(first), dayOf(string(c.doc.PublishedAt)), dayOfAddress(string(c.doc.URL))} {
		if d.year > 0 {
			c.Date, c.DateKind = Maybe(d.midnight().Format(time.DateOnly)), "published"
			c.publishedEvidence(block)
			return
		}
	}
	c.publishedInText()
}

// publishedEvidence supports the date of publication with the block of the earliest post, else with a
// place in the text that writes the same day.
func (c *chronicler) publishedEvidence(block int) {
	for i := range c.moments {
		m := &c.moments[i]
		if m.dated() && (m.wall.Format(time.DateOnly) == string(c.Date) || !m.at.IsZero() && m.at.Format(time.DateOnly) == string(c.Date)) {
			c.evidence(fieldDate, string(c.Date), "", m.block, m.start, m.end)
			return
		}
	}
	if block < 0 || c.doc.Blocks[block].Text == "" {
		c.note(fieldDate, string(c.Date)+" is the day of publication; the page states it outside the text")
		return
	}
	c.evidence(fieldDate, string(c.Date), "", block, 0, len(firstWords(c.doc.Blocks[block].Text)))
	c.note(fieldDate, string(c.Date)+" is the day of the earliest update: "+string(c.doc.Blocks[block].RawTime))
}

// firstWords returns the first words of text, at most ten.
func firstWords(text string) string {
	count := 0
	for i, r := range text {
		if r == ' ' {
			if count++; count == 10 {
				return text[:i]
			}
		}
	}
	return text
}

// publishedInText dates the case by a line that says when the text was posted.
func (c *chronicler) publishedInText() {
	cal := calendar{doc: c.doc}
	var first *moment
	for i := range c.moments {
		m := &c.moments[i]
		if !m.dated() || !cal.isPostLine(m.mark) && !wholeBlock(c.doc.Blocks[m.block].Text, m) {
			continue
		}
		if first == nil || m.wall.Before(first.wall) {
			first = m
		}
	}
	if first != nil {
		c.date(first, "published")
	}
}

// wholeBlock reports whether a block is nothing but a date.
func wholeBlock(text string, m *moment) bool {
	return len(text)-(m.end-m.start) <= 3
}
