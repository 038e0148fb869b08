package review

import (
	"slices"
	"unicode/utf8"
)

// span is a stretch of a block's text, in UTF-8 byte offsets, that one evidence points at.
type span struct {
	Start, End int // End lies behind the last byte
	Evidence   int // its number on the page
}

// fits reports whether the span holds whole characters of the text, at least one.
func (s span) fits(text string) bool {
	return 0 <= s.Start && s.Start < s.End && s.End <= len(text) &&
		utf8.RuneStart(text[s.Start]) && (s.End == len(text) || utf8.RuneStart(text[s.End]))
}

// segment is a piece of text over which the same evidence lies.
type segment struct {
	Text   string
	Over   []int // the evidence that covers it, ascending
	Begins []int // those of Over whose span begins here
}

// segments cuts a text wherever a span begins or ends and at the further offsets of cuts. Joined, the
// segments are the text again. Spans that do not fit the text are left out.
func segments(text string, spans []span, cuts ...int) []segment {
	spans = slices.DeleteFunc(slices.Clone(spans), func(s span) bool { return !s.fits(text) })
	slices.SortFunc(spans, func(a, b span) int { return a.Evidence - b.Evidence })
	bounds := append([]int{0, len(text)}, cuts...)
	for _, s := range spans {
		bounds = append(bounds, s.Start, s.End)
	}
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)

	var out []segment
	for i := 1; i < len(bounds); i++ {
		out = append(out, newSegment(text, bounds[i-1], bounds[i], spans))
	}
	return out
}

func newSegment(text string, start, end int, spans []span) segment {
	seg := segment{Text: text[start:end]}
	for _, s := range spans {
		if s.Start <= start && end <= s.End {
			seg.Over = append(seg.Over, s.Evidence)
		}
		if s.Start == start {
			seg.Begins = append(seg.Begins, s.Evidence)
		}
	}
	return seg
}
