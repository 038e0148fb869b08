package extractor

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// updates shows of a document what its updates say: label, instant and text.
func updates(d *Document) [][3]string {
	var shown [][3]string
	for _, b := range d.Blocks[1:] {
		if b.Kind != Fact {
			shown = append(shown, [3]string{string(b.Label), string(b.Time), b.Text})
		}
	}
	return shown
}

func TestFeedOfStatuspageIsAPartPerIncident(t *testing.T) {
	d := extract(t, "history.atom", `<?xml version="1.0" encoding="UTF-8"?>
<feed xml:lang="en-US" xmlns="http://www.w3.org/2005/Atom"><title>Harbour Mail Status - Incident History</title>
<updated>2031-03-02T01:10:00Z</updated><author><name>Harbour Mail</name></author>
<entry><id>tag:1</id><published>2031-03-02T01:10:00Z</published><updated>2031-03-02T01:10:00Z</updated><title>Delayed delivery</title>
<content type="html">&lt;p&gt;&lt;small&gt;Mar &lt;var data-var='date'&gt; 2&lt;/var&gt;, &lt;var data-var='time'&gt;01:10&lt;/var&gt; UTC&lt;/small&gt;&lt;br&gt;&lt;strong&gt;Postmortem&lt;/strong&gt; - &lt;h2&gt;Root cause&lt;/h2&gt;&lt;p&gt;A queue ran full.&lt;/p&gt;&lt;/p&gt;
&lt;p&gt;&lt;small&gt;Feb &lt;var data-var='date'&gt;28&lt;/var&gt;, &lt;var data-var='time'&gt;23:50&lt;/var&gt; PST&lt;/small&gt;&lt;br&gt;&lt;strong&gt;Resolved&lt;/strong&gt; - Mail flows again.&lt;br&gt;The backlog is gone.&lt;/p&gt;</content></entry>
<entry><id>tag:2</id><updated>2031-01-04T10:00:00Z</updated><title>Login errors</title>
<content type="html">&lt;p&gt;&lt;small&gt;Jan 4, 10:00 UTC&lt;/small&gt;&lt;br&gt;&lt;strong&gt;Resolved&lt;/strong&gt; - Logins work.&lt;/p&gt;</content></entry></feed>`)
	if d.Incidents() != 2 || d.Part(1).Title != "Delayed delivery" || d.Part(2).Org != "Harbour Mail" {
		t.Fatalf("want two incidents of Harbour Mail, got %d: %q", d.Incidents(), sketch(d.Part(1).Blocks))
	}
	first := d.Part(1)
	want := [][3]string{
		{"Postmortem", "2031-03-02T01:10:00Z", "Root cause"},
		{"Postmortem", "2031-03-02T01:10:00Z", "A queue ran full."},
		{"Resolved", "2031-03-01T07:50:00Z", "Mail flows again."},
		{"Resolved", "2031-03-01T07:50:00Z", "The backlog is gone."},
	}
	if diff := cmp.Diff(want, updates(first)); diff != "" {
		t.Errorf("updates (-want +got):\n%s", diff)
	}
	if first.PublishedAt != "2031-03-01T07:50:00Z" || first.UpdatedAt != "2031-03-02T01:10:00Z" {
		t.Errorf("want the first and the last update, got %q and %q", first.PublishedAt, first.UpdatedAt)
	}
	if last := first.Blocks[len(first.Blocks)-1]; last.RawTime != "Feb 28, 23:50 PST" || last.Section != SectionTimeline {
		t.Errorf("want the stamp as written and the timeline, got %q and %s", last.RawTime, last.Section)
	}
	if cause := first.Blocks[2]; cause.Section != SectionRootCause {
		t.Errorf("want the postmortem's heading to open its section, got %s", cause.Section)
	}
}

func TestFeedOfIncidentIO(t *testing.T) {
	d := extract(t, "feed.rss", `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>Orchard Pay - Status</title><item><title>Card payments are slow</title><link>https://status.orchardpay.example/incidents/01K</link>
<pubDate>Tue, 04 Mar 2031 09:30:00 GMT</pubDate>
<description><![CDATA[<b>Status: Resolved</b><br /><br />Payments are confirmed in time again.<br /><br /><b>Affected components</b><ul><li>API (Operational)</li><li>Dashboard (EU) (Degraded performance)</li></ul>]]></description></item></channel></rss>`)
	want := []string{
		"h1 title: Card payments are slow", "fact platform: status: Resolved", "fact platform: component: API (Operational)",
		"fact platform: component: Dashboard (EU) (Degraded performance)", "para timeline: Payments are confirmed in time again.",
	}
	if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"API", "Dashboard (EU)"}, d.Window.Components); diff != "" {
		t.Errorf("components (-want +got):\n%s", diff)
	}
	last := d.Blocks[4]
	if last.Label != "Resolved" || last.Time != "2031-03-04T09:30:00Z" || last.RawTime != "Tue, 04 Mar 2031 09:30:00 GMT" {
		t.Errorf("want the label and the date of the entry, got %+v", last)
	}
	if d.Org != "Orchard Pay" || d.PublishedAt != "" {
		t.Errorf("want the publisher and no time of publishing, got %q and %q", d.Org, d.PublishedAt)
	}
}

func TestDatesOfFeedEntries(t *testing.T) {
	for _, c := range []struct{ name, dates, updated, published string }{
		{"Atom that says when it was published", "<published>2031-03-01T08:00:00+01:00</published><updated>2031-03-02T08:00:00Z</updated>",
			"2031-03-02T08:00:00Z", "2031-03-01T07:00:00Z"},
		{"RSS with a zone's name", "<pubDate>Mon, 3 Mar 2031 08:00:00 PST</pubDate>", "2031-03-03T16:00:00Z", ""},
		{"RSS with a zone that has several meanings", "<pubDate>Mon, 3 Mar 2031 08:00:00 IST</pubDate>", "2031-03-03", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := extract(t, "feed.xml", "<rss><channel><item><title>Slow</title><description>The disk was full.</description>"+c.dates+"</item></channel></rss>")
			if string(d.UpdatedAt) != c.updated || string(d.PublishedAt) != c.published {
				t.Errorf("want %q and %q, got %q and %q", c.updated, c.published, d.UpdatedAt, d.PublishedAt)
			}
		})
	}
}
