package extractor

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const azureFragment = `<div class="month-incident-container"><h3>January 2031</h3><div class="row">
<div class="col-sm-11 incident-history-item"><button class="row incident-history-header" type="button"><span class="hide-text">01/25/2031</span>
<div class="col-md-8 incident-history-title">
   Preliminary Post Incident Review (PIR) – Kelp Storage – Errors in Iceland Central
</div><div class="col-md-3 incident-history-tracking-id"> Tracking ID: KJV6-SGG </div></button>
<div class="row"><div class="collapse incident-history-collapse"><div class="card-body"><p><em>Watch our 'Azure Incident Retrospective' video about this incident: <a href="https://aka.ms/x">https://aka.ms/x</a></em></p>
<p><strong>What happened?</strong></p><p>Reads failed for everybody in the region.</p>
<p><strong>What went wrong and why?</strong></p><p>A switch restarted.</p>
<p><strong>How are we making incidents like this less likely or less impactful?</strong></p><ul><li>We replace the switch.</li></ul>
<p><strong>How can we make our incident communications more useful?</strong></p><p>Answer our short survey.</p></div></div></div></div>
<div class="col-sm-11 incident-history-item"><button type="button"><span class="hide-text">01/03/2031</span><div class="incident-history-title">RCA - Sign-in page - Mitigated</div>
<div class="incident-history-tracking-id">Tracking ID: 4M8X-VTZ</div></button><div class="card-body"><p><strong>Summary of Impact:</strong> Sign-in failed for some.<br/><br/><strong>Root Cause:</strong> A certificate ran out.<br/><br/><strong>Next Steps:</strong> We watch the dates.</p>
<p><strong>Provide Feedback:</strong> Please help us improve.</p></div></div></div></div>`

func TestAzureHistoryIsAPartPerIncident(t *testing.T) {
	d := extract(t, "history.html", azureFragment)
	if d.Recipe != "azure-history" || d.Incidents() != 2 {
		t.Fatalf("want two incidents, got %d by %s", d.Incidents(), d.Recipe)
	}
	want := [][]string{{
		"h1 title: Kelp Storage – Errors in Iceland Central", "fact platform: review: Preliminary Post Incident Review (PIR)",
		"fact platform: date: 2031-01-25", "fact platform: tracking_id: KJV6-SGG",
		"para boilerplate: Watch our 'Azure Incident Retrospective' video about this incident: https://aka.ms/x",
		"h1 summary: What happened?", "para summary: Reads failed for everybody in the region.",
		"h1 root-cause: What went wrong and why?", "para root-cause: A switch restarted.",
		"h1 action-items: How are we making incidents like this less likely or less impactful?", "- action-items: We replace the switch.",
		"h1 boilerplate: How can we make our incident communications more useful?", "para boilerplate: Answer our short survey.",
	}, {
		"h1 title: Sign-in page", "fact platform: review: RCA", "fact platform: status: Mitigated", "fact platform: date: 2031-01-03", "fact platform: tracking_id: 4M8X-VTZ",
		"para impact: Summary of Impact: Sign-in failed for some.", "para root-cause: Root Cause: A certificate ran out.",
		"para action-items: Next Steps: We watch the dates.", "para boilerplate: Provide Feedback: Please help us improve.",
	}}
	for i, part := range d.Parts {
		if part.Org != "Microsoft Azure" {
			t.Errorf("want Microsoft Azure, got %q", part.Org)
		}
		if diff := cmp.Diff(want[i], sketch(part.Blocks)); diff != "" {
			t.Errorf("part %d (-want +got):\n%s", i+1, diff)
		}
	}
}

func TestNewerAzureFragmentHasTheIDInItsHeading(t *testing.T) {
	d := extract(t, "history.html", `<div class="column small-11"><h3 class="text-heading4">Mitigated - Kelp Storage in Iceland (Tracking ID 1K80-N_8)</h3>
<p><strong>What happened?</strong></p><p>Reads failed for everybody in the region.</p></div>`)
	want := []string{"h1 title: Kelp Storage in Iceland", "fact platform: status: Mitigated", "fact platform: tracking_id: 1K80-N_8",
		"h4 summary: What happened?", "para summary: Reads failed for everybody in the region."}
	if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}
