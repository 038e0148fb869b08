package normalizer

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// setResolvedAfter fills resolved_after: from the start to the end for all where both have clock times,
// else from a stated total.
func (c *chronicler) setResolvedAfter() {
	if c.broken {
		return
	}
	if m := c.untimedDays(); m != nil {
		c.note(fieldResolved, "the impact runs over several days of which not both ends have a clock time: "+c.quote(m))
		return
	}
	if c.start != nil && c.end != nil && !c.leadTotalWins() {
		if d, ok := between(c.start, c.end); ok && c.dayKnown() {
			c.clockDuration(fieldResolved, &c.ResolvedAfter, d, c.end)
			c.compareTotals(d)
			return
		}
	}
	c.dropShortTotals()
	c.statedDuration(fieldResolved, &c.ResolvedAfter, c.totals)
	if c.start != nil && c.ResolvedAfter == "" && len(c.totals) == 0 {
		c.statedDuration(fieldResolved, &c.ResolvedAfter, c.repairs)
	}
	if c.ResolvedAfter == "" {
		c.note(fieldResolved, "looked for a start and an end of the impact with clock times, and for a stated total: "+c.missing())
	}
}

// dropShortTotals drops the totals of a report whose title or first words give it more days: they are those of
// a part.
func (c *chronicler) dropShortTotals() {
	for i := range c.moments {
		m := &c.moments[i]
		if m.block > 2 {
			return
		}
		days := m.day.toDay - m.day.day
		if m.day.toDay == 0 || m.day.toMonth != m.day.month || days < 2 {
			continue
		}
		c.totals = slices.DeleteFunc(c.totals, func(l length) bool { return l.d < time.Duration(days-1)*24*time.Hour })
	}
}

// fitTotal looks for another start or end when a stated total does not fit the ones that were found but
// exactly fits other events of the report: of two windows, the one that the total is said of.
func (c *chronicler) fitTotal() {
	d, ok := time.Duration(0), false
	if c.start != nil && c.end != nil {
		d, ok = between(c.start, c.end)
	}
	if !ok || len(c.totals) == 0 || close(c.totals[0], d) {
		return
	}
	total := c.totals[0]
	for _, w := range c.windows {
		if d, ok := between(w.from, w.to); ok && len(c.windows) > 1 && d == total.d {
			c.start, c.end = w.from, w.to
			return
		}
	}
	for i := range c.happened {
		h := &c.happened[i]
		if !h.timed() || total.approx {
			continue
		}
		if d, ok := between(c.start, &h.moment); ok && h.kind == kindResolved && d == total.d {
			c.end = &h.moment
			return
		}
		if d, ok := between(&h.moment, c.end); ok && h.kind == kindStarted && d == total.d {
			c.start = &h.moment
			return
		}
	}
}

// fitMeasures looks for the rows between which the times that the report states as measured lie: its time
// to detection and its time to recovery. Rows that fit exactly beat those that only a cue names.
func (c *chronicler) fitMeasures() {
	if len(c.delays) > 0 {
		c.fitDelay(c.delays[0].d)
	}
	if len(c.repairs) == 0 {
		return
	}
	if c.start == nil {
		c.fitRepair()
		return
	}
	for _, from := range []*moment{c.start, c.detected} {
		if to := c.repairBehind(from, c.repairs[0].d); to != nil && (c.end == nil || c.rowOnly(c.end)) {
			c.end = to
			return
		}
	}
	if c.end != nil && c.rowOnly(c.end) {
		c.end = nil // the report measured another one
	}
}

// repairBehind returns the row that lies exactly d behind a moment, else the nearest recovery within a
// hundredth of d.
func (c *chronicler) repairBehind(from *moment, d time.Duration) *moment {
	if to := c.rowBehind(from, d); to != nil || from == nil {
		return to
	}
	var nearest *moment
	least := d/100 + time.Minute
	for i := range c.happened {
		h := &c.happened[i]
		if !h.row || !h.timed() || h.kind != kindMitigated && h.kind != kindResolved {
			continue
		}
		if gap, ok := between(from, &h.moment); ok && (gap-d).Abs() < least {
			nearest, least = &h.moment, (gap - d).Abs()
		}
	}
	return nearest
}

