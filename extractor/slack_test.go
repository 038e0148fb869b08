package extractor

import (
	"strings"
	"testing"
)

func TestSlack(t *testing.T) {
	checkReadings(t, []reading{
		{page: "slack-history-two", recipe: "slack", title: "Incidents of Slack", org: "Slack",
			window: Window{StartedAt: "2031-02-27T16:02:31Z", Impact: "outage", Components: []string{"Messaging", "Connections"}},
			updates: []string{"Update at 2031-02-28T18:00:00Z (2031-02-28T10:00:00-08:00)", "Update at 2031-02-27T17:25:00Z (2031-02-27T09:25:00-08:00)",
				"Update at 2031-02-27T16:02:31Z (2031-02-27T08:02:31-08:00)"},
			parts: []Maybe{"Trouble sending messages", "Slow search results"}},
		{page: "slack-current-one", recipe: "slack", title: "Huddles fail to start", org: "Slack",
			window:  Window{StartedAt: "2031-05-05T16:00:00Z", Impact: "incident", Components: []string{"Huddles"}},
			updates: []string{"Update at 2031-05-05T16:41:00Z (2031-05-05T09:41:00-07:00)", "Update at 2031-05-05T16:00:00Z (2031-05-05T09:00:00-07:00)"}},
	})
}

func TestNotesOfSlackAreHTMLAlsoWithoutTags(t *testing.T) {
	for _, b := range readPage(t, "slack-current-one").Blocks {
		if strings.Contains(b.Text, "&amp;") {
			t.Errorf("an entity stands in the text: %q", b.Text)
		}
	}
}
