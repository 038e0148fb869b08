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
	root = guard(withTitle(root, body), body)
	if err := inTime(ctx, p.where()); err != nil {
		return nil, err
	}
	d := &Document{Confidence: confidence}
	p.front.state(d)
	d.Blocks = append(d.Blocks, readBlocks(ctx, root, p.base())...)
	markLeftovers(d.Blocks)
	if root != body {
		d.Dropped = lost(root, body)
	}
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

// readabilityRoot returns the lowest element that holds all that readability kept.
func readabilityRoot(p *page, body *html.Node) *html.Node {
	marked := markElements(body)
	article, err := readability.FromDocument(p.root, p.url)
	unmark(marked)
	if err != nil || article.Node == nil || textLen(article.Node, 100) < 100 {
		return nil
	}
	var root *html.Node
	for n := range article.Node.Descendants() {
		i, err := strconv.Atoi(attr(n, mark))
		if n.Type != html.ElementNode || err != nil || i >= len(marked) {
			continue
		}
		if root = commonAncestor(root, marked[i].Parent); root == body {
			break
		}
	}
	return root
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

// commonAncestor returns the lowest element that holds both; nil stands for nothing yet.
func commonAncestor(a, b *html.Node) *html.Node {
	if a == nil {
		return b
	}
	above := map[*html.Node]bool{}
	for n := a; n != nil; n = n.Parent {
		above[n] = true
	}
	for n := b; n != nil; n = n.Parent {
		if above[n] {
			return n
		}
	}
	return a
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
// an article, a table of times before it.
func guard(root, body *html.Node) *html.Node {
	kept := facts(root)
	for n := root; n != body && n.Parent != nil; n = n.Parent {
		if kept.misses(facts(n.Parent)) {
			root, kept = n.Parent, facts(n.Parent)
		}
	}
	if root.DataAtom == atom.Tr || root.DataAtom == atom.Tbody || root.DataAtom == atom.Ul || root.DataAtom == atom.Ol {
		return root.Parent
	}
	return root
}

// tally counts what reports carry their facts in, and headings that lead to other pages.
type tally struct{ times, items, headings, teasers int }

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
	return times >= 2 && times*4 >= t.times && wide.teasers-t.teasers < 3
}

// facts counts below n, frame parts left out.
func facts(n *html.Node) tally {
	var t tally
	t.add(n, newFrame(n))
	return t
}

func (t *tally) add(n *html.Node, f *frame) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			t.times += clockTimes(c.Data)
		case f.drops(c):
		case c.DataAtom == atom.A:
			if find(c, isHeading) != nil || isHeading(c.Parent) {
				t.teasers++
			}
		default:
			t.element(c)
			t.add(c, f)
		}
	}
}

func (t *tally) element(n *html.Node) {
	switch {
	case n.DataAtom == atom.Time:
		t.times++
	case n.DataAtom == atom.Li && linkShare(n) < 80:
		t.items++
	case isHeading(n):
		t.headings++
	}
}

// lost counts what the page has outside of the root.
func lost(root, body *html.Node) Dropped {
	all, kept := facts(body), facts(root)
	return Dropped{
		Times:    max(0, all.times-kept.times),
		Items:    max(0, all.items-kept.items),
		Headings: max(0, all.headings-kept.headings),
	}
}
