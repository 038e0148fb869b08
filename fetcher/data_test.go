package fetcher

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWherePlatformsKeepAnIncident(t *testing.T) {
	rows := map[string]string{
		"https://status.heroku.com/incidents/2863":                  "https://status.heroku.com/api/v4/incidents/2863",
		"https://status.salesforce.com/incidents/20003708":          "https://api.status.salesforce.com/v1/incidents/20003708",
		"https://www.githubstatus.com/incidents/zz9plural0al":       "https://www.githubstatus.com/incidents/zz9plural0al.json",
		"https://kestrel.statuspage.io/incidents/zz9plural0al/":     "https://kestrel.statuspage.io/incidents/zz9plural0al.json",
		"https://status.kestrel.example/incidents/zz9plural0al":     "", // perhaps another platform
		"https://www.githubstatus.com/history":                      "",
		"https://status.cloud.google.com/incidents/" + "abcdefghij": "",
		"nothing": "",
	}
	for url, want := range rows {
		if got := platformData(url); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}

// TestAPageOfScriptsIsReadFromItsPlatform: the page holds no text, its platform's
// JSON does.
func TestAPageOfScriptsIsReadFromItsPlatform(t *testing.T) {
	const host = "status.heroku.com"
	shell := `<html><body><div id="root"></div><script src="/app.js"></script></body></html>`
	incident := `{"id":42,"title":"Slow routing","state":"resolved","updates":[]}`
	rows := []struct {
		name string
		data http.HandlerFunc
		want Kind
		text string
	}{
		{"it is there", answer(200, incident, "Content-Type: application/json"), "", incident},
		{"it is gone", answer(404, "{}"), JSOnly, shell},
		{"it is a page", answer(200, report), JSOnly, shell},
		{"it leads elsewhere", answer(302, "", "Location: /"), JSOnly, shell},
		{"it has not changed", answer(304, ""), Unchanged, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			c := serve(t, byPath(map[string]http.HandlerFunc{"/incidents/42": answer(200, shell), "/api/v4/incidents/42": row.data}), Limits{})
			c = clientFor(c.sample.Addr, Limits{}, host)
			page, data := "http://"+host+"/incidents/42", "http://"+host+"/api/v4/incidents/42"
			got, err := c.Fetch(t.Context(), Request{URL: page, IfNoneMatch: `"1"`, ValidFor: data})
			if KindOf(err) != row.want || string(got.Body) != row.text || got.URL != page {
				t.Fatalf("capture of %s with %q, error %v; want %q, outcome %q", got.URL, got.Body, err, row.text, row.want)
			}
			if followed := slices.ContainsFunc(got.Hops, func(h Hop) bool { return strings.Contains(h.To, "/api/") }); followed != (row.want != JSOnly) {
				t.Errorf("hops %v", got.Hops)
			}
		})
	}
}

// TestOneProbeADay: a host is asked for a page that cannot be there only when a
// page looks missing, and once.
func TestOneProbeADay(t *testing.T) {
	var asked []string
	c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		if r.URL.Path == "/incidents/data" {
			answer(200, report+`<script type="application/json">`+strings.Repeat(`{"a":1}`, 40)+`</script>`)(w, r)
			return
		}
		answer(200, report)(w, r)
	}), Limits{})
	for _, path := range []string{"/blog/outage", "/incidents/4711", "/incidents/4712", "/incidents/data"} {
		got, err := c.Fetch(t.Context(), Request{URL: "http://" + site + path})
		if want := strings.HasPrefix(path, "/incidents/4"); (KindOf(err) == SoftNotFound) != want || got == nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	probe, err := ProbeURL("http://"+site+"/", noon)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"/blog/outage", "/incidents/4711", strings.TrimPrefix(probe, "http://"+site), "/incidents/4712", "/incidents/data"}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("asked for (-want +got):\n%s", diff)
	}
}
