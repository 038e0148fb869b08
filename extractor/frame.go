package extractor

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// frame decides what below a root belongs to the page around the report: navigation, banners,
// forms, what an archive adds. Doubt keeps text, because facts that are lost are worse than a
// line of frame.
type frame struct {
	total int       // bytes of text below the root
	boxes linkBoxes // of links to other pages; nil where they are not looked for
}

func newFrame(root *html.Node) *frame {
	return &frame{total: textLen(root, 1<<30)}
}

// drops reports whether n and all below it is left out.
func (f *frame) drops(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return true
	}
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Template, atom.Head, atom.Title, atom.Nav, atom.Select, atom.Option, atom.Textarea, atom.Input, atom.Button,
		atom.Iframe, atom.Object, atom.Embed, atom.Canvas, atom.Video, atom.Audio, atom.Svg, atom.Math, atom.Dialog,
		atom.Datalist, atom.Map, atom.Noframes, atom.Img, atom.Picture:
		return n.DataAtom != atom.Math
	case atom.Body, atom.Html, atom.Main, atom.Article, atom.Td, atom.Tr, atom.Tbody, atom.Table:
		return isHidden(n)
	case atom.Noscript:
		return true
	case atom.Form:
		return textLen(n, 1001) <= 1000
	case atom.Header:
		return !within(n, atom.Article, atom.Main) && find(n, isHeading) == nil
	case atom.Footer:
		return !within(n, atom.Blockquote) && f.small(n)
	case atom.Aside:
		return !within(n, atom.Article, atom.Main) || linkShare(n) > 30
	}
	return isHidden(n) || f.named(n) || f.boxes[n] && f.small(n)
}

// hides reports whether n or an element around it, below root, is dropped.
func (f *frame) hides(n, root *html.Node) bool {
	for ; n != nil && n != root; n = n.Parent {
		if f.drops(n) {
			return true
		}
	}
	return false
}

// named judges by role, id and class.
func (f *frame) named(n *html.Node) bool {
	for _, a := range n.Attr {
		switch a.Key {
		case "role":
			if frameRoles[a.Val] && f.small(n) {
				return true
			}
		case "id", "class":
			if isFrameName(a.Val) && f.small(n) && find(n, isTopHeading) == nil {
				return true
			}
		}
	}
	return false
}

// small keeps a name from taking away most of a page: whole pages have been seen inside of
// "cookie-wrapper" and "share".
func (f *frame) small(n *html.Node) bool {
	limit := f.total * 4 / 10
	return textLen(n, limit+1) <= limit
}

var frameRoles = map[string]bool{
	"navigation": true, "banner": true, "contentinfo": true, "search": true, "dialog": true, "alertdialog": true,
	"menu": true, "menubar": true, "toolbar": true, "tooltip": true, "complementary": true,
}

// frameNames are parts of the names that frames have on pages of all kinds.
var frameNames = map[string]bool{
	"cookie": true, "cookies": true, "cookiebanner": true, "consent": true, "gdpr": true, "onetrust": true,
	"subscribe": true, "subscription": true, "newsletter": true, "signup": true, "optin": true,
	"share": true, "sharing": true, "sharedaddy": true, "social": true, "addthis": true, "socials": true,
	"comments": true, "comment": true, "respond": true, "disqus": true, "livefyre": true, "replies": true,
	"related": true, "recommended": true, "recommendations": true, "recirc": true, "readmore": true, "jp-relatedposts": true,
	"sidebar": true, "breadcrumb": true, "breadcrumbs": true, "navbar": true, "navigation": true, "nav": true, "menu": true, "topbar": true,
	"pagination": true, "pager": true, "toc": true, "skip": true, "skiplink": true,
	"advert": true, "adverts": true, "advertisement": true, "ads": true, "sponsored": true, "promo": true, "outbrain": true, "taboola": true,
	"popup": true, "modal": true, "tooltip": true, "dropdown": true, "masthead": true, "sr-only": true, "screen-reader-text": true,
	"updates-dropdown": true, "author-bio": true, "authorbox": true, "wm-ipp": true, "wm-ipp-base": true, "donato": true,
	"powered": true, "poweredby": true, "footer": true, "print-only": true, "noprint": true, "editsection": true,
}

