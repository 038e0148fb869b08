package extractor

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-shiori/go-readability"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// readArticle reads any page: the root of the report is found by the page's own <article> or
// <main>, else by readability, and everything below that root is read.
func readArticle(ctx context.Context, p *page) (*Document, error) {
	body := find(p.root, func(n *html.Node) bool { return n.DataAtom == atom.Body })
	if body == nil {
		body = p.root
	}
	root, confidence := articleRoot(p, body)
	root, lost := guard(withTitle(root, body), body)
	if err := inTime(ctx, p.where()); err != nil {
		return nil, err
	}
	d := &Document{Confidence: confidence, Dropped: lost}
	p.front.state(d)
	d.Blocks = append(d.Blocks, readReport(ctx, root, p.base())...)
	markLeftovers(d.Blocks)
	if d.Confidence < 0.5 {
		d.Warnings = append(d.Warnings, "where the report begins and ends on the page is a guess: compare it with the source")
	}
	return d, inTime(ctx, p.where())
}

// articleRoot returns the element that holds the report, and how sure that is.
func articleRoot(p *page, body *html.Node) (*html.Node, float64) {
	all := textLen(body, 1<<30)
	if n := onlyOne(body, atom.Article); n != nil && textLen(n, 1<<30)*2 > all {
		return n, 0.95
	}
	main := onlyOne(body, atom.Main)
	if n := readabilityRoot(p, body); n != nil && textLen(n, 1<<30) > min(300, all/10) {
		share := float64(textLen(n, 1<<30)) / float64(max(1, all))
		return n, 0.5 + 0.4*min(1, share)
	}
	if main != nil && textLen(main, 1<<30)*2 > all {
		return main, 0.9
	}
	if linkShare(body) < 10 {
		return body, 0.8 // a bare page: there is no frame to mistake for the report
	}
	return body, 0.45
}

// onlyOne returns the element of a kind when the page has one, or one that holds nearly all text
// of its kind.
func onlyOne(body *html.Node, a atom.Atom) *html.Node {
	var largest *html.Node
	most, sum := 0, 0
	for _, n := range findAll(body, func(n *html.Node) bool { return n.DataAtom == a }) {
		size := textLen(n, 1<<30)
		if within(n, a) {
			continue
		}
		sum += size
		if size > most {
			largest, most = n, size
		}
	}
	if most*10 < sum*8 {
		return nil
	}
	return largest
}

// mark numbers the elements with text before readability copies the page, so that what it chose is
// found again in the page's own tree.
const mark = "data-inquest"

// readabilityRoot returns the lowest element that holds nearly all text that readability kept: it
// joins what it takes for more of the article from anywhere on the page, and one line of that would
// make the whole page the root.
func readabilityRoot(p *page, body *html.Node) *html.Node {
	marked := markElements(body)
	article, err := readability.FromDocument(p.root, p.url)
	unmark(marked)
	if err != nil || article.Node == nil || textLen(article.Node, 100) < 100 {
		return nil
	}
	kept := map[*html.Node]int{} // bytes of kept text below each element
	all := 0
	for n := next(article.Node, article.Node); n != nil; n = next(n, article.Node) {
		i, err := strconv.Atoi(attr(n, mark))
		if n.Type != html.ElementNode || err != nil || i >= len(marked) || isMarkedWithin(n, article.Node) {
			continue
		}
		size := textLen(n, 1<<30)
		all += size
		for up := marked[i].Parent; up != nil && up != body; up = up.Parent {
			kept[up] += size
		}
	}
	whole, most := lowestWith(body, kept, all), lowestWith(body, kept, all*nearlyAll/100)
	if textLen(whole, 1<<30)*2 > textLen(most, 1<<30)*3 {
		return most
	}
	return whole
}

// nearlyAll is how many of a hundred bytes of an article its root must hold.
const nearlyAll = 85

// isMarkedWithin reports whether an element with a mark stands around n.
func isMarkedWithin(n, root *html.Node) bool {
	for n = n.Parent; n != nil && n != root; n = n.Parent {
		if attr(n, mark) != "" {
			return true
		}
	}
	return false
}

// lowestWith goes down from n as long as one child holds so much.
func lowestWith(n *html.Node, kept map[*html.Node]int, least int) *html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if kept[c] > 0 && kept[c] >= least {
			return lowestWith(c, kept, least)
		}
	}
	return n
}

// ArticleNode returns what the article engine alone makes of a parsed page: the root of its copy. It
// is there to be measured; [Extract] reads the page's own tree. The page's tree is left as it is.
func ArticleNode(root *html.Node, base *url.URL) (*html.Node, error) {
	article, err := readability.FromDocument(root, base)
	return article.Node, err
}

