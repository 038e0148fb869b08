package extractor

import (
	"context"
	"slices"
)

// JSON of Status.io, api.status.io/1.0/status/<page> and /1.0/incidents/<page>: statuses and states
// are numbers. (Documentation of Status.io's public API; field notes of live answers, 2026-09. The
// pages themselves are read as any page.)

// statusIOStatus names how bad it is, from the least.
var statusIOStatus = []struct{ code, name string }{
	{"100", "Operational"},
	{"200", "Planned maintenance"},
	{"300", "Degraded performance"},
	{"400", "Partial service disruption"},
	{"500", "Service disruption"},
	{"600", "Security event"},
}

// statusIOState names how far the work on it is.
var statusIOState = map[string]Maybe{"100": "Investigating", "200": "Identified", "300": "Monitoring"}

func isStatusIO(p *page) bool { return len(statusIOIncidents(object(p.json))) > 0 }

func statusIOIncidents(m map[string]any) []map[string]any {
	result := object(m["result"])
	var found []map[string]any
	for _, list := range []string{"incidents", "active_incidents", "resolved_incidents"} {
		found = append(found, objectsLike(result[list], isStatusIOIncident)...)
	}
	return found
}

func isStatusIOIncident(m map[string]any) bool {
	_, messages := m["messages"].([]any)
	return messages && stringField(m, "name") != "" && stringField(m, "datetime_open") != ""
}

func readStatusIO(ctx context.Context, p *page) (*Document, error) {
	return incidentsDocument(ctx, p, statusIOIncidents(object(p.json)), statusIOPart)
}

func statusIOPart(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 1, Title: Maybe(cleanText(stringField(m, "name")))}
	messages := objects(m["messages"])
	worst := -1
	for _, msg := range messages {
		worst = max(worst, statusIORank(stringField(msg, "status")))
	}
	if worst > 0 {
		d.Window.Impact = Maybe(statusIOStatus[worst].name)
	}
	d.Window.ResolvedAt = instantOf(firstTime(m, "datetime_closed", "datetime_resolved"))
	d.Window.Components = namesIn(m["components_affected"], "name")
	d.Blocks = windowFacts(d.Window)
	for _, place := range namesIn(m["containers_affected"], "name") {
		d.fact("location", place)
	}
	d.entryStands("datetime_open", m["datetime_open"])
	for _, msg := range messages {
		d.appendUpdate(statusIOLabel(msg), msg["datetime"], bodyBlocks(ctx, p, stringField(msg, "details")))
	}
	setUpdateTimes(d)
	return d
}

func statusIORank(code string) int {
	return slices.IndexFunc(statusIOStatus, func(s struct{ code, name string }) bool { return s.code == code })
}

// statusIOLabel is the state of the work, else the status that the message sets.
func statusIOLabel(msg map[string]any) Maybe {
	if label := statusIOState[stringField(msg, "state")]; label != "" {
		return label
	}
	if i := statusIORank(stringField(msg, "status")); i >= 0 {
		return Maybe(statusIOStatus[i].name)
	}
	return "Update"
}