// isFrameName looks at the names one by one and at the parts of each. Names that say the opposite of
// a part, such as "no-sidebar" and "has-sidebar", are of the page and not of the part.
func isFrameName(names string) bool {
	for name := range strings.FieldsSeq(strings.ToLower(names)) {
		if frameNames[name] {
			return true
		}
		if strings.HasPrefix(name, "no-") || strings.HasPrefix(name, "has-") || strings.HasPrefix(name, "with-") ||
			strings.ContainsAny(name, ":[/") || strings.HasPrefix(name, "js-") {
			continue
		}
		parts := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' })
		if len(parts) > 3 {
			continue
		}
		for _, part := range parts {
			if frameNames[part] && part != "comment" && part != "skip" && part != "ads" {
				return true
			}
		}
	}
	return false
}

// isHidden reports whether the page itself hides an element from every reader.
func isHidden(n *html.Node) bool {
	for _, a := range n.Attr {
		switch a.Key {
		case "hidden":
			return a.Val != "until-found"
		case "style":
			s := strings.ToLower(strings.ReplaceAll(a.Val, " ", ""))
			if strings.Contains(s, "display:none") || strings.Contains(s, "visibility:hidden") {
				return true
			}
		}
	}
	return false
}

// textLen counts the bytes of text below n without scripts and choices, up to limit.
func textLen(n *html.Node, limit int) int {
	total := 0
	for c := n.FirstChild; c != nil && total < limit; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			total += len(strings.TrimSpace(c.Data))
		case c.Type != html.ElementNode:
		case c.DataAtom == atom.Script, c.DataAtom == atom.Style, c.DataAtom == atom.Select, c.DataAtom == atom.Template, c.DataAtom == atom.Noscript:
		default:
			total += textLen(c, limit-total)
		}
	}
	return total
}

// linkShare is how many of a hundred bytes of text stand in links.
func linkShare(n *html.Node) int {
	all, linked := textLen(n, 1<<20), 0
	for c := next(n, n); c != nil; c = next(c, n) {
		if c.DataAtom == atom.A {
			linked += textLen(c, 1<<20)
		}
	}
	if all == 0 {
		return 100
	}
	return linked * 100 / all
}

// within reports whether one of n's ancestors is such an element.
func within(n *html.Node, atoms ...atom.Atom) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		for _, a := range atoms {
			if p.DataAtom == a {
				return true
			}
		}
	}
	return false
}

// find returns the first element below n, in page order, that ok accepts.
func find(n *html.Node, ok func(*html.Node) bool) *html.Node {
	for c := next(n, n); c != nil; c = next(c, n) {
		if c.Type == html.ElementNode && ok(c) {
			return c
		}
	}
	return nil
}

// findAll returns all such elements.
func findAll(n *html.Node, ok func(*html.Node) bool) []*html.Node {
	var found []*html.Node
	for c := next(n, n); c != nil; c = next(c, n) {
		if c.Type == html.ElementNode && ok(c) {
			found = append(found, c)
		}
	}
	return found
}

// next returns what follows n in page order below root, nil at its end. Pages are gone through many
// times, for which this is several times faster than the iterators of the tree's package.
func next(n, root *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for ; n != root; n = n.Parent {
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}

func isTopHeading(n *html.Node) bool { return n.DataAtom == atom.H1 }

func isHeading(n *html.Node) bool {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// hasClass matches one whole class name.
func hasClass(name string) func(*html.Node) bool {
	return func(n *html.Node) bool {
		for c := range strings.FieldsSeq(attr(n, "class")) {
			if c == name {
				return true
			}
		}
		return false
	}
}
