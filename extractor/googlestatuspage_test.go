package extractor

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
)

const googleOldPage = `<!doctype html><html><head><title>Google Cloud Status Dashboard</title></head><body>
<div role="banner"><h2><a href="/">Google Cloud Status Dashboard</a></h2><p>Here you find the state of the services.</p></div>
<div role="main"><h1>Google Cloud Storage Incident #31007</h1><p class="lead">Uploads to one region were slow.</p>
<p>Incident began at <strong>2031-01-09 23:45</strong> and ended at <strong>2031-01-10 01:40</strong> (all times are <strong>US/Pacific</strong>).</p>
<table class="incident"><thead><tr><th></th><th>Date</th><th>Time</th><th>Description</th></tr></thead><tbody>
<tr class="ok"><td class="icon"><span></span></td><td class="date">Jan 12, 2031</td><td class="time">09:42</td><td class="description">SUMMARY:<br><br>Uploads were slow.<br><br>ROOT CAUSE:<br><br>A cache was cold.</td></tr>
<tr><td></td><td>Jan 09, 2031</td><td>23:59</td><td><p>We are looking into slow uploads.</p></td></tr></tbody></table></div></body></html>`

const googleNewPage = `<!doctype html><html><head><title>Google Workspace Status Dashboard</title></head><body><header><h1>Google Workspace Status Dashboard</h1></header>
<main><div><p>Incident affecting Kelp Mail, Kelp Chat</p><h2>Nachrichten kommen verspätet an</h2>
<p>Incident began at <strong>2031-07-01 06:00</strong> and ended at <strong>2031-07-01 08:30</strong> <span>(times are in <strong>Coordinated Universal Time (UTC)</strong>).</span></p>
<h3>Previously affected location(s)</h3><p>Europe, Asia</p>
<table><thead><tr><th></th><th>Date</th><th>Time</th><th>Description</th></tr></thead><tbody>
<tr><td><svg></svg></td><td>2 Jul 2031</td><td>10:00 PDT</td><td><h1>Incident Report</h1><h2>Root Cause</h2><p>A queue ran full.</p></td></tr>
<tr><td></td><td>1 Jul 2031</td><td>06:20</td><td><p>Mail is late.</p></td></tr></tbody></table></div></main></body></html>`

func TestGoogleIncidentPages(t *testing.T) {
	for _, c := range []struct {
		name, body, url string
		title, org      Maybe
		window          Window
		updates         [][3]string
	}{
		{"old page", googleOldPage, "https://status.cloud.google.com/incident/storage/31007", "Google Cloud Storage Incident #31007", "Google Cloud",
			Window{StartedAt: "2031-01-10T07:45:00Z", ResolvedAt: "2031-01-10T09:40:00Z", Components: []string{}},
			[][3]string{{"", "", "Uploads to one region were slow."},
				{"", "", "Incident began at 2031-01-09 23:45 and ended at 2031-01-10 01:40 (all times are US/Pacific)."},
				{"", "2031-01-12T17:42:00Z", "SUMMARY:"}, {"", "2031-01-12T17:42:00Z", "Uploads were slow."},
				{"", "2031-01-12T17:42:00Z", "ROOT CAUSE:"}, {"", "2031-01-12T17:42:00Z", "A cache was cold."},
				{"", "2031-01-10T07:59:00Z", "We are looking into slow uploads."}}},
		{"saved copy of a new page of Workspace", googleNewPage, "", "Nachrichten kommen verspätet an", "Google Workspace",
			Window{StartedAt: "2031-07-01T06:00:00Z", ResolvedAt: "2031-07-01T08:30:00Z", Components: []string{"Kelp Mail", "Kelp Chat"}},
			[][3]string{{"", "", "Incident affecting Kelp Mail, Kelp Chat"},
				{"", "", "Incident began at 2031-07-01 06:00 and ended at 2031-07-01 08:30 (times are in Coordinated Universal Time (UTC))."},
				{"", "", "Previously affected location(s)"}, {"", "", "Europe, Asia"},
				{"", "2031-07-02T17:00:00Z", "Incident Report"}, {"", "2031-07-02T17:00:00Z", "Root Cause"}, {"", "2031-07-02T17:00:00Z", "A queue ran full."},
				{"", "2031-07-01T06:20:00Z", "Mail is late."}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := Extract(t.Context(), fetcher.FromFile("page.html", c.url, "", []byte(c.body), noon))
			if err != nil {
				t.Fatal(err)
			}
			if d.Recipe != "google-cloud" || d.Title != c.title || d.Org != c.org {
				t.Errorf("want %q of %q, got %q of %q by %s", c.title, c.org, d.Title, d.Org, d.Recipe)
			}
			if diff := cmp.Diff(c.window, d.Window); diff != "" {
				t.Errorf("window (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.updates, updates(d)); diff != "" {
				t.Errorf("updates (-want +got):\n%s", diff)
			}
		})
	}
}
