package extractor

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// readPlainText reads a report from which the markup is lost, or a mail: lists by their bullets,
// headings by their shape, paragraphs put together from hard-wrapped lines.
func readPlainText(ctx context.Context, p *page) (*Document, error) {
	if err := inTime(ctx, p.where()); err != nil {
		return nil, err
	}
	d := &Document{}
	lines := d.cutMailHead(textLines(p.text))
	pieces := textPieces(lines)
	if len(pieces) == 0 {
		return nil, errorf(NoText, p.where(), "holds no text; attach the report itself")
	}
	d.cutPageHead(pieces)
	markHeadings(pieces)
	d.takeTitle(pieces)
	factPublished(pieces)
	d.Blocks = pieceBlocks(d.Blocks, pieces)
	return d, inTime(ctx, p.where())
}

// textLine is a line without its indentation and trailing spaces.
type textLine struct {
	text   string
	indent int // columns, a tab counts to the next eighth
}

func textLines(text string) []textLine {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\f", "\n\n", "\u2028", "\n", "\u00a0", " ").Replace(text)
	var lines []textLine
	for s := range strings.SplitSeq(text, "\n") {
		body := strings.TrimLeft(s, " \t")
		lines = append(lines, textLine{strings.TrimRightFunc(body, unicode.IsSpace), columns(s[:len(s)-len(body)])})
	}
	return closeUp(lines)
}

// closeUp takes out the blank lines of a text in which every line of a paragraph has become a
// paragraph: there the lines that go on are indented by a single space.
func closeUp(lines []textLine) []textLine {
	var kept []textLine
	texts, spread := 0, 0
	for i, l := range lines {
		if l.text != "" {
			texts++
		}
		if i > 0 && l.text != "" && l.indent == 1 && lines[i-1].text == "" {
			spread++
			for len(kept) > 0 && kept[len(kept)-1].text == "" {
				kept = kept[:len(kept)-1]
			}
		}
		kept = append(kept, l)
	}
	if texts < 6 || spread*3 < texts {
		return lines
	}
	return kept
}

func columns(space string) int {
	n := 0
	for _, c := range space {
		if n++; c == '\t' {
			n = (n + 7) / 8 * 8
		}
	}
	return n
}

// piece is a part of a text on its way to becoming a block.
type piece struct {
	Block
	gap   bool // a blank line stands before it
	lines int  // source lines
}

// textReader puts lines together.
type textReader struct {
	pieces []piece
	width  int         // at which the text is hard-wrapped, 0 when it is not
	rows   bool        // lines that begin with a time are rows of a timeline
	lists  []listLevel // open lists, outermost first
	gap    bool        // a blank line came since the last piece
	fences bool        // code fences come in pairs
	fenced bool        // inside a code fence
	prev   textLine    // the line before
}

// listLevel is a list that is being read.
type listLevel struct {
	indent int
	family string
}

// textPieces makes paragraphs, items, rows and underlined headings of lines.
func textPieces(lines []textLine) []piece {
	r := &textReader{width: wrapWidth(lines), rows: count(lines, timeRow) > 1, gap: true}
	r.fences = count(lines, codeFence)%2 == 0
	for _, line := range lines {
		r.line(line)
		r.prev = line
	}
	return r.pieces
}

func count(lines []textLine, what *regexp.Regexp) int {
	n := 0
	for _, l := range lines {
		if what.MatchString(l.text) {
			n++
		}
	}
	return n
}

// wrapWidth returns the column at which the lines are broken, 0 when each line is a paragraph. It
// is the median of the longest line of every group of lines, if no more than 100.
func wrapWidth(lines []textLine) int {
	var longest []int
	for group := range groups(lines) {
		if len(group) > 1 {
			longest = append(longest, slices.Max(group))
		}
	}
	if len(longest) == 0 {
		return 0
	}
	slices.Sort(longest)
	if width := longest[len(longest)/2]; width >= 50 && width <= 100 {
		return width
	}
	return 0
}

// groups yields the lengths in characters of lines without a blank line between them.
func groups(lines []textLine) func(func([]int) bool) {
	return func(yield func([]int) bool) {
		var group []int
		for _, l := range append(lines[:len(lines):len(lines)], textLine{}) {
			if l.text != "" {
				group = append(group, l.indent+utf8.RuneCountInString(l.text))
				continue
			}
			if len(group) > 0 && !yield(group) {
				return
			}
			group = nil
		}
	}
}

var (
	ruleLine    = regexp.MustCompile(`^[-=_*~#+^]{3,}$|^([-*_] ){2,}[-*_]$|^\+[-+=]+\+$`)
	markedTitle = regexp.MustCompile(`^(#{1,6}|={2,6}) +(.*?\S) *[#=]*$`)
	quotedLine  = regexp.MustCompile(`^>+ ?(.*)$`)
)

