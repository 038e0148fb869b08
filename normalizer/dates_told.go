package normalizer

import (
	"regexp"
	"strings"
	"time"

	"inquest/extractor"
)

// toldDay is a day as people tell it, from the day of writing or from the day before in the story.
type toldDay struct {
	kind    toldKind
	weekday time.Weekday
}

type toldKind byte

const (
	toldToday     toldKind = iota + 1
	toldYesterday          // also "last night"
	toldNext               // the day behind the one that the story has reached
	toldWeekday            // the next one in the story, else the last one before the day of writing, else the nearest to the report's day
)

var weekdayNames = map[string]time.Weekday{
	"sunday": time.Sunday, "monday": time.Monday, "tuesday": time.Tuesday, "wednesday": time.Wednesday,
	"thursday": time.Thursday, "friday": time.Friday, "saturday": time.Saturday,
}

// shortWeekdays are read only where they lead a row.
var shortWeekdays = map[string]time.Weekday{
	"sun": time.Sunday, "mon": time.Monday, "tue": time.Tuesday, "tues": time.Tuesday, "wed": time.Wednesday,
	"thu": time.Thursday, "thur": time.Thursday, "thurs": time.Thursday, "fri": time.Friday, "sat": time.Saturday,
}

var (
	partsOfDay    = wordSet("day morning afternoon evening night")
	beforeWeekday = wordSet("on last from until since by")
)

// toldDay reads "yesterday", "this morning", "the next day", "on Tuesday" at lexeme i.
func (s *timeReader) toldDay(i int) (day, int) {
	w, behind := s.word(i), s.word(i+1)
	switch {
	case w == "yesterday":
		return day{told: toldDay{kind: toldYesterday}}, i + 1
	case w == "last" && behind == "night":
		return day{told: toldDay{kind: toldYesterday}}, i + 2
	case w == "today" || w == "tonight":
		return day{told: toldDay{kind: toldToday}}, i + 1
	case w == "this" && partsOfDay[behind] && behind != "day":
		return day{told: toldDay{kind: toldToday}}, i + 2
	case (w == "next" || w == "following") && partsOfDay[behind]:
		return day{told: toldDay{kind: toldNext}}, i + 2
	case w == "다음날" || w == "익일" || w == "翌日":
		return day{told: toldDay{kind: toldNext}}, i + 1
	case beforeWeekday[s.word(i-1)]:
		return s.weekday(i)
	case s.startsBlock(i):
		return s.weekdayOfRow(i)
	}
	return day{}, i
}

// startsBlock reports whether lexeme i is the first word of its block.
func (s *timeReader) startsBlock(i int) bool {
	for i--; i >= 0; i-- {
		if s.lex[i].kind != lexSign {
			return false
		}
	}
	return true
}

// weekdayOfRow reads the weekday that leads a row before its clock time: "Fri 17:30", "Saturday, 09:00".
func (s *timeReader) weekdayOfRow(i int) (day, int) {
	n, ok := weekdayNames[s.word(i)]
	if !ok {
		n, ok = shortWeekdays[s.word(i)]
	}
	at := i + 1
	for w := s.word(at); w == "," || w == "." || w == "|" || partsOfDay[w]; w = s.word(at) {
		at++
	}
	if _, next := s.clock(at); !ok || next == at {
		return day{}, i
	}
	return day{told: toldDay{kind: toldWeekday, weekday: n}}, i + 1
}

// weekday reads the name of a weekday that stands for a day: no date follows.
func (s *timeReader) weekday(i int) (day, int) {
	n, ok := weekdayNames[s.word(i)]
	if !ok {
		return day{}, i
	}
	at := i + 1
	for w := s.word(at); w == "," || w == "the" || w == "(" || partsOfDay[w]; w = s.word(at) {
		at++
	}
	if _, next := s.date(at); next > at {
		return day{}, i
	}
	return day{told: toldDay{kind: toldWeekday, weekday: n}}, i + 1
}

// weekdayBetween reads the name of a weekday among the lexemes from i to end.
func (s *timeReader) weekdayBetween(i, end int) (day, int) {
	for ; i < end; i++ {
		if d, next := s.weekday(i); next > i {
			return d, next
		}
	}
	return day{}, 0
}

