package extractor

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const herokuIncident = `{"id":4242,"title":"Slow routing","state":"resolved","resolved":false,"resolved_at":null,
"created_at":"2031-05-01T10:00:00.000Z","updated_at":"2031-05-01T12:00:00.000Z","duration":6300,"full_url":"https://status.heroku.com/incidents/4242","tags":["NA",7],
"systems":[{"name":"Apps","status":"yellow","services":["Apps"]},null],
"updates":[{"update_type":"resolved","created_at":"2031-05-01T12:00:00.000Z","contents":"Routing is quick again."},
{"update_type":"issue","created_at":"2031-05-01T10:00:00.000Z","contents":"Requests are slow."}]}`

func TestHerokuIncidentIsReadByItsState(t *testing.T) {
	for name, body := range map[string]string{"one incident": herokuIncident, "bare array": "[" + herokuIncident + "]",
		"current status": `{"status":[{"system":"Apps","status":"yellow"}],"incidents":[` + herokuIncident + `],"scheduled":[]}`} {
		t.Run(name, func(t *testing.T) {
			d := extract(t, "incidents.json", body)
			want := []string{
				"h1 title: Slow routing", "fact platform: component: Apps", "fact platform: created_at: 2031-05-01T10:00:00Z",
				"fact platform: state: resolved", "fact platform: status: Apps yellow", "fact platform: tag: NA",
				"para timeline: Routing is quick again.", "para timeline: Requests are slow.",
			}
			if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
			first := d.Blocks[6]
			if d.Org != "Heroku" || first.Label != "Resolved" || first.Time != "2031-05-01T12:00:00Z" || d.Window.ResolvedAt != "" {
				t.Errorf("want no end that is not stated, got %+v, %+v", first, d.Window)
			}
		})
	}
}

func TestTwoHerokuIncidentsAreParts(t *testing.T) {
	d := extract(t, "incidents.json", "["+herokuIncident+","+herokuIncident+`,{"title":"No updates","updates":null}]`)
	if d.Incidents() != 2 || d.Title != "Incidents of Heroku" {
		t.Errorf("want two incidents, got %d under %q", d.Incidents(), d.Title)
	}
}

func TestHerokuPageHasAnArticlePerUpdate(t *testing.T) {
	d := extract(t, "incident.html", `<!DOCTYPE html><html><head><title>Heroku Status</title></head><body class="incident"><header><p>Current Status</p></header>
<section id="incident"><h1>API errors</h1><dl class="durations"><dt>Production</dt><dd>1h5m</dd><dt>Development</dt></dl>
<article class="update follow-up"><h2>Follow-up</h2><time datetime="2031-06-11T22:30:18Z">June 11, 2031</time><h3>Root cause</h3><p>A table was locked.</p></article>
<article class="update"><h2>Resolved</h2><time datetime="2031-06-07T17:00:00Z">17:00 UTC</time><p>The API answers.</p></article></section></body></html>`)
	want := []string{"h1 title: API errors", "fact platform: Production: 1h5m",
		"h3 root-cause: Root cause", "para root-cause: A table was locked.", "para timeline: The API answers."}
	if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	got := [][3]string{{"Follow-up", "2031-06-11T22:30:18Z", "Root cause"}, {"Follow-up", "2031-06-11T22:30:18Z", "A table was locked."},
		{"Resolved", "2031-06-07T17:00:00Z", "The API answers."}}
	if diff := cmp.Diff(got, updates(d)); diff != "" {
		t.Errorf("updates (-want +got):\n%s", diff)
	}
	if d.Org != "Heroku" || d.PublishedAt != "2031-06-07T17:00:00Z" {
		t.Errorf("want Heroku and the first update, got %q, %q", d.Org, d.PublishedAt)
	}
}
