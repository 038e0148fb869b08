package normalizer

import (
	"strings"
	"time"

	"inquest/extractor"
)

// chronology is what a document says of when things happened.
type chronology struct {
	Events        []Event
	Date          Maybe
	DateKind      string
	DetectedAfter Maybe
	ResolvedAfter Maybe
	Evidence      []Evidence // without the capture
	Notes         []Note
	Problems      []Problem
}

// The fields that a chronology fills.
const (
	fieldDate     = "date"
	fieldDetected = "timeline.detected_after"
	fieldResolved = "timeline.resolved_after"
)

// chronicler fills a chronology step by step.
type chronicler struct {
	chronology
	doc      *extractor.Document
	sents    []sentence
	moments  []moment
	happened []happening
	windows  []window
	live     bool     // updates that are led by their clock times
	totals   []length // stated durations of the whole impact
	delays   []length // stated times until someone knew
	repairs  []length // stated times to recovery
	start    *moment
	end      *moment
	detected *moment
	lastPost int  // block of the last update that states times, in a live entry
	broken   bool // an end lies before its start
}

// readChronology reads the events of a document and what follows from them: date, date_kind and the
// two durations. fetchedAt limits years that are not written; it may be zero. sents are the
// document's sentences.
func readChronology(doc *extractor.Document, fetchedAt time.Time, sents []sentence) chronology {
	c := &chronicler{doc: doc, sents: sents}
	c.DateKind = "unknown"
	c.moments = resolve(doc, readMarks(doc), sents, fetchedAt)
	c.happened = happenings(doc, c.moments, sents)
	c.live = liveEntry(doc, c.moments)
	c.windows = impactWindows(doc, c.moments, sents)
	if c.moveIntoSpan() {
		c.happened = happenings(doc, c.moments, sents)
	}
	if c.live {
		c.keepLastPost()
	}
	c.compareLanguages()
	c.totals, c.delays, c.repairs = statedTotals(doc, sents)
	c.findStart()
	c.findEnd()
	c.fitTotal()
	c.findDetection()
	c.fitMeasures()
	c.readTold()
	c.followTail()
	c.setDate()
	c.setResolvedAfter()
	c.setDetectedAfter()
	c.flagTitle()
	c.flagMarks()
	c.cautionTimeline()
	c.writeEvents()
	return c.chronology
}

// flagTitle reports a title whose date is more than a day away from the start.
func (c *chronicler) flagTitle() {
	if c.start == nil || !c.start.dated() {
		return
	}
	var title *moment
	for i := range c.moments {
		m := &c.moments[i]
		if m.block > 0 || !m.dated() {
			break
		}
		gap := c.start.day.midnight().Sub(m.day.midnight())
		if gap >= -24*time.Hour && gap <= time.Duration(max(1, m.day.toDay-m.day.day))*24*time.Hour {
			return
		}
		title = m
	}
	if title != nil {
		c.problem(fieldDate, CodeDatesDiffer, "The title and the text date the incident differently; the text is taken.", c.quote(title), c.quote(c.start))
	}
}

// flagMarks reports dates that can be read in two ways, zones that do not belong to the season, and
// two writings of one moment that differ.
func (c *chronicler) flagMarks() {
	seen := make(map[string]bool)
	for i := range c.moments {
		m := &c.moments[i]
		quote := c.doc.Blocks[m.block].Text[m.start:m.end]
		switch {
		case m.day.unsettled && !seen["date"]:
			seen["date"] = true
			c.problem(fieldDate, CodeAmbiguousDate, "The day and the month may be the other way round, and nothing on the page settles it.", quote)
		case m.clock == nil:
		case !m.at.IsZero() && m.clock.zone.wrongSeason(m.at) && !seen[m.clock.zone.text]:
			seen[m.clock.zone.text] = true
			c.problem("timeline", CodeZoneSeason, "The zone does not belong to this part of the year; it is taken as written.", quote)
		case m.clock.other != nil && !m.sameInstant() && !seen["clash"]:
			seen["clash"] = true
			c.problem("timeline", CodeZonesClash, "The two zones of this time name different moments.", quote)
		}
	}
}

// sameInstant reports whether the two writings of a moment agree; the date may differ.
func (m *moment) sameInstant() bool {
	if m.at.IsZero() || !m.clock.other.zone.known {
		return true
	}
	o := m.clock.other
	d := o.zone.instant(m.wall.Year(), int(m.wall.Month()), m.wall.Day(), o.hour, o.minute, o.second).Sub(m.at)
	return d%(24*time.Hour) == 0
}

// cautionTimeline looks for the sentence with which some publishers say that their timeline is that of
// the investigation and not that of the impact.
func (c *chronicler) cautionTimeline() {
	for _, s := range c.sents {
		low := strings.ToLower(s.text)
		if strings.Contains(low, "timeline") && strings.Contains(low, "investigation") && (strings.Contains(low, "reflect") || strings.Contains(low, "longer than")) {
			c.problem("timeline", CodeInvestigationTimeline, "The report says that its timeline is that of the investigation: the durations may be longer than the impact.", s.text)
			return
		}
	}
}

func (c *chronicler) note(field, note string) {
	c.Notes = append(c.Notes, Note{Field: field, Note: note})
}

func (c *chronicler) problem(field, code, message string, quotes ...string) {
	c.Problems = append(c.Problems, Problem{Field: field, Code: code, Message: message, Quotes: quotes})
}

func (c *chronicler) evidence(field, value, role string, block, start, end int) {
	c.Evidence = append(c.Evidence, Evidence{
		Field: field, Value: Maybe(value), Role: Maybe(role), By: "rules",
		Block: block, Start: start, End: end, Quote: c.doc.Blocks[block].Text[start:end],
	})
}
