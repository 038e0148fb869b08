package extractor

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAPartKeepsItsOwnAddress(t *testing.T) {
	const atom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour Status</title>
<entry><title>Mail is late</title><link rel="self" href="/feed/1"/><link rel="alternate" href="https://status.example.com/incidents/m1"/><content type="html">The mail queue ran full.</content></entry>
<entry><title>Logins fail</title><link href="/incidents/l2"/><content type="html">A certificate had run out.</content></entry>
<entry><title>Slow maps</title><link href="mailto:a@example.com"/><content type="html">A cache was cold.</content></entry></feed>`
	const rss = `<rss version="2.0"><channel><title>Harbour Status</title>
<item><title>Mail is late</title><link> https://status.example.com/incidents/m1 </link><description>The mail queue ran full.</description></item>
<item><title>Logins fail</title><description>A certificate had run out.</description></item></channel></rss>`
	const index = `<html><head><title>Harbour Status</title></head><body><div class="incidents-list">
<div class="status-day"><div class="date">Mar 4, 2031</div><div class="incident-container"><div class="incident-title impact-minor"><a href="/incidents/c1">Cranes stand still</a></div>
<div class="updates-container"><div class="update"><strong>Resolved</strong> - The cranes move again.<br><small>Mar 4, 10:15 UTC</small></div></div></div></div>
<div class="status-day"><div class="date">Mar 2, 2031</div><div class="incident-container"><div class="incident-title impact-minor"><a href="/incidents/c2">Gates stay shut</a></div>
<div class="updates-container"><div class="update"><strong>Resolved</strong> - The gates open again.<br><small>Mar 2, 08:15 UTC</small></div></div></div></div></div></body></html>`
	for _, c := range []struct {
		name, file, body string
		want             []string
	}{
		{"entries of Atom", "a.atom", atom, []string{"https://status.example.com/incidents/m1", "https://status.example.com/incidents/l2", "https://status.example.com/a.atom"}},
		{"items of RSS", "b.rss", rss, []string{"https://status.example.com/incidents/m1", "https://status.example.com/b.rss"}},
		{"incidents of a home page", "c.html", index, []string{"https://status.example.com/incidents/c1", "https://status.example.com/incidents/c2"}},
		{"incidents of a history", "d.json", historyJSON, []string{"https://status.example.com/incidents/k1", "https://status.example.com/incidents/k2",
			"https://status.example.com/incidents/k3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := extract(t, c.file, c.body)
			var got []string
			for _, part := range d.Parts {
				got = append(got, string(part.URL))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("addresses of the parts (-want +got):\n%s", diff)
			}
			if want := "https://status.example.com/" + c.file; string(d.URL) != want {
				t.Errorf("address of the page: got %s, want %s", d.URL, want)
			}
		})
	}
}

func TestAShortPartHasTheLanguageOfItsPage(t *testing.T) {
	d := extract(t, "a.rss", `<rss version="2.0"><channel><title>Hafen Status</title>
<item><title>Kräne stehen</title><description>Die Kräne standen still, weil der Strom in der Halle ausfiel. Wir haben die Leitung ersetzt und die Kräne sind wieder in Betrieb. Die Schiffe wurden nicht von der Mole bewegt, und das Tor ist mit der Hand geöffnet worden.</description></item>
<item><title>Login</title><description>Behoben. Danke!</description></item>
<item><title>API</title><description>The gateway was down and we have restarted it with the new version of the certificate.</description></item></channel></rss>`)
	var got []string
	for _, part := range d.Parts {
		got = append(got, string(part.Lang))
	}
	if diff := cmp.Diff([]string{"de", "de", "en"}, got); diff != "" {
		t.Errorf("languages of the parts (-want +got):\n%s", diff)
	}
}
