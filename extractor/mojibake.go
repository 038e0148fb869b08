package extractor

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// mojibakeWarning is what a document says after such a repair.
const mojibakeWarning = "some text had been encoded as UTF-8 twice, as in \"donâ€™t\", and was decoded once more"

// decodeTwice undoes a second encoding: UTF-8 that was read as Windows-1252 and written as UTF-8 once
// more. Text is changed only when all of it turns into valid UTF-8, which text that is right does not
// do: its letters beyond ASCII stand alone.
func decodeTwice(s string) (string, bool) {
	if strings.IndexByte(s, 0xc3) < 0 && strings.IndexByte(s, 0xc2) < 0 {
		return s, false
	}
	b := make([]byte, 0, len(s))
	for _, r := range s {
		c, ok := charmap.Windows1252.EncodeRune(r)
		if !ok {
			return s, false
		}
		b = append(b, c)
	}
	if !utf8.Valid(b) {
		return s, false
	}
	return string(b), true
}

// repairLines decodes the lines of a text that are encoded twice, and reports whether there were any.
func repairLines(s string) (string, bool) {
	if strings.IndexByte(s, 0xc3) < 0 && strings.IndexByte(s, 0xc2) < 0 {
		return s, false
	}
	lines := strings.SplitAfter(s, "\n")
	found := false
	for i, line := range lines {
		fixed, ok := decodeTwice(line)
		lines[i], found = fixed, found || ok
	}
	return strings.Join(lines, ""), found
}

// repairStrings does the same in the strings of a JSON value, in place.
func repairStrings(v any) (fixed any, found bool) {
	switch v := v.(type) {
	case string:
		return decodeTwice(v)
	case []any:
		for i, e := range v {
			f, ok := repairStrings(e)
			v[i], found = f, found || ok
		}
	case map[string]any:
		for k, e := range v {
			f, ok := repairStrings(e)
			v[k], found = f, found || ok
		}
	}
	return v, found
}
