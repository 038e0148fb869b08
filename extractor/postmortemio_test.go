package extractor

import (
	"strings"
	"testing"
)

func TestPostmortemIO(t *testing.T) {
	checkReadings(t, []reading{
		{page: "postmortem-io-streaming-copy", recipe: "postmortem-io", title: "Video starts failing in South America", org: "Tidewater Video"},
		{page: "postmortem-io-text", recipe: "text", title: "Ticket sales closed by an expired licence", org: "Fairground Tickets"},
	})
}

func TestCopyNamesItsOriginal(t *testing.T) {
	d := readPage(t, "postmortem-io-streaming-copy")
	if d.PublishedAt != "2031-02-09" || len(d.Warnings) != 1 || !strings.HasSuffix(d.Warnings[0], " https://status.tidewater.example/incidents/88") {
		t.Errorf("want the stated day and a warning with the original's address, got %q, %q", d.PublishedAt, d.Warnings)
	}
	for _, b := range d.Blocks {
		if strings.Contains(b.Text, "Beta") && b.Section != SectionBoilerplate {
			t.Errorf("the site's head is read as text: %q in %s", b.Text, b.Section)
		}
	}
}
