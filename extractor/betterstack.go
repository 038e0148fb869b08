package extractor

import (
	"context"
	"slices"
	"strings"
)

// JSON of status pages of Better Stack (before: Better Uptime), /index.json: a JSON:API document
// whose included list holds reports, their updates and the page's resources, joined by ids.
// (Documentation of the JSON API of status pages and of status page reports; field notes of live
// pages, 2026-09. The pages themselves are read as any page.)

func isBetterStack(p *page) bool { return len(betterStackReports(object(p.json))) > 0 }

func betterStackReports(m map[string]any) []map[string]any {
	isReport := func(r map[string]any) bool {
		return stringField(r, "type") == "status_report" && stringField(object(r["attributes"]), "title") != ""
	}
	if data := object(m["data"]); isReport(data) {
		return []map[string]any{data}
	}
	return append(objectsLike(m["data"], isReport), objectsLike(m["included"], isReport)...)
}

func readBetterStack(ctx context.Context, p *page) (*Document, error) {
	top := object(p.json)
	index := indexIncluded(top)
	org := Maybe(bareSite(stringField(object(object(top["data"])["attributes"]), "company_name")))
	return incidentsDocument(ctx, p, askedFor(p, betterStackReports(top)), func(ctx context.Context, p *page, r map[string]any) *Document {
		d := betterStackPart(ctx, p, r, index)
		d.Org = org
		return d
	})
}

// indexIncluded maps "type id" to the attributes of an included object.
func indexIncluded(top map[string]any) map[string]map[string]any {
	index := map[string]map[string]any{}
	for _, m := range objects(top["included"]) {
		if a := object(m["attributes"]); a != nil {
			index[stringField(m, "type")+" "+stringField(m, "id")] = a
		}
	}
	return index
}

func betterStackPart(ctx context.Context, p *page, r map[string]any, index map[string]map[string]any) *Document {
	a := object(r["attributes"])
	d := &Document{Confidence: 1, Title: Maybe(cleanText(stringField(a, "title")))}
	updates := betterStackUpdates(r, index)
	d.Window = Window{StartedAt: instantOf(a["starts_at"]), ResolvedAt: instantOf(a["ends_at"])}
	names, states := betterStackAffected(append([]map[string]any{a}, updates...), index)
	d.Window.Components = names
	d.Blocks = windowFacts(d.Window)
	d.fact("report_type", stringField(a, "report_type"))
	d.fact("aggregate_state", stringField(a, "aggregate_state"))
	for _, state := range states {
		d.fact("affected", state)
	}
	for _, u := range updates {
		d.appendUpdate(betterStackLabel(u), u["published_at"], bodyBlocks(ctx, p, stringField(u, "message")))
	}
	setUpdateTimes(d)
	return d
}

// betterStackUpdates follows the report's relationship to its updates and puts the newest first, as
// the pages show them.
func betterStackUpdates(r map[string]any, index map[string]map[string]any) []map[string]any {
	var updates []map[string]any
	for _, ref := range objects(object(object(r["relationships"])["status_updates"])["data"]) {
		if u := index["status_update "+stringField(ref, "id")]; u != nil {
			updates = append(updates, u)
		}
	}
	slices.SortStableFunc(updates, func(a, b map[string]any) int {
		return strings.Compare(string(instantOf(b["published_at"])), string(instantOf(a["published_at"])))
	})
	return updates
}

// betterStackAffected lists the resources that a report or its updates name, and the bad states that
// they were in.
func betterStackAffected(reports []map[string]any, index map[string]map[string]any) (names, states []string) {
	for _, m := range reports {
		for _, res := range objects(m["affected_resources"]) {
			name, status := betterStackResource(res, index), stringField(res, "status")
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
			state := name + " " + status
			if name != "" && status != "resolved" && status != "operational" && !slices.Contains(states, state) {
				states = append(states, state)
			}
		}
	}
	return names, states
}

func betterStackResource(res map[string]any, index map[string]map[string]any) string {
	a := index["status_page_resource "+stringField(res, "status_page_resource_id")]
	return cleanText(stringField(a, "public_name"))
}

// betterStackLabel names an update by the worst state that it gives a resource; the update's own
// word is nowhere else.
func betterStackLabel(u map[string]any) Maybe {
	for _, state := range []string{"downtime", "degraded", "maintenance", "resolved"} {
		for _, res := range objects(u["affected_resources"]) {
			if stringField(res, "status") == state {
				return labelFor(state)
			}
		}
	}
	return "Update"
}
