package extractor

import (
	"context"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The home page of a Statuspage: the incidents that are open, and under each of the last days those
// that it had, with all updates. An update's stamp follows its text and has no year; the day's head
// has it. Evidence: field notes of live pages, 2026-09.

func isStatuspageIndex(p *page) bool {
	return p.has("status-day") && strings.Contains(p.text, "incidents-list")
}

func readStatuspageIndex(ctx context.Context, p *page) (*Document, error) {
	d := &Document{Confidence: 1}
	limit := statuspageDay(find(p.root, hasClass("date")))
	for _, n := range findAll(p.root, isIndexNode) {
		if hasClass("status-day")(n) {
			limit = statuspageDay(find(n, hasClass("date")))
			continue
		}
		if part := indexPart(ctx, p, n, limit); len(part.Blocks) > 0 {
			d.Parts = append(d.Parts, part)
		}
	}
	switch len(d.Parts) {
	case 0:
		return nil, errorf(NotAReport, p.where(), "is the home page of a status page without an incident; queue the incident's own address")
	case 1:
		return d.Parts[0], inTime(ctx, p.where())
	}
	d.Title = "Incidents"
	if d.Org = orgFromMeta(readMeta(p.root)); d.Org != "" {
		d.Title = "Incidents of " + d.Org
	}
	return d, inTime(ctx, p.where())
}

// isIndexNode names the days and the incidents below or above them.
func isIndexNode(n *html.Node) bool {
	return hasClass("status-day")(n) || hasClass("incident-container")(n) || hasClass("unresolved-incident")(n)
}

func indexPart(ctx context.Context, p *page, n *html.Node, limit time.Time) *Document {
	d := &Document{Confidence: 1}
	name := find(n, hasClass("incident-title"))
	if name == nil {
		return d
	}
	if link := find(name, func(n *html.Node) bool { return n.DataAtom == atom.A }); link != nil {
		d.Title, d.URL = Maybe(cleanText(rawText(link))), p.address(attr(link, "href"))
	}
	d.Title = Maybe(firstOf(string(d.Title), cleanText(rawText(name))))
	d.Window.Impact = impactOf(name)
	for _, update := range findAll(n, hasClass("update")) {
		blocks := indexUpdate(readBlocks(ctx, update, p.url), limit)
		if len(blocks) > 0 && blocks[0].Time != "" {
			limit = newest(blocks[0].Time)
		}
		d.Blocks = append(d.Blocks, blocks...)
	}
	if len(d.Blocks) > 0 {
		d.Blocks = append(windowFacts(d.Window), d.Blocks...)
	}
	setUpdateTimes(d)
	return d
}

// indexUpdate takes the label off the first block and the stamp off the last.
func indexUpdate(blocks []Block, limit time.Time) []Block {
	if len(blocks) == 0 {
		return nil
	}
	var label, instant, raw Maybe
	if s, ok := readStamp(blocks[len(blocks)-1].Text); ok {
		raw, instant = Maybe(blocks[len(blocks)-1].Text), rfc3339(s.notAfter(limit))
		blocks = blocks[:len(blocks)-1]
	}
	if len(blocks) == 0 {
		return nil
	}
	label, blocks[0] = cutLabel(blocks[0])
	if blocks[0].Text == "" {
		blocks = blocks[1:]
	}
	return stamped(blocks, label, instant, raw)
}

// statuspageDay reads the day that heads a part of the home page: "Nov 7, 2025".
func statuspageDay(n *html.Node) time.Time {
	if n == nil {
		return time.Time{}
	}
	t, err := time.Parse(time.DateOnly, string(statedDay(cleanText(rawText(n)))))
	if err != nil {
		return time.Time{}
	}
	return t
}
