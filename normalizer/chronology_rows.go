package normalizer

import "strings"

// Words of rows that tell of harm, of someone who knew, and of the end, in lower case. They are wider
// than the cues, so they count only where no cue has found a time.
var (
	rowHarm = []string{
		"fail", "error", "down", "unavailab", "unreachable", "not reachable", "timeout", "time out", "times out", "timing out", "timed out", "crash", "stuck", "outage", "offline",
		"500s", "502", "503", "504", "5xx", "unresponsive", "not respond", "cannot ", "can't ", "could not", "unable to", "hangs", "hung", "stop being", "stop working", "stops", "no longer",
		"broken", "degrad", "notready", "not ready", "killed", "out of memory", "expires", "expired", "stalled", "disappear",
	}
	rowKnown = []string{
		"notice", "we see ", "sees ", "see that", "says so", "opens an issue", "opened an issue", "issue opened", "issue is opened", "issue filed", "files an issue", "tells ", "told ", "pinged",
		"spotted", "realiz", "realis", "first call", "calls us", "called us", "mention", "report", "alert", "paged", "observe", "aware",
	}
	rowWell = []string{
		" again", "is over", "as before", "succeed", "is up", "are up", "is back", "are back", "back up", "recovered", "back to normal", "restored", "resolved", "operational", "no more errors",
	}
	rowNotYet = []string{"not ", "n't ", "still ", "try", "attempt", "should", "some ", "partial", "for a moment", "briefly", "will ", "look", "work on", "working on", "restart", "bring", "start to", "set up", "follow", "scal"}
)

// readRows reads the rows of a timeline by wider words where no cue has found the start, the detection or
// the end: the first row that tells of harm and not of someone who saw it, the first that tells of someone
// who did, and the last that says that all is well.
func (c *chronicler) readRows() {
	rows := c.timedRows()
	if len(rows) < 3 {
		return
	}
	if c.start == nil {
		c.start = c.harmRow(rows)
	}
	if c.detected == nil && c.start != nil {
		c.detected = c.knownRow(rows)
	}
	if c.start != nil && c.end == nil && !c.broken && len(c.totals)+len(c.repairs) == 0 {
		c.end = c.wellRow(rows)
	}
}

// row is one row of a timeline with its text in lower case.
type row struct {
	*moment
	text string
}

// timedRows returns the rows that belong to a day, each once, when they run forward in time.
func (c *chronicler) timedRows() []row {
	var rows []row
	for i := range c.happened {
		h := &c.happened[i]
		if !h.row || h.dayless || c.live || skippedSection(c.doc.Blocks[h.block].Section) || len(rows) > 0 && rows[len(rows)-1].block == h.block {
			continue
		}
		if len(rows) > 0 && earlier(&h.moment, rows[len(rows)-1].moment) {
			return nil
		}
		rows = append(rows, row{moment: &h.moment, text: rowText(c.doc, h.block, h.end)})
	}
	return rows
}

// harmRow returns the first row that tells of harm; nil when someone knew before or in the same row, so
// that the start is not timed.
func (c *chronicler) harmRow(rows []row) *moment {
	for _, r := range rows {
		if c.detected != nil && !earlier(r.moment, c.detected) {
			return nil
		}
		text := firstClause(r.text)
		if holdsAny(text, rowKnown) {
			return nil
		}
		if holdsAny(text, rowHarm) && !holdsAny(text, responses) {
			return r.moment
		}
	}
	return nil
}

// knownRow returns the first row behind the start that tells of someone who knew.
func (c *chronicler) knownRow(rows []row) *moment {
	for _, r := range rows {
		if !earlier(r.moment, c.start) && holdsAny(firstClause(r.text), rowKnown) {
			return r.moment
		}
	}
	return nil
}

// wellRow returns the last row behind the start that says that all is well, when no later row tells of harm
// or of someone who saw it.
func (c *chronicler) wellRow(rows []row) *moment {
	for i := len(rows) - 1; i >= 0 && earlier(c.start, rows[i].moment); i-- {
		text := firstClause(rows[i].text)
		switch {
		case holdsAny(text, rowWell) && !holdsAny(text, rowNotYet):
			return rows[i].moment
		case holdsAny(text, rowHarm), holdsAny(text, rowKnown), c.kindAt(rows[i].moment) == kindStarted:
			return nil
		}
	}
	return nil
}

// firstClause returns the first sentence of a row.
func firstClause(text string) string {
	text = strings.TrimLeft(text, " :,-–—|*")
	if at := strings.Index(text, ". "); at > 0 {
		text = text[:at]
	}
	return " " + text + " "
}

func holdsAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
