package normalizer

import (
	"regexp"
	"strings"
)

// A block of code is a log or a program, none of the report's own words, unless people have put the head of
// the report or its timeline into one: "Detected: 10:05 UTC", "10:05 the pager rings".

// toldInCode reports whether the lines of a block of code that hold a clock time are those of a form or of a
// timeline. One line that is neither makes it a log.
func toldInCode(text string) bool {
	told := 0
	for _, line := range strings.Split(text, "\n") {
		at := clockInLine.FindStringIndex(line)
		if at == nil {
			continue
		}
		named := keyKind(strings.ToLower(beforeDigits(line))) != ""
		if !named && (!rowInCode.MatchString(line) || logLine.MatchString(line)) {
			return false
		}
		told++
	}
	return told >= 2
}

// beforeDigits returns what stands before the first digit of a line, which is the name of its time.
func beforeDigits(line string) string {
	return strings.TrimSpace(line[:max(0, strings.IndexAny(line, "0123456789"))])
}

var (
	clockInLine = regexp.MustCompile(`\b\d{1,2}:\d\d\b`)
	rowInCode   = regexp.MustCompile(`^\W{0,4}(?:\d{4}-\d\d-\d\d,? )?\d{1,2}:\d\d(?: ?[ap]m)?(?: [A-Z]{2,4})?\W{1,5}[A-Za-z\p{Hangul}]+ \S+`)
	logLine     = regexp.MustCompile(`[{}\[\]<>="]|\b(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE)\b|\w\(`)
)

// rowsOfCode marks the times that begin lines of a block of code as rows.
func (s *timeReader) rowsOfCode(marks []mark) {
	for i := range marks {
		m := &marks[i]
		line := s.text[strings.LastIndexByte(s.text[:m.start], '\n')+1 : m.start]
		if m.clock == nil || strings.ContainsFunc(line, isWordRune) {
			continue
		}
		m.row, m.rowEnd = true, len(s.text)
		if n := strings.IndexByte(s.text[m.end:], '\n'); n >= 0 {
			m.rowEnd = m.end + n
		}
	}
}