func markElements(body *html.Node) []*html.Node {
	marked := findAll(body, func(n *html.Node) bool {
		switch n.DataAtom {
		case atom.P, atom.Li, atom.Pre, atom.Blockquote, atom.Table, atom.H2, atom.H3, atom.H4:
			return true
		}
		return false
	})
	for i, n := range marked {
		n.Attr = append(n.Attr, html.Attribute{Key: mark, Val: strconv.Itoa(i)})
	}
	return marked
}

func unmark(marked []*html.Node) {
	for _, n := range marked {
		n.Attr = n.Attr[:len(n.Attr)-1]
	}
}

// withTitle climbs to the page's first heading when the root is without one and little else stands
// on the way: what is between a title and the text is the report's own head.
func withTitle(root, body *html.Node) *html.Node {
	if root == body || find(root, isTopHeading) != nil {
		return root
	}
	f := newFrame(body)
	own := textLen(root, 1<<30)
	for n := root.Parent; n != nil && n != body; n = n.Parent {
		if h := find(n, isTopHeading); h != nil && !f.hides(h, n) && textLen(n, 1<<30) < own*3/2+500 {
			return n
		}
	}
	return root
}

// guard climbs from a root while facts of an incident stand beside it: the list of updates after
// an article, a table of times before it. It returns what stands outside of the root that it chose.
func guard(root, body *html.Node) (*html.Node, Dropped) {
	f := newFrame(body)
	var kept, wide tally
	kept.add(root, f)
	wide = kept
	for n := root; n != body && n.Parent != nil; n = n.Parent {
		wide.addBeside(n, f)
		if kept.misses(wide) {
			root, kept = n.Parent, wide
		}
	}
	if root.DataAtom == atom.Tr || root.DataAtom == atom.Tbody || root.DataAtom == atom.Ul || root.DataAtom == atom.Ol {
		root = root.Parent
	}
	return root, Dropped{Times: wide.times - kept.times, Items: wide.items - kept.items, Headings: wide.headings - kept.headings}
}

// tally counts what reports carry their facts in, and headings that lead to other pages.
type tally struct{ times, items, headings, labels, teasers int }

// clockTimes counts the times of day in a text: 9:05, 21:40:10, 4pm, 4 p.m.
func clockTimes(s string) int {
	n := 0
	for i := 1; i < len(s); i++ {
		if !isDigit(s[i-1]) {
			continue
		}
		switch {
		case s[i] == ':' && i+2 < len(s) && isDigit(s[i+1]) && isDigit(s[i+2]):
			n++
			i += 5 // the seconds belong to the same time
		case isMeridiem(strings.TrimPrefix(s[i:min(len(s), i+5)], " ")):
			n++
		}
	}
	return n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isMeridiem(s string) bool {
	if len(s) < 2 || s[0]|0x20 != 'a' && s[0]|0x20 != 'p' {
		return false
	}
	return s[1]|0x20 == 'm' && (len(s) == 2 || !isWord(rune(s[2]))) || len(s) > 2 && s[1] == '.' && s[2]|0x20 == 'm'
}

// misses reports whether a wider root has so much more that leaving it out would lose facts.
func (t tally) misses(wide tally) bool {
	times := wide.times - t.times
	if wide.labels > t.labels && times > 0 {
		return true
	}
	return times >= 2 && times*4 >= t.times && wide.teasers-t.teasers < 3
}

// add counts what stands below n, frame parts left out.
func (t *tally) add(n *html.Node, f *frame) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		t.node(c, f)
	}
}

// addBeside counts what stands beside n.
func (t *tally) addBeside(n *html.Node, f *frame) {
	for c := n.Parent.FirstChild; c != nil; c = c.NextSibling {
		if c != n {
			t.node(c, f)
		}
	}
}

func (t *tally) node(n *html.Node, f *frame) {
	switch {
	case n.Type == html.TextNode:
		t.times += clockTimes(n.Data)
	case f.drops(n):
	case n.DataAtom == atom.A:
		if find(n, isHeading) != nil || isHeading(n.Parent) {
			t.teasers++
		}
	default:
		t.element(n)
		t.add(n, f)
	}
}

func (t *tally) element(n *html.Node) {
	switch {
	case n.DataAtom == atom.Time || attr(n, "data-datetime-unix") != "":
		t.times++
	case n.DataAtom == atom.Li && linkShare(n) < 80:
		t.items++
	case isHeading(n):
		t.headings++
		if textLen(n, 40) < 40 && updateLabel.MatchString(cleanText(rawText(n))) {
			t.labels++
		}
	}
}
