package extractor

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// textBox is a run of text in one font at one place of a page. Coordinates are points, and y grows
// upwards from the page's lower edge, as in the PDF.
type textBox struct {
	text                     string
	left, right, top, bottom float64
	size                     float64 // of the font as drawn, in points
	bold                     bool
}

// boxPage is a page as the engine gives it.
type boxPage struct {
	width, height float64
	boxes         []textBox
}

// layoutBlocks reads boxes as a person does: columns from left to right, lines into paragraphs,
// larger or bolder lines as headings, bullets as items, aligned cells as rows; what repeats at the
// edges of the pages is left out.
func layoutBlocks(pages []boxPage) []Block {
	perPage := make([][]layoutLine, len(pages))
	for i, p := range pages {
		perPage[i] = pageLines(p)
	}
	lines := dropRunningLines(perPage, pages)
	r := &layoutReader{body: bodySize(lines), words: hyphenated(lines)}
	r.pause, r.rows = linePause(lines, r.body), timeLines(lines) > 1
	r.levels = headingSizes(lines, r.body)
	for _, l := range lines {
		r.line(l)
	}
	return r.finished()
}

// layoutLine is a line of a column.
type layoutLine struct {
	cells                    []string // parts with a wide gap between them; mostly one
	starts                   []float64
	left, right, top, bottom float64
	size                     float64
	bold                     bool
	page                     int
	column                   int     // counts the columns and the full-width zones of all pages
	edge                     float64 // right edge of the column
}

func (l layoutLine) text() string { return strings.Join(l.cells, " | ") }

// bodySize is the size in which most of the text is set.
func bodySize(lines []layoutLine) float64 {
	chars := map[float64]int{}
	for _, l := range lines {
		chars[l.size] += utf8.RuneCountInString(l.text())
	}
	return heaviest(chars)
}

var (
	pageNumber = regexp.MustCompile(`^(?i:(?:page|seite|p\.)? ?\d{1,3}(?: ?(?:of|/|von) ?\d{1,3})?|[-–—] ?\d{1,3} ?[-–—]|[ivx]{1,5})$`)
	digitsOnly = regexp.MustCompile(`\d+`)
)

// edgeShare is the part of a page's height, at the top and at the bottom, in which running heads
// stand.
const edgeShare = 0.1

// dropRunningLines leaves out page numbers and what stands at the same edge of several pages,
// digits aside, and numbers pages and columns through.
func dropRunningLines(perPage [][]layoutLine, pages []boxPage) []layoutLine {
	seen := map[string]int{}
	for i, lines := range perPage {
		for _, l := range lines {
			if atEdge(l, pages[i]) {
				seen[runningKey(l)]++
			}
		}
	}
	var kept []layoutLine
	columns := 0
	for i, lines := range perPage {
		for _, l := range lines {
			if atEdge(l, pages[i]) && (seen[runningKey(l)] > max(1, len(pages)/3) || pageNumber.MatchString(l.text())) {
				continue
			}
			l.page, l.column = i, columns+l.column
			kept = append(kept, l)
		}
		columns += 1000 // more than a page has
	}
	return kept
}

func atEdge(l layoutLine, p boxPage) bool {
	return l.bottom > p.height*(1-edgeShare) || l.top < p.height*edgeShare
}

func runningKey(l layoutLine) string { return digitsOnly.ReplaceAllString(l.text(), "0") }

// hyphenated collects the words that the text writes with a hyphen inside a line; at a line's end
// such a word keeps it.
func hyphenated(lines []layoutLine) map[string]bool {
	words := map[string]bool{}
	for _, l := range lines {
		for _, w := range strings.Fields(l.text()) {
			if w = strings.Trim(w, wordTrim); strings.Contains(strings.Trim(w, "-"), "-") {
				words[strings.ToLower(w)] = true
			}
		}
	}
	return words
}

// headingSizes lists the sizes above the body's from the largest, for the levels of headings.
func headingSizes(lines []layoutLine, body float64) []float64 {
	var sizes []float64
	for _, l := range lines {
		if l.size >= body*largerBy && !slices.Contains(sizes, l.size) {
			sizes = append(sizes, l.size)
		}
	}
	slices.SortFunc(sizes, func(a, b float64) int { return cmp.Compare(b, a) })
	return sizes
}

