package extractor

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const incidentPage = `<!DOCTYPE html><html lang="en"><head><title>Example Status - Slow checkout</title></head><body class="status incident">
<div class="masthead"><a class="show-updates-dropdown">Subscribe to Updates</a></div>
<div class="page-title"><h1 class="incident-name impact-major">Slow checkout</h1>
<div class="subheader"> Incident
  Report for <a href="/">Example</a></div></div>
<div class="incident-updates-container">
<div class="row update-row"><h2 class="update-title">Postmortem</h2><div class="update-container"><div class="update-body"><div class="markdown-display">
<h3>Root cause</h3><p>A disk was full.</p><h3>Next steps</h3><ul><li>Watch the disks.</li></ul></div></div>
<div class="update-timestamp">Posted <span class="ago" data-datetime-unix="1928394600000"></span>Feb <var data-var='date'>08</var>, <var data-var='year'>2031</var> - <var data-var='time'>10:10</var> UTC</div></div></div>
<div class="row update-row"><h2 class="update-title">Resolved</h2><div class="update-container"><div class="update-body"><span class="whitespace-pre-wrap">All clear.
Thanks for waiting.</span></div>
<div class="update-timestamp">Posted <span class="ago" data-datetime-unix="1927958400000"></span>Feb <var>03</var>, <var>2031</var> - <var>09:00</var> UTC</div></div></div>
</div>
<div class="components-affected">This incident affected: API, Europe (Web, Login) and Docs (Search).</div>
<div class="page-footer">Powered by Atlassian Statuspage</div></body></html>`

func TestStatuspageIncident(t *testing.T) {
	d := extract(t, "x1.html", incidentPage)
	want := []Block{
		{Kind: Heading, Level: 1, Section: SectionTitle, Text: "Slow checkout"},
		{Kind: Fact, Section: SectionPlatform, Text: "impact: major"},
		{Kind: Fact, Section: SectionPlatform, Text: "component: API"},
		{Kind: Fact, Section: SectionPlatform, Text: "component: Europe (Web, Login)"},
		{Kind: Fact, Section: SectionPlatform, Text: "component: Docs (Search)"},
		{Kind: Fact, Section: SectionPlatform, Text: "This incident affected: API, Europe (Web, Login) and Docs (Search)."},
		update("Postmortem", Block{Kind: Heading, Level: 3, Section: SectionRootCause, Text: "Root cause"}),
		update("Postmortem", Block{Kind: Para, Section: SectionRootCause, Text: "A disk was full."}),
		update("Postmortem", Block{Kind: Heading, Level: 3, Section: SectionActionItems, Text: "Next steps"}),
		update("Postmortem", Block{Kind: Item, Depth: 1, Section: SectionActionItems, Text: "Watch the disks."}),
		update("Resolved", Block{Kind: Para, Section: SectionTimeline, Text: "All clear."}),
		update("Resolved", Block{Kind: Para, Section: SectionApology, Text: "Thanks for waiting."}),
	}
	for i := range want {
		want[i].Links = []Link{}
	}
	if diff := cmp.Diff(want, d.Blocks); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	head := []Maybe{d.Title, d.Org, d.Lang, d.PublishedAt, d.UpdatedAt, d.Window.Impact}
	if diff := cmp.Diff([]Maybe{"Slow checkout", "Example", "en", "2031-02-04T08:00:00Z", "2031-02-09T09:10:00Z", "major"}, head); diff != "" {
		t.Errorf("head (-want +got):\n%s", diff)
	}
}

// update gives a block the label and the times of one of the two updates of incidentPage.
func update(label Maybe, b Block) Block {
	b.Label, b.Time, b.RawTime = label, "2031-02-04T08:00:00Z", "Feb 03, 2031 - 09:00 UTC"
	if label == "Postmortem" {
		b.Time, b.RawTime = "2031-02-09T09:10:00Z", "Feb 08, 2031 - 10:10 UTC"
	}
	return b
}

