package extractor

import (
	"errors"
	"html"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
)

const historyJSON = `{"page_status":{"page":{"name":"Kelp Forms"}},"months":[
{"name":"January","year":2031,"incidents":[
 {"code":"k1","name":"Forms do not load","impact":"major","message":"Forms load again.","timestamp":"Dec <var data-var='date'>31</var>, <var data-var='time'>23:44</var> - Jan <var>1</var>, <var>02:10</var> UTC"},
 {"code":"k2","name":"Anmeldung gestört","impact":"minor","message":"Die Anmeldung funktioniert wieder.","timestamp":"Jan <var>9</var>, <var>06:55</var> - <var>16:02</var> CET"}]},
{"name":"December","year":2030,"incidents":[{"code":"k3","name":"Slow exports","impact":"none","message":"Exports are slow.","timestamp":"Dec <var>2</var>, <var>07:00</var> CST"}]}]}`

func TestHistoryOfStatuspageIsAPartPerIncident(t *testing.T) {
	page := `<!DOCTYPE html><html><head><title>Kelp Forms Status - Incident History</title></head><body><div class="container"><h4>Incident History</h4>
<div data-react-class="HistoryIndex" data-react-props="` + html.EscapeString(historyJSON) + `"></div></div></body></html>`
	for name, body := range map[string]string{"history.json": historyJSON, "history.html": page} {
		t.Run(name, func(t *testing.T) {
			d := extract(t, name, body)
			var got []string
			for _, part := range d.Parts {
				got = append(got, strings.Join([]string{string(part.Title), string(part.Org), string(part.Window.StartedAt),
					string(part.Window.ResolvedAt), string(part.Window.Impact), updates(part)[0][2]}, "|"))
			}
			want := []string{
				"Forms do not load|Kelp Forms|2030-12-31T23:44:00Z|2031-01-01T02:10:00Z|major|Forms load again.",
				"Anmeldung gestört|Kelp Forms|2031-01-09T05:55:00Z|2031-01-09T15:02:00Z|minor|Die Anmeldung funktioniert wieder.",
				"Slow exports|Kelp Forms|||none|Exports are slow.",
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("parts (-want +got):\n%s", diff)
			}
			if w := d.Part(1).Warnings; len(w) != 1 || !strings.HasSuffix(w[0], "https://status.example.com/incidents/k1") {
				t.Errorf("want a warning that names the incident's address, got %q", w)
			}
		})
	}
}

const indexPage = `<!DOCTYPE html><html><head><title>Kelp Forms Status</title></head><body class="status index">
<div class="unresolved-incidents"><div class="unresolved-incident impact-critical"><div class="incident-title"><a class="actual-title">Uploads fail</a></div>
<div class="updates"><div class="update"><strong>Investigating</strong> - <span class="whitespace-pre-wrap">Uploads end with an error.</span><br><small>Jan <var>1</var>, <var>00:20</var> UTC</small></div></div></div></div>
<div class="incidents-list format-expanded"><h2 id="past-incidents">Past Incidents</h2>
<div class="status-day"><div class="date">Jan <var>1</var>, <var>2031</var></div><div class="incident-container">
<div class="incident-title impact-minor"><a href="/incidents/k9">Slow exports</a></div><div class="updates-container">
<div class="update resolved"><strong>Resolved</strong> - <span class="whitespace-pre-wrap">Exports are quick again.<br><br>Sorry.</span><br><small>Jan <var>1</var>, <var>00:10</var> UTC</small></div>
<div class="update investigating"><strong>Investigating</strong> - <span class="whitespace-pre-wrap">Exports are slow.</span><br><small>Dec <var>31</var>, <var>23:05</var> UTC</small></div>
</div></div></div>
<div class="status-day no-incidents"><div class="date">Dec <var>30</var>, <var>2030</var></div><p>No incidents reported.</p></div></div></body></html>`

func TestHomePageOfStatuspageIsAPartPerIncident(t *testing.T) {
	d := extract(t, "index.html", indexPage)
	if d.Incidents() != 2 || d.Title != "Incidents of Kelp Forms" {
		t.Fatalf("want two incidents, got %d under %q", d.Incidents(), d.Title)
	}
	open, past := d.Part(1), d.Part(2)
	if open.Title != "Uploads fail" || open.Window.Impact != "critical" || past.Title != "Slow exports" || past.Org != "Kelp Forms" {
		t.Errorf("want the open incident and the past one, got %q %q and %q of %q", open.Title, open.Window.Impact, past.Title, past.Org)
	}
	if diff := cmp.Diff([][3]string{{"Investigating", "2031-01-01T00:20:00Z", "Uploads end with an error."}}, updates(open)); diff != "" {
		t.Errorf("updates of the open incident (-want +got):\n%s", diff)
	}
	want := [][3]string{
		{"Resolved", "2031-01-01T00:10:00Z", "Exports are quick again."},
		{"Resolved", "2031-01-01T00:10:00Z", "Sorry."},
		{"Investigating", "2030-12-31T23:05:00Z", "Exports are slow."},
	}
	if diff := cmp.Diff(want, updates(past)); diff != "" {
		t.Errorf("updates of the past incident (-want +got):\n%s", diff)
	}
}

func TestStatusPagesWithoutAnIncidentAreNoReports(t *testing.T) {
	for name, body := range map[string]string{
		"summary.json": `{"page":{"name":"Kelp"},"status":{"indicator":"none"},"components":[{"name":"API","status":"operational"}],"incidents":[],"scheduled_maintenances":[]}`,
		"null.json":    `{"page":{"name":"Kelp"},"status":{"indicator":"none"},"components":null,"incidents":null}`,
		"history.json": `{"months":[{"name":"May","year":2031,"incidents":[]}]}`,
		"history.html": `<html><body><div data-react-class="HistoryIndex" data-react-props="{&quot;months&quot;:["></div></body></html>`,
		"index.html":   `<html><body><p>All systems operational.</p><div class="incidents-list"><div class="status-day"><div class="date">Dec 30, 2030</div><p>No incidents reported.</p></div></div></body></html>`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Extract(t.Context(), fetcher.FromFile(name, "", "", []byte(body), noon))
			var e *Error
			if !errors.As(err, &e) || e.Kind != NotAReport || !strings.Contains(e.Detail, "own address") {
				t.Errorf("want an error that names the way out, got %v", err)
			}
		})
	}
}
