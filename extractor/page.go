package extractor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"inquest/fetcher"
)

// What one page may cost. The HTML parser takes up to a hundred bytes of memory per byte of the
// page, and no report is four million characters of text: only JSON and feeds of histories are
// longer, and pages with pictures in their attributes.
const (
	maxTextBytes = 4 << 20
	maxHTMLBytes = 16 << 20
	maxBytes     = 32 << 20
	maxPDFBytes  = 64 << 20
	maxNodes     = 100_000
	maxTags      = 4 * maxNodes // counted before parsing, closing tags included
	maxJSONDepth = 512
)

// page is a capture made ready for the recipes: decoded, sniffed and, where it is HTML or JSON,
// parsed once.
type page struct {
	capture  *fetcher.Capture
	url      *url.URL   // final address, nil when the capture has none
	name     string     // file name, as a hint only
	kind     mediaType  // by its bytes
	body     []byte     // content-decoded
	text     string     // UTF-8 of body without NUL, for kinds that are text
	root     *html.Node // parsed HTML, else nil
	marks    *marks     // of the parsed HTML, else nil
	front    frontMatter
	json     any      // decoded JSON with json.Number, else nil
	warnings []string // what decoding had to repair
}

// newPage decodes, sniffs and parses a capture within the limits.
func newPage(ctx context.Context, c *fetcher.Capture) (*page, error) {
	p := &page{capture: c}
	p.url, p.name = address(c)
	var err error
	if p.body, err = c.Content(); err != nil {
		return nil, contentError(p.where(), err)
	}
	if len(bytes.TrimSpace(p.body)) == 0 {
		return nil, errorf(Empty, p.where(), "has no content; fetch it again or attach a saved page")
	}
	if err := p.sniff(); err != nil {
		return nil, err
	}
	if err := inTime(ctx, p.where()); err != nil {
		return nil, err
	}
	if err := p.parse(); err != nil {
		return nil, err
	}
	if err := p.judge(); err != nil {
		return nil, err
	}
	return p, inTime(ctx, p.where())
}

// address reads the final address and the file name in it.
func address(c *fetcher.Capture) (*url.URL, string) {
	for _, s := range []string{c.FinalURL, c.URL} {
		u, err := url.Parse(s)
		if s != "" && err == nil && u.Host != "" {
			return u, path.Base(u.Path)
		}
	}
	return nil, ""
}

// where names the page in an error: its address, else its file name where one is known.
func (p *page) where() string {
	if p.url != nil {
		return p.url.String()
	}
	return firstOf(p.name, "this file")
}

// address resolves the link to an incident's own page; "" for what is no address of the web.
func (p *page) address(link string) Maybe {
	href := absolute(p.url, link)
	if !strings.HasPrefix(href, "http://") && !strings.HasPrefix(href, "https://") {
		return ""
	}
	return Maybe(href)
}

// base is what the page's links are relative to.
func (p *page) base() *url.URL {
	if p.root == nil {
		return p.url
	}
	n := find(p.root, func(n *html.Node) bool { return n.DataAtom == atom.Base && attr(n, "href") != "" })
	if n == nil {
		return p.url
	}
	u, err := url.Parse(attr(n, "href"))
	switch {
	case err != nil:
		return p.url
	case p.url != nil:
		return p.url.ResolveReference(u)
	}
	return u
}

// contentError gives an error of the fetcher's decoding the kind that it has here.
func contentError(where string, err error) error {
	kind := BadEncoding
	var f *fetcher.Error
	if errors.As(err, &f) && f.Kind == fetcher.TooLarge {
		kind = TooLarge
	}
	return &Error{Kind: kind, Where: where, Detail: "cannot be unpacked", Err: err}
}

// parse builds the tree of an HTML page or the value of a JSON text.
func (p *page) parse() error {
	switch p.kind {
	case typeHTML:
		return p.parseHTML()
	case typeJSON:
		return p.parseJSON()
	case typeText, typeMarkdown:
		text, repaired := repairLines(p.text)
		p.text = text
		p.noteRepair(repaired)
	}
	return nil
}

func (p *page) parseHTML() error {
	if strings.Count(p.text, "<") > maxTags {
		return errorf(TooLarge, p.where(), "has more than the %d tags that are read; attach the part that holds the report", maxTags)
	}
	var rest string
	p.front, rest = cutFrontMatter(p.text)
	root, err := html.Parse(strings.NewReader(rest))
	if err != nil {
		p.warnings = append(p.warnings, "elements are nested too deep: read without their nesting")
		root = flatTree(rest)
	}
	n, size, repaired := 0, 0, false
	p.marks = newMarks()
	for c := next(root, root); c != nil; c = next(c, root) {
		n++
		if c.Type == html.TextNode && c.Parent.DataAtom != atom.Script && c.Parent.DataAtom != atom.Style {
			size += len(c.Data)
			fixed, ok := decodeTwice(c.Data)
			c.Data, repaired = fixed, repaired || ok
		}
		thin(c)
		p.marks.take(c)
	}
	p.noteRepair(repaired)
	if size > maxTextBytes {
		return errorf(TooLarge, p.where(), "has %d bytes of text, more than the %d that are read; attach the part that holds the report", size, maxTextBytes)
	}
	if n > maxNodes {
		return errorf(TooLarge, p.where(), "has %d elements and texts, more than the %d that are read; attach the part that holds the report",
			n, maxNodes)
	}
	p.root = root
	return nil
}

// How many attributes of an element, and bytes of the names in one, are looked at. They are looked at
// often, and no page says anything with more.
const (
	maxAttributes = 100
	maxNames      = 1000
)

// thin cuts what is beyond off an element.
func thin(n *html.Node) {
	if len(n.Attr) > maxAttributes {
		n.Attr = n.Attr[:maxAttributes:maxAttributes]
	}
	for i, a := range n.Attr {
		if (a.Key == "class" || a.Key == "id" || a.Key == "style") && len(a.Val) > maxNames {
			n.Attr[i].Val = prefix(a.Val, maxNames)
		}
	}
}

func (p *page) parseJSON() error {
	if jsonDepth(p.text) > maxJSONDepth {
		return errorf(TooDeep, p.where(), "has JSON nested deeper than %d levels, which no status platform does; queue the incident's own address",
			maxJSONDepth)
	}
	v, err := decodeJSON(p.text)
	if err != nil {
		return &Error{Kind: NotAReport, Where: p.where(), Err: err,
			Detail: "is JSON that cannot be read; fetch it again or queue the incident's page"}
	}
	fixed, repaired := repairStrings(v)
	p.json = fixed
	p.noteRepair(repaired)
	return nil
}

func (p *page) noteRepair(repaired bool) {
	if repaired {
		p.warnings = append(p.warnings, mojibakeWarning)
	}
}

// decodeJSON reads one JSON value; numbers keep their digits.
func decodeJSON(s string) (any, error) {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("more text follows after the value")
	}
	return v, nil
}

// jsonDepth returns how deep arrays and objects nest, brackets inside of strings left out.
func jsonDepth(s string) int {
	depth, deepest, quoted := 0, 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest
}