// tell finds the day that people tell of; without a day of writing it stays unknown.
func (c *calendar) tell(i int, m *moment) {
	told := m.day.told
	m.day = day{}
	reached := c.reachedDay(i, m)
	if told.kind == toldNext {
		m.day = reached.next(1)
	} else if told.kind == toldWeekday && reached.year > 0 && reached != c.titleDay() {
		m.day = reached.next(int(told.weekday-reached.midnight().Weekday()+7) % 7)
	} else if written := c.written(m); written.year > 0 {
		m.day = told.from(written)
	} else if told.kind == toldWeekday && c.anchor.year > 0 {
		m.day = c.anchor.next((int(told.weekday-c.anchor.midnight().Weekday())+10)%7 - 3)
	} else if told.kind == toldToday && m.clock != nil {
		c.inheritDay(i, m)
		return
	}
	if m.day.month > 0 {
		m.inferred = append(m.inferred, "date")
	}
	m.day.told = told
}

// titleDay returns the day that the title states, which is that of the report and not yet one of its story.
func (c *calendar) titleDay() day {
	if len(c.moments) == 0 || c.moments[0].block > 0 || c.moments[0].timed() {
		return day{}
	}
	d := c.moments[0].day
	return day{year: d.year, month: d.month, day: d.day}
}

// reachedDay returns the day of the last time before mark i.
func (c *calendar) reachedDay(i int, m *moment) day {
	for j := i - 1; j >= 0; j-- {
		if prev := &c.moments[j]; c.runsInto(prev, m) {
			return day{year: prev.day.year, month: prev.day.month, day: prev.day.day}
		}
	}
	return day{}
}

// from returns the day that is meant by one who writes on a day.
func (t toldDay) from(written day) day {
	switch t.kind {
	case toldYesterday:
		return written.next(-1)
	case toldWeekday:
		back := int(written.midnight().Weekday()-t.weekday+7) % 7
		return written.next(-back)
	}
	return written
}

// written returns the day on which the block of m was written: that of its post, of the page, of a line
// that says so, or of the address.
func (c *calendar) written(m *moment) day {
	for _, d := range []day{dayOf(string(c.doc.Blocks[m.block].Time)), dayOf(string(c.doc.PublishedAt)), c.byline(), dayOfAddress(string(c.doc.URL))} {
		if d.year > 0 {
			return d
		}
	}
	return day{}
}

// byline returns the day of the first line that says when the text was posted.
func (c *calendar) byline() day {
	for _, m := range c.marks {
		if m.day.year > 0 && m.day.day > 0 && !m.day.unsettled && m.clock == nil && (c.isPostLine(m) || wholeBlock(c.doc.Blocks[m.block].Text, &moment{mark: m})) {
			return m.day
		}
	}
	return day{}
}

// counted reads a time that is counted from another one: "40 minutes later", "T+15", "T+1h 5m".
func (s *timeReader) counted(i int) (mark, int) {
	if d, next := s.length(i); next > i && s.word(next) == "later" && d > 0 {
		return mark{counted: true, after: d}, next + 1
	}
	if s.word(i) != "t" || s.word(i+1) != "+" || !s.isNumber(i+2) || s.lex[i+1].spaced || s.lex[i+2].spaced {
		return mark{}, i
	}
	m := mark{counted: true, fromFirst: true}
	if d, next := s.length(i + 2); next > i+2 {
		m.after = d
		return m, next
	}
	if s.word(i+3) == ":" && s.twoDigits(i+4) {
		m.after = time.Duration(s.lex[i+2].value)*time.Hour + time.Duration(s.lex[i+4].value)*time.Minute
		return m, i + 5
	}
	m.after = time.Duration(s.lex[i+2].value) * time.Minute
	return m, i + 3
}

// count gives a counted time the moment that it means: from the time before it, which stands in the same
// block or the one above, or from the first time of the report.
func (c *calendar) count(i int, m *moment) {
	for j := i - 1; j >= 0; j-- {
		base := &c.moments[j]
		if m.fromFirst {
			base = c.firstTimed(i)
		}
		if base == nil || !m.fromFirst && m.block-base.block > 1 {
			break
		}
		if base.timed() {
			m.countFrom(base)
			return
		}
	}
	m.dayless = true
}

func (c *calendar) firstTimed(i int) *moment {
	for j := range i {
		if m := &c.moments[j]; m.timed() && !c.isPostLine(m.mark) {
			return m
		}
	}
	return nil
}

