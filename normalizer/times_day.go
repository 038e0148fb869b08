package normalizer

import (
	"sort"
	"strings"
	"time"
	"unicode"

	"inquest/extractor"
)

// inheritDay gives a clock time its day: that of its sentence, of its range, of the text before it in
// the same post or section, of the title, of the post.
func (c *calendar) inheritDay(i int, m *moment) {
	from := c.dayInSentence(i)
	if from.month == 0 {
		from = c.runningDay(i, m)
	}
	if from.month == 0 {
		from = c.contextDay(m)
	}
	if from.month == 0 {
		return
	}
	m.day = day{year: from.year, month: from.month, day: from.day}
	m.inferred = append(m.inferred, "date")
}

// dayInSentence returns the day of a mark in the same sentence: the nearest before, else the next.
func (c *calendar) dayInSentence(i int) day {
	if i+1 < len(c.marks) && c.marks[i+1].until && c.marks[i+1].day.day > 0 && !c.marks[i+1].day.unsettled {
		return c.dayOfEnd(i)
	}
	for j := i - 1; j >= 0 && c.sentence[j] == c.sentence[i]; j-- {
		if d := c.moments[j].day; d.day > 0 && !c.moments[j].dayless {
			return c.crossed(j, i, d)
		}
	}
	for j := i + 1; j < len(c.marks) && c.sentence[j] == c.sentence[i]; j++ {
		if d := c.marks[j].day; d.day > 0 && d.month > 0 && !d.unsettled {
			return c.fullDay(j)
		}
	}
	return day{}
}

// fullDay returns the day of mark j with its year.
func (c *calendar) fullDay(j int) day {
	full := moment{mark: c.marks[j]}
	if full.day.year == 0 {
		c.inheritYear(&full)
	}
	return full.day
}

// dayOfEnd returns the day of mark i, which begins a range whose end states the day: the day before
// where the range runs over midnight, "from 23:50 to 00:20 UTC on 4 May".
func (c *calendar) dayOfEnd(i int) day {
	d := c.fullDay(i + 1)
	a, b := c.marks[i].clock, c.marks[i+1].clock
	if b == nil || a.hour*60+a.minute <= b.hour*60+b.minute {
		return d
	}
	if a.meridiem != 0 && a.meridiem == b.meridiem {
		return d // no night lies between; the range is flagged
	}
	return d.next(-1)
}

// next returns the day n days later.
func (d day) next(n int) day {
	if d.year == 0 {
		return d
	}
	return dayAt(d.midnight().AddDate(0, 0, n))
}

// crossed returns the day of mark i that follows mark j, whose day is d: the next day when the clock
// has gone back by more than half a day within a sentence or block.
func (c *calendar) crossed(j, i int, d day) day {
	a, b := c.moments[j].clock, c.marks[i].clock
	if a == nil || b == nil || c.marks[i].until {
		return d
	}
	if (a.hour*60+a.minute)-(b.hour*60+b.minute) > 12*60 {
		return d.next(1)
	}
	return d
}

// runningDay returns the day that the text before mark i has reached.
func (c *calendar) runningDay(i int, m *moment) day {
	for j := i - 1; j >= 0; j-- {
		if prev := &c.moments[j]; c.runsInto(prev, m) && !(m.row && (c.aside(prev) || c.overMidnight(prev))) {
			c.afterNoon(prev, m)
			return c.crossedRow(j, i, prev, m)
		}
	}
	return day{}
}

// runsInto reports whether the day of an earlier moment can be the one that the text has reached at m.
func (c *calendar) runsInto(prev, m *moment) bool {
	return !prev.dayless && prev.day.day > 0 && c.doc.Blocks[prev.block].Time == c.doc.Blocks[m.block].Time && (!c.isPostLine(prev.mark) || c.labelled(prev.mark)) && c.near(prev.day)
}

// aside reports whether a moment is a day that a row only mentions: "a key issued on 3 April expires".
func (c *calendar) aside(m *moment) bool {
	first := sort.Search(len(c.marks), func(i int) bool { return c.marks[i].block >= m.block })
	return m.clock == nil && c.marks[first].row && c.marks[first].start < m.start
}

// overMidnight reports whether a moment of the prose above a timeline has its day from running over midnight:
// the rows begin where the story began.
func (c *calendar) overMidnight(m *moment) bool {
	if m.row || !contains(m.inferred, "date") {
		return false
	}
	for i := len(c.moments) - 1; i >= 0; i-- {
		if o := &c.moments[i]; o.block == m.block && o.start < m.start && !contains(o.inferred, "date") && o.timed() && !o.dayless {
			return o.day != m.day
		}
	}
	return false
}

