package fetcher

import "testing"

func TestCanonicalAddresses(t *testing.T) {
	link := func(href string) string { return `<html><head><link rel="Canonical" href="` + href + `"></head>` }
	rows := []struct{ name, page, want string }{
		{"none", `<html><p>At 04:05 UTC`, ""},
		{"absolute", link("https://www.kestrel.example/incidents/42"), "https://www.kestrel.example/incidents/42"},
		{"relative", link("/incidents/42"), "https://status.kestrel.example/incidents/42"},
		{"relative to a base", `<html><base href="/en/">` + link("incidents/42"), "https://status.kestrel.example/en/incidents/42"},
		{"relative to a base that is none", `<html><base href="http://[">` + link("42"), "https://status.kestrel.example/incidents/42"},
		{"from an AMP page", link("https://status.kestrel.example/incidents/42"), "https://status.kestrel.example/incidents/42"},
		{"og:url", `<html><meta property="og:url" content="https://kestrel.example/i/42">`, "https://kestrel.example/i/42"},
		{"the link beats og:url", `<html><meta property="og:url" content="/b">` + link("/a"), "https://status.kestrel.example/a"},
		{"the home page", link("https://status.kestrel.example/"), ""},
		{"another domain", link("https://merlin.example/incidents/42"), ""},
		{"not fetched", link("https://status.kestrel.example:8443/incidents/42"), ""},
		{"no address", link("javascript:void(0)"), ""},
		{"a fragment of itself", link("#main"), "https://status.kestrel.example/incidents/a"},
		{"JSON", `{"canonical":"/a"}`, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c := FromFile("a.html", "https://status.kestrel.example/incidents/a", "text/html", []byte(row.page), noon)
			if got := c.Canonical(); got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
		})
	}
}
