package extractor

import (
	"context"
	"net/url"
)

// JSON of Slack's status site, /api/v2.0.0/history (a list) and /api/v2.0.0/current (the open
// incidents): notes in HTML, the newest first, times with the offset of the office. (Slack's
// documentation of its status API; field notes of live answers, 2026-09.)

func isSlackStatus(p *page) bool { return len(slackIncidents(p.json)) > 0 }

func slackIncidents(v any) []map[string]any {
	m := object(v)
	switch {
	case m == nil:
		return objectsLike(v, isSlackIncident)
	case isSlackIncident(m):
		return []map[string]any{m}
	}
	return objectsLike(m["active_incidents"], isSlackIncident)
}

func isSlackIncident(m map[string]any) bool {
	_, notes := m["notes"].([]any)
	return notes && stringField(m, "title") != "" && stringField(m, "date_created") != ""
}

func readSlackStatus(ctx context.Context, p *page) (*Document, error) {
	return incidentsDocument(ctx, p, askedFor(p, slackIncidents(p.json)), slackPart)
}

func slackPart(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 1, Title: Maybe(cleanText(stringField(m, "title")))}
	if u, err := url.Parse(stringField(m, "url")); err == nil {
		d.Org = orgOfHost(u.Hostname())
	}
	d.Window.Impact = Maybe(stringField(m, "type"))
	d.Window.Components = stringsIn(m["services"])
	d.Blocks = windowFacts(d.Window)
	d.fact("status", stringField(m, "status"))
	d.entryStands("date_created", m["date_created"])
	for _, n := range objects(m["notes"]) {
		d.appendUpdate("Update", n["date_created"], fragmentBlocks(ctx, p, stringField(n, "body")))
	}
	setUpdateTimes(d)
	return d
}
