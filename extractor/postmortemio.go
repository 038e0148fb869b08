package extractor

import (
	"context"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Pages of postmortem.io, an aggregator that copies reports: above the text stand the site's name, the
// report's title, the publisher with a link to the original, and the day of publication. The text
// copied from such a page is read as plain text by the same rules. (Field notes of live pages,
// 2026-09.)

func isPostmortemIO(p *page) bool {
	return p.opensWith("postmortem.io") && p.opensWith("ead the original")
}

func readPostmortemIO(ctx context.Context, p *page) (*Document, error) {
	root := onlyOne(p.root, atom.Main)
	if root == nil {
		root = p.root
	}
	d := &Document{Confidence: 0.9}
	if h := find(root, isTopHeading); h != nil {
		d.Title = Maybe(cleanText(rawText(h)))
	}
	var pieces []piece
	for _, b := range readBlocks(ctx, root, p.base()) {
		pieces = append(pieces, piece{Block: b})
	}
	d.cutPageHead(pieces)
	for _, piece := range pieces {
		d.Blocks = append(d.Blocks, piece.Block)
	}
	d.Warnings = append(d.Warnings, "an aggregator's copy: queue the original"+originalOf(p, root))
	return d, inTime(ctx, p.where())
}

// originalOf returns the address behind "Read the original", for the warning.
func originalOf(p *page, root *html.Node) string {
	n := find(root, func(n *html.Node) bool {
		return n.DataAtom == atom.A && strings.Contains(strings.ToLower(rawText(n)), "original")
	})
	if n == nil {
		return ""
	}
	return " " + absolute(p.base(), attr(n, "href"))
}
