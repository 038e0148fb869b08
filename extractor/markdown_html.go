package extractor

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlBlocks reduces HTML that stands inside Markdown to blocks. Scripts, styles, comments and
// attributes are no text.
func htmlBlocks(raw string) []Block {
	r := &htmlReducer{kind: Para}
	z := html.NewTokenizer(strings.NewReader(raw))
	for {
		switch z.Next() {
		case html.ErrorToken:
			r.end()
			return r.blocks
		case html.TextToken:
			r.text.WriteString(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			source := string(z.Raw())
			name, _ := z.TagName()
			r.open(string(name), source, z)
		case html.EndTagToken:
			name, _ := z.TagName()
			r.close(atom.Lookup(name))
		}
	}
}

// htmlReducer collects the text between two tags that end a block.
type htmlReducer struct {
	blocks []Block
	kind   Kind
	level  int
	depth  int
	text   strings.Builder
}

func (r *htmlReducer) open(name, source string, z *html.Tokenizer) {
	tag := atom.Lookup([]byte(name))
	switch {
	case tag == atom.Script || tag == atom.Style:
		z.Next() // the tokenizer gives all of it as one text
	case tag == atom.Ul || tag == atom.Ol:
		r.end()
		r.depth++
	case tag == atom.Td || tag == atom.Th:
		if strings.TrimSpace(r.text.String()) != "" {
			r.text.WriteString(" | ")
		}
	case htmlKinds[tag] != "":
		r.end()
		r.kind, r.level = htmlKinds[tag], headingLevel(name)
	case isPlaceholder(source, tagName(source)):
		r.text.WriteString(source)
	}
}

func (r *htmlReducer) close(tag atom.Atom) {
	if tag == atom.Ul || tag == atom.Ol {
		r.depth = max(0, r.depth-1)
	}
	if htmlKinds[tag] != "" || tag == atom.Ul || tag == atom.Ol {
		r.end()
	}
}

// end makes a block of the text since the last one.
func (r *htmlReducer) end() {
	if words := cleanText(shortcode.ReplaceAllString(r.text.String(), " ")); words != "" {
		b := Block{Kind: r.kind, Level: r.level, Text: words}
		if r.kind == Item {
			b.Depth = max(1, r.depth)
		}
		r.blocks = append(r.blocks, b)
	}
	r.text.Reset()
	r.kind, r.level = Para, 0
}

// headingLevel returns 1 to 6 for h1 to h6, else 0.
func headingLevel(name string) int {
	if len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6' {
		return int(name[1] - '0')
	}
	return 0
}

// htmlKinds says what a block-level element holds.
var htmlKinds = map[atom.Atom]Kind{
	atom.H1: Heading, atom.H2: Heading, atom.H3: Heading, atom.H4: Heading, atom.H5: Heading, atom.H6: Heading,
	atom.P: Para, atom.Div: Para, atom.Br: Para, atom.Section: Para, atom.Article: Para, atom.Details: Para,
	atom.Summary: Para, atom.Dt: Para, atom.Dd: Para, atom.Table: Para, atom.Figcaption: Para, atom.Aside: Para,
	atom.Li: Item, atom.Tr: Row, atom.Pre: Code, atom.Blockquote: Quote,
}
