package extractor

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Status pages of PagerDuty: the page is an empty shell with all incidents of the last months in
// <script id="data" type="application/json">, and /api/data serves the same. An incident's updates
// stand newest first; a postmortem is a text beside them. (Field notes of live pages, 2026-09.)

func isPagerDuty(p *page) bool { return len(pagerDutyIncidents(object(p.json))) > 0 }

func pagerDutyIncidents(m map[string]any) []map[string]any {
	if s := object(m["summary"]); s != nil {
		m = s
	}
	isIncident := func(i map[string]any) bool {
		updates, ok := i["updates"].([]any)
		return ok && len(updates) > 0 && stringField(i, "title") != ""
	}
	var found []map[string]any
	for _, list := range []string{"open_incidents", "openIncidents", "resolved_incidents", "resolvedIncidents"} {
		found = append(found, objectsLike(m[list], isIncident)...)
	}
	return found
}

func readPagerDuty(ctx context.Context, p *page) (*Document, error) {
	top := object(p.json)
	org := Maybe(bareSite(stringField(object(object(top["layout"])["layout_settings"]), "name")))
	return incidentsDocument(ctx, p, askedFor(p, pagerDutyIncidents(top)), func(ctx context.Context, p *page, m map[string]any) *Document {
		d := pagerDutyPart(ctx, p, m)
		d.Org = org
		return d
	})
}

func pagerDutyPart(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 1, Title: Maybe(cleanText(stringField(m, "title")))}
	updates := objects(m["updates"])
	for _, u := range updates {
		d.Window.Impact = worse(d.Window.Impact, Maybe(stringField(u, "severity")))
		for _, name := range namesIn(u["impacted_business_services"], "name") {
			if !slices.Contains(d.Window.Components, name) {
				d.Window.Components = append(d.Window.Components, name)
			}
		}
	}
	d.Blocks = windowFacts(d.Window)
	if pm := object(m["postmortem"]); pm != nil {
		d.appendUpdate("Postmortem", firstTime(pm, "reported_at", "created_at"), fragmentBlocks(ctx, p, stringField(pm, "message")))
	}
	for _, u := range updates {
		d.appendUpdate(labelFor(stringField(u, "status")), firstTime(u, "reported_at", "created_at"), fragmentBlocks(ctx, p, stringField(u, "message")))
	}
	setUpdateTimes(d)
	return d
}

// worse keeps the worst severity that an incident's updates had; "all_good" ends it.
func worse(a, b Maybe) Maybe {
	order := []Maybe{"", "all_good", "maintenance", "minor", "major", "critical"}
	if slices.Index(order, b) > max(1, slices.Index(order, a)) {
		return b
	}
	return a
}

func isPagerDutyPage(p *page) bool {
	return p.opensWith(`id="data"`) && strings.Contains(p.text, "_incidents") && pagerDutyScript(p.root) != nil
}

func pagerDutyScript(root *html.Node) *html.Node {
	return find(root, func(n *html.Node) bool { return isDataScript(n) && attr(n, "id") == "data" })
}

// readPagerDutyPage reads the shell and also a page that was saved after its script ran.
func readPagerDutyPage(ctx context.Context, p *page) (*Document, error) {
	d, err := embeddedIncidents(ctx, p, isPagerDuty, readPagerDuty)
	if d == nil && err == nil {
		return nil, errorf(NotAReport, p.where(), "holds no incident; queue the address of the incident that is meant")
	}
	return d, err
}
