package normalizer

import (
	"strings"
	"time"

	"inquest/extractor"
)

// clock is a clock time as written.
type clock struct {
	hour, minute, second int
	withMinutes          bool // "4 PM" has none
	withSeconds          bool
	meridiem             byte // 'a' or 'p' where the text says so
	zone                 zone
	other                *clock // "20:50 UTC (16:50 EDT)": the second writing
}

// mark is a date, a clock time or both together, as written at one place.
type mark struct {
	block, start, end int
	day               day
	clock             *clock
	approx            bool
	until             bool // the end of a range whose start is the mark before it
	counted           bool // "40 minutes later", "T+15": no clock time of its own
	fromFirst         bool // it is counted from the first time and not from the one before
	after             time.Duration
	row               bool // it leads a row of a timeline
	rowEnd            int  // where that row ends
}

// numberOrder says how a document writes dates of numbers only.
type numberOrder byte

const (
	orderUnknown numberOrder = iota
	monthDay
	dayMonth
)

// timeReader reads the marks of a document. Its scanner is written by hand: it sees every character of
// every page, and regular expressions for a dozen languages cost more than reading the page's HTML.
type timeReader struct {
	doc    *extractor.Document
	order  numberOrder
	hints  string // what the document names; settles ambiguous zones
	text   string // of the block that is being read
	lex    []lexeme
	marks  []mark
	second bool // a second writing is being read; it has none of its own
}

// readMarks returns the dates and clock times of a document in the order of reading.
func readMarks(doc *extractor.Document) []mark {
	s := &timeReader{doc: doc}
	s.hints = joinedText(doc)
	s.order = s.numberOrder()
	s.marks = s.marks[:0]
	for i := range doc.Blocks {
		s.readBlock(i)
	}
	carryHalf(doc, s.marks)
	return s.marks
}

func joinedText(doc *extractor.Document) string {
	var b strings.Builder
	b.WriteString(string(doc.Title) + "\n" + string(doc.URL) + "\n" + string(doc.Org) + "\n")
	for i := range doc.Blocks {
		b.WriteString(doc.Blocks[i].Text)
		b.WriteByte('\n')
	}
	return b.String()
}

// numberOrder finds out how the document writes dates of numbers only: from one whose day is over 12,
// from one that fits another date of the document, from its language, from American zones.
func (s *timeReader) numberOrder() numberOrder {
	switch s.doc.Lang {
	case "de", "fr", "es", "it", "pt", "nl", "pl", "ru":
		return dayMonth
	case "ko", "ja", "zh":
		return monthDay
	}
	found, unsettled := orderUnknown, false
	for i := range s.doc.Blocks {
		order, open := s.orderIn(i)
		unsettled = unsettled || open
		if order != orderUnknown && found == orderUnknown {
			found = order
		}
	}
	if found != orderUnknown || !unsettled {
		return found
	}
	return s.orderByOthers()
}

// orderIn looks for a date of numbers that can be read in one way only.
func (s *timeReader) orderIn(block int) (order numberOrder, unsettled bool) {
	s.begin(block)
	for i := range s.lex {
		if s.lex[i].kind != lexNumber || s.lex[i].digits() > 2 || s.glued(i) {
			continue
		}
		d, next := s.numeric(i)
		switch {
		case s.barely(i):
			unsettled = true
		case next == i || d.year == 0:
		case d.unsettled:
			unsettled = true
		case s.lex[i].value > 12:
			return dayMonth, false
		case s.lex[i+2].value > 12:
			return monthDay, false
		}
	}
	return orderUnknown, unsettled
}