func TestImpactStandsOnTheElementAroundTheHeadingToo(t *testing.T) {
	page := strings.Replace(incidentPage, `class="page-title"`, `class="page-title impact-critical"`, 1)
	page = strings.Replace(page, " impact-major", "", 1)
	if got := extract(t, "x1.html", page).Window.Impact; got != "critical" {
		t.Errorf("want critical, got %q", got)
	}
}

func TestStatuspageJSON(t *testing.T) {
	d := extract(t, "x1.json", `{"page":{"name":"Example"},"id":"x1","name":"Slow checkout","impact":"minor",
		"created_at":"2031-02-03T04:05:06.000Z","started_at":null,"resolved_at":"2031-02-03T06:00:00.000Z",
		"postmortem_body":"## Root cause\n\nA disk was **full**.","postmortem_published_at":true,
		"components":[{"name":"API"},{"name":null}],
		"incident_updates":[
			{"status":"resolved","body":"All clear.\r\n- Watch the disks","display_at":"2031-02-03T06:00:00.000Z"},
			{"status":"in_progress","body":"<p>Looking &amp; waiting.</p>","display_at":null,"created_at":"2031-02-03T04:06:00.000Z"}]}`)
	want := []string{
		"h1 title: Slow checkout", "fact platform: impact: minor", "fact platform: resolved_at: 2031-02-03T06:00:00Z",
		"fact platform: component: API", "fact platform: created_at: 2031-02-03T04:05:06Z",
		"h2 root-cause: Root cause", "para root-cause: A disk was full.",
		"para timeline: All clear.", "- timeline: Watch the disks", "para timeline: Looking & waiting.",
	}
	if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	last := d.Blocks[len(d.Blocks)-1]
	if last.Label != "In progress" || last.Time != "2031-02-03T04:06:00Z" {
		t.Errorf("want the label and time of the update, got %q at %q", last.Label, last.Time)
	}
	if d.Window.StartedAt != "2031-02-03T04:05:06Z" || len(d.Warnings) != 1 {
		t.Errorf("want the time of the entry as the start with a warning, got %q, %q", d.Window.StartedAt, d.Warnings)
	}
}

func TestSeveralIncidentsAreParts(t *testing.T) {
	for name, body := range map[string]string{
		"incidents.json": `{"page":{"name":"Example"},"incidents":[
			{"name":"Second","incident_updates":[{"status":"resolved","body":"Fixed."}]},
			{"name":"First","incident_updates":[{"status":"resolved","body":"Fixed."}]}]}`,
		"history.atom": `<feed xmlns="http://www.w3.org/2005/Atom"><title>Example Status - Incident History</title>
			<entry><title>Second</title><content type="html">&lt;p&gt;Fixed the disk.&lt;/p&gt;</content></entry>
			<entry><title>First</title><content type="html">&lt;p&gt;Fixed the disk.&lt;/p&gt;</content></entry></feed>`,
	} {
		t.Run(name, func(t *testing.T) {
			d := extract(t, name, body)
			if d.Incidents() != 2 || d.Part(1).Title != "Second" || d.Part(2).Title != "First" || d.Part(1).Org != "Example" {
				t.Errorf("want Second and First of Example, got %d: %v", d.Incidents(), d.Parts)
			}
			if len(d.Blocks) != 1 || d.Blocks[0].Section != SectionTitle {
				t.Errorf("want the title alone beside the parts, got %q", sketch(d.Blocks))
			}
		})
	}
}