// afterNoon puts the clock time of a row into the afternoon when the report counts hours to twelve and the
// row before it is later: "11:35", "1:40".
func (c *calendar) afterNoon(prev, m *moment) {
	if !c.twelve || m.clock == nil || prev.clock == nil || !m.row || !prev.row || m.clock.hour >= 12 || m.clock.hour*60+m.clock.minute >= prev.clock.hour*60+prev.clock.minute {
		return
	}
	later := *m.clock
	later.hour += 12
	m.clock = &later
}

// countsToTwelve reports whether the clock times of a text run from 1 to 12 without saying which half of
// the day is meant: none is later, none has a leading zero, and one has a single digit.
func countsToTwelve(doc *extractor.Document, marks []mark) bool {
	single := false
	for _, m := range marks {
		switch {
		case m.clock == nil:
		case m.clock.meridiem != 0 || m.clock.hour > 12 || m.clock.hour == 0:
			return false
		case m.clock.hour < 10:
			at := strings.IndexFunc(doc.Blocks[m.block].Text[m.start:m.end], unicode.IsDigit)
			if m.day.day > 0 || at < 0 || doc.Blocks[m.block].Text[m.start+at] == '0' {
				return false
			}
			single = true
		}
	}
	return single
}

// near reports whether the day can belong to the incident's story: within two months of the anchor.
func (c *calendar) near(d day) bool {
	if c.anchor.year == 0 || d.year == 0 {
		return true
	}
	gap := d.midnight().Sub(c.anchor.midnight())
	return gap < 60*24*time.Hour && gap > -60*24*time.Hour
}

// crossedRow returns the day of mark i that follows moment prev. Rows that run over midnight do not
// always say so: the clock goes back by hours. In a list that begins with the newest row it goes forward.
func (c *calendar) crossedRow(j, i int, prev, m *moment) day {
	d := day{year: prev.day.year, month: prev.day.month, day: prev.day.day}
	if prev.clock == nil || !c.marks[i].row || !prev.row {
		return c.crossed(j, i, d)
	}
	step := (m.clock.hour*60 + m.clock.minute) - (prev.clock.hour*60 + prev.clock.minute)
	switch {
	case !c.newest && step < -4*60:
		return d.next(1)
	case c.newest && step > 4*60:
		return d.next(-1)
	}
	return d
}

// leads reports whether the mark begins its block, as in a timeline.
func (s *timeReader) leads(m mark) bool {
	return (m.clock != nil || m.fromFirst) && m.start <= 12 && strings.IndexFunc(s.text[:m.start], unicode.IsLetter) < 0
}

// contextDay returns the day of the title, or that of the posts.
func (c *calendar) contextDay(m *moment) day {
	b := c.doc.Blocks[m.block]
	if b.Time != "" && !strings.EqualFold(string(b.Label), "postmortem") {
		return c.dayOfPost(string(b.Time), m)
	}
	for _, other := range c.marks {
		if other.block > 0 {
			break
		}
		if other.day.day > 0 && other.day.year > 0 && !other.day.unsettled {
			return other.day
		}
	}
	if c.posted.year == 0 {
		return c.soleDay()
	}
	return c.posted
}

// soleDay returns the only day that the text dates; zero when it dates several or none.
func (c *calendar) soleDay() day {
	var sole day
	for _, m := range c.marks {
		if d := m.day; d.month > 0 && !c.isPostLine(m) {
			if d.year == 0 || d.day == 0 || d.unsettled || sole.year > 0 && d != sole {
				return day{}
			}
			sole = d
		}
	}
	return sole
}

// dayOfPost returns the day on which a post was made, in the zone of the clock time that it states: the day
// before where the clock time would lie half a day behind the post.
func (c *calendar) dayOfPost(stamp string, m *moment) day {
	z, posted := m.clockZone(c), dayOf(stamp)
	at, err := time.Parse(time.RFC3339, stamp)
	if err != nil || !z.known || m.clock == nil {
		return posted
	}
	midnight := z.instant(posted.year, posted.month, posted.day, 0, 0, 0)
	clock := time.Duration(m.clock.hour)*time.Hour + time.Duration(m.clock.minute)*time.Minute
	for _, n := range []int{1, 0, -1} {
		if midnight.AddDate(0, 0, n).Add(clock).Before(at.Add(12 * time.Hour)) {
			return posted.next(n)
		}
	}
	return posted
}
