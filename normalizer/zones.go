package normalizer

import (
	"strings"
	"time"
	_ "time/tzdata" // the same zones on every machine

	"inquest/extractor"
)

// zone is a zone as a text writes it, with what it means.
type zone struct {
	text   string // as written
	offset int    // seconds east of UTC; of a named place the offset is looked up by date
	place  string // IANA name, for zones that follow the season: PT, US/Pacific, Europe/Berlin
	known  bool   // false: the text names a zone that has several meanings
}

// zonePhrases maps zones that are written as words, in lower case, to what they mean.
var zonePhrases = []struct{ words, meaning string }{
	{"coordinated universal time", "0"}, {"pacific standard time", "-8"}, {"pacific daylight time", "-7"}, {"eastern standard time", "-5"},
	{"eastern daylight time", "-4"}, {"central european summer time", "2"}, {"central european time", "1"}, {"japan standard time", "9"},
	{"korea time", "9"}, {"korea standard time", "9"}, {"korean standard time", "9"}, {"pacific time", "America/Los_Angeles"}, {"eastern time", "America/New_York"},
	{"mountain time", "America/Denver"}, {"central time", "America/Chicago"}, {"us pacific", "America/Los_Angeles"}, {"us eastern", "America/New_York"},
	{"us/pacific", "America/Los_Angeles"}, {"us/eastern", "America/New_York"}, {"us/central", "America/Chicago"}, {"us/mountain", "America/Denver"},
	{"한국시간", "9"}, {"한국 시간", "9"}, {"한국 표준시", "9"}, {"한국표준시", "9"}, {"대한민국 시간", "9"}, {"대한민국 표준시", "9"}, {"태평양 시간", "America/Los_Angeles"}, {"태평양시간", "America/Los_Angeles"}, {"협정 세계시", "0"}, {"日本時間", "9"}, {"北京时间", "8"},
}

// readZone reads a zone at the beginning of text and returns the number of bytes it takes, 0 when
// there is none. wide accepts the short names that are words elsewhere (PT, CT, Z).
func (s *timeReader) readZone(text string, wide bool) (zone, int) {
	word := leadingLetters(text)
	if meaning, ok := extractor.ZoneMeaning(word); ok && (wide || len(word) > 2) {
		return s.abbreviation(text, word, meaning)
	}
	if strings.EqualFold(word, "utc") || strings.EqualFold(word, "gmt") {
		return s.abbreviation(text, word, "0")
	}
	if word != "" && !zoneInitial(word) {
		return zone{}, 0
	}
	return s.phrase(text)
}

// zoneInitial reports whether a zone that is written as words may begin with word.
func zoneInitial(word string) bool {
	if word[0] >= 0x80 {
		return strings.HasPrefix(word, "한국") || strings.HasPrefix(word, "대한민국") || strings.HasPrefix(word, "태평양") || strings.HasPrefix(word, "협정") || strings.HasPrefix(word, "日本") || strings.HasPrefix(word, "北京")
	}
	switch word[0] | 0x20 {
	case 'a', 'c', 'e', 'j', 'k', 'm', 'p', 'u':
		return true
	}
	return false
}

// abbreviation completes a zone that begins with word: "UTC+2", "GMT+09:00".
func (s *timeReader) abbreviation(text, word, meaning string) (zone, int) {
	if meaning == "0" && len(word) == 3 {
		if offset, n := readOffset(text[len(word):]); n > 0 {
			return zone{text: text[:len(word)+n], offset: offset, known: true}, len(word) + n
		}
	}
	if meaning == "?" {
		meaning = s.settleZone(word)
	}
	z := zoneOf(meaning)
	z.text = word
	return z, len(word)
}

// phrase reads a zone that is written as words, as a place, or as an offset.
func (s *timeReader) phrase(text string) (zone, int) {
	if offset, n := readOffset(text); n > 4 && offset%900 == 0 && !zoneBehind(text[n:]) {
		return zone{text: text[:n], offset: offset, known: true}, n
	}
	for _, p := range zonePhrases {
		if len(text) >= len(p.words) && strings.EqualFold(text[:len(p.words)], p.words) {
			z := zoneOf(p.meaning)
			z.text = text[:len(p.words)]
			return z, len(p.words)
		}
	}
	return readPlace(text)
}

// zoneBehind reports whether a zone's name follows: then "-04:00" ends a range, "03:57-04:00 UTC".
func zoneBehind(text string) bool {
	word := leadingLetters(strings.TrimLeft(text, " "))
	_, ok := extractor.ZoneMeaning(word)
	return ok && len(word) > 1
}

// readPlace reads an IANA name: "Europe/Berlin", "Etc/UTC".
func readPlace(text string) (zone, int) {
	n := strings.IndexFunc(text, func(r rune) bool {
		return r != '/' && r != '_' && (r > 0x7f || !isLetter(byte(r)))
	})
	if n < 0 {
		n = len(text)
	}
	switch area, _, ok := strings.Cut(text[:n], "/"); {
	case !ok:
	case area == "America", area == "Europe", area == "Asia", area == "Australia", area == "Etc", area == "Africa":
		if place(text[:n]) != nil {
			return zone{text: text[:n], place: text[:n], known: true}, n
		}
	}
	return zone{}, 0
}

