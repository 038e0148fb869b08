package extractor

import (
	"context"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	marktext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	"golang.org/x/net/html/atom"
)

// readMarkdown reads a report written in Markdown (CommonMark with GitHub's tables and task lists)
// and, by way of Markdown, the common part of AsciiDoc and MediaWiki markup.
func readMarkdown(ctx context.Context, p *page) (*Document, error) {
	if err := inTime(ctx, p.where()); err != nil {
		return nil, err
	}
	matter, body := cutFrontMatter(p.text)
	d := &Document{}
	matter.state(d)
	blocks := markdownBlocks(body, p.url)
	if d.Title == "" {
		d.Title = firstHeading(blocks)
	}
	d.Blocks = append(d.Blocks, blocks...)
	if len(d.Blocks) == 0 {
		return nil, errorf(NoText, p.where(), "holds no text beside its markup; attach the report itself")
	}
	return d, inTime(ctx, p.where())
}

// markdownBlocks reads a text without front matter. Addresses are made absolute by base, which may
// be nil.
func markdownBlocks(body string, base *url.URL) []Block {
	r := &markdownReader{source: []byte(plainMarkdown(body)), base: base}
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAttribute()))
	r.children(md.Parser().Parse(marktext.NewReader(r.source)), Para)
	return r.blocks
}

// firstHeading is the report's title when no front matter states one: the first heading, if nothing
// but a short line stands before it.
func firstHeading(blocks []Block) Maybe {
	for i, b := range blocks {
		if b.Kind == Heading {
			return Maybe(b.Text)
		}
		if i > 0 || len(b.Text) > 80 {
			break
		}
	}
	return ""
}

// looksLikeMarkdown says whether a text uses markup that plain prose does not have: front matter,
// two headings, or two different signs among heading, link, fence, bold, table.
func looksLikeMarkdown(text string) bool {
	if frontMatterFence.MatchString(text) {
		return true
	}
	kinds := 0
	for _, sign := range markdownSigns {
		found := len(sign.FindAllStringIndex(text, 2))
		if found > 1 && sign == markdownSigns[0] {
			return true
		}
		kinds += min(found, 1)
	}
	return kinds > 1 || dialectOf(text) != markdown
}

var markdownSigns = []*regexp.Regexp{
	regexp.MustCompile(`(?m)^#{1,6} +[^\s#]`),
	regexp.MustCompile(`\w\]\(\S+\)`),
	regexp.MustCompile("(?m)^ *```"),
	regexp.MustCompile(`(^|\s)\*\*[^\s*][^*\n]*\*\*`),
	regexp.MustCompile(`(?m)^\|?( *:?-{3,}:? *\|)+`),
}

// markdownReader walks a parsed text and collects blocks in the order of reading.
type markdownReader struct {
	source []byte
	base   *url.URL
	blocks []Block
	level  int // of the last heading
	depth  int // of the list that is being read
}

// children reads all blocks below a node; kind is what its paragraphs are.
func (r *markdownReader) children(parent ast.Node, kind Kind) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		r.block(n, kind)
	}
}

func (r *markdownReader) block(n ast.Node, kind Kind) {
	switch n := n.(type) {
	case *ast.Heading:
		r.heading(n.Level, r.inline(n))
	case *ast.Paragraph, *ast.TextBlock:
		r.paragraph(n, kind)
	case *ast.List:
		r.list(n)
	case *ast.Blockquote:
		r.children(n, Quote)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		r.code(n)
	case *ast.HTMLBlock:
		r.blocks = append(r.blocks, htmlBlocks(r.rawHTML(n))...)
	case *east.Table:
		r.table(n)
	}
}

// longestHeading is in bytes. Markdown makes a heading of any paragraph above a line of dashes;
// what is longer was not meant as one.
const longestHeading = 200

func (r *markdownReader) heading(level int, lines []inlineLine) {
	line := joinAll(lines)
	if len(line.text) > longestHeading {
		r.add(Block{Kind: Para, Text: line.text, Links: line.links})
		return
	}
	r.level = level
	r.add(Block{Kind: Heading, Level: level, Text: line.text, Links: line.links})
}

// paragraph reads a paragraph; a line of its own that is set in bold stands for a heading.
func (r *markdownReader) paragraph(n ast.Node, kind Kind) {
	for _, line := range joinLines(r.inline(n)) {
		b := Block{Kind: kind, Text: line.text, Links: line.links}
		if kind == Para && r.depth == 0 && line.bold() && headingShape(line.text) {
			b.Kind, b.Level = Heading, min(r.level+1, 6)
		}
		r.add(b)
	}
}

