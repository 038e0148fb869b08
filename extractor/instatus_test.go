package extractor

import "testing"

func TestInstatus(t *testing.T) {
	checkReadings(t, []reading{
		{page: "instatus-invoices-data", recipe: "instatus", title: "Some invoices cannot be opened", org: "Maple Ledger",
			window: Window{"2031-03-28T09:12:00Z", "2031-03-28T10:47:00Z", "PARTIALOUTAGE", []string{"Invoices", "Exports"}},
			updates: []string{"Investigating at 2031-03-28T09:25:00Z (2031-03-28T09:25:00.000Z)",
				"Identified at 2031-03-28T10:05:30Z (2031-03-28T10:05:30.000Z)", "Resolved at 2031-03-28T10:47:00Z (2031-03-28T10:47:00.000Z)"}},
		{page: "instatus-retards-fr", recipe: "instatus", title: "Retards de distribution des messages", org: "Poste Claire",
			updates: []string{"Résolu at 2031-04-11T16:40:00Z (11 avril 2031 à 16:40)", "Enquête en cours at 2031-04-11T14:05:00Z (11 avril 2031 à 14:05)"}},
		{page: "instatus-summary-de", recipe: "instatus", title: "Anmeldung am Portal gestört", org: "Nordkran",
			window: Window{StartedAt: "2031-05-06T05:58:00Z", Impact: "MAJOROUTAGE"}},
	})
}

func TestInstatusSummaryWithoutTextsSaysSo(t *testing.T) {
	d := readPage(t, "instatus-summary-de")
	if len(d.Warnings) != 1 || d.UpdatedAt != "2031-05-06T06:20:11Z" || d.PublishedAt != "" {
		t.Errorf("want a warning and the time of the last change alone, got %q, %q, %q", d.Warnings, d.PublishedAt, d.UpdatedAt)
	}
}

func TestInstatusLongTextStandsInARowOfItsOwn(t *testing.T) {
	d := readPage(t, "instatus-invoices-data")
	if last := d.Blocks[len(d.Blocks)-1]; last.Label != "Resolved" || last.Section != SectionTimeline && last.Section != SectionApology {
		t.Errorf("want the last paragraph of the long text under Resolved, got %+v", last)
	}
	for _, b := range d.Blocks {
		if b.Text == "$1c" {
			t.Error("a reference stands in place of the text")
		}
	}
}

func TestInstatusPageWithSeveralIncidents(t *testing.T) {
	item := `<div class="incident-details incident-item"><strong class="incident-name">NAME</strong><ul><li class="incident-update update-list-item">
		<div class="update-list-item__status">Resolved</div><time dateTime="2031-03-04T05:06:07.000Z">March 4</time><div class="update-list-item__message"><p>Fixed the disk.</p></div></li></ul></div>`
	d := extract(t, "status.html", `<html><head><title>Example - Status</title><link href="https://example.instatus.com"></head><body>`+item+item+`</body></html>`)
	if d.Incidents() != 2 || d.Part(2).Org != "Example" || d.Part(1).PublishedAt != "2031-03-04T05:06:07Z" {
		t.Errorf("want two incidents of Example, got %d: %+v", d.Incidents(), d)
	}
}
