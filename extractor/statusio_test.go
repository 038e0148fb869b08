package extractor

import "testing"

func TestStatusIO(t *testing.T) {
	checkReadings(t, []reading{
		{page: "status-io-queue-delay", recipe: "status-io", title: "Jobs start late",
			window: Window{StartedAt: "2031-04-02T10:44:00Z", Impact: "Partial service disruption", Components: []string{"Job queue", "Scheduler"}},
			updates: []string{"Investigating at 2031-04-02T10:44:00Z (2031-04-02T10:44:00.000Z)",
				"Identified at 2031-04-02T11:10:00Z (2031-04-02T11:10:00.000Z)", "Monitoring at 2031-04-02T11:52:00Z (2031-04-02T11:52:00.000Z)"}},
		{page: "status-io-incidents-two", recipe: "status-io", title: "Incidents",
			window: Window{"2031-03-03T19:00:00Z", "2031-03-03T20:30:00Z", "Service disruption", []string{"Webhooks"}},
			updates: []string{"Investigating at 2031-03-03T19:00:00Z (2031-03-03T19:00:00.000Z)",
				"Monitoring at 2031-03-03T20:30:00Z (2031-03-03T20:30:00.000Z)"},
			parts: []Maybe{"Webhooks not delivered", "Dashboard shows old figures"}},
	})
}

func TestStatusIOCodes(t *testing.T) {
	for _, c := range []struct {
		name string
		msg  map[string]any
		want Maybe
	}{
		{"state of the work", map[string]any{"state": "200", "status": "500"}, "Identified"},
		{"no state: the status", map[string]any{"status": "600"}, "Security event"},
		{"neither", map[string]any{}, "Update"},
		{"codes that nobody documents", map[string]any{"state": "7", "status": "8"}, "Update"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := statusIOLabel(c.msg); got != c.want {
				t.Errorf("want %q, got %q", c.want, got)
			}
		})
	}
}
