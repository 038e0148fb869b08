package normalizer

import (
	"regexp"
	"strings"
	"time"
	"unicode"

	"inquest/extractor"
)

// moment is a mark with what it inherits from its surroundings.
type moment struct {
	mark
	wall     time.Time // the wall clock; without a year in 2000, without a day on 1 January 2000
	at       time.Time // the instant, UTC; zero when no zone or no date is known
	yearless bool      // no year is known
	dayless  bool      // no day is known
	backward bool      // the end of a range that cannot lie behind its start
	inferred []string  // what was inherited, in this order: year, date, zone
}

// timed reports whether the moment has a clock time.
func (m *moment) timed() bool { return m.clock != nil }

// dated reports whether the moment has a day of a known year.
func (m *moment) dated() bool {
	return !m.yearless && !m.dayless && m.day.day > 0 && !m.onlyTold()
}

// onlyTold reports whether the moment is a day that people tell, without a clock time: it leads the times
// behind it, but nothing is dated by it.
func (m *moment) onlyTold() bool { return m.day.told.kind != 0 && m.clock == nil }

// calendar resolves marks to moments, in the order of reading.
type calendar struct {
	doc       *extractor.Document
	fetchedAt time.Time
	marks     []mark
	zones     []zone // per block: what its heading or a remark says of all times
	sole      zone   // the only zone of the text
	anchor    day    // the day of the title, else the first full date
	posted    day    // the day of the earliest post
	sentence  []int  // per mark: the index of its sentence
	newest    bool   // the rows run from the newest to the oldest
	twelve    bool   // clock times run to twelve, without am and pm
	moments   []moment
}

// resolve returns a moment for each mark.
func resolve(doc *extractor.Document, marks []mark, sents []sentence, fetchedAt time.Time) []moment {
	c := &calendar{doc: doc, fetchedAt: fetchedAt, marks: marks}
	c.zones = zonesOfBlocks(doc, marks)
	c.sole = soleZone(marks)
	c.sentence = sentenceIndex(marks, sents)
	c.posted = earliestPost(doc)
	c.anchor = c.findAnchor()
	c.newest = newestFirst(doc, marks)
	c.twelve = countsToTwelve(doc, marks)
	c.moments = make([]moment, 0, len(marks))
	for i := range marks {
		c.moments = append(c.moments, c.moment(i))
	}
	return c.moments
}

// sentenceIndex tells for each mark in which sentence it stands.
func sentenceIndex(marks []mark, sents []sentence) []int {
	index := make([]int, len(marks))
	at := 0
	for i, m := range marks {
		for at < len(sents) && (sents[at].block < m.block || sents[at].block == m.block && sents[at].end <= m.start) {
			at++
		}
		index[i] = at
	}
	return index
}

// earliestPost returns the day of the earliest stamp of an update; zero when there is none.
func earliestPost(doc *extractor.Document) day {
	first := ""
	for _, b := range doc.Blocks {
		if t := string(b.Time); t != "" && (first == "" || t < first) {
			first = t
		}
	}
	return dayOf(first)
}

// dayOf reads the day of an ISO date or instant; zero when text is none.
func dayOf(text string) day {
	if len(text) < 10 {
		return day{}
	}
	t, err := time.Parse(time.DateOnly, text[:10])
	if err != nil {
		return day{}
	}
	return dayAt(t)
}

func dayAt(t time.Time) day {
	return day{year: t.Year(), month: int(t.Month()), day: t.Day()}
}

func (d day) midnight() time.Time {
	return time.Date(d.year, time.Month(d.month), max(d.day, 1), 0, 0, 0, 0, time.UTC)
}

// findAnchor returns the day about which the report speaks: the title's, else that of the first full
// date in the text, else that of the earliest post, else the day of publication or of the address.
func (c *calendar) findAnchor() day {
	for _, m := range c.marks {
		if m.day.unsettled || m.day.year == 0 || m.day.day == 0 || m.block > 0 && (c.isPostLine(m) || stampOnly(&c.doc.Blocks[m.block], m) || leadsElsewhere(c.doc.Blocks[m.block].Text[:m.start])) {
			continue
		}
		return m.day
	}
	for _, d := range []day{c.posted, dayOf(string(c.doc.PublishedAt)), dayOfAddress(string(c.doc.URL))} {
		if d.year > 0 {
			return d
		}
	}
	return day{}
}

