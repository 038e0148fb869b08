package normalizer

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"inquest/extractor"
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
	total, at, last := time.Duration(0), i, 1000*time.Hour
	for {
		d, unit, next := s.part(at)
		if next == at || unit >= last {
			break
		}
		total, last, at = total+d, unit, next
		if w := s.word(at); (w == "and" || w == "," || w == "und" || w == "et") && s.partFollows(at+1, last) {
			at++
		}
	}
	return total, at
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
	default:
		return 0, 0, i
	}
	if s.word(at) == "-" && durationUnit(s.word(at+1)) > 0 {
		at++ // "a 7-minute outage"
	}
	unit = durationUnit(s.word(at))
	if unit == 0 || numberWords[s.word(i)] > 0 && len(s.word(at)) < 3 {
		return 0, 0, i
	}
	return time.Duration(value * float64(unit)), unit, at + 1
}

// statedTotals returns the durations that the report states for the whole impact, for the time until
// someone knew, and for the repair. The last may run from the start or from the detection.
func statedTotals(doc *extractor.Document, sents []sentence) (totals, delays, repairs []length) {
	s := &timeReader{doc: doc}
	byBlock := sentencesByBlock(doc, sents)
	for i, b := range doc.Blocks {
		if b.Kind == extractor.Code || len(byBlock[i]) == 0 || !strings.ContainsAny(b.Text, "0123456789") && !strings.Contains(b.Text, "hour") && !strings.Contains(b.Text, "minute") || skippedSection(b.Section) {
			continue
		}
		for _, l := range s.lengths(i) {
			start, end := sentenceAround(byBlock[i], l.start, len(b.Text))
			before, after := strings.ToLower(b.Text[start:l.start]), strings.ToLower(b.Text[l.end:end])
			switch {
			case isDelay(before, after):
				delays = append(delays, l)
			case isRepair(before) && !strings.Contains(after, "support hours"):
				repairs = append(repairs, l)
			case isTotal(before, after):
				totals = append(totals, l)
			}
		}
	}
	return totals, delays, repairs
}

// skippedSection reports whether a section speaks of other things than what happened.
func skippedSection(s extractor.Section) bool {
	switch s {
	case extractor.SectionActionItems, extractor.SectionLessons, extractor.SectionLegal, extractor.SectionBoilerplate, extractor.SectionApology:
		return true
	}
	return false
}

// isDelay reports whether the words around a duration make it the time until someone knew.
func isDelay(before, after string) bool {
	before = strings.TrimRight(before, " :|-–*=")
	for _, w := range []string{"time to detect", "time to detection", "time-to-detect", "time-to-detection", "detection time", "time to discover", "detected within", "detected after", "noticed after", "mttd"} {
		if strings.HasSuffix(strings.TrimSuffix(before, ")"), w) {
			return true
		}
	}
	if strings.HasSuffix(before, "took us") || strings.HasSuffix(before, "took") || strings.HasSuffix(before, "took about") || strings.HasSuffix(before, "took us about") {
		for _, w := range []string{" to notice", " to detect", " to discover", " to realize", " to realise", " to find out", " until we noticed"} {
			if strings.HasPrefix(after, w) {
				return true
			}
		}
	}
	for _, w := range []string{" until we knew", " until we noticed", " before we noticed", " to detect", " until detection"} {
		if strings.HasPrefix(after, w) {
			return true
		}
	}
	return false
}

// isRepair reports whether the words before a duration make it the time to recovery.
func isRepair(before string) bool {
	before = strings.TrimRight(before, " :|-–*=")
	for _, w := range []string{"time to recover", "time to recovery", "time to resolve", "time to resolution", "time to restore", "time-to-recover", "time-to-recovery", "time-to-resolve", "recovery time", "복구 시간", "복구시간"} {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	return false
}

// isTotal reports whether the words around a duration make it that of the whole impact.
func isTotal(before, after string) bool {
	bracketed := strings.HasPrefix(after, ")") && strings.HasSuffix(strings.TrimRight(before, "~약 "), "(")
	before = strings.TrimRight(before, " :|-–*=(~")
	for _, w := range []string{"approximately", "about", "around", "roughly", "nearly", "almost", "just over", "a little over", "약", "total of", "a total of"} {
		before = strings.TrimRight(strings.TrimSuffix(before, w), " :")
	}
	for _, w := range []string{"outage duration", "incident duration", "total duration of", "total impact time", "total outage time", "outage time", "outage length", "outage of", "downtime of", "disruption of", "interruption of", "degradation of", "unavailability of", "impact duration", "duration of impact", "duration of the outage", "duration", "total downtime", "downtime", "장애 시간", "장애시간", "지속 시간", "dauer", "durée", "duración"} {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	if bracketed && closesRange(before) {
		return true
	}
	if partial(before[max(0, len(before)-60):]) || laterWords(after) {
		return false
	}
	for _, w := range []string{"lasted", "lasting", "lasted for", "lasting for", "lasts"} {
		if strings.HasSuffix(before, w) {
			return !strings.Contains(before, "each") && !partial(after)
		}
	}
	if (strings.HasSuffix(before, "for") || before == "for") && impactWords(before+" "+after) {
		return !partial(after)
	}
	for _, w := range []string{" outage", " cascading failure", " of downtime", " of unavailability", " of outage", " of disruption", " of degraded", " of impact", " of interruption", " downtime", " disruption", " service disruption", " degradation", " incident", " interruption", " period of downtime"} {
		if strings.HasPrefix(after, w) && !strings.HasSuffix(before, "every") {
			return true
		}
	}
	return false
}

// rangeClose matches the end of a range of clock times: "19:00~19:32", "10:05 - 11:20 UTC".
var rangeClose = regexp.MustCompile(`\d:\d\d( ?[ap]m)?( [a-z]{2,4})? ?(~|-|–|—|to|until) ?\d{1,2}:\d\d(:\d\d)?( ?[ap]m)?( [a-z]{2,4})?$`)

// closesRange reports whether a text, in lower case, ends in a range of clock times.
func closesRange(before string) bool { return rangeClose.MatchString(strings.TrimRight(before, " (")) }

// partial reports whether words speak of a part of the impact, of a plan or of a configured time.
func partial(text string) bool {
	for _, w := range []string{"partly", "partial", "normal", "stable", "after that", "some ", "a few", "one of", "each ", "every", "per ", "up to", "at least", "first", "another", "additional", "further", "more than", "less than", "remaining", "timeout", "retr", "wait", "will ", "would ", "should ", "within", "average", "may ", "cache", "second period", "queue", "between ", "in region", "scheduled", "maintenance"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// laterWords reports whether the duration only measures a distance: "20 minutes later".
func laterWords(after string) bool {
	for _, w := range []string{" later", " after", " before", " ago", " earlier", " into", " prior", " until", " to ", " when ", " at a time", " old", " from", " in total across"} {
		if strings.HasPrefix(after, w) {
			return true
		}
	}
	return false
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
