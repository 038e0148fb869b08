package extractor

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// instantUTC returns a timestamp of a machine (RFC 3339 and its looser spellings) as RFC 3339 in
// UTC, "" when it is none or has no zone.
func instantUTC(s string) Maybe {
	s = strings.TrimSpace(s)
	for _, layout := range []string{
		time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05-0700", "2006-01-02T15:04-0700",
		"2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 UTC", "2006-01-02 15:04Z07:00",
		time.RFC1123Z,
	} {
		if t, err := time.Parse(layout, s); err == nil && t.Year() > 1 {
			return Maybe(t.UTC().Truncate(time.Second).Format(time.RFC3339))
		}
	}
	return ""
}

// fromUnix reads seconds or milliseconds since 1970.
func fromUnix(s string) Maybe {
	n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	if err != nil || n <= 0 {
		return ""
	}
	if n > 1e11 {
		n /= 1000
	}
	return Maybe(time.Unix(n, 0).UTC().Format(time.RFC3339))
}

// instantOf reads what JSON has for a time.
func instantOf(v any) Maybe {
	switch v := v.(type) {
	case string:
		return instantUTC(v)
	case json.Number:
		return fromUnix(v.String())
	}
	return ""
}

var (
	dayMonth   = regexp.MustCompile(`(?i)\b(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?([a-z]{3,9})\.?,?\s+(\d{4})\b`)
	monthDay   = regexp.MustCompile(`(?i)\b([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b`)
	numericDay = regexp.MustCompile(`\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b`)
	asianDay   = regexp.MustCompile(`(\d{4})\s*[년年]\s*(\d{1,2})\s*[월月]\s*(\d{1,2})\s*[일日]`)
)

// momentStated returns a time as precisely as it is stated: a timestamp of a machine, a date in
// words, or the first calendar day of a longer text.
func momentStated(s string) Maybe {
	if t := statedTime(s); t != "" {
		return Maybe(t)
	}
	if t := instantUTC(s); t != "" {
		return t
	}
	return statedDay(s)
}

// statedDay returns the first calendar day in a text, as 2006-01-02. Days in numbers are read only
// when the year stands first: 3/4 is a different day on either side of an ocean.
func statedDay(s string) Maybe {
	if m := monthDay.FindStringSubmatch(s); m != nil {
		if d := dayOf(m[3], monthNumber(m[1]), m[2]); d != "" {
			return d
		}
	}
	if m := dayMonth.FindStringSubmatch(s); m != nil {
		if d := dayOf(m[3], monthNumber(m[2]), m[1]); d != "" {
			return d
		}
	}
	for _, form := range []*regexp.Regexp{asianDay, numericDay} {
		if m := form.FindStringSubmatch(s); m != nil {
			return dayOf(m[1], atoi(m[2]), m[3])
		}
	}
	return ""
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// monthNumber reads the month names of English, German, French and Spanish by their beginnings.
func monthNumber(name string) int {
	name = strings.ToLower(name)
	for i, starts := range [12][]string{
		{"jan", "ene"}, {"feb", "fév", "fev"}, {"mar", "mär"}, {"apr", "avr", "abr"}, {"may", "mai"}, {"jun", "juin"},
		{"jul", "juil"}, {"aug", "août", "aou", "ago"}, {"sep"}, {"oct", "okt"}, {"nov"}, {"dec", "dez", "déc", "dic"},
	} {
		for _, start := range starts {
			if strings.HasPrefix(name, start) {
				return i + 1
			}
		}
	}
	return 0
}

func dayOf(year string, month int, day string) Maybe {
	y, d := atoi(year), atoi(day)
	t := time.Date(y, time.Month(month), d, 0, 0, 0, 0, time.UTC)
	if y < 1990 || month < 1 || month > 12 || t.Day() != d {
		return ""
	}
	return Maybe(t.Format(time.DateOnly))
}