// fitDelay takes the row that lies a stated delay behind the start for the detection, or without a start
// the row that lies as long before a detection for the start.
func (c *chronicler) fitDelay(delay time.Duration) {
	if to := c.rowBehind(c.start, delay); to != nil {
		c.detected = to
		return
	}
	for i := range c.happened {
		h := &c.happened[i]
		for j := 0; j < i && c.start == nil && h.kind == kindDetected && h.timed(); j++ {
			row := &c.happened[j]
			if d, ok := between(&row.moment, &h.moment); ok && row.row && d == delay && row.kind != kindDetected {
				c.start, c.detected = &row.moment, &h.moment
			}
		}
	}
}

// rowBehind returns the row that lies exactly d behind a moment, nil when there is none.
func (c *chronicler) rowBehind(from *moment, d time.Duration) *moment {
	for i := range c.happened {
		h := &c.happened[i]
		if from == nil || !h.row || !h.timed() || d <= 0 {
			continue
		}
		if gap, ok := between(from, &h.moment); ok && gap == d {
			return &h.moment
		}
	}
	return nil
}

// rowOnly reports whether a moment is known from a row of a timeline.
func (c *chronicler) rowOnly(m *moment) bool {
	for i := range c.happened {
		if h := &c.happened[i]; h.row && h.block == m.block && h.start == m.start {
			return true
		}
	}
	return false
}

// fitRepair finds a start that no cue names: the row from which a stated time to recovery leads exactly
// to an end that the timeline states. A row that tells of the detection is no start.
func (c *chronicler) fitRepair() {
	for i := range c.happened {
		end := &c.happened[i]
		for j := 0; j < i && end.kind == kindResolved && end.timed(); j++ {
			row := &c.happened[j]
			if !row.row || row.kind == kindDetected || c.kindAt(&row.moment) == kindDetected {
				continue
			}
			if d, ok := between(&row.moment, &end.moment); ok && d > 0 && d == c.repairs[0].d {
				c.start, c.end = &row.moment, &end.moment
				return
			}
		}
	}
}

// leadTotalWins reports whether the lead states a total while the end is only that of a row which does
// not say that all was well.
func (c *chronicler) leadTotalWins() bool {
	if len(c.totals) == 0 || c.totals[0].block > 6 {
		return false
	}
	if c.end.until {
		d, ok := between(c.start, c.end)
		return ok && c.start.row && c.start.block == c.end.block && d*2 < c.totals[0].d // a step of the timeline
	}
	for i := range c.happened {
		if h := &c.happened[i]; h.row && h.block == c.end.block && h.start == c.end.start && h.kind == kindResolved {
			return !c.saysAll(h)
		}
	}
	return false
}

// missing says in words which end was not found.
func (c *chronicler) missing() string {
	switch {
	case c.start == nil && c.end == nil:
		return "neither was found"
	case c.start == nil:
		return "no timed start was found"
	case c.end == nil:
		return "no timed end was found"
	}
	return "the day or the zone of one of them is not known"
}

// dayKnown reports whether the two ends belong to a day, or stand in one breath in a live entry, whose
// clock times are those of the day of writing.
func (c *chronicler) dayKnown() bool {
	return !c.start.dayless && !c.end.dayless || c.live && c.end.block == c.start.block
}

// untimedDays returns a range of days that is said of the impact and that the timed start and end do
// not cover: then one window of several is untimed.
func (c *chronicler) untimedDays() *moment {
	if c.start == nil || c.end == nil || c.start.dayless || c.end.dayless {
		return nil
	}
	for i := range c.moments {
		m := &c.moments[i]
		if m.timed() || m.day.toDay == 0 || m.dayless || m.yearless || skippedSection(c.doc.Blocks[m.block].Section) || !impactWords(strings.ToLower(c.sentenceOf(m.block, m.start))) {
			continue
		}
		last := time.Date(m.day.year, time.Month(m.day.toMonth), m.day.toDay, 0, 0, 0, 0, time.UTC)
		if c.start.wall.Sub(m.wall) > 24*time.Hour || last.Sub(c.end.wall) > 24*time.Hour {
			return m
		}
	}
	return nil
}

// clockDuration sets a duration from the start to a moment, with the arithmetic in a note and the two
// places as evidence.
func (c *chronicler) clockDuration(field string, value *Maybe, d time.Duration, to *moment) {
	if d > longestIncident {
		c.problem(field, CodeDatesDiffer, "The dates lie more than two months apart; one of them may be misprinted.", c.quote(c.start), c.quote(to))
		return
	}
	if d < 0 {
		c.problem(field, CodeImpossibleInterval, "The end lies before the start.", c.quote(c.start), c.quote(to))
		return
	}
	*value = Maybe(formatDuration(d))
	c.evidence(field, string(*value), "start", c.start.block, c.start.start, c.start.end)
	c.evidence(field, string(*value), "end", to.block, to.start, to.end)
	about := ""
	if c.start.approx || to.approx {
		about = "~"
	}
	c.note(field, fmt.Sprintf("%s%s = %s -> %s", about, *value, c.start.shown(), to.shown()))
}

