package extractor

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"
)

// line gathers the text of one block.
type line struct {
	buf     strings.Builder
	bolds   int // bytes of bold text
	solid   int // bytes of text
	links   []Link
	time    Maybe
	rawTime Maybe
	joint   bool   // an element ended or began here that a style sheet sets apart
	broken  bool   // a line break came and no text since
	done    []line // lines that a line break has ended
}

// add appends text; white space is folded when the block is kept.
func (l *line) add(s string, bold bool) {
	text := strings.TrimSpace(s)
	if text == "" {
		if s != "" && l.buf.Len() > 0 {
			l.buf.WriteByte(' ')
		}
		return
	}
	if l.broken {
		l.resolveBreak(text)
	}
	if l.joint && glues(l.buf.String(), s) {
		l.buf.WriteByte(' ')
	}
	l.joint = false
	l.buf.WriteString(s)
	l.solid += len(text)
	if bold {
		l.bolds += len(text)
	}
}

// begin makes room before a text that belongs to no word beside it.
func (l *line) begin() {
	if l.buf.Len() > 0 && glues(l.buf.String(), "0") {
		l.buf.WriteByte(' ')
	}
}

// seam notes where an inline element begins or ends. Style sheets set spans, links and times apart;
// emphasis stands within words.
func (l *line) seam(a atom.Atom) {
	switch a {
	case atom.Span, atom.A, atom.Time, atom.Small, atom.Label, atom.Var, atom.Data:
		l.joint = l.joint || l.buf.Len() > 0
	}
}

// glues reports whether two texts would run into one word.
func glues(before, after string) bool {
	a, _ := utf8.DecodeLastRuneInString(before)
	b, _ := utf8.DecodeRuneInString(after)
	return isWord(a) && isWord(b)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// softBreak notes a line break. Whether it ends the block is decided by the text after it.
func (l *line) softBreak() {
	if l.solid > 0 {
		l.broken = true
	}
}

// resolveBreak ends the line, unless the text goes on in the middle of a sentence as in mail that
// is broken by hand.
func (l *line) resolveBreak(next string) {
	l.broken = false
	before := strings.TrimRight(l.buf.String(), " \t\r\n")
	a, _ := utf8.DecodeLastRuneInString(before)
	b, _ := utf8.DecodeRuneInString(next)
	if (unicode.IsLower(a) || a == ',') && unicode.IsLower(b) && len(before) > 40 {
		l.buf.WriteByte(' ')
		return
	}
	ended := line{bolds: l.bolds, solid: l.solid, links: l.links, time: l.time, rawTime: l.rawTime}
	ended.buf.WriteString(before)
	l.done = append(l.done, ended)
	l.buf.Reset()
	l.bolds, l.solid, l.links, l.time, l.rawTime, l.joint = 0, 0, nil, "", "", false
}

// lines returns the ended lines and the open one.
func (l *line) lines() []line {
	if l.solid == 0 {
		return l.done
	}
	return append(l.done, *l)
}

func (l *line) reset() { *l = line{} }

func (l *line) len() int { return l.buf.Len() }

// from returns the clean text since a length that len gave; "" when a line has ended since.
func (l *line) from(start int) string {
	if start > l.buf.Len() {
		return ""
	}
	return cleanText(l.buf.String()[start:])
}

// keptLinks returns the links, of which each text is a part of the block's.
func (l *line) keptLinks(text string) []Link {
	links := make([]Link, 0, len(l.links))
	for _, a := range l.links {
		if strings.Contains(text, a.Text) {
			links = append(links, a)
		}
	}
	return links
}

// leadsAway tells rows of buttons and menus from text: nothing but several links, or one short one.
// An address that is written out is text.
func (l *line) leadsAway(text string) bool {
	linked := 0
	for _, a := range l.links {
		linked += len(a.Text)
	}
	if linked*10 < len(text)*7 || clockTimes(text) > 0 || strings.Contains(text, "://") {
		return false
	}
	return len(l.links) > 1 || len(l.links) == 1 && len(strings.Fields(text)) <= 3
}

func (l *line) allBold() bool { return l.solid > 0 && l.bolds == l.solid }
