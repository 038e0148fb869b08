package extractor

import (
	"encoding/binary"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
)

const awsCurrentEvents = `[{"arn":"arn:aws:health:eu-north-1::event/EC2/AWS_EC2_OPERATIONAL_ISSUE/AWS_EC2_OPERATIONAL_ISSUE_KELP","date":"1930500000","region_name":"Stockholm",
"status":"1","service":"ec2-eu-north-1","service_name":"Amazon Elastic Compute Cloud (Stockholm)","summary":"[RESOLVED] Launch errors",
"event_log":[{"summary":"Launch errors","message":"Launches fail in one zone.","status":1,"timestamp":1930500000},
 {"summary":"[RESOLVED] Launch errors","message":"Launches work.\nVolumes attach.","status":0,"timestamp":"1930503600"}],
"impacted_services":{"ecs-eu-north-1":{"service_name":"Amazon Elastic Container Service (Stockholm)","current":"0","max":"1"},
 "ec2-eu-north-1":{"service_name":"Amazon Elastic Compute Cloud (Stockholm)","current":"0","max":"1"}}}]`

func TestAWSEventsAreServedAsUTF16(t *testing.T) {
	var body []byte
	for _, u := range utf16.Encode([]rune(awsCurrentEvents)) {
		body = binary.BigEndian.AppendUint16(body, u)
	}
	d, err := Extract(t.Context(), fetcher.FromFile("currentevents", "https://health.aws.amazon.com/public/currentevents", "application/json;charset=utf-16", body, noon))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"h1 title: Launch errors", "fact platform: state: RESOLVED",
		"fact platform: component: Amazon Elastic Compute Cloud (Stockholm)", "fact platform: component: Amazon Elastic Container Service (Stockholm)",
		"fact platform: created_at: 2031-03-05T18:00:00Z", "fact platform: region: eu-north-1", "fact platform: status: 1",
		"para timeline: Launches fail in one zone.", "para timeline: Launches work.", "para timeline: Volumes attach.",
	}
	if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	last := d.Blocks[len(d.Blocks)-1]
	if d.Org != "AWS" || last.Label != "Resolved" || last.Time != "2031-03-05T19:00:00Z" || last.RawTime != "1930503600" {
		t.Errorf("want the label and the instant of the log, got %+v of %q", last, d.Org)
	}
	if d.Window.StartedAt != "2031-03-05T18:00:00Z" || len(d.Warnings) != 1 {
		t.Errorf("want the entry's time as the start with a warning, got %q, %q", d.Window.StartedAt, d.Warnings)
	}
}

func TestStampsOfAWSGetTheDayOfTheEntry(t *testing.T) {
	description := `<div><span class=\"yellowfg\"> 9:38 PM PST</span>&nbsp;Reads are slow.</div><div><span class=\"yellowfg\">11:50 PM PST</span>&nbsp;We found the cause.</div>` +
		`<div><span class=\"yellowfg\">12:14 AM PST</span>&nbsp;Between 8:59 PM and 11:55 PM PST reads were slow.</div><div><span class=\"yellowfg\">Jan 3,  1:02 AM PST</span>&nbsp;All is well.</div>`
	d := extract(t, "data.json", `{"current":[],"archive":[{"service_name":"Kelp Store (Oregon)","summary":"[RESOLVED] Slow reads","date":"1924925880","status":1,"details":"",
		"service":"kelp-us-west-2","description":"`+description+`"},{"service_name":"Kelp Queue","summary":"Late jobs","date":1924925880,"description":"<div><span class=\"yellowfg\">1:00 PM</span> Jobs are late.</div>"}]}`)
	if d.Incidents() != 2 {
		t.Fatalf("want two events, got %d", d.Incidents())
	}
	want := [][3]string{
		{"", "2030-12-31T05:38:00Z", "Reads are slow."}, {"", "2030-12-31T07:50:00Z", "We found the cause."},
		{"", "2030-12-31T08:14:00Z", "Between 8:59 PM and 11:55 PM PST reads were slow."}, {"", "2031-01-03T09:02:00Z", "All is well."},
	}
	if diff := cmp.Diff(want, updates(d.Part(1))); diff != "" {
		t.Errorf("updates (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][3]string{{"", "", "Jobs are late."}}, updates(d.Part(2))); diff != "" {
		t.Errorf("updates without a zone (-want +got):\n%s", diff)
	}
}

func TestSavedAWSEntryKeepsItsStampsAsWritten(t *testing.T) {
	d := extract(t, "entry.html", `<!doctype html><html><head><title>Kelp Store (Oregon)</title></head><body><h1>[RESOLVED] Slow reads</h1><h2>Kelp Store (Oregon)</h2>
<div><span class="yellowfg"> 9:38 AM PST</span>&nbsp;Reads are slow.</div><div><span class="yellowfg">10:42 AM PST</span>&nbsp;Reads are quick.</div></body></html>`)
	want := []string{"h1 title: Slow reads", "fact platform: state: RESOLVED", "fact platform: component: Kelp Store (Oregon)",
		"para timeline: Reads are slow.", "para timeline: Reads are quick."}
	if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if b := d.Blocks[3]; b.Time != "" || b.RawTime != "9:38 AM PST" || d.Org != "AWS" {
		t.Errorf("want no instant and the stamp as written, got %+v of %q", b, d.Org)
	}
}

func TestAWSSummaryIsReadWhole(t *testing.T) {
	page := `<!DOCTYPE html><html lang="en-US"><head><title>Summary</title><link rel="canonical" href="https://aws.amazon.com/message/12721/"></head><body>
<div role="dialog"><p>Choose which cookies we may set.</p></div><main><h1>Summary of the Kelp Store Service Event in Stockholm</h1><p>March 9, 2031</p>
<p>Reads failed from 9:37 AM PST on.</p><p><b>What we change</b></p><ul><li>We add capacity.</li></ul></main></body></html>`
	for name, url := range map[string]string{"saved page": "", "localised address": "https://aws.amazon.com/es/message/12721/"} {
		t.Run(name, func(t *testing.T) {
			d, err := Extract(t.Context(), fetcher.FromFile("page.html", url, "", []byte(page), noon))
			if err != nil {
				t.Fatal(err)
			}
			if d.Recipe != "aws-summary" || d.Org != "AWS" || d.Title != "Summary of the Kelp Store Service Event in Stockholm" || d.PublishedAt != "2031-03-09" {
				t.Errorf("got %q of %q, %q, by %s", d.Title, d.Org, d.PublishedAt, d.Recipe)
			}
			want := [][3]string{{"", "", "March 9, 2031"}, {"", "", "Reads failed from 9:37 AM PST on."}, {"", "", "What we change"}, {"", "", "We add capacity."}}
			if diff := cmp.Diff(want, updates(d)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
}
