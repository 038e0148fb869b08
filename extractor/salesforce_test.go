package extractor

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSalesforceTrust(t *testing.T) {
	checkReadings(t, []reading{
		{page: "salesforce-trust-lightning", recipe: "salesforce-trust", title: "Incident 20990011: Feature perf degradation", org: "Salesforce",
			window: Window{"2031-03-17T11:06:00Z", "2031-03-17T12:10:00Z", "major", []string{"core", "live_agent"}},
			updates: []string{"Postmortem at  ()", "Resolved at 2031-03-17T12:22:00Z (2031-03-17T12:22:00.000Z)",
				"Identified cause of issue at 2031-03-17T11:45:00Z (2031-03-17T11:45:00.000Z)",
				"Investigating cause of issue at 2031-03-17T11:20:00Z (2031-03-17T11:20:00.000Z)"}},
		{page: "salesforce-trust-open-list", recipe: "salesforce-trust", title: "Incidents of Salesforce", org: "Salesforce",
			window:  Window{StartedAt: "2031-05-20T20:15:00Z", Impact: "minor", Components: []string{"marketing_cloud"}},
			updates: []string{"Working on resolution at 2031-05-20T21:00:00Z (2031-05-20T21:00:00.000Z)"},
			parts:   []Maybe{"Incident 20990040: Service degradation", "Incident 20990039: Feature disruption"}},
	})
}

func TestTheMessageOfSalesforceIsTheReport(t *testing.T) {
	sections := map[Section]int{}
	for _, b := range readPage(t, "salesforce-trust-lightning").Blocks {
		if b.Label == "Postmortem" {
			sections[b.Section]++
		}
	}
	want := map[Section]int{SectionRootCause: 1, SectionResolution: 1, SectionActionItems: 2}
	if diff := cmp.Diff(want, sections); diff != "" {
		t.Errorf("blocks per section (-want +got):\n%s", diff)
	}
}
