package extractor

import "testing"

func TestCState(t *testing.T) {
	checkReadings(t, []reading{
		{page: "cstate-issue-page", recipe: "cstate", title: "Downloads fail", org: "Willowbyte",
			window:  Window{Impact: "disrupted", Components: []string{"Downloads", "CDN"}},
			updates: []string{"Resolved at  (08 Mar 2031 12:10)", "Investigating at  (08 Mar 2031 09:42)"}},
		{page: "cstate-issue-json", recipe: "cstate", title: "API antwortet nicht",
			window:  Window{"2031-01-21T06:30:00Z", "2031-01-21T07:55:00Z", "down", []string{"API"}},
			updates: []string{"Resolved at  ()", "Investigating at  ()"}},
		{page: "cstate-index-open", recipe: "cstate", title: "Incidents of Willowbyte", org: "Willowbyte",
			window: Window{StartedAt: "2031-05-30T10:00:00Z", Impact: "notice", Components: []string{"Uploads", "CDN"}},
			parts:  []Maybe{"Uploads are slow", "Sign-up is down"}},
	})
}

func TestCStateArticleOfTheOlderLayout(t *testing.T) {
	d := extract(t, "a.html", `<html><body class="issues single issue-severity-down"><div class="article"><h1 class="clean">Mail is down</h1>
		<small class="date">March 8, 2031 at 9:42 AM</small><p><small><a class="tag" href="/affected/mail">Mail</a></small></p>
		<strong class="error">Downtime ongoing</strong><hr><p><strong>Investigating</strong> - Mail is not delivered since 09:30.</p></div></body></html>`)
	if d.Recipe != "cstate" || d.Title != "Mail is down" || d.Window.Impact != "down" || len(d.Window.Components) != 1 {
		t.Errorf("want the older layout with severity and component, got %s %q %+v", d.Recipe, d.Title, d.Window)
	}
	last := d.Blocks[len(d.Blocks)-1]
	if last.Label != "Investigating" || last.Section != SectionTimeline {
		t.Errorf("want the update with its label, got %+v", last)
	}
}
