package extractor

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDiscourse(t *testing.T) {
	checkReadings(t, []reading{
		{page: "discourse-mail-outage", recipe: "discourse", title: "Incident report: mail outage on 14 January", org: "Larkhost",
			updates: []string{"Comment at  (January 16, 2031, 10:02am)", "Update at 2031-01-16T13:45:00Z (January 16, 2031, 1:45pm)",
				"Comment at  (January 17, 2031, 7:00am)"}},
		{page: "discourse-topic-json-ko", recipe: "discourse", title: "2월 7일 게시판 접속 장애 보고",
			updates: []string{"Comment at  (2031-02-08T02:30:00.000Z)", "Update at 2031-02-08T05:10:00Z (2031-02-08T05:10:00.000Z)"}},
		{page: "discourse-preloaded-de", recipe: "discourse", title: "Ausfall des Wikis am 11. März", org: "Moorland",
			updates: []string{"Comment at  (2031-03-12T17:00:00.000Z)"}},
	})
}

func TestCommentsOfAForumAreNoPartOfTheReport(t *testing.T) {
	for _, name := range []string{"discourse-mail-outage", "discourse-topic-json-ko", "discourse-preloaded-de"} {
		for _, b := range readPage(t, name).Blocks {
			if (b.Label == "Comment") != (b.Section == SectionBoilerplate) {
				t.Errorf("%s: want comments alone as boilerplate, got %q in %s", name, b.Text, b.Section)
			}
		}
	}
}

func TestPageInTheMiddleOfATopicSaysSo(t *testing.T) {
	d := extract(t, "35.html", `<html><body><div id="post_35" class="topic-body crawler-post"><span class="creator"><span itemprop="name">bob</span></span>
		<div class="post"><p>We had the same outage.</p></div></div></body></html>`)
	if len(d.Warnings) != 1 || !strings.Contains(d.Warnings[0], "post 35") {
		t.Errorf("want a warning that names the post, got %q", d.Warnings)
	}
}

func TestOtherFormsOfADiscourseTopic(t *testing.T) {
	report := strings.Repeat("<p>The disk of the queue was full until 10:20 UTC.</p>", 3)
	for _, c := range []struct{ name, body string }{
		{"print view of old versions", `<h2>Queue outage</h2><div class='creator'>#1 By: <b>Ada</b>, February 1st, 2031 09:00</div><div class='post crawler-post-body'>` + report +
			`</div><div class='creator'>#2 By: <b>Bob</b></div><div class='post'><p>Thanks!</p></div><!-- topic-post -->`},
		{"page saved after its script ran", `<div id="topic-title"><h1 class="fancy-title">Queue outage</h1></div>
			<div class="topic-post clearfix"><article data-post-id="1"><span class="first username"><a data-user-card="ada">Ada</a></span>
			<a class="post-date"><span class="relative-date" data-time="1927958400000">3 Feb</span></a><div class="cooked">` + report + `</div></article></div>
			<div class="topic-post clearfix"><article><a data-user-card="bob">Bob</a><div class="cooked"><p>Thanks!</p></div></article></div>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := extract(t, "12.html", `<html><head><title>Queue outage</title><meta name="generator" content="Discourse 2.8.0"></head><body>`+c.body+`</body></html>`)
			got := []Maybe{Maybe(d.Recipe), d.Title, d.Blocks[len(d.Blocks)-1].Label}
			if diff := cmp.Diff([]Maybe{"discourse", "Queue outage", "Comment"}, got); diff != "" {
				t.Errorf("recipe, title, label of the last block (-want +got):\n%s", diff)
			}
		})
	}
}
