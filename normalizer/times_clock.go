package normalizer

import "strings"

// clockUnits end a clock time in languages that write one behind each number.
var clockUnits = wordSet("시 분 초 時 时 点 分 秒")

// meridiems maps words before or behind a clock time to the half of the day.
var meridiems = map[string]byte{
	"am": 'a', "a.m.": 'a', "a.m": 'a', "pm": 'p', "p.m.": 'p', "p.m": 'p',
	"오전": 'a', "오후": 'p', "午前": 'a', "午後": 'p', "上午": 'a', "下午": 'p', "새벽": 'a', "아침": 'a', "저녁": 'p', "深夜": 'a', "朝": 'a',
}

// clock reads a clock time with its zone at lexeme i and returns the index behind it; i itself when
// there is none.
func (s *timeReader) clock(i int) (clock, int) {
	if c, next := s.namedClock(i); next > i {
		return c, next
	}
	at, meridiem := i, byte(0)
	if m := s.meridiemBefore(i); m != 0 {
		at, meridiem = i+1, m
	}
	if !s.isNumber(at) || meridiem == 0 && s.glued(at) && !s.behindT(at) {
		return clock{}, i
	}
	c, next := s.numbers(at)
	if next == at {
		return clock{}, i
	}
	if m := meridiems[s.word(next)]; m != 0 && s.word(next)[0] < 0x80 && meridiem == 0 {
		meridiem, next = m, next+1
	}
	if !c.setMeridiem(meridiem) || s.lex[at].digits() < 4 && s.countsTime(next) || meridiem == 0 && s.namedLength(at) && s.endsLength(next) {
		return clock{}, i
	}
	if half, behind := s.partOfDay(next); half != 0 && meridiem == 0 && c.hour <= 12 && c.setMeridiem(half) {
		next = behind
	}
	next = s.skipUhr(next)
	c.zone, next = s.zoneAt(next)
	if c.zone.text == "" && afterClock[s.word(next)] && s.word(next+1) == "(" {
		c.zone, _ = s.zoneAt(next + 1) // "22시 40분까지(한국 시간)"
	}
	next = s.secondWriting(&c, next)
	if s.runsOn(next) {
		return clock{}, i
	}
	return c, next
}

// afterClock are particles that Korean writes behind a clock time.
var afterClock = wordSet("까지 부터 에 경 경까지 경부터 경에")

// namedClock reads "noon" and "midnight" where a word that leads to a clock time stands before them.
func (s *timeReader) namedClock(i int) (clock, int) {
	c := clock{withMinutes: true}
	switch w := s.word(i); {
	case w == "noon" || w == "midday" || w == "정오":
		c.hour = 12
	case w != "midnight" && w != "자정":
		return clock{}, i
	}
	if w := s.word(i - 1); !beforeClock[w] && s.word(i)[0] < 0x80 {
		return clock{}, i
	}
	next := i + 1
	c.zone, next = s.zoneAt(next)
	return c, next
}

// namedLength reports whether the name of a duration stands before lexeme i: "Duration: 04:12".
func (s *timeReader) namedLength(i int) bool {
	for i--; i >= 0 && (s.lex[i].kind == lexSign || approxWords[s.lex[i].word] || s.lex[i].word == "hh" || s.lex[i].word == "mm"); i-- {
	}
	switch s.word(i) {
	case "duration", "downtime", "dauer", "durée", "duración", "ttr", "ttd", "mttr", "mttd":
		return true
	}
	return false
}

// endsLength reports whether neither a zone nor the end of a range follows at lexeme i.
func (s *timeReader) endsLength(i int) bool {
	_, next := s.zoneAt(i)
	return next == i && !rangeJoiners[s.word(i)]
}

func (s *timeReader) meridiemBefore(i int) byte {
	w := s.word(i)
	if w == "" || w[0] < 0x80 {
		return 0
	}
	for _, m := range []string{"오전", "오후", "午前", "午後", "上午", "下午", "새벽", "아침", "저녁", "深夜", "朝"} {
		if strings.HasSuffix(w, m) {
			return meridiems[m]
		}
	}
	if !s.isNumber(i + 1) {
		return 0
	}
	switch hour := s.lex[i+1].value; {
	case strings.HasSuffix(w, "밤") && (hour < 6 || hour == 12), strings.HasSuffix(w, "낮") && hour > 9 && hour < 12:
		return 'a'
	case strings.HasSuffix(w, "밤"), strings.HasSuffix(w, "낮"):
		return 'p'
	}
	return 0
}

// behindT reports whether the number follows the T of "2019-07-10T16:35".
func (s *timeReader) behindT(i int) bool {
	return s.word(i-1) == "t" && s.isNumber(i-2)
}