func (m *moment) countFrom(base *moment) {
	m.wall = base.wall.Add(m.after)
	if !base.at.IsZero() {
		m.at = base.at.Add(m.after)
	}
	m.dayless, m.yearless = base.dayless, base.yearless
	m.day = dayAt(m.wall)
	if m.dayless {
		m.day = day{}
	} else if m.yearless {
		m.day.year = 0
	}
	m.clock = &clock{hour: m.wall.Hour(), minute: m.wall.Minute(), withMinutes: true, zone: base.clock.zone}
	m.approx = m.approx || base.approx
	m.inferred = append(m.inferred, "time")
}

// findRows marks the times that lead rows: the one at the beginning of the block, and those of a block
// that strings the rows of a timeline together, "10:00 - Errors begin 10:05 - An alert fires".
func (s *timeReader) findRows(block int) {
	first := len(s.marks)
	for first > 0 && s.marks[first-1].block == block {
		first--
	}
	marks := s.marks[first:]
	if s.doc.Blocks[block].Kind == extractor.Code {
		s.rowsOfCode(marks)
		return
	}
	var strung []int
	for i := range marks {
		if m := &marks[i]; (m.clock != nil || m.fromFirst) && !m.until && m.start > 0 && rowSign(s.text[m.end:]) && !isLetterBefore(s.text, m.start) {
			strung = append(strung, i)
		}
	}
	if len(marks) > 0 && (s.leads(marks[0]) || s.headsRow(block, marks)) {
		marks[0].row, marks[0].rowEnd = true, endOfRow(marks, len(s.text))
		if n := strings.Index(s.text[marks[0].end:marks[0].rowEnd], "다. "); n >= 0 && koreanParticle.MatchString(s.text[marks[0].end:]) {
			marks[0].rowEnd = marks[0].end + n + len("다.") // the row is a sentence of a paragraph
		}
		strung = append([]int{0}, strung...)
	}
	if len(strung) < 3 {
		if strung = logOf(s.text, marks); len(strung) < 4 {
			return
		}
	}
	for n, i := range strung {
		marks[i].row, marks[i].rowEnd = true, len(s.text)
		if n+1 < len(strung) {
			marks[i].rowEnd = marks[strung[n+1]].start
		}
	}
}

// koreanParticle matches the particle that makes a time at the beginning of a paragraph part of its sentence.
var koreanParticle = regexp.MustCompile(`^ ?(?:경|쯤|께|무렵)?(?:부터|에|까지)`)

// logOf returns the clock times of a block that is a log whose lines were joined, "10:00 API down 10:05 phone
// rings 10:20 restarted": words follow each time, and none leads to one.
func logOf(text string, marks []mark) []int {
	var times []int
	for i := range marks {
		m := &marks[i]
		if m.clock == nil || m.until {
			continue
		}
		rest := text[m.end:]
		if isLetterBefore(text, m.start) || len(rest) < 2 || rest[0] != ' ' || !isLetter(rest[1]) || m.start > 0 && text[m.start-1] == '(' {
			return nil
		}
		times = append(times, i)
	}
	return times
}

// headsRow reports whether a heading ends in its only time: "Fix deployed 2031-07-30 19:20". What it heads is
// a row.
func (s *timeReader) headsRow(block int, marks []mark) bool {
	b := &s.doc.Blocks[block]
	return b.Kind == extractor.Heading && block > 0 && b.Level > 1 && len(marks) == 1 && marks[0].clock != nil && len(s.text)-marks[0].end <= 3 && marks[0].start <= 60
}

// endOfRow returns where the row ends that the first mark leads: before the next time that is no end of its
// range.
func endOfRow(marks []mark, size int) int {
	for _, m := range marks[1:] {
		if m.clock != nil && !m.until {
			return m.start
		}
	}
	return size
}

// rowSign reports whether a text begins with what separates the time of a row from its words.
func rowSign(text string) bool {
	for _, sign := range []string{" - ", " – ", " — ", ": ", " : ", " | ", ") - ", "] "} {
		if strings.HasPrefix(text, sign) {
			return true
		}
	}
	return false
}

// isLetterBefore reports whether a word that leads to a time stands right before offset at: "at 10:00".
func isLetterBefore(text string, at int) bool {
	before := strings.TrimRight(text[:at], " ~[(*")
	word := strings.ToLower(before[strings.LastIndexByte(before, ' ')+1:])
	return beforeClock[word]
}

var beforeClock = wordSet("at from until till to between and since around about by on before after approximately")
