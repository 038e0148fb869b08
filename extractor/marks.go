package extractor

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// marks is what recipes know their platform's pages by, gathered while the page is read once: most
// pages are of no platform, and each recipe that searched them by itself would cost as much again.
type marks struct {
	names     map[string]bool // classes, ids and names of components in data-react-class
	values    map[string]bool // attributes' values whose names have been taken
	elements  map[atom.Atom]int
	canonical string // the page's proper address as it states it
	flight    bool   // scripts push rows of Next.js
}

func newMarks() *marks {
	return &marks{names: map[string]bool{}, values: map[string]bool{}, elements: map[atom.Atom]int{}}
}

// take notes what a node says.
func (m *marks) take(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		if n.Parent.DataAtom == atom.Script && !m.flight {
			m.flight = strings.HasPrefix(strings.TrimSpace(n.Data), flightPush)
		}
		return
	case n.Type != html.ElementNode:
		return
	case n.DataAtom == atom.Link && attr(n, "rel") == "canonical":
		m.canonical = firstOf(m.canonical, attr(n, "href"))
	}
	if isCounted(n.DataAtom) {
		m.elements[n.DataAtom]++
	}
	for _, a := range n.Attr {
		if a.Key == "class" || a.Key == "id" || a.Key == "data-react-class" {
			m.takeNames(a.Val)
		}
	}
}

// isCounted names the elements that recipes ask for.
func isCounted(a atom.Atom) bool {
	switch a {
	case atom.Pre, atom.Th, atom.Dt, atom.Time:
		return true
	}
	return false
}

func (m *marks) takeNames(value string) {
	if m.values[value] {
		return
	}
	m.values[value] = true
	for name := range strings.FieldsSeq(value) {
		m.names[name] = true
	}
}

// has reports whether the page has an element with one of these classes, ids or components.
func (p *page) has(names ...string) bool {
	if p.marks == nil {
		return false
	}
	for _, name := range names {
		if p.marks.names[name] {
			return true
		}
	}
	return false
}

// count is how many elements of a kind that [isCounted] names the page has.
func (p *page) count(a atom.Atom) int {
	if p.marks == nil {
		return 0
	}
	return p.marks.elements[a]
}
