package normalizer

import (
	"sort"
	"strings"
	"time"

	"inquest/extractor"
)

// writeEvents writes what happened, the stamps of updates and the facts of the platform as events, in
// the order of the page.
func (c *chronicler) writeEvents() {
	c.Events = []Event{}
	for i := range c.happened {
		h := &c.happened[i]
		if h.clock != nil || h.day.day > 0 && !h.dayless {
			c.Events = append(c.Events, h.event(c.doc))
		}
	}
	c.windowEvents()
	c.decidedEvents()
	c.stampEvents()
	c.factEvents()
	sort.SliceStable(c.Events, func(i, j int) bool {
		a, b := &c.Events[i], &c.Events[j]
		return a.Block < b.Block || a.Block == b.Block && a.Start < b.Start
	})
}

// windowEvents adds the ends of the stated windows that no cue has given a kind.
func (c *chronicler) windowEvents() {
	for _, w := range c.windows {
		for _, e := range []happening{{moment: *w.from, kind: kindStarted}, {moment: *w.to, kind: kindResolved}} {
			if !c.hasEvent(&e) && !(e.kind == kindResolved && w.to.backward) {
				c.Events = append(c.Events, e.event(c.doc))
			}
		}
	}
}

// decidedEvents adds the start, the detection and the end that the durations go by, where only the make-up
// of a row or sentence told them.
func (c *chronicler) decidedEvents() {
	for _, e := range []struct {
		at   *moment
		kind string
	}{{c.start, kindStarted}, {c.detected, kindDetected}, {c.end, kindResolved}} {
		if e.at == nil || c.doc.Blocks[e.at.block].Kind == extractor.Fact {
			continue
		}
		if h := (happening{moment: *e.at, kind: e.kind}); !c.hasEvent(&h) {
			c.Events = append(c.Events, h.event(c.doc))
		}
	}
}

func (c *chronicler) hasEvent(h *happening) bool {
	for i := range c.Events {
		if e := &c.Events[i]; e.Block == h.block && e.Start == h.start && e.Kind == h.kind {
			return true
		}
	}
	return false
}

// stampEvents adds an event of kind update for each update of a status page.
func (c *chronicler) stampEvents() {
	last := ""
	for i, b := range c.doc.Blocks {
		key := string(b.Time) + "|" + string(b.Label)
		if b.Time == "" || key == last {
			continue
		}
		last = key
		at, err := time.Parse(time.RFC3339, string(b.Time))
		if err != nil {
			continue // the extractor writes RFC 3339; another text is no instant
		}
		e := Event{At: Maybe(at.UTC().Format(time.RFC3339)), Precision: "minute", Inferred: []string{}, Kind: kindUpdate, Label: b.Label, Block: i}
		if at.Second() != 0 {
			e.Precision = "second"
		}
		if start := strings.Index(b.Text, string(b.RawTime)); b.RawTime != "" && start >= 0 {
			e.Start, e.End, e.Quote = start, start+len(b.RawTime), string(b.RawTime)
		}
		c.Events = append(c.Events, e)
	}
}

// factEvents adds the moments that a platform states.
func (c *chronicler) factEvents() {
	if start := c.platformStart(); start != nil {
		h := happening{moment: *start, kind: kindStarted}
		c.Events = append(c.Events, h.event(c.doc))
		if end := c.fact("resolved_at", "end", "impact_ended_at", "impact_end"); end != nil {
			h := happening{moment: *end, kind: kindResolved}
			c.Events = append(c.Events, h.event(c.doc))
		}
	}
	if m := c.fact("published_at"); m != nil {
		h := happening{moment: *m, kind: kindPublished}
		c.Events = append(c.Events, h.event(c.doc))
	}
}

// event writes a happening as an event of the draft.
func (h *happening) event(doc *extractor.Document) Event {
	e := Event{
		Precision: h.precision(), Approx: h.approx, Inferred: append([]string{}, h.inferred...), Kind: h.kind,
		Block: h.block, Start: h.start, End: h.end, Quote: doc.Blocks[h.block].Text[h.start:h.end],
	}
	if !h.at.IsZero() {
		e.At = Maybe(h.at.Format(time.RFC3339))
	}
	if h.clock != nil {
		e.Zone = Maybe(h.clock.zone.text)
	}
	e.Local = Maybe(h.local())
	return e
}

func (m *moment) precision() string {
	switch {
	case m.clock == nil && m.day.day == 0:
		return "month"
	case m.clock == nil:
		return "day"
	case m.clock.withSeconds:
		return "second"
	case m.clock.withMinutes:
		return "minute"
	}
	return "hour"
}

// local writes the wall clock as far as it is known: 2025-07-18T22:00, 2025-07-18, 2025-07, --02-13T09:02
// without a year (the form of ISO 8601:2000), T22:00 without a day.
func (m *moment) local() string {
	layout := "2006-01-02"
	switch {
	case m.dayless && m.clock == nil:
		return ""
	case m.dayless:
		layout = ""
	case m.yearless:
		layout = "--01-02"
	case m.day.day == 0:
		layout = "2006-01"
	}
	if m.clock != nil {
		layout += "T15:04"
		if m.clock.withSeconds {
			layout += ":05"
		}
	}
	return m.wall.Format(layout)
}
