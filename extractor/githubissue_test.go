package extractor

import "testing"

func TestGitHubIssue(t *testing.T) {
	checkReadings(t, []reading{
		{page: "github-issue-upptime", recipe: "github-issue", title: "🛑 Checkout API is down", org: "pelican-cloud",
			window: Window{StartedAt: "2031-04-14T21:14:09Z", ResolvedAt: "2031-04-14T22:31:40Z"},
			updates: []string{"Update at 2031-04-14T21:40:00Z (2031-04-14T21:40:00Z)", "Comment at  (2031-04-14T21:55:00Z)",
				"Update at 2031-04-14T22:31:38Z (2031-04-14T22:31:38Z)"}},
		{page: "github-issue-page", recipe: "github-issue", title: "Incident report: registry served wrong layers on 2031-05-09", org: "saffron",
			updates: []string{"Comment at  (2031-05-10T11:00:00Z)", "Update at 2031-05-10T11:30:00Z (2031-05-10T11:30:00Z)",
				"Update at 2031-05-20T08:00:00Z (2031-05-20T08:00:00Z)"}},
	})
}

func TestIssueOfTheCommandLine(t *testing.T) {
	d := extract(t, "issue.json", `{"title":"Slow builds","body":"Builds waited since 09:00 UTC.","author":{"login":"ada"},"createdAt":"2031-02-03T09:30:00Z",
		"closedAt":null,"state":"OPEN","labels":[{"name":"incident"}],"url":"https://github.com/example/ci/issues/4",
		"comments":[{"author":{"login":"ada"},"authorAssociation":"NONE","body":"Builds run again.","createdAt":"2031-02-03T10:00:00Z"}]}`)
	if d.Org != "example" || d.Window.StartedAt != "" || d.UpdatedAt != "2031-02-03T10:00:00Z" {
		t.Errorf("want no start from an issue that a person wrote, got %q, %+v, %q", d.Org, d.Window, d.UpdatedAt)
	}
}