// list reads the items of a list, the first paragraph of each as the item.
func (r *markdownReader) list(list *ast.List) {
	r.depth++
	defer func() { r.depth-- }()
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		first := item.FirstChild()
		if first == nil {
			continue
		}
		rest := first
		if isParagraph(first) {
			r.item(first)
			rest = first.NextSibling()
		}
		for ; rest != nil; rest = rest.NextSibling() {
			r.block(rest, Para)
		}
	}
}

// item reads the paragraph that begins a list item. A bold line above a list of its own stands for
// a heading: "**Key events**" over its events.
func (r *markdownReader) item(n ast.Node) {
	_, nested := n.NextSibling().(*ast.List)
	lines := joinLines(r.inline(n))
	for i, line := range lines {
		b := Block{Kind: Item, Depth: r.depth, State: taskState(n), Text: line.text, Links: line.links}
		switch {
		case nested && line.bold() && headingShape(line.text):
			b = Block{Kind: Heading, Level: min(r.level+r.depth, 6), Text: line.text, Links: line.links}
		case i > 0:
			b = Block{Kind: Para, Text: line.text, Links: line.links}
		}
		r.add(b)
	}
}

func taskState(n ast.Node) State {
	if box, ok := n.FirstChild().(*east.TaskCheckBox); ok && box.IsChecked {
		return StateComplete
	}
	return StateNone
}

func isParagraph(n ast.Node) bool {
	return n.Kind() == ast.KindParagraph || n.Kind() == ast.KindTextBlock
}

func (r *markdownReader) code(n ast.Node) {
	r.add(Block{Kind: Code, Text: strings.TrimRight(string(n.Lines().Value(r.source)), "\n")})
}

// table reads header and rows, cells joined by " | ".
func (r *markdownReader) table(table *east.Table) {
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		b := Block{Kind: Row}
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			line := joinAll(r.inline(cell))
			cells = append(cells, line.text)
			b.Links = append(b.Links, line.links...)
		}
		if strings.Join(cells, "") != "" {
			b.Text = strings.Join(cells, " | ")
			r.add(b)
		}
	}
}

func (r *markdownReader) add(b Block) {
	if strings.TrimSpace(b.Text) != "" {
		r.blocks = append(r.blocks, b)
	}
}

func (r *markdownReader) rawHTML(n *ast.HTMLBlock) string {
	raw := string(n.Lines().Value(r.source))
	if n.HasClosure() {
		raw += string(n.ClosureLine.Value(r.source))
	}
	if !strings.Contains(raw, "-->") {
		// A comment that nobody closed would swallow the rest of the report.
		raw = strings.Replace(raw, "<!--", "", 1)
	}
	return raw
}

// inlineLine is one source line of a paragraph without its markup.
type inlineLine struct {
	text  string
	links []Link
	hard  bool // a forced line break ends it
	plain bool // some of it is not bold
}

// bold says whether a line is set in bold as a whole, a colon behind it aside.
func (l inlineLine) bold() bool { return !l.plain && l.text != "" }

// inline reads the text of a node, a line for each line of the source.
func (r *markdownReader) inline(n ast.Node) []inlineLine {
	in := &inlineReader{source: r.source, base: r.base, lines: []inlineLine{{}}}
	in.children(n)
	for i := range in.lines {
		in.lines[i].text = cleanText(shortcode.ReplaceAllString(in.lines[i].text, " "))
	}
	return in.lines
}

// shortcode is a template call of Hugo ({{< x >}}, {{% x %}}) or Jekyll ({% x %}), no text of the
// report.
var shortcode = regexp.MustCompile(`\{\{[<%].*?[>%]\}\}|\{%.*?%\}`)

type inlineReader struct {
	source []byte
	base   *url.URL
	lines  []inlineLine
	strong int // bold elements that are open
}

func (in *inlineReader) children(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		in.node(n)
	}
}

func (in *inlineReader) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		in.text(n)
	case *ast.String:
		in.write(string(n.Value))
	case *ast.CodeSpan:
		in.codeSpan(n)
	case *ast.Link:
		in.link(n, string(n.Destination))
	case *ast.AutoLink:
		in.autoLink(n)
	case *ast.RawHTML:
		in.rawHTML(n)
	case *ast.Emphasis:
		in.emphasis(n)
	case *ast.Image:
		// A picture's alternative text is mostly its file's name.
	default:
		in.children(n)
	}
}

func (in *inlineReader) write(s string) {
	in.last().text += s
	if in.strong == 0 && strings.Trim(s, " :") != "" {
		in.last().plain = true
	}
}

