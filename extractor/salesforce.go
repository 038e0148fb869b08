package extractor

import (
	"context"
	"slices"
	"strings"
	"unicode"
)

// JSON of Salesforce Trust, api.status.salesforce.com/v1/incidents and /incidents/<id>; instances
// carry the same under "Incidents". An incident has no title. Its message with cause, plan and path
// to resolution is null until it is written. (Field notes of live answers, 2026-09.)

func isSalesforceTrust(p *page) bool { return len(trustIncidents(p.json)) > 0 }

func trustIncidents(v any) []map[string]any {
	m := object(v)
	switch {
	case m == nil:
		return objectsLike(v, isTrustIncident)
	case isTrustIncident(m):
		return []map[string]any{m}
	}
	return objectsLike(m["Incidents"], isTrustIncident)
}

func isTrustIncident(m map[string]any) bool {
	_, impacts := m["IncidentImpacts"].([]any)
	_, events := m["IncidentEvents"].([]any)
	return impacts || events
}

func readSalesforceTrust(ctx context.Context, p *page) (*Document, error) {
	return incidentsDocument(ctx, p, askedFor(p, trustIncidents(p.json)), trustPart)
}

func trustPart(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 1, Org: "Salesforce", Title: trustTitle(m)}
	impacts := objects(m["IncidentImpacts"])
	d.Window = trustWindow(impacts)
	d.Window.Components = stringsIn(m["serviceKeys"])
	d.Blocks = windowFacts(d.Window)
	for _, i := range impacts {
		d.fact("impact_type", stringField(i, "type"))
	}
	for _, key := range stringsIn(m["instanceKeys"]) {
		d.fact("instance", key)
	}
	d.trustMessage(ctx, p, object(m["message"]))
	d.Blocks = append(d.Blocks, bodyBlocks(ctx, p, stringField(m, "additionalInformation"))...)
	events := objects(m["IncidentEvents"])
	slices.SortStableFunc(events, func(a, b map[string]any) int {
		return strings.Compare(string(instantOf(b["createdAt"])), string(instantOf(a["createdAt"])))
	})
	for _, e := range events {
		d.appendUpdate(spacedWords(stringField(e, "type")), e["createdAt"], bodyBlocks(ctx, p, stringField(e, "message")))
	}
	setUpdateTimes(d)
	d.UpdatedAt = max(d.UpdatedAt, instantOf(m["updatedAt"]))
	return d
}

// trustTitle is made of the incident's number and the kind of its first impact, because the platform
// gives incidents no name.
func trustTitle(m map[string]any) Maybe {
	title := "Incident " + firstOf(stringField(m, "externalId"), stringField(m, "id"))
	for _, i := range objects(m["IncidentImpacts"]) {
		if kind := spacedWords(stringField(i, "type")); kind != "" {
			return Maybe(title + ": " + string(kind))
		}
	}
	return Maybe(title)
}

// trustWindow takes the first start and, when every impact has ended, the last end.
func trustWindow(impacts []map[string]any) Window {
	var w Window
	open := false
	for _, i := range impacts {
		start, end := instantOf(i["startTime"]), instantOf(i["endTime"])
		if w.StartedAt == "" || start != "" && start < w.StartedAt {
			w.StartedAt = start
		}
		w.ResolvedAt = max(w.ResolvedAt, end)
		w.Impact = worse(w.Impact, Maybe(stringField(i, "severity")))
		open = open || end == ""
	}
	if open {
		w.ResolvedAt = ""
	}
	return w
}

// trustMessage reads the report that is written after the incident.
func (d *Document) trustMessage(ctx context.Context, p *page, message map[string]any) {
	for _, part := range []struct {
		field   string
		section Section
	}{
		{"rootCause", SectionRootCause},
		{"pathToResolution", SectionResolution},
		{"actionPlan", SectionActionItems},
	} {
		for _, b := range bodyBlocks(ctx, p, stringField(message, part.field)) {
			b.Section, b.Label = part.section, "Postmortem"
			d.Blocks = append(d.Blocks, b)
		}
	}
}

// spacedWords writes "investigatingCauseOfIssue" as "Investigating cause of issue".
func spacedWords(name string) Maybe {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return labelFor(b.String())
}