// orderByOthers settles the order by a full date of the document that one reading of a date of
// numbers equals, else by zones that only one side of the Atlantic uses.
func (s *timeReader) orderByOthers() numberOrder {
	s.marks = s.marks[:0]
	for i := range s.doc.Blocks {
		s.readBlock(i)
	}
	full := s.fullDates()
	american := false
	for _, m := range s.marks {
		d := m.day
		if d.unsettled && full[day{year: d.year, month: d.month, day: d.day}] {
			return monthDay
		}
		if d.unsettled && full[day{year: d.year, month: d.day, day: d.month}] {
			return dayMonth
		}
		american = american || m.clock != nil && strings.Contains(" PST PDT EST EDT MST MDT CDT PT ET ", " "+m.clock.zone.text+" ")
	}
	if american {
		return monthDay
	}
	return orderUnknown
}

// barely reports whether two numbers before a zone stand at lexeme i: "3/6 UTC".
func (s *timeReader) barely(i int) bool {
	if s.word(i+1) != "/" || !s.isNumber(i+2) || s.lex[i].value > 12 || s.lex[i+2].value > 12 {
		return false
	}
	_, next := s.zoneAt(i + 3)
	return next > i+3
}

// fullDates returns the dates that the document writes or is stamped with, each with its year and without.
func (s *timeReader) fullDates() map[day]bool {
	full := make(map[day]bool)
	add := func(d day) {
		if !d.unsettled && d.day > 0 && d.year > 0 {
			full[day{year: d.year, month: d.month, day: d.day}] = true
			full[day{month: d.month, day: d.day}] = true
		}
	}
	for _, m := range s.marks {
		add(m.day)
	}
	add(dayOf(string(s.doc.PublishedAt)))
	for i := range s.doc.Blocks {
		add(dayOf(string(s.doc.Blocks[i].Time)))
	}
	return full
}

// begin makes block the one that is being read.
func (s *timeReader) begin(block int) {
	s.text = s.doc.Blocks[block].Text
	s.lex = lexemes(s.lex[:0], s.text)
}

// readBlock appends the marks of one block.
func (s *timeReader) readBlock(block int) {
	if b := &s.doc.Blocks[block]; b.Kind == extractor.Code && !toldInCode(b.Text) {
		return
	}
	s.begin(block)
	previous := -1 // index behind the lexemes of the mark before
	for i := 0; i < len(s.lex); {
		m, next := s.mark(i)
		if next == i {
			i++
			continue
		}
		m.block, m.start, m.end = block, s.lex[i].start, s.lex[next-1].end
		m.approx = s.approximate(i, next)
		if previous >= 0 {
			m.until = s.joins(previous, i)
			if m.until {
				share(&s.marks[len(s.marks)-1], &m)
			}
		}
		s.marks = append(s.marks, m)
		previous, i = next, next
	}
	s.findRows(block)
}

// mark reads a date, a clock time, or both, at lexeme i.
func (s *timeReader) mark(i int) (mark, int) {
	if m, next := s.counted(i); next > i {
		return m, next
	}
	if d, next := s.date(i); next > i {
		m := mark{day: d}
		at := s.skipJoiners(next)
		if c, end := s.clock(at); end > at && d.names() && d.toDay == 0 {
			if c.zone.text == "" {
				c.zone = s.zoneBefore(i)
			}
			m.clock = &c
			return m, end
		}
		return m, next
	}
	c, next := s.clock(i)
	if next == i {
		return mark{}, i
	}
	m := mark{clock: &c}
	at := s.skipToDate(next)
	if d, end := s.date(at); end > at && d.names() && !s.clockBehind(end) {
		m.day, next = d, end
	} else if d, end := s.dayBeforeZone(at, m.clock); end > at {
		m.day, next = d, end
	} else if d, end := s.weekdayBetween(next, at); end > next {
		m.day, next = d, end
	}
	return m, next
}

// zoneBefore returns the zone that Korean writes before a date: "한국 시간 2031년 3월 9일 02시 17분".
func (s *timeReader) zoneBefore(i int) zone {
	if i < 2 || s.lex[i-1].kind != lexWord {
		return zone{}
	}
	for _, from := range []int{i - 1, i - 2} {
		if z, next := s.zoneAt(from); next == i && s.word(from)[0] >= 0x80 {
			return z
		}
	}
	return zone{}
}

