package extractor

import (
	"context"
	"strings"
)

// JSON of the status dashboards of Google Cloud and Google Workspace: incidents.json is a list of
// incidents, and an incident's page serves one of the same shape. The full report is Markdown in
// one of the updates, mostly the newest.

func isGoogleCloud(p *page) bool { return len(googleIncidents(p.json)) > 0 }

func googleIncidents(v any) []map[string]any {
	switch v := v.(type) {
	case []any:
		var found []map[string]any
		for _, e := range v {
			if m, ok := e.(map[string]any); ok && isGoogleIncident(m) {
				found = append(found, m)
			}
		}
		return found
	case map[string]any:
		if isGoogleIncident(v) {
			return []map[string]any{v}
		}
	}
	return nil
}

func isGoogleIncident(m map[string]any) bool {
	_, updates := m["updates"].([]any)
	return updates && (stringField(m, "external_desc") != "" || stringField(m, "service_name") != "")
}

func readGoogleCloud(ctx context.Context, p *page) (*Document, error) {
	return incidentsDocument(ctx, p, googleIncidents(p.json), googlePart)
}

func googlePart(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 1, Org: googleOrg(p), Title: googleTitle(m)}
	d.Window = Window{
		StartedAt:  instantOf(m["begin"]),
		ResolvedAt: instantOf(m["end"]),
		Impact:     Maybe(stringField(m, "status_impact")),
		Components: namesIn(m["affected_products"], "title"),
	}
	if len(d.Window.Components) == 0 && stringField(m, "service_name") != "" {
		d.Window.Components = []string{cleanText(stringField(m, "service_name"))}
	}
	d.Blocks = windowFacts(d.Window)
	if s := stringField(m, "severity"); s != "" {
		d.Blocks = append(d.Blocks, fact("severity", s))
	}
	for _, place := range append(namesIn(m["currently_affected_locations"], "title"), namesIn(m["previously_affected_locations"], "title")...) {
		d.Blocks = append(d.Blocks, fact("location", place))
	}
	if desc := stringField(m, "external_desc"); strings.Contains(desc, "\n") {
		d.Blocks = append(d.Blocks, bodyBlocks(ctx, p, desc)...)
	}
	updates, _ := m["updates"].([]any)
	for _, e := range updates {
		if u, ok := e.(map[string]any); ok {
			d.Blocks = append(d.Blocks, googleUpdate(ctx, p, u)...)
		}
	}
	setUpdateTimes(d)
	return d
}

// googleUpdate reads one update.
func googleUpdate(ctx context.Context, p *page, u map[string]any) []Block {
	at := instantOf(u["when"])
	raw := stringField(u, "when")
	if at == "" {
		at, raw = instantOf(u["created"]), stringField(u, "created")
	}
	return stamped(bodyBlocks(ctx, p, stringField(u, "text")), labelFor(stringField(u, "status")), at, Maybe(raw))
}

func googleOrg(p *page) Maybe {
	if p.url != nil && strings.Contains(p.url.Path, "appsstatus") {
		return "Google Workspace"
	}
	return "Google Cloud"
}

// googleTitle reads the description, of which newer entries make a form: "**Title:** Slow queries".
func googleTitle(m map[string]any) Maybe {
	s := firstLine(strings.TrimSpace(stringField(m, "external_desc")))
	s = strings.TrimSpace(strings.ReplaceAll(s, "**", ""))
	s = strings.TrimLeft(s, "# ")
	s = strings.TrimSpace(strings.TrimPrefix(s, "Title:"))
	if s == "" {
		s = stringField(m, "service_name")
	}
	return Maybe(cleanText(s))
}