// zoneOf returns the zone for a meaning of the tables: hours east of UTC, an IANA name, or "?".
func zoneOf(meaning string) zone {
	switch {
	case meaning == "?":
		return zone{}
	case strings.Contains(meaning, "/"):
		return zone{place: meaning, known: true}
	}
	d, err := time.ParseDuration(meaning + "h")
	if err != nil {
		return zone{} // unreachable: the tables hold hours
	}
	return zone{offset: int(d / time.Second), known: true}
}

// readOffset reads "+2", "+09:00", "-0800" in seconds; a Unicode minus counts.
func readOffset(text string) (seconds, n int) {
	rest := strings.TrimPrefix(text, " ")
	sign := 1
	switch {
	case strings.HasPrefix(rest, "+"):
		rest = rest[1:]
	case strings.HasPrefix(rest, "-"):
		sign, rest = -1, rest[1:]
	case strings.HasPrefix(rest, "−"):
		sign, rest = -1, rest[len("−"):]
	default:
		return 0, 0
	}
	hours, digits := leadingNumber(rest)
	minutes := 0
	switch {
	case digits == 4:
		hours, minutes = hours/100, hours%100
	case digits == 0 || digits > 2:
		return 0, 0
	}
	rest = rest[digits:]
	if m, d := leadingNumber(strings.TrimPrefix(rest, ":")); strings.HasPrefix(rest, ":") && d == 2 {
		minutes, rest = m, rest[3:]
	}
	if hours > 14 || minutes > 59 {
		return 0, 0
	}
	return sign * (hours*3600 + minutes*60), len(text) - len(rest)
}

// settleZone chooses the meaning of an abbreviation that has several, by what else the document
// names; "?" when nothing does.
func (s *timeReader) settleZone(abbreviation string) string {
	for _, m := range zoneMeanings[abbreviation] {
		for _, hint := range strings.Fields(m.hints) {
			if strings.Contains(s.hints, hint) {
				return m.meaning
			}
		}
	}
	return zoneDefaults[abbreviation]
}

// zoneMeanings lists the meanings of ambiguous abbreviations with words that speak for each.
var zoneMeanings = map[string][]struct{ meaning, hints string }{
	"IST": {
		{"5.5", "India Mumbai Bangalore Bengaluru Hyderabad Delhi Chennai ap-south Pune"},
		{"1", "Ireland Irish Dublin eu-west-1"},
		{"Asia/Jerusalem", "Israel Tel-Aviv Jerusalem"},
	},
	"BST": {{"6", "Bangladesh Dhaka"}},
	"CST": {{"8", "China Beijing Shanghai Shenzhen Hangzhou Taiwan Taipei 中国 北京"}},
}

// zoneDefaults holds the meaning that English reports give an ambiguous abbreviation, where one is usual.
var zoneDefaults = map[string]string{"IST": "?", "BST": "1", "CST": "-6"}

// seasons names a place for the abbreviations that belong to one half of the year.
var seasons = map[string]string{
	"PST": "America/Los_Angeles", "PDT": "America/Los_Angeles", "MDT": "America/Denver", "CDT": "America/Chicago",
	"EST": "America/New_York", "EDT": "America/New_York", "CET": "Europe/Berlin", "CEST": "Europe/Berlin", "BST": "Europe/London",
}

// wrongSeason reports whether the zone's abbreviation does not belong to the season of t: PST in July.
func (z zone) wrongSeason(t time.Time) bool {
	name, ok := seasons[z.text]
	if !ok || !z.known {
		return false
	}
	_, offset := t.In(place(name)).Zone()
	return offset != z.offset
}

// instant returns the instant of a wall clock in the zone.
func (z zone) instant(year, month, day, hour, minute, second int) time.Time {
	wall := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	if z.place == "" {
		return wall.Add(-time.Duration(z.offset) * time.Second)
	}
	return time.Date(year, time.Month(month), day, hour, minute, second, 0, place(z.place)).UTC()
}

// places holds the locations that the tables of this file name, so that none is loaded per clock time.
var places = loadPlaces("America/Los_Angeles", "America/New_York", "America/Denver", "America/Chicago", "Europe/Berlin", "Europe/London", "Asia/Jerusalem")

func loadPlaces(names ...string) map[string]*time.Location {
	loaded := make(map[string]*time.Location)
	for _, name := range names {
		loc, err := time.LoadLocation(name)
		if err != nil {
			panic(err) // unreachable: the zone data is compiled in and has these places
		}
		loaded[name] = loc
	}
	return loaded
}

// place returns the location with an IANA name, nil when there is none.
func place(name string) *time.Location {
	if loc := places[name]; loc != nil {
		return loc
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil // the text only looked like a place
	}
	return loc
}

// leadingLetters returns the word that text begins with, cut where no zone's name is as long.
func leadingLetters(text string) string {
	for i := 0; i < len(text) && i < 40; i++ {
		if !isLetter(text[i]) && text[i] < 0x80 {
			return text[:i]
		}
	}
	return text[:min(len(text), 40)]
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// leadingNumber reads the decimal digits at the beginning of text.
func leadingNumber(text string) (value, digits int) {
	for digits < len(text) && digits < 9 && isDigit(text[digits]) {
		value = value*10 + int(text[digits]-'0')
		digits++
	}
	return value, digits
}
