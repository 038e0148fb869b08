package extractor

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cleanText makes one line of clean UTF-8: no NUL or other control characters, no marks and
// characters without width, runs of white space folded to one space, none at the ends.
func cleanText(s string) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case unicode.IsSpace(r):
			space = true
		case isInvisible(r):
		default:
			if space && b.Len() > 0 {
				b.WriteByte(' ')
			}
			space = false
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isClean is the quick way out for the text of most blocks.
func isClean(s string) bool {
	before := byte(' ')
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf || c < ' ' || c == 0x7f || c == ' ' && before == ' ' {
			return false
		}
		before = c
	}
	return s == "" || before != ' '
}

// cleanCode is cleanText for code: line ends and indentation stay.
func cleanCode(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || !isInvisible(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(s, "\uFFFD"))
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRightFunc(line, unicode.IsSpace)
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// isInvisible names what a reader cannot see: controls, zero-width spaces and joiners, soft
// hyphens, direction marks, byte order marks.
func isInvisible(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0, r == 0xad, r == 0xfeff, r == 0x180e:
		return true
	case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x2064, r >= 0x2066 && r <= 0x206f:
		return true
	}
	return false
}