// dayBeforeZone reads "3/6 UTC" behind a clock time, with the zone of that time.
func (s *timeReader) dayBeforeZone(i int, c *clock) (day, int) {
	if !s.isNumber(i) || s.word(i+1) != "/" || !s.isNumber(i+2) || s.lex[i].digits() > 2 || s.lex[i+2].digits() > 2 {
		return day{}, i
	}
	z, next := s.zoneAt(i + 3)
	d, end := s.settle(day{month: s.lex[i].value, day: s.lex[i+2].value}, "/", i, next)
	if next == i+3 || end == i || c.zone.text != "" {
		return day{}, i
	}
	c.zone = z
	return d, next
}

// clockBehind reports whether the date that ends at lexeme i has a clock time of its own.
func (s *timeReader) clockBehind(i int) bool {
	at := i
	if w := s.word(at); w == "," || w == "at" || w == "-" {
		at++
	}
	if at < len(s.lex) && s.lex[at].kind == lexNumber && at > i && s.word(i) == "-" {
		return false
	}
	_, next := s.clock(at)
	return next > at
}

// skipJoiners returns the index behind what may stand between a date and its clock time.
func (s *timeReader) skipJoiners(i int) int {
	for n := 0; n < 7; n++ {
		w := s.word(i)
		if w == "(" && weekdays[s.word(i+1)] && s.word(i+2) == ")" {
			i += 3
			continue
		}
		if !dateJoiners[w] && !approxWords[w] {
			return i
		}
		i++
	}
	return i
}

// skipToDate returns the index behind what may stand between a clock time and its date.
func (s *timeReader) skipToDate(i int) int {
	for n := 0; n < 5; n++ {
		w := s.word(i)
		if !weekdays[w] && !(clockJoiners[w]) {
			return i
		}
		i++
	}
	return i
}

var (
	dateJoiners  = wordSet("at @ , - – — t : . | um à a las gegen vers les le kl uhr 에 の")
	clockJoiners = wordSet("on , - – the of am le el del den ( |")
	approxWords  = wordSet("around about approximately approx roughly circa ca ~ ≈ ∼ 약 대략 約 およそ gegen ungefähr etwa environ vers aproximadamente sobre estimated")
	approxAfter  = wordSet("頃 ごろ 경 쯤 께 경부터 경까지 경에 무렵 左右")
	weekdays     = wordSet("monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo 월 화 수 목 금 토 일 월요일 화요일 수요일 목요일 금요일 토요일 일요일 月 火 水 木 金 土 日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日")
)

// approximate reports whether the text marks the time in lexemes i to next as about.
func (s *timeReader) approximate(i, next int) bool {
	for at := i - 1; at >= 0 && at >= i-2; at-- {
		w := s.word(at)
		if approxWords[w] && !(w == "~" && at > 0 && s.lex[at-1].kind == lexNumber) && !(w == "~" && at > 0 && clockUnits[s.word(at-1)]) {
			return true
		}
		if w != "at" && w != "." {
			break
		}
	}
	for at := i; at < next; at++ {
		if w := s.word(at); approxWords[w] || approxAfter[w] {
			return true
		}
	}
	w := s.word(next)
	return approxAfter[w] || strings.HasPrefix(w, "頃") || strings.HasPrefix(w, "ごろ")
}

// joins reports whether the lexemes between two marks make them the ends of a range.
func (s *timeReader) joins(from, to int) bool {
	joiner := ""
	for i := from; i < to; i++ {
		w := s.word(i)
		if approxWords[w] && w != "~" || rangeFillers[w] || weekdays[w] {
			continue
		}
		joiner = strings.TrimSpace(joiner + " " + w)
		if len(joiner) > 40 {
			return false
		}
	}
	if joiner == "and" || joiner == "and ~" || joiner == "und" || joiner == "et" || joiner == "y" {
		return s.opensRange(from)
	}
	return rangeJoiners[joiner]
}

