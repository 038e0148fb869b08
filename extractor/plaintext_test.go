package extractor

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// sentence fills a paragraph so that it is one beyond doubt.
const sentence = "Between 04:00 and 05:10 UTC about a third of all requests to the checkout service failed with an error."

func TestReadPlainText(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       *Document
	}{
		{
			name: "a report copied from a library's page",
			text: "incidents.example.com Beta\nIncident\n\nCheckout errors in two regions\n\nAcme Read the original report ↗\n\nRoot Cause Analysis\n\nPublished on February 10, 2031\n\n" +
				sentence + "\n\nNext Steps\n\nWe do two things:\n\nComplete:\n\n  • Fixed the pool.\n  • Added an alert.\n\nIn Progress:\n\n  • Testing limits.\n\nWe are sorry for what happened that day.\n",
			want: &Document{Title: "Checkout errors in two regions", Org: "Acme", PublishedAt: "2031-02-10", Blocks: []Block{
				{Kind: Para, Section: SectionBoilerplate, Text: "incidents.example.com Beta"},
				{Kind: Para, Section: SectionBoilerplate, Text: "Incident"},
				{Kind: Heading, Level: 1, Text: "Checkout errors in two regions"},
				{Kind: Para, Section: SectionBoilerplate, Text: "Acme Read the original report ↗"},
				{Kind: Para, Text: "Root Cause Analysis"},
				{Kind: Fact, Section: SectionPlatform, Text: "Published on February 10, 2031"},
				{Kind: Para, Text: sentence},
				{Kind: Heading, Level: 2, Text: "Next Steps"},
				{Kind: Para, Text: "We do two things:"},
				{Kind: Heading, Level: 3, Text: "Complete:"},
				{Kind: Item, Depth: 1, Text: "Fixed the pool."},
				{Kind: Item, Depth: 1, Text: "Added an alert."},
				{Kind: Heading, Level: 3, Text: "In Progress:"},
				{Kind: Item, Depth: 1, Text: "Testing limits."},
				{Kind: Para, Text: "We are sorry for what happened that day."},
			}},
		}, {
			name: "a paragraph per line and no blank line",
			text: sentence + " It was the pool.\n" + sentence + "\nWhat we will change\n" + sentence + "\n",
			want: &Document{Blocks: []Block{
				{Kind: Para, Text: sentence + " It was the pool."},
				{Kind: Para, Text: sentence},
				{Kind: Heading, Level: 2, Text: "What we will change"},
				{Kind: Para, Text: sentence},
			}},
		}, {
			name: "a hard-wrapped mail",
			text: "From: Ada <ada@example.org>\nDate: Mon, 10 Feb 2031 15:04:05 +0000 (UTC)\nSubject: Re: [ops] Checkout errors\n\n" +
				"Between 04:00 and 05:10 UTC about a third of all requests to the\ncheckout service failed with an error. The pool of connections was\nempty since 03:50.\n\n" +
				"Timeline\n--------\n\n * 03:50 the pool is empty, and every\n   request waits for a connection\n * 05:10 the service restarts\n\n> Do we know why it\n> was empty?\n\nSee https://example.org/a.\n",
			want: &Document{Title: "Checkout errors", PublishedAt: "2031-02-10T15:04:05Z", Blocks: []Block{
				{Kind: Fact, Section: SectionPlatform, Text: "published: Mon, 10 Feb 2031 15:04:05 +0000 (UTC)"},
				{Kind: Fact, Section: SectionPlatform, Text: "author: Ada <ada@example.org>"},
				{Kind: Para, Text: "Between 04:00 and 05:10 UTC about a third of all requests to the checkout service failed with an error. The pool of connections was empty since 03:50."},
				{Kind: Heading, Level: 2, Text: "Timeline"},
				{Kind: Item, Depth: 1, Text: "03:50 the pool is empty, and every request waits for a connection"},
				{Kind: Item, Depth: 1, Text: "05:10 the service restarts"},
				{Kind: Quote, Text: "Do we know why it was empty?"},
				{Kind: Para, Text: "See https://example.org/a.", Links: []Link{{Text: "https://example.org/a", Href: "https://example.org/a"}}},
			}},
		}, {
			name: "lines of a timeline without bullets",
			text: "Timeline (UTC)\n\n04:00 - alerts fire\n04:12 - first engineer looks at the graphs of the database and of the pool\nand calls two more\n[05:10] - resolved\n",
			want: &Document{Title: "Timeline (UTC)", Blocks: []Block{
				{Kind: Heading, Level: 1, Text: "Timeline (UTC)"},
				{Kind: Item, Depth: 1, Text: "04:00 - alerts fire"},
				{Kind: Item, Depth: 1, Text: "04:12 - first engineer looks at the graphs of the database and of the pool and calls two more"},
				{Kind: Item, Depth: 1, Text: "[05:10] - resolved"},
			}},
		}, {
			name: "nested lists of several signs",
			text: "Actions\n\n1. Limits\n   a) for reads\n   b) for writes\n2. Alerts\n– a dash\n◦ a ring\n  ▪ a square\n•no space\n" + sentence,
			want: &Document{Title: "Actions", Blocks: []Block{
				{Kind: Heading, Level: 1, Text: "Actions"},
				{Kind: Item, Depth: 1, Text: "Limits"},
				{Kind: Item, Depth: 2, Text: "for reads"},
				{Kind: Item, Depth: 2, Text: "for writes"},
				{Kind: Item, Depth: 1, Text: "Alerts"},
				{Kind: Item, Depth: 2, Text: "a dash"},
				{Kind: Item, Depth: 3, Text: "a ring"},
				{Kind: Item, Depth: 4, Text: "a square"},
				{Kind: Item, Depth: 4, Text: "no space"},
				{Kind: Para, Text: sentence},
			}},
		}, {
			name: "rows of labels and of a table",
			text: "Severity: 2\nStart: 04:00\nEnd: 05:10\n\n| Time  | Event |\n+-------+-------+\n| 04:00 | alert |\n",
			want: &Document{Blocks: []Block{
				{Kind: Para, Text: "Severity: 2"},
				{Kind: Para, Text: "Start: 04:00"},
				{Kind: Para, Text: "End: 05:10"},
				{Kind: Row, Text: "Time | Event"},
				{Kind: Row, Text: "04:00 | alert"},
			}},
		}, {
			name: "a text whose every line has become a paragraph",
			text: "On Saturday we had an outage and want to\n\n take the time to explain what happened,\n\n and what we do about it.\n\nThe switches were\n\n upgraded one at a\n\n time.\n",
			want: &Document{Blocks: []Block{
				{Kind: Para, Text: "On Saturday we had an outage and want to take the time to explain what happened, and what we do about it."},
				{Kind: Para, Text: "The switches were upgraded one at a time."},
			}},
		}, {
			name: "code between fences keeps its lines",
			text: sentence + "\n\n```\nselect 1;\n\n  drop x;\n```\n",
			want: &Document{Blocks: []Block{
				{Kind: Para, Text: sentence},
				{Kind: Code, Text: "select 1;\n\n  drop x;"},
			}},
		}, {
			name: "short sentences, greetings and signatures are no headings",
			text: "Hi all\n\n" + sentence + "\n\nAll times are in UTC\n\nThe pool was empty\n\n" + sentence + "\n\nBest regards\n\nThe Acme team\n",
			want: &Document{Blocks: []Block{
				{Kind: Para, Text: "Hi all"},
				{Kind: Para, Text: sentence},
				{Kind: Para, Text: "All times are in UTC"},
				{Kind: Para, Text: "The pool was empty"},
				{Kind: Para, Text: sentence},
				{Kind: Para, Text: "Best regards"},
				{Kind: Para, Text: "The Acme team"},
			}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readPlainText(context.Background(), &page{text: tt.text})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("document (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadPlainTextWithoutText(t *testing.T) {
	_, err := readPlainText(context.Background(), &page{text: " \n----\n", name: "a.txt"})
	want := &Error{Kind: NoText, Where: "a.txt", Detail: "holds no text; attach the report itself"}
	if diff := cmp.Diff(error(want), err); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
}

func TestHeadingShape(t *testing.T) {
	for text, want := range map[string]bool{
		"Root cause analysis":                true,
		"What went well?":                    true,
		"2. Impact":                          true,
		"Complete:":                          true,
		"장애 원인":                              true,
		"Executive Summary - What Happened?": true,
		"lower case":                         false,
		"It ended.":                          false,
		"The pool was empty":                 false,
		"This led to errors of various kinds such as:": false,
		"Severity: high":            false,
		"the network and":           false,
		"https://example.org":       false,
		"障害が発生しました。":                false,
		strings.Repeat("Long ", 15): false,
		"":                          false,
	} {
		if got := headingShape(text); got != want {
			t.Errorf("headingShape(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestRowShape(t *testing.T) {
	for text, want := range map[string]string{
		"22:00 UTC - router restarts":             "time",
		"[17:45-18:00] tooling":                   "time",
		"~03:50 UTC - switch offline":             "time",
		"July 18, 2031, at ~22:00 UTC: began":     "time",
		"2031-07-18 22:00: began":                 "time",
		"18 July 22:00 began":                     "time",
		"2031년 7월 18일 19:04 : 시작":                 "time",
		"Root cause: a full disk":                 "label",
		"발생 원인: 트래픽":                              "label",
		"We saw in the graphs of that day: a lot": "",
		"Plain words":                             "",
	} {
		if got := rowShape(text); got != want {
			t.Errorf("rowShape(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestBareLinks(t *testing.T) {
	got := bareLinks("See (https://example.org/a_(b)), https://example.org/c?d=1&e.")
	want := []Link{
		{Text: "https://example.org/a_(b)", Href: "https://example.org/a_(b)"},
		{Text: "https://example.org/c?d=1&e", Href: "https://example.org/c?d=1&e"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("bareLinks (-want +got):\n%s", diff)
	}
}

func FuzzReadPlainText(f *testing.F) {
	for _, seed := range []string{"a\n-\n• b", "From: x\nSubject: y\n\nz", "1. a\n   b) c\no D", "===\n> q\n>", "|a|\n||", "Published on 2031", "A ↗\n\n\n\t x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		d, err := readPlainText(context.Background(), &page{text: text})
		if err != nil {
			return
		}
		for _, b := range d.Blocks {
			if (b.Kind == Heading) != (b.Level > 0) || (b.Kind == Item) != (b.Depth > 0) {
				t.Errorf("%s with level %d and depth %d: %q", b.Kind, b.Level, b.Depth, b.Text)
			}
		}
	})
}
