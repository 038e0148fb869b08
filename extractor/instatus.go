package extractor

import (
	"context"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Status pages of Instatus. /summary.json and /v3/summary.json name the open incidents without their
// texts; pages carry incidents with all updates in the data of Next.js, and show them as a list of
// updates. Empty lists are left out. (Documentation of the summary and of the incidents API; field
// notes of live pages, 2026-09.)

func isInstatus(p *page) bool { return len(instatusIncidents(p.json)) > 0 }

// instatusIncidents finds the incidents in a summary, in a page's data, or an incident by itself.
func instatusIncidents(v any) []map[string]any {
	m := object(v)
	switch {
	case m == nil:
		return objectsLike(v, isInstatusIncident)
	case isInstatusIncident(m):
		return []map[string]any{m}
	case isInstatusIncident(object(m["incident"])):
		return []map[string]any{object(m["incident"])}
	}
	return append(objectsLike(m["activeIncidents"], isInstatusIncident), objectsLike(m["incidents"], isInstatusIncident)...)
}

// isInstatusIncident knows an incident by its status in capitals and its time "started".
func isInstatusIncident(m map[string]any) bool {
	status := stringField(m, "status")
	return instantOf(m["started"]) != "" && translated(m["name"]) != "" && status != "" && status == strings.ToUpper(status)
}

// translated reads a text that is given plainly or per language: the page's own language is
// "default".
func translated(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	m := object(v)
	if s := stringField(m, "default"); s != "" {
		return s
	}
	for _, lang := range sortedKeys(m) {
		if s := stringField(m, lang); s != "" {
			return s
		}
	}
	return ""
}

func readInstatus(ctx context.Context, p *page) (*Document, error) {
	org := instatusOrg(object(p.json))
	return incidentsDocument(ctx, p, askedFor(p, instatusIncidents(p.json)), func(ctx context.Context, p *page, m map[string]any) *Document {
		d := instatusPart(ctx, p, m)
		d.Org = org
		return d
	})
}

// instatusOrg reads the name of the page, which the summary has under "page" and pages under "site".
func instatusOrg(m map[string]any) Maybe {
	name := stringField(object(m["page"]), "name")
	return Maybe(bareSite(firstOf(name, translated(object(m["site"])["name"]))))
}

func instatusPart(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 1, Title: Maybe(cleanText(translated(m["name"])))}
	d.Window = Window{StartedAt: instantOf(m["started"]), ResolvedAt: instantOf(m["resolved"]), Impact: Maybe(stringField(m, "impact"))}
	for _, c := range objects(m["components"]) {
		if name := cleanText(translated(c["name"])); name != "" {
			d.Window.Components = append(d.Window.Components, name)
		}
	}
	d.Blocks = windowFacts(d.Window)
	d.fact("status", stringField(m, "status"))
	for _, c := range objects(m["components"]) {
		if state := stringField(c, "status"); state != "" {
			d.fact("affected", translated(c["name"])+" "+state)
		}
	}
	updates := objects(m["updates"])
	for _, u := range updates {
		body := firstOf(translated(u["messageHtml"]), translated(u["message"]))
		d.appendUpdate(shouted(stringField(u, "status")), firstTime(u, "started", "createdAt"), bodyBlocks(ctx, p, body))
	}
	setUpdateTimes(d)
	if len(updates) == 0 {
		d.UpdatedAt = instantOf(m["updatedAt"])
		d.Blocks = append(d.Blocks, Block{Kind: Para, Text: string(d.Title)})
		d.Warnings = append(d.Warnings, "the summary names the incident without its updates: queue the incident's own page")
	}
	return d
}

// firstTime returns the first of the named fields that holds a time.
func firstTime(m map[string]any, fields ...string) any {
	for _, f := range fields {
		if instantOf(m[f]) != "" {
			return m[f]
		}
	}
	return nil
}

var (
	isInstatusItem   = hasClass("incident-details")
	isInstatusUpdate = hasClass("update-list-item")
)

