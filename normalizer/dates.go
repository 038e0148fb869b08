package normalizer

import (
	"strings"

	"inquest/extractor"
)

// day is a date as written; a part that is not written is 0.
type day struct {
	year, month, day int
	toMonth, toDay   int  // last day of "June 3 to 7, 2017"
	unsettled        bool // 1/9/24: month and day may be the other way round
	told             toldDay
}

// names reports whether a day is named and not only a month.
func (d day) names() bool { return d.day > 0 || d.told.kind != 0 }

// months maps the names of months, in lower case, to their numbers: English, German, French, Spanish.
var months = monthNames(
	"january jan januar jänner janvier janv enero ene", "february feb februar février févr fevrier febrero", "march mar märz mrz mars marzo", "april apr avril avr abril abr",
	"may mai mayo", "june jun juni juin junio", "july jul juli juillet juil julio", "august aug août aout agosto ago",
	"september sep sept septembre septiembre", "october oct oktober okt octobre octubre", "november nov novembre noviembre", "december dec dezember dez décembre decembre diciembre dic",
)

func monthNames(lists ...string) map[string]int {
	names := make(map[string]int)
	for i, list := range lists {
		for _, name := range strings.Fields(list) {
			names[name] = i + 1
		}
	}
	return names
}

// date reads a date at lexeme i and returns the index behind it; i itself when there is none.
func (s *timeReader) date(i int) (day, int) {
	if i >= len(s.lex) {
		return day{}, i
	}
	first := s.lex[i]
	switch {
	case first.kind == lexWord:
		if d, next := s.toldDay(i); next > i {
			return d, next
		}
		return s.monthFirst(i)
	case first.kind != lexNumber || s.glued(i):
		return day{}, i
	case first.digits() == 4:
		return s.yearFirst(i)
	case first.digits() <= 2 && s.word(i+1) == "月" || s.word(i+1) == "월":
		return s.monthUnit(i, 0)
	case first.digits() <= 2:
		if d, next := s.numeric(i); next > i {
			return d, next
		}
		return s.dayFirst(i)
	}
	return day{}, i
}

// yearFirst reads "2025-07-18", "2025. 7. 18.", "2025/7/18", "2025年7月18日", "2025년 7월", "2019-Jul-10".
func (s *timeReader) yearFirst(i int) (day, int) {
	year := s.lex[i].value
	if !plausibleYear(year) {
		return day{}, i
	}
	sep := s.word(i + 1)
	switch {
	case sep == "년" || sep == "年":
		return s.monthUnit(i+2, year)
	case sep == "-" && months[s.word(i+2)] > 0 && s.isNumber(i+4):
		return day{year: year, month: months[s.word(i+2)], day: s.lex[i+4].value}, i + 5
	case sep != "-" && sep != "." && sep != "/":
		return day{}, i
	}
	if !s.isNumber(i+2) || s.word(i+3) != sep || !s.isNumber(i+4) || s.lex[i+2].digits() > 2 || s.lex[i+4].digits() > 2 {
		return day{}, i
	}
	d := day{year: year, month: s.lex[i+2].value, day: s.lex[i+4].value}
	if !d.valid() {
		return day{}, i
	}
	next := i + 5
	if sep == "." && s.word(next) == "." && s.lex[i+2].spaced {
		next++ // the Korean form ends in a full stop
	}
	return d, next
}

// monthUnit reads "7月18日" and "7월 18일", or the month alone.
func (s *timeReader) monthUnit(i, year int) (day, int) {
	if !s.isNumber(i) || s.word(i+1) != "月" && s.word(i+1) != "월" {
		return day{}, i
	}
	d, next := day{year: year, month: s.lex[i].value}, i+2
	if u := s.word(next + 1); s.isNumber(next) && (u == "日" || u == "일" || u == "号") {
		d.day, next = s.lex[next].value, next+2
	}
	if !d.valid() || d.day == 0 && year == 0 {
		return day{}, i
	}
	return d, next
}

// numeric reads dates of numbers only that do not begin with the year: "3/23/16", "02.29.2020",
// "28-07-2017", and "02/13" where a clock time follows.
func (s *timeReader) numeric(i int) (day, int) {
	sep := s.word(i + 1)
	if sep != "/" && sep != "." && sep != "-" || !s.isNumber(i+2) || s.lex[i+2].digits() > 2 || s.lex[i+2].spaced && sep != "." {
		return day{}, i
	}
	d, next := day{month: s.lex[i].value, day: s.lex[i+2].value}, i+3
	switch {
	case s.word(next) == sep && s.isNumber(next+1) && s.lex[next+1].digits() == 4 && plausibleYear(s.lex[next+1].value):
		d.year, next = s.lex[next+1].value, next+2
	case s.word(next) == sep && s.isNumber(next+1) && s.lex[next+1].digits() == 2 && sep != ".":
		d.year, next = 2000+s.lex[next+1].value, next+2
	case sep == "-" && i == 0 && s.twoDigits(0) && s.twoDigits(2) && d.month <= 12 && s.clockFollows(next):
		return d, next // a row of a log, "05-14 09:30"
	case sep != "/" || !s.clockFollows(next):
		return day{}, i
	}
	return s.settle(d, sep, i, next)
}

// settle decides which of the two numbers is the month.
func (s *timeReader) settle(d day, sep string, i, next int) (day, int) {
	switch {
	case d.month > 12 || s.order == dayMonth && d.day <= 12 && d.month <= 31:
		d.month, d.day = d.day, d.month
	case d.day > 12 || s.order == monthDay || d.month == d.day:
	default:
		d.unsettled = true
	}
	if !d.valid() {
		return day{}, i
	}
	return d, next
}