// linePause takes the smaller spaces between lines as those inside of paragraphs; what is wider by a
// third of a line is a pause.
func linePause(lines []layoutLine, body float64) float64 {
	var gaps []float64
	for i := 1; i < len(lines); i++ {
		if gap := lines[i-1].bottom - lines[i].top; lines[i].column == lines[i-1].column && gap > -body {
			gaps = append(gaps, gap)
		}
	}
	if len(gaps) == 0 {
		return 0.65 * body
	}
	slices.Sort(gaps)
	return min(max(gaps[len(gaps)/4], 0.3*body), 1.3*body) + 0.35*body
}

func timeLines(lines []layoutLine) int {
	n := 0
	for _, l := range lines {
		if len(l.cells) == 1 && timeRow.MatchString(l.cells[0]) {
			n++
		}
	}
	return n
}

// largerBy is the ratio to the body's size from which a line stands out.
const largerBy = 1.1

// layoutReader puts lines together.
type layoutReader struct {
	body   float64 // size of most of the text
	pause  float64 // least space above a line that begins a paragraph
	rows   bool    // lines that begin with a time are rows of a timeline
	levels []float64
	words  map[string]bool
	blocks []Block
	lists  []float64  // left edges of the open items, outermost first
	start  float64    // left edge of the open block's text
	cells  []float64  // left edges of the open row's cells
	lines  int        // of the open block
	prev   layoutLine // the line before
	first  layoutLine // first line of the open block
}

func (r *layoutReader) line(l layoutLine) {
	sign, rest := cutBullet(l.text())
	switch {
	case len(l.cells) > 1:
		r.row(l)
	case r.continuesCell(l):
		r.extend(l.text())
	case r.isHeading(l) && !isItemSign(sign):
		r.heading(l)
	case sign != "" && !r.midSentence(l, sign):
		r.item(l, rest)
	case r.opensRow(l):
		r.lists = nil
		r.open(Block{Kind: Item, Depth: 1, Text: l.text()}, l)
	case r.continues(l):
		r.extend(l.text())
	default:
		r.open(Block{Kind: Para, Text: l.text()}, l)
	}
	r.prev = l
	r.lines++
}

func (r *layoutReader) open(b Block, l layoutLine) {
	r.blocks = append(r.blocks, b)
	r.start, r.lines, r.first = l.left, 0, l
	if b.Kind != Item {
		r.lists = slices.DeleteFunc(r.lists, func(x float64) bool { return l.left < x+4 })
	}
	if b.Kind != Row {
		r.cells = nil
	}
}

func (r *layoutReader) last() *Block { return &r.blocks[len(r.blocks)-1] }

// extend joins a line to the open block. A hyphen at the line's end goes when it splits a word,
// unless the text writes the word with one elsewhere.
func (r *layoutReader) extend(text string) {
	b := r.last()
	head, split := strings.CutSuffix(b.Text, "-")
	before, _ := utf8.DecodeLastRuneInString(head)
	first, _ := utf8.DecodeRuneInString(text)
	switch {
	case !split || !isWordPart(before) || !isWordPart(first):
		b.Text = joinWords(b.Text, text)
	case unicode.IsLower(first) && unicode.IsLetter(before) && !r.words[hyphenatedWord(head, text)]:
		b.Text = head + text
	default:
		b.Text += text
	}
}

