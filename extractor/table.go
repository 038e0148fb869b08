package extractor

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// cell is one cell of a table, read by a walker of its own.
type cell struct {
	head   bool
	blocks []Block
}

func (c cell) text() string {
	texts := make([]string, 0, len(c.blocks))
	for _, b := range c.blocks {
		texts = append(texts, b.Text)
	}
	return strings.Join(texts, " ")
}

// roomy tells cells of a layout from cells of data: prose of several blocks.
func (c cell) roomy() bool { return len(c.blocks) > 4 || len(c.blocks) > 1 && len(c.text()) > 400 }

// table reads the rows of a table. A row whose cells hold prose is layout and gives their blocks.
func (w *walker) table(n *html.Node) {
	w.flush()
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Tr:
			w.row(c)
		case atom.Thead, atom.Tbody, atom.Tfoot:
			for r := c.FirstChild; r != nil; r = r.NextSibling {
				if r.DataAtom == atom.Tr {
					w.row(r)
				}
			}
		case atom.Caption:
			w.plain(c)
		}
	}
}

func (w *walker) row(n *html.Node) {
	if w.frame.drops(n) {
		return
	}
	var cells []cell
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom != atom.Td && c.DataAtom != atom.Th || w.frame.drops(c) {
			continue
		}
		if read := w.inside(c); len(read) > 0 {
			cells = append(cells, cell{c.DataAtom == atom.Th, read})
		}
	}
	w.keepRow(cells)
}

func (w *walker) keepRow(cells []cell) {
	if len(cells) == 1 || anyRoomy(cells) {
		for _, c := range cells {
			w.blocks = append(w.blocks, c.blocks...)
		}
		return
	}
	if len(cells) == 0 {
		return
	}
	texts := make([]string, len(cells))
	b := Block{Kind: Row, Links: []Link{}}
	for i, c := range cells {
		texts[i] = c.text()
		for _, inner := range c.blocks {
			b.Links = append(b.Links, inner.Links...)
			if b.Time == "" {
				b.Time, b.RawTime = inner.Time, inner.RawTime
			}
		}
	}
	b.Text = strings.Join(texts, " | ")
	if len(cells) == 2 && cells[0].head && !cells[1].head {
		b.Text = pair(texts[0], texts[1])
	}
	w.blocks = append(w.blocks, b)
}

func anyRoomy(cells []cell) bool {
	for _, c := range cells {
		if c.roomy() {
			return true
		}
	}
	return false
}

// inside reads the blocks of an element that stands for itself, such as a cell.
func (w *walker) inside(n *html.Node) []Block {
	sub := &walker{ctx: w.ctx, base: w.base, frame: w.frame, kind: Para, last: w.last}
	sub.children(n)
	sub.flush()
	return sub.blocks
}

// definitions reads a list of terms; a term with a short definition is one row "term: definition".
func (w *walker) definitions(n *html.Node) {
	w.flush()
	term := cell{}
	for _, c := range definitionParts(n) {
		if w.frame.drops(c) {
			continue
		}
		switch c.DataAtom {
		case atom.Dt:
			w.blocks = append(w.blocks, term.blocks...)
			term = cell{true, w.inside(c)}
		case atom.Dd:
			w.keepDefinition(term, cell{false, w.inside(c)})
			term = cell{}
		}
	}
	w.blocks = append(w.blocks, term.blocks...)
}

func (w *walker) keepDefinition(term, def cell) {
	switch {
	case len(def.blocks) == 0:
		w.blocks = append(w.blocks, term.blocks...)
	case len(term.blocks) == 0 || def.roomy():
		w.blocks = append(append(w.blocks, term.blocks...), def.blocks...)
	default:
		w.keepRow([]cell{term, def})
	}
}

// definitionParts returns the terms and definitions of a list, those in groups included.
func definitionParts(n *html.Node) []*html.Node {
	var parts []*html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Dt, atom.Dd:
			parts = append(parts, c)
		case atom.Div:
			parts = append(parts, definitionParts(c)...)
		}
	}
	return parts
}

// pair joins the name and the value of a table's row.
func pair(name, value string) string {
	return strings.TrimRight(name, ": ") + ": " + value
}
