package extractor

import "testing"

func TestBetterStack(t *testing.T) {
	checkReadings(t, []reading{
		{page: "better-stack-login-loop", recipe: "better-stack", title: "Login sends people back to the start page", org: "Harbor Desk",
			window: Window{StartedAt: "2031-02-18T13:04:00Z", Components: []string{"Web app", "Single sign-on"}},
			updates: []string{"Resolved at 2031-02-18T14:10:00Z (2031-02-18T14:10:00.000Z)", "Downtime at 2031-02-18T13:48:00Z (2031-02-18T13:48:00.000Z)",
				"Downtime at 2031-02-18T13:20:00Z (2031-02-18T13:20:00.000Z)"}},
		{page: "better-stack-dos-informes-es", recipe: "better-stack", title: "Incidents of Telar Nube", org: "Telar Nube",
			window:  Window{StartedAt: "2031-01-09T10:15:00Z", ResolvedAt: "2031-01-09T12:40:00Z", Components: []string{"Subida de archivos"}},
			updates: []string{"Resolved at 2031-01-09T12:45:00Z (2031-01-09T12:45:00.000Z)", "Degraded at 2031-01-09T10:30:00Z (2031-01-09T10:30:00.000Z)"},
			parts:   []Maybe{"Lentitud al subir archivos", "Mantenimiento de la base de datos"}},
	})
}

func TestBetterStackReportByItself(t *testing.T) {
	d := extract(t, "7.json", `{"data":{"id":"7","type":"status_report","attributes":{"title":"Slow","starts_at":"2031-01-02T03:04:05Z"},
		"relationships":{"status_updates":{"data":[{"id":1,"type":"status_update"},{"id":"9"}]}}},
		"included":[null,{"id":"1","type":"status_update","attributes":{"message":"Looking into it.","published_at":null}}]}`)
	if d.Title != "Slow" || d.Window.StartedAt != "2031-01-02T03:04:05Z" || len(updatesOf(d)) != 1 {
		t.Errorf("want the report with its one update, got %+v", d)
	}
}