func isInstatusPage(p *page) bool {
	return (p.has("update-list-item", "__NEXT_DATA__") || p.marks != nil && p.marks.flight) && p.opensWith("instatus")
}

// readInstatusPage prefers the data of the page to what it shows: there the instants are exact and
// nothing is shown twice for narrow screens.
func readInstatusPage(ctx context.Context, p *page) (*Document, error) {
	if data := instatusData(p.root); isInstatus(&page{json: data}) {
		sub := *p
		sub.json = data
		return readInstatus(ctx, &sub)
	}
	if find(p.root, isInstatusUpdate) == nil {
		return readAnyPage(ctx, p)
	}
	roots := findAll(p.root, isInstatusItem)
	if len(roots) < 2 {
		d := instatusShown(ctx, p, p.root)
		d.Org = instatusSite(p.root)
		return d, inTime(ctx, p.where())
	}
	d := &Document{Confidence: 1, Title: "Incidents", Org: instatusSite(p.root)}
	for _, n := range roots {
		part := instatusShown(ctx, p, n)
		part.Org = d.Org
		d.Parts = append(d.Parts, part)
	}
	return d, inTime(ctx, p.where())
}

// instatusSite reads the name before the word for "status" in the title of the page.
func instatusSite(root *html.Node) Maybe {
	n := find(root, func(n *html.Node) bool { return n.DataAtom == atom.Title })
	if n == nil {
		return ""
	}
	name, word, ok := strings.Cut(cleanText(rawText(n)), " - ")
	if !ok || len(strings.Fields(word)) > 1 {
		return ""
	}
	return Maybe(name)
}

// instatusData gathers what is scattered over the data of a page: the site's name, the open incidents
// with their updates, the notices of the last months by their ids, and the names of components.
func instatusData(root *html.Node) map[string]any {
	data := map[string]any{}
	var incidents []any
	seen, names := map[string]int{}, map[string]any{}
	for _, v := range jsonValues(root) {
		eachObject(v, func(m map[string]any) bool {
			id := stringField(m, "id")
			at, again := seen[id]
			again = again && id != ""
			switch {
			case isInstatusIncident(m) && again && m["updates"] != nil:
				incidents[at] = m
			case isInstatusIncident(m) && !again:
				seen[id] = len(incidents)
				incidents = append(incidents, m)
			case id != "" && translated(m["name"]) != "":
				names[id] = m["name"]
			}
			if site := object(m["site"]); site != nil && data["site"] == nil {
				data["site"] = site
			}
			return true
		})
	}
	nameComponents(incidents, names)
	data["incidents"] = incidents
	return data
}

// nameComponents gives components that an incident names by id only their names.
func nameComponents(incidents []any, names map[string]any) {
	for _, m := range objects(incidents) {
		for _, c := range objects(m["components"]) {
			if c["name"] == nil {
				c["name"] = names[stringField(c, "id")]
			}
		}
	}
}

// instatusShown reads one incident as the page shows it.
func instatusShown(ctx context.Context, p *page, root *html.Node) *Document {
	d := &Document{Confidence: 1}
	if n := find(root, isIncident); n != nil {
		d.Title = Maybe(cleanText(rawText(n)))
	}
	for _, n := range findAll(root, isInstatusUpdate) {
		var label, raw, instant Maybe
		if s := find(n, hasClass("update-list-item__status")); s != nil {
			label = Maybe(cleanText(rawText(s)))
		}
		if t := find(n, func(n *html.Node) bool { return n.DataAtom == atom.Time }); t != nil {
			instant, raw = instantUTC(attr(t, "datetime")), Maybe(cleanText(rawText(t)))
		}
		body := find(n, hasClass("prose"))
		if body == nil {
			body = find(n, hasClass("update-list-item__message"))
		}
		if body != nil {
			d.Blocks = append(d.Blocks, stamped(readBlocks(ctx, body, p.url), label, instant, raw)...)
		}
	}
	setUpdateTimes(d)
	return d
}