// leadsElsewhere reports whether words before a date make it the end of a time before the story: "pictures
// uploaded before 1 June 2021".
func leadsElsewhere(before string) bool {
	before = strings.ToLower(strings.TrimRight(before, " "))
	for _, w := range []string{" before", " since", " older than", " prior to", " issued on", " expired on", " until"} {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	return false
}

// isPostLine reports whether the mark is a stamp of a publication: "Posted Dec 09, 2022 - 00:43 UTC".
func (c *calendar) isPostLine(m mark) bool {
	b := &c.doc.Blocks[m.block]
	return stampLine(b, m) || publishes(strings.ToLower(b.Text[max(0, m.start-24):m.start])) || c.labelled(m)
}

// labelled reports whether the mark is the stamp of an update that the text itself labels, "Monitoring - May 4,
// 16:10 UTC", in a text that has one of an update that is no step of a timeline.
func (c *calendar) labelled(m mark) bool {
	if postLabel(c.doc.Blocks[m.block].Text[:m.start]) == "" {
		return false
	}
	for i := range c.doc.Blocks {
		text := c.doc.Blocks[i].Text
		digit := strings.IndexFunc(text[:min(len(text), 40)], unicode.IsDigit)
		switch label := postLabel(text[:max(digit, 0)]); label {
		case "investigating", "monitoring", "update", "postmortem":
			return true
		}
	}
	return false
}

// postLabel returns the label of an update, in lower case, when a text is nothing but that and perhaps the
// beginning of a date; else "".
func postLabel(before string) string {
	if len(before) > 40 {
		return ""
	}
	m := labelOnly.FindStringSubmatch(before)
	if m == nil {
		return ""
	}
	return strings.ToLower(m[1])
}

var labelOnly = regexp.MustCompile(`(?i)^\W*(resolved|monitoring|identified|investigating|update|postmortem|in progress|completed|verifying|scheduled)\W{1,6}(?:(?:on|at|posted) )?(?:\p{L}{3,9}[ .,]+)?$`)

// stampLine reports whether the mark repeats the stamp of the update that its block belongs to.
func stampLine(b *extractor.Block, m mark) bool {
	return b.RawTime != "" && strings.Contains(string(b.RawTime), b.Text[m.start:m.end])
}

// publishes reports whether words before a date, in lower case, say that something was written then.
func publishes(before string) bool {
	for _, w := range []string{"posted", "published", "last updated", "last update", "updated on", "updated:", "written on", "posted on", "meeting", "review date", "reviewed", "review:", "prepared", "drafted", "report date", "date of report", "게시", "작성일", "公開日", "更新日", "copyright", "©"} {
		if strings.Contains(before, w) {
			return true
		}
	}
	return false
}

// dayOfAddress finds /2025/07/18/ or 2025-07-18 in an address.
func dayOfAddress(url string) day {
	for i := 0; i+10 <= len(url); i++ {
		if url[i] != '2' || i > 0 && isDigit(url[i-1]) {
			continue
		}
		if d := dayOf(strings.NewReplacer("/", "-", "_", "-", ".", "-").Replace(url[i : i+10])); d.year > 0 {
			return d
		}
	}
	return day{}
}

// moment resolves mark i.
func (c *calendar) moment(i int) moment {
	m := moment{mark: c.marks[i]}
	if m.counted {
		c.count(i, &m)
		return m
	}
	if m.day.unsettled {
		m.day, m.dayless = day{unsettled: true}, true
	}
	switch {
	case m.day.told.kind != 0:
		c.tell(i, &m)
	case m.day.month == 0:
		c.inheritDay(i, &m)
	case m.day.year == 0:
		c.inheritYear(&m)
	}
	if m.day.month == 0 {
		m.dayless = true
	}
	m.setWall()
	if m.until && !m.dayless {
		c.closeRange(i, &m)
	}
	c.setInstant(&m)
	if m.until && m.clock != nil && m.clock.zone.text == "" && c.moments[i-1].timed() {
		c.shareZone(&m, c.moments[i-1].clock.zone)
	}
	return m
}

// shareZone gives the end of a range the zone that its start has inherited.
func (c *calendar) shareZone(m *moment, z zone) {
	if z.text == "" {
		return
	}
	copied := *m.clock
	copied.zone = z
	m.clock = &copied
	m.inferred = append(m.inferred, "zone")
	c.setInstant(m)
}

// setWall computes the wall clock.
func (m *moment) setWall() {
	d := m.day
	if m.dayless {
		d = day{year: 2000, month: 1, day: 1}
	} else if d.year == 0 {
		m.yearless, d.year = true, 2000
	}
	m.wall = d.midnight()
	if m.clock != nil {
		m.wall = m.wall.Add(time.Duration(m.clock.hour)*time.Hour + time.Duration(m.clock.minute)*time.Minute + time.Duration(m.clock.second)*time.Second)
	}
}

// setKnownZone computes the instant again when the day of a moment that has its zone was changed.
func (m *moment) setKnownZone() {
	if m.at.IsZero() {
		return
	}
	w := m.wall
	m.at = m.clock.zone.instant(w.Year(), int(w.Month()), w.Day(), w.Hour(), w.Minute(), w.Second())
}

// setInstant finds the zone and computes the instant. Of two writings of one moment the one in UTC counts.
func (c *calendar) setInstant(m *moment) {
	if m.clock == nil {
		return
	}
	z := m.clock.zone
	if z.text == "" {
		copied := *m.clock
		m.clock = &copied
		if z = m.clockZone(c); z.text == "" {
			return
		}
		m.clock.zone = z
		m.inferred = append(m.inferred, "zone")
	}
	if !z.known || m.dayless || m.yearless {
		return
	}
	w := m.wall
	m.at = z.instant(w.Year(), int(w.Month()), w.Day(), w.Hour(), w.Minute(), w.Second())
}

// inheritYear takes the year from the title or the text, else from the post or the publication, so
// that the day is not in the future of what states it.
func (c *calendar) inheritYear(m *moment) {
	from, limit := c.yearSource(m)
	if from.year == 0 {
		return
	}
	m.day.year = from.year
	gap := m.day.midnight().Sub(from.midnight())
	switch {
	case limit && gap > 48*time.Hour, gap > 200*24*time.Hour, !c.fetchedAt.IsZero() && m.day.midnight().After(c.fetchedAt.Add(48*time.Hour)):
		m.day.year--
	case gap < -200*24*time.Hour && !limit:
		m.day.year++
	}
	m.inferred = append(m.inferred, "year")
}

// yearSource returns the date whose year counts for m, and whether it is a date of writing, which no
// event lies behind.
func (c *calendar) yearSource(m *moment) (from day, limit bool) {
	if b := c.doc.Blocks[m.block]; b.Time != "" {
		return dayOf(string(b.Time)), true
	}
	if c.anchor.year > 0 {
		return c.anchor, c.anchor == c.posted || c.anchor == dayOf(string(c.doc.PublishedAt))
	}
	for _, m := range c.marks {
		if m.day.year > 0 && !m.day.unsettled {
			return m.day, false
		}
	}
	return day{}, false
}

// clockZone returns the zone of a clock time: its own, else what its surroundings give it.
func (m *moment) clockZone(c *calendar) zone {
	switch {
	case m.clock == nil:
		return zone{}
	case m.clock.zone.text != "":
		return m.clock.zone
	case c.zoneOfKey(m).text != "":
		return c.zoneOfKey(m)
	case c.zones[m.block].text != "":
		return c.zones[m.block]
	}
	return c.sole
}

// closeRange looks at the end of a range whose day was not written: past midnight it belongs to the
// next day. An end that would need most of a day, or whose own day lies before the start, is no end.
func (c *calendar) closeRange(i int, m *moment) {
	from := &c.moments[i-1]
	if from.clock == nil || m.clock == nil || from.dayless || !m.wall.Before(from.wall) {
		return
	}
	if c.marks[i].day.day > 0 && c.marks[i-1].day.day > 0 || c.marks[i].day.year > 0 {
		m.backward = true
		return
	}
	sameHalf := from.clock.meridiem != 0 && from.clock.meridiem == m.clock.meridiem
	if sameHalf || from.wall.Sub(m.wall) < 6*time.Hour {
		m.backward = true
		return
	}
	if c.marks[i].day.day == 0 {
		m.day = m.day.next(1)
		m.setWall()
	}
}

// newestFirst reports whether the rows that begin with a time run from the newest to the oldest.
func newestFirst(doc *extractor.Document, marks []mark) bool {
	up, down, last := 0, 0, -1
	for i := range marks {
		m := &marks[i]
		if !m.row || m.clock == nil {
			continue
		}
		at := m.clock.hour*60 + m.clock.minute
		if last >= 0 && at > last {
			up++
		} else if last >= 0 && at < last {
			down++
		}
		last = at
	}
	return down > up && down > 1
}