var (
	rangeFillers = wordSet("at , on the um ( ) against las")
	rangeJoiners = joinerSet("- – — ~ ∼ 〜 ～ → > to until till til through thru bis au jusqu'à hasta à a 부터 에서 から", "~ ~", "to ~", "and ~", "until ~", "- ~", "– ~", "- -", "- >", "부터 ~", "and ended", "and ending", "and ends", "and continued until", "and lasted until",
		"and lasting until", "and until", "and was resolved", "through to", "until up to", "and continued through", "and up to", "up to", "up until", "to around", "から 頃", "頃 から", "경 부터", "and continuing until", "and continuing through", "and concluded", "and resolved", "jusqu ' à")
)

func joinerSet(single string, phrases ...string) map[string]bool {
	set := wordSet(single)
	for _, p := range phrases {
		set[p] = true
	}
	return set
}

// opensRange reports whether "between" stands shortly before the mark that ends at lexeme to.
func (s *timeReader) opensRange(to int) bool {
	for i := to - 1; i >= 0 && i > to-20; i-- {
		if s.word(i) == "between" || s.word(i) == "zwischen" || s.word(i) == "entre" {
			return true
		}
	}
	return false
}

// share gives each end of a range what only the other one states: the zone, and "9:10 to 10:05 AM".
func share(from, to *mark) {
	a, b := from.clock, to.clock
	if a == nil || b == nil {
		return
	}
	if a.zone.text == "" {
		a.zone = b.zone
	} else if b.zone.text == "" {
		b.zone = a.zone
	}
	if a.meridiem == 0 && b.meridiem != 0 && a.hour >= 1 && a.hour <= 12 && from.day.day == 0 {
		hour := a.hour%12 + (b.hour/12)*12
		if hour*60+a.minute <= b.hour*60+b.minute {
			a.hour = hour
		}
		a.meridiem = b.meridiem
	}
	if a.meridiem == 'p' && b.meridiem == 0 && (from.day.day == 0 || to.day.day == 0) && b.hour >= 1 && b.hour < 12 && (b.hour+12)*60+b.minute > a.hour*60+a.minute {
		b.hour, b.meridiem = b.hour+12, 'p' // "2:15pm to 3:45"
	}
}

// word returns the word or sign at lexeme i; "" for a number and beyond the end.
func (s *timeReader) word(i int) string {
	if i < 0 || i >= len(s.lex) {
		return ""
	}
	return s.lex[i].word
}

func (s *timeReader) isNumber(i int) bool {
	return i >= 0 && i < len(s.lex) && s.lex[i].kind == lexNumber
}

// glued reports whether the number at lexeme i is part of a name: "v2.0", "us-east-1", "IL-0351".
func (s *timeReader) glued(i int) bool {
	at := s.lex[i].start
	if at == 0 {
		return false
	}
	switch c := s.text[at-1]; {
	case isLetter(c), c == '_', c == '#', c == '$', isDigit(c):
		return true
	case c == '/' && s.lex[i].digits() == 4 && s.isoDate(i):
		return false // "Incidents/2031-05-04"
	case c == '-' || c == '/' || c == '.':
		return at > 1 && (isLetter(s.text[at-2]) || isDigit(s.text[at-2])) && !s.behindMark(at)
	}
	return false
}

// isoDate reports whether the year at lexeme i begins a date like 2031-05-04 that is no part of an address.
func (s *timeReader) isoDate(i int) bool {
	before := s.text[:s.lex[i].start]
	if strings.ContainsAny(before[strings.LastIndexByte(before, ' ')+1:], ".:") {
		return false
	}
	return plausibleYear(s.lex[i].value) && s.word(i+1) == "-" && s.twoDigits(i+2) && s.word(i+3) == "-" && s.twoDigits(i+4)
}

// behindMark reports whether the mark before ends one byte before offset at: "16:35-17:00".
func (s *timeReader) behindMark(at int) bool {
	if len(s.marks) == 0 {
		return false
	}
	m := s.marks[len(s.marks)-1]
	return s.text[at-1] == '-' && m.end == at-1 && s.doc.Blocks[m.block].Text == s.text
}
