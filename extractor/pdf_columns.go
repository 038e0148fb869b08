package extractor

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pageLines puts the lines of a page in the order of reading.
func pageLines(p boxPage) []layoutLine {
	rows := boxRows(p.boxes)
	gutter := findGutter(rows)
	var lines []layoutLine
	for i, column := 0, 0; i < len(rows); column++ {
		end := i
		for end < len(rows) && rows[end].crosses(gutter) == rows[i].crosses(gutter) {
			end++
		}
		zone := rows[i:end]
		if !rows[i].crosses(gutter) && twoColumns(zone, gutter) {
			lines = append(lines, zoneLines(side(zone, gutter, true), column)...)
			column++
			lines = append(lines, zoneLines(side(zone, gutter, false), column)...)
		} else {
			lines = append(lines, zoneLines(zone, column)...)
		}
		i = end
	}
	return lines
}

// boxRow is what stands at one height of a page, from left to right.
type boxRow []textBox

// boxRows groups boxes by height. A box belongs to the row whose middle it overlaps.
func boxRows(boxes []textBox) []boxRow {
	boxes = slices.DeleteFunc(slices.Clone(boxes), func(b textBox) bool {
		return strings.TrimSpace(b.text) == "" || !isFinite(b.left, b.right, b.top, b.bottom, b.size)
	})
	slices.SortStableFunc(boxes, func(a, b textBox) int { return cmp.Compare(b.middle(), a.middle()) })
	var rows []boxRow
	for _, b := range boxes {
		if n := len(rows); n > 0 && rows[n-1][0].sameRow(b) {
			rows[n-1] = append(rows[n-1], b)
			continue
		}
		rows = append(rows, boxRow{b})
	}
	for _, row := range rows {
		slices.SortStableFunc(row, func(a, b textBox) int { return cmp.Compare(a.left, b.left) })
	}
	return rows
}

func isFinite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

func (b textBox) middle() float64 { return (b.top + b.bottom) / 2 }

// sameRow compares by half of the larger font, so that an index or a small bullet stays in its row.
func (b textBox) sameRow(o textBox) bool {
	return math.Abs(b.middle()-o.middle()) < max(b.size, o.size, 2)*0.45
}

// gutterWidth is the least space between two columns, in points.
const gutterWidth = 10

// findGutter returns the x at which most rows leave a gap between two sides, 0 when fewer than
// six rows do.
func findGutter(rows []boxRow) float64 {
	left, right := extent(rows)
	best, at := 5, 0.0
	for step := range 41 {
		x := left + (right-left)*(0.3+0.01*float64(step))
		both := 0
		for _, row := range rows {
			if !row.crosses(x) && row[0].left < x && row[len(row)-1].right > x {
				both++
			}
		}
		if both > best {
			best, at = both, x
		}
	}
	return at
}

func extent(rows []boxRow) (left, right float64) {
	left, right = math.Inf(1), math.Inf(-1)
	for _, row := range rows {
		for _, b := range row {
			left, right = min(left, b.left), max(right, b.right)
		}
	}
	return left, right
}

// crosses says whether a box of the row stands in the gutter; with no gutter every row crosses it.
func (row boxRow) crosses(gutter float64) bool {
	if gutter == 0 {
		return true
	}
	return slices.ContainsFunc(row, func(b textBox) bool {
		return b.left < gutter+gutterWidth/2 && b.right > gutter-gutterWidth/2
	})
}

// twoColumns tells columns of prose from a table: both sides have at least five lines and most of
// these fill the side's width.
func twoColumns(zone []boxRow, gutter float64) bool {
	return isColumn(side(zone, gutter, true)) && isColumn(side(zone, gutter, false))
}

func isColumn(rows []boxRow) bool {
	if len(rows) < 5 {
		return false
	}
	left, right := extent(rows)
	filled := 0
	for _, row := range rows {
		if row[len(row)-1].right-row[0].left > 0.7*(right-left) {
			filled++
		}
	}
	return right-left > 90 && filled*2 >= len(rows)
}

// side returns what stands left or right of the gutter.
func side(zone []boxRow, gutter float64, leftSide bool) []boxRow {
	var rows []boxRow
	for _, row := range zone {
		var part boxRow
		for _, b := range row {
			if (b.left < gutter) == leftSide {
				part = append(part, b)
			}
		}
		if len(part) > 0 {
			rows = append(rows, part)
		}
	}
	return rows
}

func zoneLines(rows []boxRow, column int) []layoutLine {
	_, edge := extent(rows)
	lines := make([]layoutLine, 0, len(rows))
	for _, row := range rows {
		l := row.line()
		l.column, l.edge = column, edge
		lines = append(lines, l)
	}
	return lines
}

// line joins the boxes of a row: a gap of a seventh of the font's size is a space, one of twice the
// size the border of a cell, unless a bullet stands before it.
func (row boxRow) line() layoutLine {
	l := layoutLine{left: row[0].left, right: row[0].right, top: row[0].top, bottom: row[0].bottom, bold: true}
	chars := map[float64]int{}
	for i, b := range row {
		l.addBox(b, i == 0)
		chars[math.Round(b.size*2)/2] += utf8.RuneCountInString(b.text)
		l.bold = l.bold && (b.bold || !hasWord(b.text))
	}
	l.size = heaviest(chars)
	for i, c := range l.cells {
		l.cells[i] = strings.TrimSpace(c)
	}
	return l
}

func hasWord(s string) bool { return strings.IndexFunc(s, unicode.IsLetter) >= 0 }

func (l *layoutLine) addBox(b textBox, first bool) {
	gap := b.left - l.right
	last := len(l.cells) - 1
	switch {
	case first:
		l.cells, l.starts = []string{b.text}, []float64{b.left}
	case gap > 2*max(b.size, 4) && !isBulletSign(l.cells[last]):
		l.cells, l.starts = append(l.cells, b.text), append(l.starts, b.left)
	case gap > max(b.size, 4)/7 || isBulletSign(l.cells[last]):
		l.cells[last] += " " + b.text
	default:
		l.cells[last] += b.text
	}
	l.right, l.top, l.bottom = max(l.right, b.right), max(l.top, b.top), min(l.bottom, b.bottom)
}

// isBulletSign says whether a text is nothing but the sign of an item.
func isBulletSign(s string) bool {
	sign, _ := cutBullet(strings.TrimSpace(s) + " X")
	return sign != "" && sign == strings.TrimSpace(s)
}

// heaviest returns the key with the most characters, of equals the smallest.
func heaviest(chars map[float64]int) float64 {
	best, most := 0.0, -1
	for size, n := range chars {
		if n > most || n == most && size < best {
			best, most = size, n
		}
	}
	return best
}
