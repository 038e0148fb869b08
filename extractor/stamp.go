package extractor

import (
	"regexp"
	"strings"
	"time"
	_ "time/tzdata" // the same zones on every machine
)

// stamp is the time of an update as a status page writes it for people: "Oct 21, 17:39 UTC",
// "9:38 AM PST", "Jun 06, 2019 09:42". What it leaves out is zero.
type stamp struct {
	year   int
	month  int
	day    int
	hour   int
	minute int
	second int
	zone   *time.Location // nil when no zone stands there, or one with several meanings
}

var stampForm = regexp.MustCompile(`(?i)^(?:(?:(\p{L}{3,9})\.? +(\d{1,2})|(\d{1,2})\.? +(\p{L}{3,9}))(?:,? +(\d{4}))?,?(?: +-| at)? +)?` +
	`(\d{1,2}):(\d{2})(?::(\d{2}))? *([ap]\.?m\.?)? *([a-z/]{2,12})?$`)

// readStamp reads a whole text as a stamp.
func readStamp(s string) (stamp, bool) {
	m := stampForm.FindStringSubmatch(cleanText(s))
	if m == nil {
		return stamp{}, false
	}
	st := stamp{year: atoi(m[5]), month: monthNumber(m[1] + m[4]), day: atoi(m[2] + m[3]),
		hour: atoi(m[6]), minute: atoi(m[7]), second: atoi(m[8]), zone: stampZone(m[10])}
	if m[9] != "" {
		st.hour = st.hour%12 + 12*strings.Count(strings.ToLower(m[9]), "p")
	}
	named := m[1]+m[4] != ""
	return st, st.hour < 24 && st.minute < 60 && named == (st.month > 0 && st.day > 0 && st.day <= 31)
}

// at is the instant of a stamp in a year, on a day where the stamp names none. It reports false
// without a zone, and for a day that the year does not have.
func (s stamp) at(year, month, day int) (time.Time, bool) {
	if s.month > 0 {
		month, day = s.month, s.day
	}
	if s.year > 0 {
		year = s.year
	}
	if s.zone == nil {
		return time.Time{}, false
	}
	t := time.Date(year, time.Month(month), day, s.hour, s.minute, s.second, 0, s.zone)
	return t.UTC(), int(t.Month()) == month
}

// slack covers a limit that is cut to the day and clocks that disagree.
const slack = 24 * time.Hour

// notAfter gives a stamp without a year the latest one that is not after limit.
func (s stamp) notAfter(limit time.Time) (time.Time, bool) {
	if limit.IsZero() && s.year == 0 || s.month == 0 {
		return time.Time{}, false
	}
	for back := range 9 {
		if t, ok := s.at(limit.Year()+1-back, 0, 0); ok && (s.year > 0 || !t.After(limit.Add(slack))) {
			return t, true
		}
	}
	return time.Time{}, false
}

// notBefore gives a stamp without a day or a year the first one that is not before limit, to the
// minute.
func (s stamp) notBefore(limit time.Time) (time.Time, bool) {
	if s.zone == nil || limit.IsZero() {
		return time.Time{}, false
	}
	limit = limit.Truncate(time.Minute)
	for ahead := range 9 {
		day := limit.In(s.zone)
		if s.month == 0 {
			day = day.AddDate(0, 0, ahead)
		} else {
			day = day.AddDate(ahead, 0, 0)
		}
		if t, ok := s.at(day.Year(), int(day.Month()), day.Day()); ok && !t.Before(limit) {
			return t, true
		}
	}
	return time.Time{}, false
}

// stampZone returns what a zone's name means, nil when that is not known.
func stampZone(name string) *time.Location {
	meaning, _ := ZoneMeaning(strings.ToUpper(name))
	if strings.Contains(meaning, "/") {
		loc, err := time.LoadLocation(meaning)
		if err != nil {
			return nil // unreachable: the zones are part of the program
		}
		return loc
	}
	offset, err := time.ParseDuration(meaning + "h")
	if err != nil {
		return nil // no zone, or one with several meanings
	}
	return time.FixedZone(name, int(offset/time.Second))
}

// rfc3339 writes an instant as documents have it.
func rfc3339(t time.Time, ok bool) Maybe {
	if !ok {
		return ""
	}
	return Maybe(t.UTC().Format(time.RFC3339))
}
