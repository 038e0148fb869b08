package extractor

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// weight is what stands below an element, as far as it tells a box of links to other pages from text.
type weight struct {
	text    int // bytes
	linked  int // bytes of text in links
	links   int
	teasers int // links that are headings, and headings that are links
	prose   int // bytes of text outside of links, in runs as long as a sentence
	times   int // times of day
}

func (w *weight) add(v weight) {
	w.text += v.text
	w.linked += v.linked
	w.links += v.links
	w.teasers += v.teasers
	w.prose += v.prose
	w.times += v.times
}

// proseRun is how long a text outside of links is when it is taken for a sentence of the report.
const proseRun = 80

// linkBoxes are the boxes below an element that do nothing but lead to other pages.
type linkBoxes map[*html.Node]bool

// findBoxes returns the boxes below a root. When they hold most of its text, the page is a list of
// links itself and has none.
func findBoxes(root *html.Node) linkBoxes {
	b := linkBoxes{}
	whole := b.weigh(root, false)
	if b.size(root)*2 > whole.text {
		return nil
	}
	return b
}

// size is how many bytes of text stand in boxes.
func (b linkBoxes) size(n *html.Node) int {
	total := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if b[c] {
			total += textLen(c, 1<<30)
			continue
		}
		total += b.size(c)
	}
	return total
}

// weigh adds up what stands below n and notes the boxes.
func (b linkBoxes) weigh(n *html.Node, linked bool) weight {
	var w weight
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			w.addText(c.Data, linked)
		case c.Type != html.ElementNode || isUnseen(c):
		default:
			v := b.weigh(c, linked || c.DataAtom == atom.A)
			if c.DataAtom == atom.A {
				v.links++
				if isHeading(c.Parent) || find(c, isHeading) != nil {
					v.teasers++
				}
			}
			if isBox(c) && v.leadsAway() {
				b[c] = true
			}
			w.add(v)
		}
	}
	return w
}

func (w *weight) addText(s string, linked bool) {
	size := len(strings.TrimSpace(s))
	w.text += size
	w.times += clockTimes(s)
	switch {
	case linked:
		w.linked += size
	case size >= proseRun:
		w.prose += size
	}
}

// leadsAway wants three links that look like headings, or nearly nothing but links; a time of day
// is reason enough to keep the box.
func (w *weight) leadsAway() bool {
	if w.times > 0 || w.links < 3 || w.prose > w.text*6/10 {
		return false
	}
	return w.teasers >= 3 || (w.links >= 5 || w.linked < w.links*60) && w.linked*100 >= w.text*80 && w.prose == 0
}

// isBox names the elements that hold boxes of links. A list may be part of a text.
func isBox(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Div, atom.Section, atom.Aside:
		return true
	}
	return false
}

func isUnseen(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Select, atom.Template, atom.Noscript:
		return true
	}
	return false
}