func TestFeedEntryAcrossTheNewYear(t *testing.T) {
	d := extract(t, "history.atom", `<feed xmlns="http://www.w3.org/2005/Atom"><title>Example Status</title><entry><title>Slow</title>
		<updated>2031-01-01T00:30:00Z</updated><content type="html">
		&lt;p&gt;&lt;small&gt;Jan &lt;var&gt;1&lt;/var&gt;, &lt;var&gt;00:30&lt;/var&gt; UTC&lt;/small&gt;&lt;br&gt;&lt;strong&gt;Resolved&lt;/strong&gt; - Fixed.&lt;/p&gt;
		&lt;p&gt;&lt;small&gt;Dec 31, 23:10 UTC&lt;/small&gt;&lt;br&gt;&lt;strong&gt;Investigating&lt;/strong&gt; - Looking.&lt;/p&gt;</content></entry></feed>`)
	var got []Maybe
	for _, b := range d.Blocks[1:] {
		got = append(got, b.Label, b.Time, Maybe(b.Text))
	}
	want := []Maybe{"Resolved", "2031-01-01T00:30:00Z", "Fixed.", "Investigating", "2030-12-31T23:10:00Z", "Looking."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("updates (-want +got):\n%s", diff)
	}
}

func TestEachLineOfAnUpdateIsABlock(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"labels and lines": {
			"We are sorry.\n(All Times US/Pacific)\n**Incident Start:** 4 May 2031 01:10\n**Incident End:** 4 May 2031 02:00\n**Description:**\nUploads failed.\n**Root Cause:**\nA quota was too low.",
			[]string{
				"h1 title: Uploads fail", "para apology: We are sorry.", "para summary: (All Times US/Pacific)", "para unknown: Incident Start: 4 May 2031 01:10",
				"para unknown: Incident End: 4 May 2031 02:00", "h1 summary: Description:", "para summary: Uploads failed.",
				"h1 root-cause: Root Cause:", "para root-cause: A quota was too low.",
			},
		},
		"lines that an editor broke": {
			"**Uploads** failed because a quota\nwas too low.\nIt was raised.",
			[]string{"h1 title: Uploads fail", "para timeline: Uploads failed because a quota was too low. It was raised."},
		},
		"a table without outer bars": {
			"**Uploads**\nTime | What\n--- | ---\n10:00 | failed\n10:30 | work",
			[]string{"h1 title: Uploads fail", "h1 unknown: Uploads", "row unknown: Time | What", "row timeline: 10:00 | failed", "row timeline: 10:30 | work"},
		},
		"lists and code": {
			"**Uploads** failed.\n- Photos\n- Films\n```\nput a\nput b\n```",
			[]string{"h1 title: Uploads fail", "para timeline: Uploads failed.", "- timeline: Photos", "- timeline: Films", "code timeline: put a\nput b"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := json.Marshal(c.text)
			if err != nil {
				t.Fatal(err)
			}
			d := extract(t, "incident.json", `{"external_desc":"Uploads fail","updates":[{"when":"2031-05-05T10:00:00+00:00","text":`+string(text)+`}]}`)
			if diff := cmp.Diff(c.want, sketch(d.Blocks)); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
		})
	}
}

func TestGoogleCloudIncident(t *testing.T) {
	d := extract(t, "incident.json", `{"begin":"2031-09-01T14:44:00+00:00","end":null,"external_desc":"**Title:** Slow queries\n**Description:** Queries are slow.",
		"severity":"medium","status_impact":"SERVICE_DISRUPTION","service_name":"Multiple Products",
		"affected_products":[{"title":"Cloud Run"}],"previously_affected_locations":[{"title":"Iowa (us-central1)"}],
		"updates":[{"when":"2031-09-02T10:00:00+00:00","status":"AVAILABLE","text":"# Incident Report\n## Root Cause\nA disk was full."}]}`)
	want := []string{
		"h1 title: Slow queries", "fact platform: impact: SERVICE_DISRUPTION", "fact platform: started_at: 2031-09-01T14:44:00Z",
		"fact platform: component: Cloud Run", "fact platform: severity: medium", "fact platform: location: Iowa (us-central1)",
		"para summary: Title: Slow queries", "para summary: Description: Queries are slow.",
		"h1 unknown: Incident Report", "h2 root-cause: Root Cause", "para root-cause: A disk was full.",
	}
	if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if d.Org != "Google Cloud" || d.Window.ResolvedAt != "" {
		t.Errorf("want Google Cloud and an open end, got %q and %q", d.Org, d.Window.ResolvedAt)
	}
}
