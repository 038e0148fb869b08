package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/normalizer"
)

func TestChangesAreCountedPerTerm(t *testing.T) {
	terms := termChanges{}
	slow := &normalizer.Case{Symptoms: []string{"high-latency"}, RootCause: "overload", Severity: "unknown", DateKind: "incident"}
	lossy := &normalizer.Case{Symptoms: []string{"data-loss", "high-latency"}, RootCause: "unknown", Severity: "unknown", DateKind: "incident"}
	none := &normalizer.Case{RootCause: "overload", Severity: "unknown", DateKind: "incident"}
	terms.count(none, slow)
	terms.count(none, lossy)
	terms.count(slow, none)
	terms.count(slow, slow)
	var out strings.Builder
	terms.print(&out)
	want := "term\troot_cause/overload\t-1\nterm\troot_cause/unknown\t+1\nterm\tsymptoms/data-loss\t+1\n" +
		"term\tsymptoms/high-latency\t+2 -1\n4 terms would change\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