func (in *inlineReader) emphasis(n *ast.Emphasis) {
	if n.Level < 2 {
		in.children(n)
		return
	}
	in.strong++
	in.children(n)
	in.strong--
}

func (in *inlineReader) last() *inlineLine {
	return &in.lines[len(in.lines)-1]
}

func (in *inlineReader) text(n *ast.Text) {
	value := n.Segment.Value(in.source)
	if !n.IsRaw() {
		value = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(value)))
	}
	in.write(string(value))
	if n.SoftLineBreak() || n.HardLineBreak() {
		in.last().hard = n.HardLineBreak()
		in.lines = append(in.lines, inlineLine{})
	}
}

func (in *inlineReader) codeSpan(n *ast.CodeSpan) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			in.write(strings.ReplaceAll(string(t.Segment.Value(in.source)), "\n", " "))
		}
	}
}

// link reads the words of a link and notes it on the line on which it ends.
func (in *inlineReader) link(n ast.Node, href string) {
	at, from := len(in.lines)-1, len(in.last().text)
	in.children(n)
	words := in.lines[at].text[from:]
	for _, line := range in.lines[at+1:] {
		words += " " + line.text
	}
	in.note(words, href)
}

func (in *inlineReader) autoLink(n *ast.AutoLink) {
	label, href := string(n.Label(in.source)), string(n.URL(in.source))
	if n.AutoLinkType == ast.AutoLinkEmail {
		href = "mailto:" + href
	}
	in.write(label)
	in.note(label, href)
}

func (in *inlineReader) note(words, href string) {
	if in.base != nil {
		if u, err := in.base.Parse(href); err == nil {
			href = u.String()
		}
	}
	if href != "" && !strings.HasPrefix(href, "#") {
		in.last().links = append(in.last().links, Link{Text: cleanText(words), Href: href})
	}
}

func (in *inlineReader) rawHTML(n *ast.RawHTML) {
	raw := string(n.Segments.Value(in.source))
	switch name := tagName(raw); {
	case atom.Lookup([]byte(name)) == atom.Br:
		in.last().hard = true
		in.lines = append(in.lines, inlineLine{})
	case isPlaceholder(raw, name):
		in.write(raw)
	}
}

// tagName returns the name of the element that raw opens or closes, "" for comments and the like.
func tagName(raw string) string {
	raw = strings.TrimLeft(raw, "</")
	end := strings.IndexFunc(raw, func(c rune) bool {
		return c != '-' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	})
	if end < 0 {
		return ""
	}
	return raw[:end]
}

// isPlaceholder says whether a tag is no markup but a word in angle brackets, such as "<hostname>":
// not an element of HTML, not a component, without attributes and never closed.
func isPlaceholder(raw, name string) bool {
	if name == "" || strings.HasPrefix(raw, "</") || strings.ContainsAny(raw, "=/") {
		return false
	}
	first, _ := utf8.DecodeRuneInString(name)
	return !unicode.IsUpper(first) && atom.Lookup([]byte(name)) == 0
}

// joinLines makes paragraphs of source lines. Lines are joined as Markdown does, except at a forced
// break before something that begins anew, and in a list of rows written without its bullets
// ("10:02 deploy" over "10:05 alert", "Start: ..." over "End: ...", a link over a link).
func joinLines(lines []inlineLine) []inlineLine {
	out := lines[:1:1]
	for i, line := range lines[1:] {
		last := &out[len(out)-1]
		forced := lines[i].hard && beginsAnew(last.text, line.text)
		row := line.shape() != "" && line.shape() == lines[0].shape()
		if forced || row {
			out = append(out, line)
			continue
		}
		*last = joinAll([]inlineLine{*last, line})
	}
	return out
}

// shape is [rowShape], or "link" for a line that is a link and nothing else.
func (l inlineLine) shape() string {
	if len(l.links) == 1 && l.links[0].Text == l.text {
		return "link"
	}
	return rowShape(l.text)
}

// joinAll makes one line of all.
func joinAll(lines []inlineLine) inlineLine {
	var all inlineLine
	for _, line := range lines {
		all.text = joinWords(all.text, line.text)
		all.links = append(all.links, line.links...)
		all.plain = all.plain || line.plain
	}
	return all
}

// beginsAnew says whether next does not go on with the sentence that last leaves.
func beginsAnew(last, next string) bool {
	first, _ := utf8.DecodeRuneInString(next)
	return !unicode.IsLower(first) || endsSentence(last)
}
