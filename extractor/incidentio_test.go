package extractor

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
)

// dataPage is a page whose script has a row of data, cut into two pieces.
func dataPage(t *testing.T, row string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang="en"><head><title>Orchard Pay Status</title></head><body><nav>Status</nav><h1>Orchard Pay</h1>`)
	stream := "1:\"$Sreact.fragment\"\n4:" + strings.ReplaceAll(row, "\n", "") + "\n"
	for _, piece := range []string{stream[:30], stream[30:]} {
		text, err := json.Marshal(piece)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(`<script>self.__next_f.push([1,` + string(text) + `])</script>`)
	}
	return b.String() + "</body></html>"
}

const orchardIncidents = `["$","div",null,{"summary":{"name":"Orchard Pay","components":[{"component_id":"01KCARD","name":"Card payments"},{"id":"01KDASH","name":"Dashboard"}],
"ongoing_incidents":[{"id":"01KAAA","name":"Card payments fail","status":"resolved","published_at":"2031-03-01T10:05:00Z",
"component_impacts":[{"component_id":"01KCARD","start_at":"2031-03-01T10:00:00.5Z","end_at":"2031-03-01T11:00:00Z","status":"partial_outage"},
 {"component_id":"01KDASH","start_at":"2031-03-01T09:58:00Z","end_at":"2031-03-01T10:20:00Z","status":"degraded_performance"}],
"updates":[{"message_string":"Payments end with an error.\n\nWe look into it.","published_at":"2031-03-01T10:05:00Z","to_status":"investigating"},
 {"message_string":"Payments work.","published_at":"2031-03-01T11:10:00Z","to_status":"resolved"}],"write_up_contents":"## Root cause\nA key had run out.","write_up_url":"$undefined"},
{"id":"01KBBB","name":"로그인 지연","status":"monitoring","component_impacts":[{"component_id":"01KNONE","start_at":"2031-03-02T02:00:00Z","end_at":"$undefined","status":"degraded_performance"}],
"updates":[{"message_string":"로그인이 느립니다.","published_at":"2031-03-02T01:50:00Z","to_status":"monitoring"}],"write_up_contents":"$undefined"}]}}]`

func TestPageOfIncidentIOIsReadFromItsData(t *testing.T) {
	d := extract(t, "index.html", dataPage(t, orchardIncidents))
	if d.Recipe != "incident-io" || d.Incidents() != 2 || d.Title != "Incidents of Orchard Pay" {
		t.Fatalf("want two incidents of Orchard Pay, got %d under %q by %s", d.Incidents(), d.Title, d.Recipe)
	}
	want := []string{
		"h1 title: Card payments fail", "fact platform: impact: partial_outage", "fact platform: component: Card payments", "fact platform: component: Dashboard",
		"fact platform: impact_started_at: 2031-03-01T09:58:00Z", "fact platform: impact_ended_at: 2031-03-01T11:00:00Z",
		"para timeline: Payments end with an error.", "para timeline: We look into it.", "para timeline: Payments work.",
		"h2 root-cause: Root cause", "para root-cause: A key had run out.",
	}
	if diff := cmp.Diff(want, sketch(d.Part(1).Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	second := d.Part(2)
	if diff := cmp.Diff([][3]string{{"Monitoring", "2031-03-02T01:50:00Z", "로그인이 느립니다."}}, updates(second)); diff != "" {
		t.Errorf("updates (-want +got):\n%s", diff)
	}
	if second.Window.StartedAt != "" || second.Window.ResolvedAt != "" || second.Lang != "ko" {
		t.Errorf("want no start after the first update and no end, got %+v", second.Window)
	}
}

func TestAddressNamesTheIncidentOfThePage(t *testing.T) {
	d, err := Extract(t.Context(), fetcher.FromFile("a.html", "https://status.orchardpay.example/incidents/01KBBB", "", []byte(dataPage(t, orchardIncidents)), noon))
	if err != nil {
		t.Fatal(err)
	}
	if d.Incidents() != 1 || d.Title != "로그인 지연" || d.Org != "Orchard Pay" {
		t.Errorf("want the incident of the address, got %q of %q", d.Title, d.Org)
	}
}

func TestWidgetAPIHasTheLastUpdate(t *testing.T) {
	d := extract(t, "summary.json", `{"page_title":"Orchard Pay Status","page_url":"https://status.orchardpay.example/","ongoing_incidents":[{"id":"01KAAA","name":"Card payments fail",
		"status":"identified","url":"https://status.orchardpay.example/incidents/01KAAA","last_update_at":"2031-03-01T10:05:00Z","last_update_message":"A key has run out.",
		"current_worst_impact":"partial_outage","affected_components":[{"id":"01KCARD","name":"Card payments","current_status":"partial_outage"}]}],"in_progress_maintenances":null,"scheduled_maintenances":[]}`)
	want := []string{"h1 title: Card payments fail", "fact platform: impact: partial_outage", "fact platform: component: Card payments", "para timeline: A key has run out."}
	if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if b := d.Blocks[3]; b.Label != "Identified" || b.Time != "2031-03-01T10:05:00Z" || d.Org != "Orchard Pay" || len(d.Warnings) != 1 {
		t.Errorf("want the last update with a warning, got %+v of %q", b, d.Org)
	}
}

func TestCopyOfStatuspageByIncidentIO(t *testing.T) {
	d := extract(t, "incidents.json", `{"page":{"id":"01KPAGE","name":"Orchard Pay","url":"https://status.orchardpay.example"},"incidents":[{"id":"01KKWW47249GJZZP9ZGR1PTHV5",
		"name":"Card payments fail","status":"resolved","impact":"critical","created_at":"2031-03-01T10:05:00Z","resolved_at":"2031-03-01T11:10:00Z","components":null,
		"incident_updates":[{"id":"01KU","status":"resolved","body":"Payments work.","display_at":"2031-03-01T11:10:00Z","affected_components":null}]}]}`)
	if d.Window.StartedAt != "2031-03-01T10:05:00Z" || d.Window.ResolvedAt != "2031-03-01T11:10:00Z" || len(d.Warnings) != 1 || d.Org != "Orchard Pay" {
		t.Errorf("want the entry's time as the start with a warning, got %+v of %q, %q", d.Window, d.Org, d.Warnings)
	}
	_, err := Extract(t.Context(), fetcher.FromFile("incidents.json", "", "", []byte(`{"page":{"name":"Orchard Pay"},"incidents":null}`), noon))
	var e *Error
	if !errors.As(err, &e) || e.Kind != NotAReport {
		t.Errorf("want no report in a null list, got %v", err)
	}
}