// statedDuration sets a duration that the text states as such. Two that differ decide nothing, unless
// the first stands in the lead.
func (c *chronicler) statedDuration(field string, value *Maybe, stated []length) {
	if len(stated) == 0 {
		return
	}
	first := stated[0]
	for _, l := range stated[1:] {
		if l.d != first.d && !close(l, first.d) && first.block > 12 {
			c.note(field, "several durations are stated: "+c.quoteLength(first)+", "+c.quoteLength(l))
			return
		}
	}
	*value = Maybe(formatDuration(first.d))
	c.evidence(field, string(*value), "stated", first.block, first.start, first.end)
	about := ""
	if first.approx {
		about = "~"
	}
	c.note(field, fmt.Sprintf("%s%s is stated: %s", about, *value, c.quoteLength(first)))
}

// compareTotals reports a stated total that does not fit the clock times.
func (c *chronicler) compareTotals(d time.Duration) {
	if len(c.totals) == 0 {
		return
	}
	for _, l := range c.totals {
		if close(l, d) {
			return
		}
	}
	l := c.totals[0]
	c.problem(fieldResolved, CodeTotalDiffers, "The stated duration differs from the clock times, which give "+formatDuration(d)+".", c.quoteLength(l), c.quote(c.start), c.quote(c.end))
}

// close reports whether a stated duration can be d: within two minutes or five hundredths, within a
// quarter when it is about.
func close(l length, d time.Duration) bool {
	gap := (l.d - d).Abs()
	if l.approx || l.d%time.Hour == 0 {
		return gap <= d/4+2*time.Minute
	}
	return gap <= d/20+2*time.Minute
}

// setDetectedAfter fills detected_after: from the start to the first moment at which anyone knew, else
// from a stated delay.
func (c *chronicler) setDetectedAfter() {
	if c.start != nil && c.detected != nil && c.start.dayless == c.detected.dayless && !c.start.dayless {
		if d, ok := between(c.start, c.detected); ok {
			if d < 0 {
				c.note(fieldDetected, "the detection comes first: "+c.detected.shown()+" before "+c.start.shown())
				return
			}
			if c.end != nil && earlier(c.end, c.detected) {
				c.problem(fieldDetected, CodeTimesDiffer, "The detection lies behind the end of the impact.", c.quote(c.detected), c.quote(c.end))
				return
			}
			c.clockDuration(fieldDetected, &c.DetectedAfter, d, c.detected)
			return
		}
	}
	c.statedDuration(fieldDetected, &c.DetectedAfter, c.delays)
	if c.DetectedAfter == "" {
		c.note(fieldDetected, "looked for an alert, a report of a customer or an observation with a clock time, and for a stated delay")
	}
}

// reportImpossible flags a window whose end lies before its start and names the likely reading.
func (c *chronicler) reportImpossible(w window) {
	message := "The end lies before the start; the duration stays empty."
	if likely := w.likelyEnd(); likely != nil {
		message = "The end lies before the start. Likely " + likely.Format("3:04 PM") + " was meant"
		if d := likely.Sub(c.start.wall); d > 0 && c.start.clock.zone == w.from.clock.zone {
			message += ", " + formatDuration(d) + " from the first start"
		}
		message += "."
	}
	c.problem(fieldResolved, CodeImpossibleInterval, message, c.quote(w.from), c.quote(w.to))
}

// likelyEnd returns the end with the other half of the day, when that lies behind the start by less
// than half a day.
func (w window) likelyEnd() *time.Time {
	if w.to.clock.meridiem == 0 {
		return nil
	}
	t := w.to.wall.Add(12 * time.Hour)
	if d := t.Sub(w.from.wall); d <= 0 || d > 12*time.Hour {
		return nil
	}
	return &t
}

func (c *chronicler) quote(m *moment) string {
	return c.doc.Blocks[m.block].Text[m.start:m.end]
}

func (c *chronicler) quoteLength(l length) string {
	return c.doc.Blocks[l.block].Text[l.start:l.end]
}