// clockFollows reports whether a clock time follows at lexeme i, perhaps behind a weekday.
func (s *timeReader) clockFollows(i int) bool {
	_, next := s.clock(s.skipJoiners(i))
	return next > s.skipJoiners(i)
}

// monthFirst reads "July 22, 2025", "November, 25th 2020", "Nov. 25", "June 3 to 7, 2017", "March 2023".
func (s *timeReader) monthFirst(i int) (day, int) {
	d := day{month: s.monthAt(i)}
	if d.month == 0 {
		return day{}, i
	}
	next := i + 1
	for w := s.word(next); w == "." || w == "," || w == "the"; w = s.word(next) {
		next++
	}
	if !s.isNumber(next) {
		return day{}, i
	}
	if s.lex[next].digits() == 4 && plausibleYear(s.lex[next].value) {
		d.year = s.lex[next].value
		return d, next + 1
	}
	if s.lex[next].digits() > 2 || s.word(next+1) == ":" {
		return day{}, i
	}
	d.day = s.lex[next].value
	next = s.skipOrdinal(next + 1)
	d, next = s.lastDay(d, next)
	d.year, next = s.yearBehind(next)
	if !d.valid() {
		return day{}, i
	}
	return d, next
}

// dayFirst reads "18 July 2025", "3rd of June", "3. Juni 2017", "3 de junio de 2017", "1er mars",
// "3 to 7 June".
func (s *timeReader) dayFirst(i int) (day, int) {
	d := day{day: s.lex[i].value}
	next := s.skipOrdinal(i + 1)
	if (s.isRangeSign(next) || s.word(next) == "and") && s.isNumber(next+1) && s.lex[next+1].digits() <= 2 {
		if after := s.skipOf(s.skipOrdinal(next + 2)); s.monthAt(after) > 0 {
			d.toDay = s.lex[next+1].value
			next = after
		}
	}
	next = s.skipOf(next)
	if d.month = s.monthAt(next); d.month == 0 {
		return day{}, i
	}
	if d.toDay > 0 {
		d.toMonth = d.month
	}
	next++
	if s.word(next) == "." {
		next++
	}
	d.year, next = s.yearBehind(s.skipOf(next))
	if !d.valid() {
		return day{}, i
	}
	return d, next
}

// lastDay reads the end of a range of days of one month: "3-7", "3 to 7", "3 and 4".
func (s *timeReader) lastDay(d day, next int) (day, int) {
	if !s.isRangeSign(next) && s.word(next) != "and" || !s.isNumber(next+1) || s.lex[next+1].digits() > 2 {
		return d, next
	}
	if w := s.word(next + 2); w == ":" || w == "." && s.isNumber(next+3) && !s.lex[next+3].spaced {
		return d, next // "July 18 - 22:00"
	}
	if to := s.lex[next+1].value; to > d.day && to <= 31 && !s.isUnit(s.skipOrdinal(next+2)) {
		d.toMonth, d.toDay = d.month, to
		return d, s.skipOrdinal(next + 2)
	}
	return d, next
}

// isUnit reports whether lexeme i makes the number before it a count or clock time instead of a day.
func (s *timeReader) isUnit(i int) bool {
	switch w := s.word(i); w {
	case "", ",", ".", ")", ";", "(", "-", "–":
		return false
	default:
		_, zone := extractor.ZoneMeaning(strings.ToUpper(w))
		return zone || w == "am" || w == "pm" || durationUnit(w) > 0
	}
}

// yearBehind reads a year behind a day and month: ", 2025", "'25", " 2025".
func (s *timeReader) yearBehind(i int) (year, next int) {
	at := i
	if w := s.word(at); w == "," || w == "." {
		at++
	}
	if !s.isNumber(at) || s.lex[at].digits() != 4 || !plausibleYear(s.lex[at].value) || s.word(at+1) == ":" && s.isNumber(at+2) && !s.lex[at+2].spaced {
		return 0, i
	}
	if _, zoned := extractor.ZoneMeaning(strings.ToUpper(s.word(at + 1))); zoned {
		return 0, i // "July 20, 2016 UTC" is a clock time of four digits as likely as a year
	}
	return s.lex[at].value, at + 1
}

// monthAt returns the month that lexeme i names, else 0. "may" and "mar" in lower case are no months.
func (s *timeReader) monthAt(i int) int {
	w := s.word(i)
	m := months[w]
	if m > 0 && (w == "may" || w == "march" || w == "mar" || w == "ago") && s.text[s.lex[i].start] >= 'a' {
		return 0
	}
	return m
}

func (s *timeReader) skipOrdinal(i int) int {
	switch s.word(i) {
	case "st", "nd", "rd", "th", "er", "º", "ª":
		return i + 1
	case ".":
		if s.monthAt(i+1) > 0 {
			return i + 1
		}
	}
	return i
}

func (s *timeReader) skipOf(i int) int {
	switch s.word(i) {
	case "of", "de", "del", ",":
		return i + 1
	}
	return i
}

func (s *timeReader) isRangeSign(i int) bool {
	switch s.word(i) {
	case "-", "–", "—", "~", "to", "through", "until", "bis", "au", "al", "à":
		return true
	}
	return false
}

func plausibleYear(y int) bool { return y >= 1990 && y <= 2099 }

var monthDays = [13]int{0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

// valid reports whether the parts that are written can be a date.
func (d day) valid() bool {
	if d.month < 1 || d.month > 12 || d.day < 0 || d.day > monthDays[d.month] {
		return false
	}
	if d.month == 2 && d.day == 29 && d.year%4 != 0 {
		return false
	}
	return d.toDay == 0 || d.toDay >= d.day
}
