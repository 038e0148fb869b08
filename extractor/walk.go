package extractor

import (
	"context"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// walker reads the blocks below one node of a page, in the order of reading. It goes through the
// page's own tree, which the parser keeps to 512 levels, and never changes it.
type walker struct {
	ctx    context.Context
	base   *url.URL
	frame  *frame
	blocks []Block

	open   line // the block that is being read
	kind   Kind // what a text that comes next belongs to
	level  int  // of the heading
	depth  int  // of lists
	marker bool // a list item has begun and none of its text has come
	quote  int
	bold   int
	pre    bool // line ends in the text are line ends on the screen
	last   int  // level of the last real heading
}

// readBlocks returns the blocks below n, frame parts left out.
func readBlocks(ctx context.Context, n *html.Node, base *url.URL) []Block {
	w := &walker{ctx: ctx, base: base, frame: newFrame(n), kind: Para}
	w.children(n)
	w.flush()
	return w.blocks
}

// readReport is readBlocks for a root that may hold more than the report: boxes of links to other
// pages are left out too.
func readReport(ctx context.Context, n *html.Node, base *url.URL) []Block {
	w := &walker{ctx: ctx, base: base, frame: newFrame(n), kind: Para}
	w.frame.boxes = findBoxes(n)
	w.children(n)
	w.flush()
	return w.blocks
}

func (w *walker) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.node(c)
	}
}

func (w *walker) node(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		w.text(n.Data)
	case html.ElementNode:
		if !w.frame.drops(n) && w.ctx.Err() == nil {
			w.element(n)
		}
	}
}

func (w *walker) element(n *html.Node) {
	switch n.DataAtom {
	case atom.Br:
		w.open.softBreak()
	case atom.Hr:
		w.flush()
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.heading(n)
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		w.list(n)
	case atom.Li:
		w.item(n)
	case atom.Table:
		w.table(n)
	case atom.Dl:
		w.definitions(n)
	case atom.Pre, atom.Listing, atom.Xmp:
		w.code(n)
	case atom.Blockquote:
		w.quotation(n)
	case atom.A:
		w.anchor(n)
	case atom.Time:
		w.time(n)
	case atom.B, atom.Strong:
		w.strong(n)
	default:
		w.plain(n)
	}
}

// plain reads an element without a meaning of its own.
func (w *walker) plain(n *html.Node) {
	pre := w.pre
	if keepsLines(n) {
		w.pre = true
	}
	if unix := attr(n, "data-datetime-unix"); unix != "" {
		w.open.time = fromUnix(unix)
	}
	switch {
	case isInline(n):
		w.open.seam(n.DataAtom)
		w.children(n)
		w.open.seam(n.DataAtom)
	default:
		w.flush()
		w.children(n)
		w.flush()
	}
	w.pre = pre
}

func (w *walker) heading(n *html.Node) {
	w.flush()
	kind := w.kind
	w.kind, w.level, w.marker = Heading, int(n.Data[1]-'0'), false
	w.last = w.level
	w.children(n)
	w.flush()
	w.kind, w.level = kind, 0
}

func (w *walker) list(n *html.Node) {
	w.flush()
	w.depth++
	w.children(n)
	w.flush()
	w.depth--
}

func (w *walker) item(n *html.Node) {
	w.flush()
	kind := w.kind
	if w.depth == 0 {
		w.depth = 1
		defer func() { w.depth = 0 }()
	}
	w.kind, w.marker = Item, true
	w.children(n)
	w.flush()
	w.kind, w.marker = kind, false
}

func (w *walker) quotation(n *html.Node) {
	w.flush()
	w.quote++
	w.children(n)
	w.flush()
	w.quote--
}

func (w *walker) code(n *html.Node) {
	w.flush()
	text := cleanCode(rawText(n))
	if text == "" {
		return
	}
	w.blocks = append(w.blocks, Block{Kind: Code, Text: text, Links: []Link{}})
}

func (w *walker) anchor(n *html.Node) {
	w.open.seam(n.DataAtom)
	from := len(w.blocks)
	start := w.open.len()
	w.children(n)
	w.open.seam(n.DataAtom)
	href := absolute(w.base, attr(n, "href"))
	if href == "" || len(w.blocks) != from {
		return
	}
	if text := w.open.from(start); text != "" {
		w.open.links = append(w.open.links, Link{Text: text, Href: href})
	}
}

// time keeps what a reader sees, and the instant behind it.
func (w *walker) time(n *html.Node) {
	w.open.seam(n.DataAtom)
	stamp := cleanText(attr(n, "datetime"))
	shown := cleanText(rawText(n))
	if shown == "" || strings.HasSuffix(shown, " ago") {
		shown = stamp
	}
	if shown == "" {
		return
	}
	w.open.begin()
	w.open.add(shown, w.bold > 0)
	if instant := instantUTC(firstOf(stamp, shown)); instant != "" && w.open.time == "" {
		w.open.time, w.open.rawTime = instant, Maybe(shown)
	}
	w.open.seam(n.DataAtom)
}

