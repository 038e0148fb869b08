package normalizer

import (
	"fmt"
	"strings"
	"time"
)

// length is a duration that a text states.
type length struct {
	block, start, end int
	d                 time.Duration
	approx            bool
}

// durationUnits maps the words for units of time, in lower case.
var durationUnits = unitTable(map[time.Duration]string{
	time.Second:    "second seconds sec secs 초 초간 秒 秒間 sekunden secondes segundos",
	time.Minute:    "minute minutes min mins m 분 분간 分 分間 分钟 minuten minutos",
	time.Hour:      "hour hours hr hrs h 시간 時間 小时 stunde stunden heure heures hora horas",
	24 * time.Hour: "day days d 일간 日間 tage tagen jours días",
})

func unitTable(table map[time.Duration]string) map[string]time.Duration {
	units := make(map[string]time.Duration)
	for unit, words := range table {
		for _, w := range strings.Fields(words) {
			units[w] = unit
		}
	}
	return units
}

// durationUnit returns the unit that a word names, else 0.
func durationUnit(word string) time.Duration { return durationUnits[word] }

// numberWords holds the numbers that English reports write as words.
var numberWords = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "an": 1, "a": 1,
}

// lengths returns the durations that a block states.
func (s *timeReader) lengths(block int) []length {
	s.begin(block)
	var all []length
	for i := 0; i < len(s.lex); {
		d, next := s.length(i)
		if next == i {
			i++
			continue
		}
		l := length{block: block, start: s.lex[i].start, end: s.lex[next-1].end, d: d, approx: s.approximate(i, next)}
		all = append(all, l)
		i = next
	}
	return all
}

// length reads "97 minutes", "1h 28m", "1 hour and 31 minutes", "1.5 hours", "an hour", "1시간 31분".
func (s *timeReader) length(i int) (time.Duration, int) {
	if d, next := s.clockLength(i); next > i {
		return d, next
	}
	total, at, last := time.Duration(0), i, 1000*time.Hour
	for {
		d, unit, next := s.part(at)
		if next == at || unit >= last {
			break
		}
		total, last, at = total+d, unit, next
		if unit == time.Hour && s.twoDigits(at) && !s.lex[at].spaced && durationUnit(s.word(at+1)) == 0 {
			return total + time.Duration(s.lex[at].value)*time.Minute, at + 1 // "1h30"
		}
		if s.word(at) == "and" && s.word(at+1) == "a" && s.word(at+2) == "half" {
			return total + unit/2, at + 3 // "an hour and a half"
		}
		if w := s.word(at); (w == "and" || w == "," || w == "und" || w == "et") && s.partFollows(at+1, last) {
			at++
		}
	}
	return total, at
}

// clockLength reads "04:12" and "04:12:30" behind the name of a duration.
func (s *timeReader) clockLength(i int) (time.Duration, int) {
	if !s.isNumber(i) || s.word(i+1) != ":" || !s.twoDigits(i+2) || !s.namedLength(i) || s.lex[i+2].value > 59 {
		return 0, i
	}
	d, next := time.Duration(s.lex[i].value)*time.Hour+time.Duration(s.lex[i+2].value)*time.Minute, i+3
	if s.word(next) == ":" && s.twoDigits(next+1) {
		next += 2
	}
	if m := meridiems[s.word(next)]; m != 0 || !s.endsLength(next) {
		return 0, i
	}
	return d, next
}

func (s *timeReader) partFollows(i int, last time.Duration) bool {
	_, unit, next := s.part(i)
	return next > i && unit < last
}

// part reads one number with its unit.
func (s *timeReader) part(i int) (d, unit time.Duration, next int) {
	value, at := 0.0, i
	switch {
	case s.isNumber(i) && s.lex[i].digits() <= 5 && (!s.glued(i) || durationUnit(s.word(i-1)) > 0):
		value, at = float64(s.lex[i].value), i+1
		if w := s.word(at); w == "." && s.isNumber(at+1) && !s.lex[at].spaced && !s.lex[at+1].spaced && s.lex[at+1].digits() == 1 {
			value, at = value+float64(s.lex[at+1].value)/10, at+2
		}
	case numberWords[s.word(i)] > 0:
		value, at = float64(numberWords[s.word(i)]), i+1
	case s.word(i) == "half":
		value, at = 0.5, i+1
	default:
		return 0, 0, i
	}
	value, at = s.fraction(value, at)
	if s.word(at) == "-" && durationUnit(s.word(at+1)) > 0 {
		at++ // "a 7-minute outage"
	}
	unit = durationUnit(s.word(at))
	if unit == 0 || !s.isNumber(i) && len(s.word(at)) < 3 {
		return 0, 0, i
	}
	return time.Duration(value * float64(unit)), unit, at + 1
}

// fraction reads what makes a number one of halves and quarters: "two and a half hours", "1 1/2 hours",
// "half an hour", "three quarters of an hour".
func (s *timeReader) fraction(value float64, at int) (float64, int) {
	switch w := s.word(at); {
	case w == "and" && s.word(at+1) == "a" && s.word(at+2) == "half":
		return value + 0.5, at + 3
	case s.isNumber(at) && s.lex[at].value == 1 && s.word(at+1) == "/" && s.isNumber(at+2) && s.lex[at+2].value == 2:
		return value + 0.5, at + 3
	case w == "½":
		return value + 0.5, at + 1
	case (w == "quarter" || w == "quarters") && s.word(at+1) == "of" && s.word(at+2) == "an":
		return value / 4, at + 3
	case value == 0.5 && (w == "an" || w == "a"):
		return value, at + 1
	}
	return value, at
}

// formatDuration writes a duration as the library does: hours and minutes, never days, "42h 46m".
// Seconds are dropped, as clock times drop them.
func formatDuration(d time.Duration) string {
	minutes := int(d / time.Minute)
	return fmt.Sprintf("%dh %dm", minutes/60, minutes%60)
}

// between returns the duration from one moment to another as far as both are known: from instants, or
// from wall clocks of one zone, or of none.
func between(from, to *moment) (time.Duration, bool) {
	switch {
	case !from.timed() || !to.timed() || to.backward || from.dayless != to.dayless:
		return 0, false
	case !from.at.IsZero() && !to.at.IsZero():
		return trunc(to.at).Sub(trunc(from.at)), true
	case from.clock.zone.text != to.clock.zone.text || from.yearless != to.yearless:
		return 0, false
	}
	return trunc(to.wall).Sub(trunc(from.wall)), true
}

func trunc(t time.Time) time.Time { return t.Truncate(time.Minute) }

// shown writes a moment for the arithmetic of a note: 2025-07-18 ~22:00Z.
func (m *moment) shown() string {
	t, suffix := m.wall, ""
	if !m.at.IsZero() {
		t, suffix = m.at, "Z"
	}
	clock := t.Format("15:04") + suffix
	if m.approx {
		clock = "~" + clock
	}
	switch {
	case m.dayless:
		return clock
	case m.yearless:
		return t.Format("01-02 ") + clock
	}
	return t.Format("2006-01-02 ") + clock
}