// line reads the next line; what it is decides in the order of the cases.
func (r *textReader) line(l textLine) {
	switch {
	case r.fences && codeFence.MatchString(l.text):
		r.fenced, r.gap = !r.fenced, true
	case r.fenced:
		r.codeLine(l)
	case l.text == "":
		r.gap = true
	case ruleLine.MatchString(l.text):
		r.underline(l.text)
	case r.isBullet(l):
		r.item(l)
	case r.opensRow(l):
		r.lists = nil
		r.add(Block{Kind: Item, Depth: 1, Text: l.text})
	default:
		r.textLine(l)
	}
}

func (r *textReader) codeLine(l textLine) {
	text := strings.Repeat(" ", l.indent) + l.text
	if last := r.last(); last != nil && last.Kind == Code && !r.gap {
		last.Text += "\n" + text
		return
	}
	r.add(Block{Kind: Code, Text: text})
}

func (r *textReader) last() *piece {
	if len(r.pieces) == 0 {
		return nil
	}
	return &r.pieces[len(r.pieces)-1]
}

func (r *textReader) add(b Block) {
	r.pieces = append(r.pieces, piece{Block: b, gap: r.gap, lines: 1})
	r.gap = false
}

// underline makes a heading of the single line above a rule; any other rule is a pause.
func (r *textReader) underline(rule string) {
	last := r.last()
	if last != nil && !r.gap && last.Kind == Para && last.lines == 1 && len(last.Text) <= longestHeading && len(rule)*2 >= len(last.Text) {
		last.Kind, last.Level = Heading, 2
		if strings.HasPrefix(rule, "=") || strings.HasPrefix(rule, "#") {
			last.Level = 1
		}
	}
	r.gap = true
}

// isBullet says whether a line begins an item. A dash or number that goes on with a wrapped line
// ("between 10 and\n12. May") does not.
func (r *textReader) isBullet(l textLine) bool {
	sign, _ := cutBullet(l.text)
	if sign == "" || sign == "o" && len(r.lists) == 0 {
		return false
	}
	family := bulletFamily(sign)
	if family != "1" && family != "a" && family != "–" && family != "—" || len(r.lists) > 0 {
		return true
	}
	last := r.last()
	return last == nil || r.gap || last.Kind != Para || endsSentence(last.Text) || strings.HasSuffix(last.Text, ":") || !r.wrapped(l)
}

// item begins an item. Its depth follows from its indentation, or from its sign where a text has
// lost its indentation.
func (r *textReader) item(l textLine) {
	sign, text := cutBullet(l.text)
	level := listLevel{l.indent, bulletFamily(sign)}
	keep := 0
	for keep < len(r.lists) && r.lists[keep].indent < level.indent {
		keep++
	}
	for same := keep; same < len(r.lists) && r.lists[same].indent == level.indent; same++ {
		keep = same + 1
		if r.lists[same].family == level.family {
			keep = same
			break
		}
	}
	r.lists = append(r.lists[:keep], level)
	r.add(Block{Kind: Item, Depth: len(r.lists), Text: text})
}

// opensRow says whether a line begins a row of a timeline and not just goes on with a time.
func (r *textReader) opensRow(l textLine) bool {
	if !r.rows || !timeRow.MatchString(l.text) {
		return false
	}
	last := r.last()
	return last == nil || r.gap || endsSentence(last.Text) || timeRow.MatchString(last.Text) || !r.wrapped(l)
}

// textLine reads a line that nothing marks: it goes on with the last piece or begins another.
func (r *textReader) textLine(l textLine) {
	last := r.last()
	if m := quotedLine.FindStringSubmatch(l.text); m != nil && !isArrow(l.text) {
		r.quote(m[1])
		return
	}
	if m := markedTitle.FindStringSubmatch(l.text); m != nil {
		r.lists = nil
		r.add(Block{Kind: Heading, Level: len(m[1]), Text: m[2]})
		return
	}
	if isTableRow(l.text) {
		r.add(Block{Kind: Row, Text: tableCells(l.text)})
		return
	}
	if last != nil && !r.gap && r.goesOn(last, l) {
		last.Text = joinWords(last.Text, l.text)
		last.lines++
		return
	}
	if l.indent <= r.listIndent() {
		r.lists = nil
	}
	r.add(Block{Kind: Para, Text: l.text})
}

func (r *textReader) listIndent() int {
	if len(r.lists) == 0 {
		return 0
	}
	return r.lists[0].indent
}

// isArrow says whether a line begins with ">" that no mail program put there, as in a shell prompt
// or an arrow.
func isArrow(s string) bool { return strings.HasPrefix(s, ">=") || strings.HasPrefix(s, "> $") }

// quote reads a line of a mail's quotation.
func (r *textReader) quote(text string) {
	if last := r.last(); last != nil && last.Kind == Quote && !r.gap && text != "" {
		last.Text = joinWords(last.Text, strings.TrimSpace(text))
		return
	}
	if text = strings.TrimSpace(text); text == "" {
		r.gap = true
		return
	}
	r.add(Block{Kind: Quote, Text: text})
}