// numbers reads the hour, minute and second in one of the forms that reports use.
func (s *timeReader) numbers(i int) (clock, int) {
	hour := s.lex[i]
	sep := s.word(i + 1)
	switch {
	case hour.digits() == 4 && s.zoneFollows(i+1, hour):
		return checked(clock{hour: hour.value / 100, minute: hour.value % 100, withMinutes: true}, i, i+1)
	case hour.digits() > 2:
		return clock{}, i
	case (sep == ":" || sep == "：") && (s.twoDigits(i+2) || s.looseMinutes(i+2)):
		return s.seconds(clock{hour: hour.value, minute: s.lex[i+2].value, withMinutes: true}, i, i+3, sep)
	case sep == "시" || sep == "時" || sep == "时" || sep == "点":
		return s.unitClock(i)
	case sep == "." && s.twoDigits(i+2) && s.dotClock(i):
		return checked(clock{hour: hour.value, minute: s.lex[i+2].value, withMinutes: true}, i, i+3)
	case sep == "h" && s.twoDigits(i+2) && s.hourClock(i):
		return checked(clock{hour: hour.value, minute: s.lex[i+2].value, withMinutes: true}, i, i+3)
	case sep == "uhr":
		return s.uhrClock(i)
	case sep == "o" && (s.word(i+2) == "'" || s.word(i+2) == "’") && s.word(i+3) == "clock":
		return checked(clock{hour: hour.value}, i, i+4)
	case s.bareHour(i):
		return clock{hour: hour.value}, i + 1
	case meridiems[sep] != 0 && sep[0] < 0x80 && (hour.value >= 1 && hour.value <= 12):
		return clock{hour: hour.value}, i + 1
	}
	return clock{}, i
}

// bareHour reports whether the number at lexeme i is the hour that begins a range whose end says which half
// of the day is meant: "between 9 and 10 AM".
func (s *timeReader) bareHour(i int) bool {
	if w := s.word(i - 1); w != "between" && w != "from" || s.lex[i].value < 1 || s.lex[i].value > 12 {
		return false
	}
	switch s.word(i + 1) {
	case "and", "to", "-", "–", "until":
	default:
		return false
	}
	to, next := s.clock(i + 2)
	return next > i+2 && to.meridiem != 0
}

// looseMinutes reports whether the minutes at lexeme i stand behind a space, "03: 30 PM", and half of the
// day shows that they are minutes.
func (s *timeReader) looseMinutes(i int) bool {
	w := s.word(i + 1)
	return s.isNumber(i) && s.lex[i].digits() == 2 && meridiems[w] != 0 && w[0] < 0x80
}

// checked returns the clock time when it is one of a day; 24:00 ends a day.
func checked(c clock, i, next int) (clock, int) {
	if c.hour > 24 || c.minute > 59 || c.second > 60 || c.hour == 24 && c.minute+c.second > 0 {
		return clock{}, i
	}
	return c, next
}

// seconds reads ":41" or ":41.415" behind hour and minute.
func (s *timeReader) seconds(c clock, i, next int, sep string) (clock, int) {
	if s.word(next) != sep || !s.twoDigits(next+1) {
		return checked(c, i, next)
	}
	c.second, c.withSeconds = s.lex[next+1].value, true
	next += 2
	if w := s.word(next); (w == "." || w == ",") && s.isNumber(next+1) && !s.lex[next].spaced && !s.lex[next+1].spaced {
		next += 2
	}
	return checked(c, i, next)
}

// unitClock reads "9시 2분 30초", "午前7時41分", "9시 반", "22時".
func (s *timeReader) unitClock(i int) (clock, int) {
	c, next := clock{hour: s.lex[i].value}, i+2
	if u := s.word(next + 1); s.isNumber(next) && (u == "분" || u == "分") && s.lex[next].digits() <= 2 {
		c.minute, c.withMinutes = s.lex[next].value, true
		next += 2
		if u := s.word(next + 1); s.isNumber(next) && (u == "초" || u == "秒") {
			c.second, c.withSeconds = s.lex[next].value, true
			next += 2
		}
	} else if w := s.word(next); w == "반" || w == "半" {
		c.minute, c.withMinutes = 30, true
		next++
	}
	return checked(c, i, next)
}

// uhrClock reads "14 Uhr" and "14 Uhr 30".
func (s *timeReader) uhrClock(i int) (clock, int) {
	c := clock{hour: s.lex[i].value}
	if s.twoDigits(i+2) && s.word(i+3) != "." && months[s.word(i+3)] == 0 {
		c.minute, c.withMinutes = s.lex[i+2].value, true
		return checked(c, i, i+3)
	}
	return checked(c, i, i+2)
}

// dotClock reports whether "15.26" at lexeme i is a clock time: a half of the day, a zone or "Uhr"
// follows, or a full date stands right before it.
func (s *timeReader) dotClock(i int) bool {
	if s.lex[i+2].spaced || s.word(i+3) == "." && s.isNumber(i+4) {
		return false
	}
	if w := s.word(i + 3); meridiems[w] != 0 && w[0] < 0x80 || w == "uhr" || w == "hrs" {
		return true
	}
	_, next := s.zoneAt(i + 3)
	return next > i+3 || s.lex[i].digits() == 2 && s.isNumber(i-1) && s.lex[i-1].digits() == 2 && s.word(i-2) == "-"
}

