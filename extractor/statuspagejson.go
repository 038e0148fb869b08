package extractor

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// JSON of Statuspage and of the platforms that copy its contract: /incidents/<code>.json is one
// incident, /api/v2/incidents.json a page with several. Every field may be missing, null or of
// another type than documented.

func isStatuspageJSON(p *page) bool {
	return len(statuspageIncidents(p.json)) > 0
}

// statuspageIncidents finds the incidents in the shapes in which they are served.
func statuspageIncidents(v any) []map[string]any {
	switch v := v.(type) {
	case []any:
		var found []map[string]any
		for _, e := range v {
			if m, ok := e.(map[string]any); ok && isStatuspageIncident(m) {
				found = append(found, m)
			}
		}
		return found
	case map[string]any:
		if isStatuspageIncident(v) {
			return []map[string]any{v}
		}
		if one, ok := v["incident"].(map[string]any); ok {
			return statuspageIncidents(withUpdates(one, v["updates"]))
		}
		return statuspageIncidents(v["incidents"])
	}
	return nil
}

// withUpdates joins an incident with the updates that some pages serve beside it.
func withUpdates(incident map[string]any, updates any) map[string]any {
	joined := maps.Clone(incident)
	if _, own := joined["incident_updates"].([]any); !own {
		joined["incident_updates"] = updates
	}
	return joined
}

func isStatuspageIncident(m map[string]any) bool {
	_, updates := m["incident_updates"].([]any)
	return updates && stringField(m, "name") != "" || stringField(m, "postmortem_body") != ""
}

func readStatuspageJSON(ctx context.Context, p *page) (*Document, error) {
	return incidentsDocument(ctx, p, statuspageIncidents(p.json), statuspagePart)
}

// incidentsDocument makes one document of one incident, and parts of several.
func incidentsDocument(ctx context.Context, p *page, incidents []map[string]any, read func(context.Context, *page, map[string]any) *Document) (*Document, error) {
	var parts []*Document
	for _, m := range incidents {
		if err := inTime(ctx, p.where()); err != nil {
			return nil, err
		}
		parts = append(parts, read(ctx, p, m))
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	d := &Document{Confidence: 1, Org: parts[0].Org, Parts: parts}
	d.Title = "Incidents"
	if d.Org != "" {
		d.Title = "Incidents of " + d.Org
	}
	return d, nil
}

func statuspagePart(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 1, Title: Maybe(cleanText(stringField(m, "name")))}
	d.Org = pageName(m)
	if top, ok := p.json.(map[string]any); ok && d.Org == "" {
		d.Org = pageName(top)
	}
	if d.Org == "" {
		d.Org = orgOfLink(stringField(m, "shortlink"))
	}
	d.Window = Window{
		StartedAt:  instantOf(m["started_at"]),
		ResolvedAt: instantOf(m["resolved_at"]),
		Impact:     Maybe(stringField(m, "impact")),
		Components: componentNames(m),
	}
	d.Blocks = windowFacts(d.Window)
	if d.Window.StartedAt == "" {
		d.Window.StartedAt = instantOf(m["created_at"])
		if d.Window.StartedAt != "" {
			d.Blocks = append(d.Blocks, fact("created_at", string(d.Window.StartedAt)))
			d.Warnings = append(d.Warnings, "the platform states no start: the time when the entry was made stands for it")
		}
	}
	for _, u := range withPostmortem(m) {
		body := bodyBlocks(ctx, p, stringField(u, "body"))
		d.Blocks = append(d.Blocks, stamped(body, labelFor(stringField(u, "status")), updateTime(u), Maybe(rawUpdateTime(u)))...)
	}
	setUpdateTimes(d)
	return d
}

// withPostmortem returns the updates as served. The postmortem stands in a field of its own, in an
// update or in both; the longer text is the later one.
func withPostmortem(m map[string]any) []map[string]any {
	var updates []map[string]any
	list, _ := m["incident_updates"].([]any)
	for _, e := range list {
		if u, ok := e.(map[string]any); ok {
			updates = append(updates, u)
		}
	}
	own := stringField(m, "postmortem_body")
	i := slices.IndexFunc(updates, func(u map[string]any) bool { return stringField(u, "status") == "postmortem" })
	switch {
	case own == "":
		return updates
	case i < 0:
		u := map[string]any{"status": "postmortem", "body": own, "display_at": m["postmortem_published_at"]}
		return append([]map[string]any{u}, updates...)
	case len(own) > len(stringField(updates[i], "body")):
		updates[i] = maps.Clone(updates[i])
		updates[i]["body"] = own
	}
	return updates
}

// pageName returns who publishes the page that an incident names, by its name or its address.
func pageName(m map[string]any) Maybe {
	page, ok := m["page"].(map[string]any)
	if !ok {
		return ""
	}
	if name := cleanText(stringField(page, "name")); name != "" {
		return Maybe(name)
	}
	return orgOfLink(stringField(page, "url"))
}

// componentNames reads the components of the incident, else those that its updates name.
func componentNames(m map[string]any) []string {
	names := namesIn(m["components"], "name")
	if len(names) > 0 {
		return names
	}
	updates, _ := m["incident_updates"].([]any)
	for _, e := range updates {
		u, _ := e.(map[string]any)
		for _, name := range namesIn(u["affected_components"], "name") {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// namesIn reads one field of each object of a list.
func namesIn(v any, field string) []string {
	var names []string
	list, _ := v.([]any)
	for _, e := range list {
		if m, ok := e.(map[string]any); ok && stringField(m, field) != "" {
			names = append(names, cleanText(stringField(m, field)))
		}
	}
	return names
}

func updateTime(u map[string]any) Maybe {
	if t := instantOf(u["display_at"]); t != "" {
		return t
	}
	return instantOf(u["created_at"])
}

func rawUpdateTime(u map[string]any) string {
	if s := stringField(u, "display_at"); s != "" {
		return s
	}
	return stringField(u, "created_at")
}

// labelFor writes the status of an update as the pages show it: "in_progress" is "In progress".
func labelFor(status string) Maybe {
	s := cleanText(strings.ReplaceAll(status, "_", " "))
	if s == "" {
		return ""
	}
	return Maybe(strings.ToUpper(s[:1]) + s[1:])
}

// stringField returns a field as text, "" when it is missing, null or no plain value.
func stringField(m map[string]any, field string) string {
	switch v := m[field].(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}
