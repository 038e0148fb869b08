package normalizer

import (
	"unicode"

	"inquest/extractor"
)

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// carryHalf gives clock times that do not say which half of the day they mean that of the story before them:
// "오후 8시 10분 ... 9시 20분", "at 2:05 PM ... at 2:31". A report that counts to 24 anywhere is left alone.
func carryHalf(doc *extractor.Document, marks []mark) {
	if !saysHalf(doc, marks) {
		return
	}
	var before *mark
	for i := range marks {
		m := &marks[i]
		if m.clock == nil || m.counted {
			continue
		}
		c := m.clock
		if before != nil && c.meridiem == 0 && m.block-before.block <= 3 && (c.zone.text == "" || c.zone.text == before.clock.zone.text) {
			c.hour = nearestHalf(before.clock, c)
			c.meridiem = 'a'
			if c.hour >= 12 {
				c.meridiem = 'p'
			}
		}
		if c.meridiem != 0 {
			before = m
		}
	}
}

// saysHalf reports whether some clock times of a text say which half of the day they mean and none of the
// others can only be one of 24 hours.
func saysHalf(doc *extractor.Document, marks []mark) bool {
	says := false
	for i := range marks {
		m := &marks[i]
		switch {
		case m.clock == nil || m.counted:
		case m.clock.meridiem != 0:
			says = true
		case m.clock.hour == 0 || m.clock.hour > 12 || leadingZero(doc.Blocks[m.block].Text[m.start:m.end], m.clock.hour):
			return false
		}
	}
	return says
}

// leadingZero reports whether a time of a single-digit hour is written with two digits.
func leadingZero(text string, hour int) bool {
	for i := 0; hour < 10 && i+2 < len(text); i++ {
		if text[i] == '0' && text[i+1] == byte('0'+hour) && (text[i+2] == ':' || text[i+2] >= 0x80) && (i == 0 || !isDigit(text[i-1])) {
			return true
		}
	}
	return false
}

// nearestHalf returns the hour of c in that half of the day which lies nearest to the time before it; a story
// goes forward rather than back.
func nearestHalf(before, c *clock) int {
	const day, back = 24 * 60, 3
	best, hour := day*back, c.hour
	for _, h := range []int{c.hour % 12, c.hour%12 + 12} {
		forward := (h*60 + c.minute - before.hour*60 - before.minute + 2*day) % day
		if cost := min(forward, back*((day-forward)%day)); cost < best {
			best, hour = cost, h
		}
	}
	return hour
}
