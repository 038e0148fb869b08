package extractor

import (
	"context"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Heroku: /api/v4/incidents is a bare array, /api/v4/incidents/<id> one incident, and
// /api/v4/current-status has a list of those that are open. resolved is false and resolved_at null on
// incidents that are over, so that state says it; duration disagrees with the timestamps and is not read;
// an incident may be entered after the fact. Evidence: field notes of the live service, 2026-09.

func isHeroku(p *page) bool { return len(herokuIncidents(p.json)) > 0 }

func herokuIncidents(v any) []map[string]any {
	m := object(v)
	switch {
	case m == nil:
		return objectsLike(v, isHerokuIncident)
	case isHerokuIncident(m):
		return []map[string]any{m}
	}
	return objectsLike(m["incidents"], isHerokuIncident)
}

// isHerokuIncident wants a title and updates that name their type.
func isHerokuIncident(m map[string]any) bool {
	updates := objects(m["updates"])
	return stringField(m, "title") != "" && len(updates) > 0 && stringField(updates[0], "update_type") != ""
}

func readHeroku(ctx context.Context, p *page) (*Document, error) {
	return incidentsDocument(ctx, p, herokuIncidents(p.json), herokuPart)
}

func herokuPart(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 1, Org: "Heroku", Title: Maybe(cleanText(stringField(m, "title")))}
	d.Window.ResolvedAt = instantOf(m["resolved_at"])
	d.Window.Components = namesIn(m["systems"], "name")
	d.Blocks = windowFacts(d.Window)
	d.entryStands("created_at", m["created_at"])
	if state := stringField(m, "state"); state != "" {
		d.Blocks = append(d.Blocks, fact("state", state))
	}
	for _, s := range objects(m["systems"]) {
		if status := stringField(s, "status"); status != "" {
			d.Blocks = append(d.Blocks, fact("status", stringField(s, "name")+" "+status))
		}
	}
	for _, tag := range stringsIn(m["tags"]) {
		d.Blocks = append(d.Blocks, fact("tag", tag))
	}
	for _, u := range objects(m["updates"]) {
		d.appendUpdate(labelFor(stringField(u, "update_type")), u["created_at"], bodyBlocks(ctx, p, stringField(u, "contents")))
	}
	setUpdateTimes(d)
	return d
}

// Pages of status.heroku.com have an article per update, with its kind as a heading and its time as an
// attribute, and how long each part of the platform was affected in a list of pairs.

func isHerokuPage(p *page) bool {
	return p.root != nil && strings.Contains(p.text, "Heroku Status") && find(p.root, isUpdateArticle) != nil
}

func isUpdateArticle(n *html.Node) bool {
	return n.DataAtom == atom.Article && hasClass("update")(n)
}

func readHerokuPage(ctx context.Context, p *page) (*Document, error) {
	d := &Document{Confidence: 1, Org: "Heroku"}
	articles := findAll(p.root, isUpdateArticle)
	if h := find(articles[0].Parent, isTopHeading); h != nil {
		d.Title = Maybe(cleanText(rawText(h)))
	}
	if list := find(articles[0].Parent, isElement(atom.Dl)); list != nil {
		d.Blocks = append(d.Blocks, pairs(list)...)
	}
	for _, n := range articles {
		d.Blocks = append(d.Blocks, herokuUpdate(ctx, p, n)...)
	}
	setUpdateTimes(d)
	return d, inTime(ctx, p.where())
}

// pairs makes facts of a list of terms and their values.
func pairs(list *html.Node) []Block {
	var facts []Block
	term := ""
	for n := list.FirstChild; n != nil; n = n.NextSibling {
		switch n.DataAtom {
		case atom.Dt:
			term = cleanText(rawText(n))
		case atom.Dd:
			if value := cleanText(rawText(n)); term != "" && value != "" {
				facts = append(facts, fact(term, value))
			}
		}
	}
	return facts
}

// herokuUpdate takes the kind and the time off an update.
func herokuUpdate(ctx context.Context, p *page, n *html.Node) []Block {
	var label, instant, raw Maybe
	stamp := find(n, isElement(atom.Time))
	if stamp != nil {
		instant, raw = instantUTC(attr(stamp, "datetime")), Maybe(cleanText(rawText(stamp)))
	}
	blocks := readBlocks(ctx, n, p.base())
	if len(blocks) > 0 && blocks[0].Kind == Heading {
		label, blocks = Maybe(blocks[0].Text), blocks[1:]
	}
	if len(blocks) > 0 && raw != "" && blocks[0].Text == string(raw) {
		blocks = blocks[1:]
	}
	return stamped(blocks, label, instant, raw)
}
