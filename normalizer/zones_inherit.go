package normalizer

import (
	"sort"
	"strings"
	"unicode"

	"inquest/extractor"
)

// zonesOfBlocks returns for each block the zone that a heading above it or a remark ("All times are
// in PST") gives to clock times without one.
func zonesOfBlocks(doc *extractor.Document, marks []mark) []zone {
	zones := make([]zone, len(doc.Blocks))
	s := &timeReader{doc: doc}
	var current, all zone
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		if b.Kind == extractor.Heading && b.Level > 0 {
			current = zone{}
		}
		if z, everywhere := s.remark(b, blockHasClock(marks, i)); z.text != "" {
			current = z
			if everywhere {
				all = z
			}
		}
		zones[i] = current
	}
	for i := range zones {
		if zones[i].text == "" {
			zones[i] = all
		}
	}
	return zones
}

// blockHasClock reports whether a clock time stands in the block.
func blockHasClock(marks []mark, block int) bool {
	at := sort.Search(len(marks), func(i int) bool { return marks[i].block >= block })
	for ; at < len(marks) && marks[at].block == block; at++ {
		if marks[at].clock != nil {
			return true
		}
	}
	return false
}

// remark returns the zone that a block names for other blocks: in words like "all times", or as a
// short line or heading with a zone but no clock time ("Timeline (UTC)", "UTC, January 23, 2025").
func (s *timeReader) remark(b *extractor.Block, clocks bool) (z zone, everywhere bool) {
	if b.Kind == extractor.Code {
		return zone{}, false
	}
	low := strings.ToLower(b.Text)
	for _, words := range []string{"all times", "times are", "times in", "all timestamps", "timestamps are", "alle zeiten", "toutes les heures", "모든 시간", "모든 시각", "시각은 모두", "시간은 모두", "시각은 ", "時刻はすべて"} {
		if at := strings.Index(low, words); at >= 0 && at+len(words) <= len(b.Text) {
			return s.zoneIn(b.Text[at:min(len(b.Text), at+len(words)+60)]), true
		}
	}
	if clocks {
		return s.bracketZone(b.Text), false
	}
	if len(b.Text) > 80 {
		return zone{}, false
	}
	return s.zoneIn(b.Text), false
}

// bracketZone returns the zone that stands alone in brackets before the times of a text: "Timeline (UTC)
// 10:00 - Errors begin".
func (s *timeReader) bracketZone(text string) zone {
	open := strings.IndexByte(text, '(')
	if open < 0 || strings.IndexFunc(text[:open], unicode.IsDigit) >= 0 {
		return zone{}
	}
	z, n := s.readZone(text[open+1:], true)
	if n == 0 || !strings.HasPrefix(text[open+1+n:], ")") {
		return zone{}
	}
	return z
}

// zoneIn returns the first zone of text.
func (s *timeReader) zoneIn(text string) zone {
	for i := 0; i < len(text); i++ {
		if !isLetter(text[i]) && text[i] < 0xC0 || i > 0 && text[i] < 0x80 && (isLetter(text[i-1]) || text[i-1] == '/' || text[i-1] == '-') {
			continue
		}
		z, n := s.readZone(text[i:], false)
		if n > 0 && (i+n == len(text) || !isLetter(text[i+n])) && z.text != "" {
			return z
		}
	}
	return zone{}
}

// zoneOfKey returns the zone that stands in brackets shortly before a clock time: "Time (UTC): 14:39".
func (c *calendar) zoneOfKey(m *moment) zone {
	text := c.doc.Blocks[m.block].Text
	before := text[max(0, m.start-24):m.start]
	open := strings.LastIndexByte(before, '(')
	if open < 0 || !strings.Contains(before[open:], ")") {
		return zone{}
	}
	s := &timeReader{doc: c.doc}
	z, n := s.readZone(before[open+1:], true)
	if n == 0 || strings.TrimLeft(before[open+1+n:], `\`)[:1] != ")" {
		return zone{}
	}
	return z
}

// soleZone returns the zone of a text that writes only one.
func soleZone(marks []mark) zone {
	var sole zone
	for _, m := range marks {
		if m.clock == nil || m.clock.zone.text == "" {
			continue
		}
		if sole.text != "" && (sole.offset != m.clock.zone.offset || sole.place != m.clock.zone.place) {
			return zone{}
		}
		sole = m.clock.zone
	}
	return sole
}
