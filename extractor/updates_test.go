package extractor

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUpdatesOfRenamedPagesKeepLabelsAndStampsAsAttributes(t *testing.T) {
	const page = `<html><body><div class="a"><h1>Logins fail</h1><div>Incident Report for <a href="/">Kestrel</a></div></div>
		<div class="b"><h2>Postmortem</h2><div><h2>Actions taken</h2><ul><li>Added an alert on free space.</li></ul><p><a href="https://example.com/i/7">https://example.com/i/7</a></p></div>
		<div>Posted <span data-datetime-unix="1930000000000"></span>Feb <var>27</var>, <var>2031</var> - <var>23:06</var> UTC</div></div>
		<div class="b"><h2>Resolved</h2><div>Logins work again.</div>
		<div>Posted <span data-datetime-unix="1929990000000"></span>Feb <var>27</var>, <var>2031</var> - <var>20:20</var> UTC</div></div>
		<div>This incident affected: API (Login, Sessions) and Website.</div></body></html>`
	d := extract(t, "a.html", page)
	var got []string
	for _, b := range d.Blocks {
		got = append(got, string(b.Label+"|"+b.Time+"|"+b.RawTime)+"|"+sketch([]Block{b})[0])
	}
	const late, early = "Postmortem|2031-02-27T23:06:40Z|Feb 27, 2031 - 23:06 UTC|", "Resolved|2031-02-27T20:20:00Z|Feb 27, 2031 - 20:20 UTC|"
	want := []string{
		"|||h1 title: Logins fail",
		"|||fact platform: component: API (Login, Sessions)",
		"|||fact platform: component: Website",
		"|||fact platform: This incident affected: API (Login, Sessions) and Website.",
		late + "h2 action-items: Actions taken",
		late + "- action-items: Added an alert on free space.",
		late + "para action-items: https://example.com/i/7",
		early + "para timeline: Logins work again.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if d.Org != "Kestrel" || d.PublishedAt != "2031-02-27T20:20:00Z" || d.UpdatedAt != "2031-02-27T23:06:40Z" {
		t.Errorf("org %q, published %q, updated %q", d.Org, d.PublishedAt, d.UpdatedAt)
	}
}
