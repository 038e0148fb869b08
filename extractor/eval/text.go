package eval

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"inquest/extractor"
)

// blocksOf returns the blocks of a document and of its parts; a document that could not be read
// has none.
func blocksOf(d *extractor.Document) []extractor.Block {
	if d == nil {
		return nil
	}
	all := d.Blocks
	for _, part := range d.Parts {
		all = append(all[:len(all):len(all)], blocksOf(part)...)
	}
	return all
}

// isText leaves out the page's frame and what platforms state in attributes.
func isText(b extractor.Block) bool {
	return b.Section != extractor.SectionBoilerplate && b.Kind != extractor.Fact
}

// textOf joins the report's own blocks, a line each.
func textOf(d *extractor.Document) string {
	var lines []string
	for _, b := range blocksOf(d) {
		if isText(b) {
			lines = append(lines, b.Text)
		}
	}
	return strings.Join(lines, "\n")
}

// nodeText is the text below an element; elements that are not part of a line end it.
func nodeText(n *html.Node) string {
	var b strings.Builder
	writeText(&b, n)
	return b.String()
}

func writeText(b *strings.Builder, n *html.Node) {
	switch {
	case n == nil:
		return
	case n.Type == html.TextNode:
		b.WriteString(n.Data)
		return
	case n.DataAtom == atom.Script || n.DataAtom == atom.Style:
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		writeText(b, c)
	}
	if n.Type == html.ElementNode && !isInline(n.DataAtom) {
		b.WriteByte('\n')
	}
}

func isInline(a atom.Atom) bool {
	switch a {
	case atom.A, atom.Abbr, atom.B, atom.Bdi, atom.Cite, atom.Code, atom.Del, atom.Em, atom.Font, atom.I, atom.Ins, atom.Kbd,
		atom.Mark, atom.Q, atom.S, atom.Small, atom.Span, atom.Strong, atom.Sub, atom.Sup, atom.Time, atom.U, atom.Var, atom.Wbr:
		return true
	}
	return false
}

// squeezed is a text without white space and without what has no width.
func squeezed(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)
}

// wordsOf is a text as its words in lower case, one space between them, so that texts compare
// whatever stands between their words.
func wordsOf(s string) string {
	visible := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
	return strings.ToLower(strings.Join(tokens(visible), " "))
}