// hourClock reports whether "8h 30" is a clock time and not a duration: a word that leads to a clock
// time stands before it or a zone behind it.
func (s *timeReader) hourClock(i int) bool {
	if durationUnit(s.word(i+3)) > 0 {
		return false
	}
	_, next := s.zoneAt(i + 3)
	return next > i+3 || s.doc.Lang == "fr" || wordBeforeHour[s.word(i-1)]
}

var wordBeforeHour = wordSet("à at vers dès um kl las from to until between and till de since")

// zoneFollows reports whether the four digits before lexeme i are a clock time: "0645 UTC",
// "1203UTC", "0645Z", "0645 hrs".
func (s *timeReader) zoneFollows(i int, number lexeme) bool {
	if number.value/100 > 24 || number.value%100 > 59 {
		return false
	}
	if w := s.word(i); w == "hrs" || w == "hours" && number.value < 1000 {
		return true
	}
	_, next := s.zoneAt(i)
	return next > i && (number.value < 1990 || number.value > 2099 || !s.lex[i].spaced)
}

func (s *timeReader) twoDigits(i int) bool {
	return s.isNumber(i) && s.lex[i].digits() == 2 && !s.lex[i].spaced || s.isNumber(i) && s.lex[i].digits() == 2 && s.word(i-1) != ":" && s.word(i-1) != "."
}

// setMeridiem applies the half of the day. "15:30 PM" and "13:55 PM" mean what their hour says; an
// hour over 12 in the morning is no clock time.
func (c *clock) setMeridiem(m byte) bool {
	c.meridiem = m
	switch {
	case m == 0:
		return true
	case m == 'a' && c.hour > 12:
		return false
	case m == 'a' && c.hour == 12:
		c.hour = 0
	case m == 'p' && c.hour < 12:
		c.hour += 12
	}
	return true
}

// countsTime reports whether the numbers before lexeme i were a duration: "1:45 hours".
func (s *timeReader) countsTime(i int) bool {
	return durationUnit(s.word(i)) > 0 && s.word(i) != "h" && s.word(i) != "m"
}

// skipUhr skips words behind a clock time that add nothing.
func (s *timeReader) skipUhr(i int) int {
	switch s.word(i) {
	case "uhr", "hrs", "h":
		return i + 1
	}
	return i
}

// partOfDay reads "in the morning" behind a clock time.
func (s *timeReader) partOfDay(i int) (half byte, next int) {
	if s.word(i) != "in" || s.word(i+1) != "the" {
		return 0, i
	}
	switch s.word(i + 2) {
	case "morning":
		return 'a', i + 3
	case "afternoon", "evening":
		return 'p', i + 3
	}
	return 0, i
}

// runsOn reports whether a letter or a sign of a longer number follows without a space.
func (s *timeReader) runsOn(i int) bool {
	if i >= len(s.lex) || s.lex[i].spaced {
		return false
	}
	w := s.lex[i].word
	return s.lex[i].kind == lexWord && isLetter(w[0]) && w != "and" && w != "to" && w != "t" || w == ":" && s.isNumber(i+1) && !s.lex[i+1].spaced || w == "%"
}

// zoneAt reads a zone at lexeme i, in brackets or not: "UTC", "(CDT)", "[UTC]", "+0900".
func (s *timeReader) zoneAt(i int) (zone, int) {
	at := i
	open := s.word(at) == "(" || s.word(at) == "["
	if open {
		at++
	}
	if at >= len(s.lex) {
		return zone{}, i
	}
	z, n := s.readZone(s.text[s.lex[at].start:], true)
	if n == 0 || z.text == "Z" && s.lex[at].spaced {
		return zone{}, i
	}
	next := at
	for next < len(s.lex) && s.lex[next].start < s.lex[at].start+n {
		next++
	}
	if open && s.word(next) == "기준" {
		next++
	}
	if open && (s.word(next) == ")" || s.word(next) == "]") {
		next++
	} else if open {
		return zone{}, i
	}
	if again, end := s.bracketed(next, z); again {
		next = end
	}
	return z, next
}

// bracketed reports whether the zone is written once more: "Coordinated Universal Time (UTC)".
func (s *timeReader) bracketed(i int, z zone) (bool, int) {
	if s.word(i) != "(" || i+1 >= len(s.lex) || s.word(i+2) != ")" {
		return false, i
	}
	again, n := s.readZone(s.text[s.lex[i+1].start:], true)
	return n > 0 && again.offset == z.offset, i + 3
}

// secondWriting reads the same moment in a second zone, "20:50 UTC (16:50 EDT)" or "6:50 PDT / 13:50
// UTC", into c.other and returns the index behind it.
func (s *timeReader) secondWriting(c *clock, i int) int {
	sep := s.word(i)
	if s.second || c.zone.text == "" || sep != "(" && sep != "/" && sep != "[" {
		return i
	}
	s.second = true
	other, next := s.clock(i + 1)
	s.second = false
	if next == i+1 || other.zone.text == "" {
		return i
	}
	if sep != "/" {
		if w := s.word(next); w != ")" && w != "]" {
			return i
		}
		next++
	}
	c.other = &other
	return next
}