func isWordPart(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// hyphenatedWord is the word that a line's end and the next line's beginning make with a hyphen.
func hyphenatedWord(head, text string) string {
	right, _, _ := strings.Cut(text, " ")
	return strings.ToLower(strings.Trim(head[strings.LastIndexByte(head, ' ')+1:]+"-"+right, wordTrim))
}

// wordTrim are the signs around a word that do not belong to it.
const wordTrim = `.,;:()"'`

// row reads a line of several cells.
func (r *layoutReader) row(l layoutLine) {
	r.open(Block{Kind: Row, Text: l.text()}, l)
	r.cells = l.starts
}

// continuesCell says whether a line goes on in the last cell of the row above.
func (r *layoutReader) continuesCell(l layoutLine) bool {
	if len(r.cells) == 0 || l.column != r.prev.column {
		return false
	}
	return math.Abs(l.left-r.cells[len(r.cells)-1]) < 3 && r.prev.bottom-l.top < l.size*0.6
}

// isHeading says whether a line stands out by size, or by weight and shape.
func (r *layoutReader) isHeading(l layoutLine) bool {
	text := l.text()
	if !hasWord(text) || utf8.RuneCountInString(text) > longestHeading {
		return false
	}
	if l.size >= r.body*largerBy {
		return true
	}
	return l.bold && headingShape(text) && (len(r.blocks) == 0 || r.last().Kind == Heading || !r.continues(l))
}

// isItemSign says whether a sign begins an item even where the line stands out; a number may also
// count headings.
func isItemSign(sign string) bool {
	return sign != "" && bulletFamily(sign) != "1"
}

// heading opens a heading, or goes on with one of the same size and weight right above.
func (r *layoutReader) heading(l layoutLine) {
	level := r.headingLevel(l)
	if len(r.blocks) > 0 && r.last().Kind == Heading && r.last().Level == level && r.isNextLine(l) && r.lines < 3 {
		r.extend(l.text())
		return
	}
	r.lists = nil
	r.open(Block{Kind: Heading, Level: level, Text: l.text()}, l)
}

func (r *layoutReader) headingLevel(l layoutLine) int {
	if i := slices.Index(r.levels, l.size); i >= 0 {
		return min(i+1, 6)
	}
	return min(len(r.levels)+1, 6)
}

// isNextLine says whether a line follows the one before without a pause.
func (r *layoutReader) isNextLine(l layoutLine) bool {
	return l.column == r.prev.column && r.prev.bottom-l.top < r.pause+0.3*(max(l.size, r.prev.size)-r.body)
}

// midSentence says whether a number or dash at the beginning of a line only looks like a bullet: the
// line before is full and its sentence goes on.
func (r *layoutReader) midSentence(l layoutLine, sign string) bool {
	family := bulletFamily(sign)
	if len(r.lists) > 0 || family != "1" && family != "a" && family != "–" && family != "—" && family != "-" {
		return false
	}
	return len(r.blocks) > 0 && r.last().Kind == Para && r.continues(l)
}

// opensRow says whether a line begins a row of a timeline and not just goes on with a time.
func (r *layoutReader) opensRow(l layoutLine) bool {
	if !r.rows || !timeRow.MatchString(l.text()) {
		return false
	}
	return !r.continues(l) || endsSentence(r.last().Text) || timeRow.MatchString(r.last().Text)
}

// item opens an item; its depth follows from the left edge.
func (r *layoutReader) item(l layoutLine, text string) {
	for len(r.lists) > 0 && r.lists[len(r.lists)-1] >= l.left-4 {
		r.lists = r.lists[:len(r.lists)-1]
	}
	r.lists = append(r.lists, l.left)
	r.open(Block{Kind: Item, Depth: len(r.lists), Text: text}, l)
}

// continues says whether a line goes on with the paragraph or item above.
func (r *layoutReader) continues(l layoutLine) bool {
	if len(r.blocks) == 0 || r.last().Kind == Heading || r.last().Kind == Row {
		return false
	}
	if math.Abs(l.size-r.first.size) > 0.06*r.first.size {
		return false
	}
	if l.column != r.prev.column {
		return !endsSentence(r.last().Text) && r.prevIsFull(l)
	}
	if !r.isNextLine(l) || r.last().Kind == Item && l.left < r.start+2 && endsSentence(r.last().Text) {
		return false
	}
	return r.prevIsFull(l) || strings.HasSuffix(r.last().Text, "-") || !endsSentence(r.last().Text) && r.last().Kind != Item && beginsLower(l.text())
}

// prevIsFull says whether the first word of l would not have fitted on the line before, with a
// little room for ragged setting.
func (r *layoutReader) prevIsFull(l layoutLine) bool {
	word, _, _ := strings.Cut(l.text(), " ")
	perRune := (l.right - l.left) / float64(max(1, utf8.RuneCountInString(l.text())))
	need := perRune*float64(utf8.RuneCountInString(word)+1) + l.size
	return r.prev.right+need > r.prev.edge
}

func beginsLower(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(first)
}

// finished cleans the texts and adds the links that stand in them.
func (r *layoutReader) finished() []Block {
	blocks := make([]Block, 0, len(r.blocks))
	for _, b := range r.blocks {
		if b.Text = cleanText(b.Text); b.Text == "" {
			continue
		}
		b.Links = bareLinks(b.Text)
		blocks = append(blocks, b)
	}
	return blocks
}
