package extractor

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// flatTree reads a page that nests deeper than the parser goes: its blocks become children of one
// body, whatever was around them.
func flatTree(text string) *html.Node {
	root := &html.Node{Type: html.DocumentNode}
	body := &html.Node{Type: html.ElementNode, DataAtom: atom.Body, Data: "body"}
	root.AppendChild(body)
	open := body
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return root
		case html.TextToken:
			open.AppendChild(&html.Node{Type: html.TextNode, Data: string(z.Text())})
		case html.StartTagToken:
			t := z.Token()
			if t.DataAtom == atom.Br {
				open.AppendChild(&html.Node{Type: html.ElementNode, DataAtom: atom.Br, Data: "br"})
			}
			if flatBlock(t.DataAtom) {
				open = &html.Node{Type: html.ElementNode, DataAtom: t.DataAtom, Data: t.Data}
				body.AppendChild(open)
			}
		case html.SelfClosingTagToken:
			open.AppendChild(&html.Node{Type: html.TextNode, Data: " "})
		case html.EndTagToken:
			if flatBlock(z.Token().DataAtom) {
				open = &html.Node{Type: html.ElementNode, DataAtom: atom.Div, Data: "div"}
				body.AppendChild(open)
			}
		}
	}
}

func flatBlock(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Div, atom.Li, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Pre, atom.Blockquote,
		atom.Section, atom.Article, atom.Script, atom.Style, atom.Title, atom.Nav, atom.Template:
		return true
	case atom.Tr, atom.Td, atom.Th, atom.Dt, atom.Dd:
		return true
	}
	return false
}
