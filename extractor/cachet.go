package extractor

import (
	"context"
	"strings"

	"golang.org/x/net/html"
)

// Status pages of Cachet 2: /api/v1/incidents, and pages whose timeline has a "moment" per incident.
// Times in the JSON are without a zone, in that of the site, so that they are kept as written; the
// pages carry an instant. (Cachet's API documentation and the templates of its pages; field notes of
// live answers, 2026-09.)

func isCachet(p *page) bool { return len(cachetIncidents(object(p.json))) > 0 }

func cachetIncidents(m map[string]any) []map[string]any {
	if data := object(m["data"]); isCachetIncident(data) {
		return []map[string]any{data}
	}
	return objectsLike(m["data"], isCachetIncident)
}

func isCachetIncident(m map[string]any) bool {
	return stringField(m, "name") != "" && stringField(m, "human_status") != ""
}

func readCachet(ctx context.Context, p *page) (*Document, error) {
	return incidentsDocument(ctx, p, askedFor(p, cachetIncidents(object(p.json))), cachetPart)
}

func cachetPart(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 1, Title: Maybe(cleanText(stringField(m, "name")))}
	d.fact("status", firstOf(stringField(m, "latest_human_status"), stringField(m, "human_status")))
	d.fact("occurred_at", stringField(m, "occurred_at"))
	d.cachetUpdate(ctx, p, m, firstOf(stringField(m, "occurred_at"), stringField(m, "created_at")))
	for _, u := range objects(m["updates"]) {
		d.cachetUpdate(ctx, p, u, stringField(u, "created_at"))
	}
	setUpdateTimes(d)
	return d
}

func (d *Document) cachetUpdate(ctx context.Context, p *page, u map[string]any, at string) {
	body := bodyBlocks(ctx, p, stringField(u, "message"))
	d.Blocks = append(d.Blocks, stamped(body, Maybe(stringField(u, "human_status")), instantUTC(at), Maybe(cleanText(at)))...)
}

var (
	isMoment       = hasClass("moment")
	isPanelHeading = hasClass("panel-heading")
)

func isCachetPage(p *page) bool {
	return p.has("moment") && p.opensWith("status-page") && strings.Contains(p.text, "status-icon")
}

// readCachetPage reads every moment of the timeline: an incident when it has a name, else an update
// of the incident that the page is about.
func readCachetPage(ctx context.Context, p *page) (*Document, error) {
	d := &Document{Confidence: 1}
	for _, n := range findAll(p.root, isMoment) {
		name, blocks := cachetMoment(ctx, p, n)
		switch {
		case len(blocks) == 0:
		case name == "":
			d.Blocks = append(d.Blocks, blocks...)
		default:
			d.Parts = append(d.Parts, &Document{Confidence: 1, Title: name, Blocks: blocks})
		}
	}
	for _, part := range d.Parts {
		setUpdateTimes(part)
	}
	switch {
	case len(d.Blocks) > 0 && len(d.Parts) == 1:
		d.Title, d.Blocks, d.Parts = d.Parts[0].Title, append(d.Parts[0].Blocks, d.Blocks...), nil
	case len(d.Blocks) > 0:
		d.Parts = nil
	case len(d.Parts) == 1:
		d = d.Parts[0]
	default:
		d.Title = "Incidents"
	}
	setUpdateTimes(d)
	return d, inTime(ctx, p.where())
}

func cachetMoment(ctx context.Context, p *page, n *html.Node) (name Maybe, blocks []Block) {
	var label, instant, raw Maybe
	if icon := find(n, hasClass("status-icon")); icon != nil {
		label = Maybe(cleanText(firstOf(attr(icon, "title"), attr(icon, "data-original-title"))))
	}
	if t := find(n, func(n *html.Node) bool { return attr(n, "data-timeago") != "" }); t != nil {
		instant, raw = instantUTC(attr(t, "data-timeago")), Maybe(cleanText(attr(t, "title")))
	}
	head := find(n, isPanelHeading)
	if head != nil {
		if s := find(head, func(n *html.Node) bool { return n.Data == "strong" || n.Data == "h4" }); s != nil {
			name = Maybe(cleanText(rawText(s)))
		}
		if c := find(head, hasClass("label")); c != nil && cleanText(rawText(c)) != "" {
			blocks = append(blocks, fact("component", rawText(c)))
		}
	}
	if body := find(n, hasClass("panel-body")); body != nil {
		blocks = append(blocks, stamped(readBlocks(ctx, body, p.url), label, instant, raw)...)
	}
	return name, blocks
}