func (w *walker) strong(n *html.Node) {
	w.open.seam(n.DataAtom)
	w.bold++
	w.children(n)
	w.bold--
	w.open.seam(n.DataAtom)
}

// text adds a text node to the open block. In pre-formatted text every line is a block.
func (w *walker) text(s string) {
	if !w.pre {
		w.open.add(s, w.bold > 0)
		return
	}
	for i, part := range strings.Split(s, "\n") {
		if i > 0 {
			w.flush()
		}
		w.open.add(part, w.bold > 0)
		if w.open.broken {
			w.flush()
		}
	}
}

// flush ends the open block and keeps it when it has text.
func (w *walker) flush() {
	for _, l := range w.open.lines() {
		w.keep(l)
	}
	w.open.reset()
}

func (w *walker) keep(l line) {
	text := cleanText(l.buf.String())
	if text == "" {
		return
	}
	b := Block{Kind: w.kind, Level: w.level, Text: text, Links: l.keptLinks(text), Time: l.time, RawTime: l.rawTime}
	switch {
	case w.kind == Item && !w.marker:
		b.Kind = Para
	case w.kind == Item:
		b.Depth, w.marker = w.depth, false
	case w.kind == Para && w.quote > 0:
		b.Kind = Quote
	case w.kind == Para:
		b = bullet(b)
	}
	if (b.Kind == Para || b.Kind == Item) && l.leadsAway(text) {
		b.Section = SectionBoilerplate
	}
	if b.Kind == Para && l.allBold() && readsAsHeading(text) {
		b.Kind, b.Level = Heading, min(6, w.last+1)
	}
	w.blocks = append(w.blocks, b)
}

// bullet makes an item of a paragraph that begins with a bullet sign of its own.
func bullet(b Block) Block {
	for _, sign := range []string{"•", "‣", "◦", "▪", "●", "- ", "– ", "* "} {
		if rest, ok := strings.CutPrefix(b.Text, sign); ok && cleanText(rest) != "" {
			b.Kind, b.Depth, b.Text = Item, 1, cleanText(rest)
			break
		}
	}
	return b
}

// readsAsHeading tells a bold line that heads a part from a bold sentence.
func readsAsHeading(s string) bool {
	if len(s) > 100 || len(strings.Fields(s)) > 12 {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(s)
	return !strings.ContainsRune(".!;,", last) && strings.IndexFunc(s, unicode.IsLetter) >= 0
}

// isInline names the elements that stand within a line.
func isInline(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Span, atom.Em, atom.I, atom.Code, atom.Small, atom.Sub, atom.Sup, atom.Mark, atom.Abbr, atom.Cite, atom.Q,
		atom.Kbd, atom.Samp, atom.Var, atom.Tt, atom.U, atom.S, atom.Del, atom.Ins, atom.Font, atom.Label, atom.Data,
		atom.Dfn, atom.Bdi, atom.Bdo, atom.Big, atom.Strike, atom.Nobr, atom.Wbr, atom.Acronym, atom.Ruby, atom.Rb,
		atom.Slot, atom.Output, atom.Noscript:
		return true
	}
	// A custom element stands in its line like a span.
	return n.DataAtom == 0 && n.Namespace == ""
}

// keepsLines reports whether a style sheet is known to show the line ends of the text.
func keepsLines(n *html.Node) bool {
	return strings.Contains(attr(n, "class"), "pre-wrap") || strings.Contains(attr(n, "class"), "pre-line") ||
		strings.Contains(attr(n, "style"), "pre-wrap") || strings.Contains(attr(n, "style"), "pre-line")
}

// attr returns an attribute of an element, "" when it has none.
func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

// rawText is all text below n as the page has it; line breaks become line ends.
func rawText(n *html.Node) string {
	var b strings.Builder
	for c := next(n, n); c != nil; c = next(c, n) {
		switch {
		case c.Type == html.TextNode:
			b.WriteString(c.Data)
		case c.DataAtom == atom.Br:
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// absolute resolves a link; "" for what leads nowhere outside of the page.
func absolute(base *url.URL, href string) string {
	href = cleanText(href)
	if href == "" || strings.HasPrefix(href, "#") {
		return ""
	}
	u, err := url.Parse(href)
	if err != nil {
		return ""
	}
	if base != nil {
		u = base.ResolveReference(u)
	}
	switch u.Scheme {
	case "http", "https", "mailto", "":
		return u.String()
	}
	return ""
}
