package extractor

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// incident.io. Its /api/v2 copies Statuspage's contract, with null for empty lists, and is read as
// that. Its own are two: the Widget API, /api/v1/summary, has the last update of what is open; pages carry
// their incidents with all updates in the data of their script, where "$undefined" stands for null
// and components for their ids. Evidence: field notes of live pages, 2026-09.

func isWidgetAPI(p *page) bool {
	m := object(p.json)
	return stringField(m, "page_title") != "" && len(objects(m["ongoing_incidents"])) > 0
}

func readWidgetAPI(ctx context.Context, p *page) (*Document, error) {
	m := object(p.json)
	org := Maybe(bareSite(stringField(m, "page_title")))
	return incidentsDocument(ctx, p, objects(m["ongoing_incidents"]), func(ctx context.Context, p *page, m map[string]any) *Document {
		d := widgetPart(ctx, p, m)
		d.Org = org
		return d
	})
}

func widgetPart(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 0.9, Title: Maybe(cleanText(stringField(m, "name")))}
	d.Window = Window{Impact: Maybe(stringField(m, "current_worst_impact")), Components: namesIn(m["affected_components"], "name")}
	d.Blocks = windowFacts(d.Window)
	d.appendUpdate(labelFor(stringField(m, "status")), m["last_update_at"], bodyBlocks(ctx, p, stringField(m, "last_update_message")))
	d.UpdatedAt = instantOf(m["last_update_at"])
	d.Warnings = append(d.Warnings, "the summary of open incidents has the last update only: queue the incident's own address")
	return d
}

// messageMark stands in each update.
const messageMark = "message_string"

func isIncidentIOPage(p *page) bool {
	return p.marks != nil && p.marks.flight && strings.Contains(p.text, messageMark)
}

func readIncidentIOPage(ctx context.Context, p *page) (*Document, error) {
	f := readIncidentData(p.root)
	incidents := askedFor(p, f.incidents)
	if len(incidents) == 0 {
		return readAnyPage(ctx, p)
	}
	d, err := incidentsDocument(ctx, p, incidents, f.part)
	if err == nil && len(d.Parts) > 0 && f.org != "" {
		d.Org, d.Title = f.org, "Incidents of "+f.org
	}
	return d, err
}

// incidentData is what the script's data of a page has on its incidents.
type incidentData struct {
	org       Maybe
	names     map[string]string // of components, by id
	incidents []map[string]any
}

func readIncidentData(root *html.Node) *incidentData {
	f := &incidentData{names: map[string]string{}}
	for _, v := range flightValues(root) {
		eachObject(v, f.take)
	}
	return f
}

// take keeps an object that is an incident, names a component or is the page itself.
func (f *incidentData) take(m map[string]any) bool {
	name := stated(m, "name")
	if _, page := m["ongoing_incidents"]; page && f.org == "" {
		f.org = Maybe(cleanText(name))
	}
	updates := objects(m["updates"])
	if name != "" && len(updates) > 0 && stringField(updates[0], messageMark) != "" && !f.has(m) {
		f.incidents = append(f.incidents, m)
	}
	for _, key := range []string{"id", "component_id"} {
		if id := stated(m, key); id != "" && name != "" {
			f.names[id] = cleanText(name)
		}
	}
	return true
}

func (f *incidentData) has(m map[string]any) bool {
	for _, known := range f.incidents {
		if id := stated(m, "id"); id != "" && id == stated(known, "id") {
			return true
		}
	}
	return false
}

// stated returns a field as text; references to other data are none.
func stated(m map[string]any, field string) string {
	s := stringField(m, field)
	if strings.HasPrefix(s, "$") {
		return ""
	}
	return s
}

// part reads an incident. What its components went through is the window: the earliest start, and
// the latest end when the incident is resolved.
func (f *incidentData) part(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 1, Org: f.org, Title: Maybe(cleanText(stated(m, "name")))}
	d.Window = f.window(m)
	d.Blocks = windowFacts(Window{Impact: d.Window.Impact, Components: d.Window.Components})
	for _, pair := range [][2]string{{"impact_started_at", string(d.Window.StartedAt)}, {"impact_ended_at", string(d.Window.ResolvedAt)},
		{"write_up_url", stated(m, "write_up_url")}} {
		if pair[1] != "" {
			d.Blocks = append(d.Blocks, fact(pair[0], pair[1]))
		}
	}
	for _, u := range objects(m["updates"]) {
		d.appendUpdate(labelFor(stated(u, "to_status")), u["published_at"], bodyBlocks(ctx, p, stated(u, messageMark)))
	}
	d.Blocks = append(d.Blocks, stamped(bodyBlocks(ctx, p, stated(m, "write_up_contents")), "Postmortem", "", "")...)
	setUpdateTimes(d)
	if d.PublishedAt != "" && d.Window.StartedAt > d.PublishedAt {
		d.Window.StartedAt = "" // an update told of it before
	}
	return d
}

// impactOrder are the states of a component from harmless to worst.
var impactOrder = []string{"operational", "under_maintenance", "degraded_performance", "partial_outage", "full_outage"}

func (f *incidentData) window(m map[string]any) Window {
	var w Window
	worst, open := 0, stated(m, "status") != "resolved"
	for _, c := range objects(m["component_impacts"]) {
		from, to := instantOf(c["start_at"]), instantOf(c["end_at"])
		if w.StartedAt == "" || from != "" && from < w.StartedAt {
			w.StartedAt = from
		}
		if w.ResolvedAt = max(w.ResolvedAt, to); to == "" {
			open = true
		}
		if i := slices.Index(impactOrder, stringField(c, "status")); i > worst {
			worst, w.Impact = i, Maybe(impactOrder[i])
		}
		if name := f.names[stated(c, "component_id")]; name != "" && !slices.Contains(w.Components, name) {
			w.Components = append(w.Components, name)
		}
	}
	if open {
		w.ResolvedAt = ""
	}
	return w
}