// isTableRow says whether a line is a row of a table drawn with bars: a bar before it or two inside.
func isTableRow(s string) bool {
	return len(s) > 2 && (s[0] == '|' && strings.Contains(s[1:], "|") || strings.Count(s, " | ") > 1)
}

func tableCells(line string) string {
	cells := strings.Split(strings.Trim(line, "| "), "|")
	for i, c := range cells {
		cells[i] = strings.TrimSpace(c)
	}
	return strings.Join(cells, " | ")
}

// goesOn says whether a line continues the piece above it: as the indented rest of an item, because
// the line above is full, or in the middle of a sentence.
func (r *textReader) goesOn(last *piece, l textLine) bool {
	switch {
	case last.Kind == Heading || last.Kind == Code || last.Kind == Row:
		return false
	case last.Kind == Item && len(r.lists) > 0 && l.indent > r.lists[len(r.lists)-1].indent:
		return true
	case r.wrapped(l):
		return true
	}
	first, _ := utf8.DecodeRuneInString(l.text)
	return unicode.IsLower(first) && !endsSentence(last.Text) && !strings.HasSuffix(last.Text, ":") && !headingOver(last, l)
}

// headingOver says whether a short line stands above a line that is no continuation because it is
// a command or a name: "$" and the like begin no sentence.
func headingOver(last *piece, l textLine) bool {
	return last.lines == 1 && len(last.Text) < 30 && strings.HasPrefix(l.text, "$")
}

// wrapped says whether the line above was broken because the next word did not fit any more.
func (r *textReader) wrapped(l textLine) bool {
	if r.width == 0 || labelRow.MatchString(l.text) && r.prevIsRow() {
		return false
	}
	word, _, _ := strings.Cut(l.text, " ")
	full := r.prev.indent + utf8.RuneCountInString(r.prev.text)
	return full <= r.width+10 && full+1+utf8.RuneCountInString(word) > r.width-6
}

func (r *textReader) prevIsRow() bool {
	return rowShape(r.prev.text) == "label"
}

// markHeadings finds the headings whose markup is lost: lines of a heading's shape that stand alone
// or right above a list or a long paragraph, with text of the report still to come.
func markHeadings(pieces []piece) {
	text := false // text follows
	for i := len(pieces) - 1; i >= 0; i-- {
		p := &pieces[i]
		if p.Kind == Para && p.Section == "" && text && headsSomething(pieces, i) {
			p.Kind, p.Level = Heading, 2
			if strings.HasSuffix(p.Text, ":") {
				p.Level = 3
			}
		}
		numberedHeading(pieces, i)
		text = text || p.Kind == Item || p.Kind != Heading && (len(p.Text) > 40 || endsSentence(p.Text))
	}
}

func headsSomething(pieces []piece, i int) bool {
	p, next := &pieces[i], &pieces[i+1]
	if p.lines > 1 || !headingShape(p.Text) || publishedLine.MatchString(next.Text) {
		return false // above the date stands a subtitle
	}
	switch {
	case p.gap && (next.gap || next.Kind == Item || next.Kind == Row):
		return true
	case next.Kind == Item:
		return strings.HasSuffix(p.Text, ":") || len(strings.Fields(p.Text)) <= 6
	case next.Kind == Heading && next.gap:
		return p.gap
	}
	return next.Kind == Para && len(next.Text) > 80 && endsSentence(next.Text) && len(strings.Fields(p.Text)) <= 9
}

// numberedHeading turns "2. Impact" between paragraphs into a heading: as an item it would be the
// only one of its list.
func numberedHeading(pieces []piece, i int) {
	p := &pieces[i]
	if p.Kind != Item || !p.gap || p.lines > 1 || i+1 == len(pieces) || !headingShape(p.Text) || len(p.Text) > 60 {
		return
	}
	alone := (i == 0 || pieces[i-1].Kind != Item) && pieces[i+1].Kind == Para && pieces[i+1].gap
	if alone && rowShape(p.Text) == "" && sectionName.MatchString(p.Text) {
		p.Kind, p.Level, p.Depth = Heading, 2, 0
	}
}

// takeTitle takes the first line above the text that could be the report's title, unless a mail's
// head gave one.
func (d *Document) takeTitle(pieces []piece) {
	for i := range pieces {
		p := &pieces[i]
		if p.Section == SectionBoilerplate || publishedLine.MatchString(p.Text) {
			continue
		}
		if p.Kind == Heading && !sectionName.MatchString(p.Text) && d.Title == "" {
			p.Level = 1
			d.Title = Maybe(cleanText(p.Text))
		}
		return
	}
}

func pieceBlocks(blocks []Block, pieces []piece) []Block {
	for _, p := range pieces {
		b := p.Block
		if b.Kind != Code {
			b.Text = cleanText(b.Text)
		}
		b.Links = bareLinks(b.Text)
		blocks = append(blocks, b)
	}
	return blocks
}
