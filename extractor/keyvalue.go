package extractor

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Names that pages give to the start, the end, the impact and the services of an incident in tables of
// names and values. Evidence: field notes of archives of outages, 2026-09.
var pairNames = []struct {
	field string
	names *regexp.Regexp
}{
	{"started_at", pairName(`(?:incident )?(?:started|start|start time|start date|began|from)(?: at| on)?`, `beginn|begonnen|start|anfang`, `開始(?:日時|時刻)?|発生(?:日時|時刻)?`, `(?:장애 )?(?:시작|발생)(?: ?(?:시각|시간|일시))?`)},
	{"resolved_at", pairName(`(?:incident )?(?:ended|end|end time|end date|resolved|closed|until)(?: at| on)?`, `ende|behoben|beendet`, `終了(?:日時|時刻)?|復旧(?:日時|時刻)?`, `(?:장애 )?(?:종료|복구|해결)(?: ?(?:시각|시간|일시))?`)},
	{"title", pairName(`summary|title|incident|name`, `titel|vorfall`, `件名|概要`, `제목|장애명`)},
	{"impact", pairName(`impact|severity|priority`, `schweregrad|priorität`, `深刻度|重大度`, `심각도|등급`)},
	{"component", pairName(`(?:affected |impacted )?(?:services?|components?|systems?|products?)(?: affected)?(?:\(s\))?`, `(?:betroffene )?(?:dienste?|komponenten?|systeme?)`, `(?:影響|対象)サービス`, `(?:영향|대상) ?서비스`)},
}

func pairName(alternatives ...string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:` + strings.Join(alternatives, "|") + `)$`)
}

// farPair is how many blocks may stand between the fields of one table.
const farPair = 15

// takePairs reads the window off rows "Started: 2031-02-03T04:05:00Z" and reports whether a start or an
// end and one more field stood there. A time without a zone stays text. headed says that the page has
// a title of its own.
func (d *Document) takePairs(headed bool) bool {
	found := d.namedValues()
	if found["started_at"]+found["resolved_at"] == "" || len(found) < 2 || d.Window.StartedAt != "" {
		return false
	}
	if d.Title == "" && !headed {
		d.Title = Maybe(strings.TrimLeftFunc(found["title"], func(r rune) bool { return !isWord(r) }))
	}
	d.Window = Window{StartedAt: Maybe(found["started_at"]), ResolvedAt: Maybe(found["resolved_at"])}
	if utf8.RuneCountInString(found["impact"]) <= 25 {
		d.Window.Impact = Maybe(found["impact"])
	}
	for _, name := range splitNames(found["component"]) {
		if !slices.Contains(d.Window.Components, name) {
			d.Window.Components = append(d.Window.Components, name)
		}
	}
	d.Blocks = append(windowFacts(d.Window), d.Blocks...)
	return true
}

// namedValues reads the first value of each field off the rows of one table.
func (d *Document) namedValues() map[string]string {
	found := map[string]string{}
	first := -1
	for i, b := range d.Blocks {
		if b.Kind != Row && b.Kind != Item || first >= 0 && i-first > farPair {
			continue
		}
		name, value, _ := cutPair(b.Text)
		field := pairField(name)
		if field == "" || found[field] != "" {
			continue
		}
		if strings.HasSuffix(field, "_at") {
			value = string(pairInstant(value, b.Time))
		}
		if found[field] = value; first < 0 {
			first = i
		}
	}
	return found
}

// cutPair cuts a row of two cells, which stand as "name: value" or "name | value".
func cutPair(s string) (name, value string, ok bool) {
	for _, sign := range []string{": ", "：", " | "} {
		if name, value, ok = strings.Cut(s, sign); ok {
			return strings.Trim(name, " :："), strings.TrimSpace(value), true
		}
	}
	return "", "", false
}

func pairField(name string) string {
	for _, p := range pairNames {
		if p.names.MatchString(name) {
			return p.field
		}
	}
	return ""
}

// pairInstant reads a value as an instant, unless a <time> has given it already.
func pairInstant(value string, known Maybe) Maybe {
	if known != "" {
		return known
	}
	if t := instantUTC(value); t != "" {
		return t
	}
	if m := numericStamp.FindStringSubmatch(value); m != nil {
		return instantUTC(m[1] + "T" + m[2] + "Z")
	}
	if s, ok := readStamp(value); ok && s.year > 0 {
		return rfc3339(s.at(0, 0, 0))
	}
	return ""
}

var numericStamp = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})[ T,]+(\d{2}:\d{2})(?::\d{2})? *(?:UTC|GMT|Z)$`)
