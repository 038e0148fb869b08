package extractor

import "testing"

func TestCachet(t *testing.T) {
	checkReadings(t, []reading{
		{page: "cachet-incidents-fr", recipe: "cachet", title: "Incidents",
			updates: []string{"Enquête en cours at  (2031-03-19 18:05:00)", "Identifié at  (2031-03-19 18:50:00)", "Résolu at  (2031-03-19 19:40:00)"},
			parts:   []Maybe{"Paiements refusés", "Pages lentes"}},
		{page: "cachet-timeline", recipe: "cachet", title: "Incidents", org: "Quarry Metrics",
			updates: []string{"Fixed at 2031-02-07T14:20:00Z (Friday 7th February 2031 15:20:00)"},
			parts:   []Maybe{"Metrics arrive late", "Alerts sent twice"}},
	})
}

func TestCachetPageOfOneIncident(t *testing.T) {
	moment := func(head, text string) string {
		return `<div class="moment"><div class="status-icon status-4" title="Fixed"></div><div class="panel panel-message">` + head +
			`<abbr data-timeago="2031-02-03T04:05:06+0000" title="3 February"></abbr><div class="panel-body"><p>` + text + `</p></div></div></div>`
	}
	d := extract(t, "4.html", `<html><body class="status-page"><div class="timeline">`+moment(`<div class="panel-heading"><strong>Slow search</strong></div>`, "The index was full.")+
		moment("", "Search is fast again.")+`</div></body></html>`)
	if d.Incidents() != 1 || d.Title != "Slow search" || len(d.Blocks) != 3 || d.Blocks[2].Time != "2031-02-03T04:05:06Z" {
		t.Errorf("want one incident with two updates, got %d: %q", d.Incidents(), sketch(d.Blocks))
	}
}
