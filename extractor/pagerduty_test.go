package extractor

import "testing"

func TestPagerDuty(t *testing.T) {
	checkReadings(t, []reading{
		{page: "pagerduty-late-alerts", recipe: "pagerduty", title: "Alerts delivered late in the EU region", org: "Kiteline",
			window: Window{Impact: "major", Components: []string{"Notification Delivery (EU)", "SMS (EU)"}},
			updates: []string{"Postmortem at 2031-02-20T15:00:00Z (2031-02-20T15:00:00Z)", "Resolved at 2031-02-12T09:12:00Z (2031-02-12T09:12:00Z)",
				"Investigating at 2031-02-12T08:15:30Z (2031-02-12T08:15:30Z)", "Detected at 2031-02-12T08:02:00Z (2031-02-12T08:02:00Z)"}},
		{page: "pagerduty-api-data-ja", recipe: "pagerduty", title: "Incidents of ハヤブサ便", org: "ハヤブサ便",
			window:  Window{Impact: "minor", Components: []string{"通知"}},
			updates: []string{"Investigating at 2031-04-25T01:10:00Z (2031-04-25T01:10:00Z)"},
			parts:   []Maybe{"メール通知の遅延", "検索結果が表示されない"}},
	})
}

func TestWorseSeverity(t *testing.T) {
	for _, c := range []struct{ name, a, b, want Maybe }{
		{"first", "", "minor", "minor"},
		{"worse", "minor", "critical", "critical"},
		{"better", "major", "minor", "major"},
		{"over", "major", "all_good", "major"},
		{"never bad", "", "all_good", ""},
		{"unknown word", "minor", "purple", "minor"},
	} {
		t.Run(string(c.name), func(t *testing.T) {
			if got := worse(c.a, c.b); got != c.want {
				t.Errorf("want %q, got %q", c.want, got)
			}
		})
	}
}
