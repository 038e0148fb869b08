package extractor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
)

var noon = time.Date(2031, 2, 3, 12, 0, 0, 0, time.UTC)

// extract reads a file of that name, which must give a document.
func extract(t *testing.T, name, body string) *Document {
	t.Helper()
	d, err := Extract(t.Context(), fetcher.FromFile(name, "https://status.example.com/"+name, "", []byte(body), noon))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sketch shows of each block what a test is about: "kind section: text".
func sketch(blocks []Block) []string {
	var lines []string
	for _, b := range blocks {
		kind := string(b.Kind)
		switch b.Kind {
		case Heading:
			kind = fmt.Sprint("h", b.Level)
		case Item:
			kind = strings.Repeat("-", b.Depth)
		}
		lines = append(lines, fmt.Sprintf("%s %s: %s", kind, b.Section, b.Text))
	}
	return lines
}

func TestWhatCannotBeReadIsATypedError(t *testing.T) {
	page := func(body string) string { return "<!doctype html><html><body>" + body + "</body></html>" }
	for _, c := range []struct {
		name, file, body string
		want             ErrorKind
	}{
		{"empty file", "page.html", "", Empty},
		{"white space only", "page.html", " \r\n\t", Empty},
		{"page without text", "page.html", page("<div></div>"), NoText},
		{"page that a script fills", "page.html", page(`<div id="root"></div><script src="/app.js"></script>`), ScriptNeeded},
		{"bytes of no type, named as a page", "page.html", strings.Repeat("\x01\x02\xff\x00\x9c", 100), UnknownType},
		{"zip named as a page", "page.html", "PK\x03\x04" + strings.Repeat("\x00", 60), UnknownType},
		{"image named as text", "page.txt", "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00", 60), UnknownType},
		{"XML that is no feed", "data.xml", `<?xml version="1.0"?><order><item/></order>`, UnknownType},
		{"JSON without an incident", "data.json", `{"users":[{"name":"a"}]}`, NotAReport},
		{"empty list of incidents", "incidents.json", `{"page":{"name":"Example"},"incidents":[]}`, NotAReport},
		{"JSON that breaks off", "data.json", `{"name":"Slow","incident_updates":[{"body":`, NotAReport},
		{"JSON nested without an end", "data.json", strings.Repeat("[", 2000) + strings.Repeat("]", 2000), TooDeep},
		{"feed without entries", "history.atom", `<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title></feed>`, NotAReport},
		{"more HTML than is read", "page.html", page(strings.Repeat("<p>The disk is full.</p>", 200_000)), TooLarge},
		{"more text than is read", "page.txt", strings.Repeat("The disk is full.\n", 300_000), TooLarge},
		{"more elements than are read", "page.html", page(strings.Repeat("<p>x", 60_000)), TooLarge},
		{"test for browsers", "page.html", `<html><head><title>Just a moment...</title></head><body><script>window._cf_chl_opt={}</script></body></html>`, Challenge},
		{"charset that hides what it says", "page.html", `<meta charset="iso-2022-kr"><p>` + "\x1b$)C\xb0\xa1", BadEncoding},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := Extract(t.Context(), fetcher.FromFile(c.file, "", "", []byte(c.body), noon))
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("want an *Error of kind %s, got document %v and error %v", c.want, d, err)
			}
			if e.Kind != c.want {
				t.Errorf("want kind %s, got %s: %v", c.want, e.Kind, err)
			}
		})
	}
}

func TestEndedContextIsATimeout(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Extract(ctx, fetcher.FromFile("page.html", "", "", []byte("<p>The disk was full.</p>"), noon))
	var e *Error
	if !errors.As(err, &e) || e.Kind != Timeout || !errors.Is(err, context.Canceled) {
		t.Errorf("want a timeout that wraps the cause, got %v", err)
	}
}

func TestTypeIsSniffedFromBytes(t *testing.T) {
	for _, c := range []struct {
		name, file, body, recipe string
	}{
		{"page named as text", "a.txt", "<!-- saved --><html><body><p>The disk was full.</p></body></html>", "article"},
		{"fragment of a page", "a.html", "<h1>Outage</h1><p>The disk was full.</p>", "article"},
		{"XHTML with a declaration", "a.xml", `<?xml version="1.0"?><!DOCTYPE html><html><body><p>The disk was full.</p></body></html>`, "article"},
		{"plain text named as a page", "a.html", "The disk was full. We cleared it at 10:00.", "text"},
		{"Markdown without an ending", "a", "# Outage\n\n## Cause\n\nThe disk was full.\n", "markdown"},
		{"list of links is no JSON", "a.md", "[Report](https://example.com/r)\n\nThe disk was full.\n", "markdown"},
		{"HTML inside of Markdown", "a.md", "<p>Note</p>\n\n# Outage\n\nThe disk was full.\n", "markdown"},
		{"JSON under another name", "a.html", `{"name":"Slow","incident_updates":[{"status":"resolved","body":"Fixed."}]}`, "statuspage-json"},
		{"feed without a declaration", "a.html", `<rss><channel><item><title>Slow</title><description>Fixed the disk.</description></item></channel></rss>`, "feed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := extract(t, c.file, c.body); d.Recipe != c.recipe {
				t.Errorf("want recipe %s, got %s", c.recipe, d.Recipe)
			}
		})
	}
}

func TestSameBytesGiveTheSameDocument(t *testing.T) {
	body := `<html><body><h1>Outage</h1><dl><dt>Start</dt><dd>10:00</dd></dl><p>The disk was <b>full</b>.</p></body></html>`
	if diff := cmp.Diff(extract(t, "a.html", body), extract(t, "a.html", body)); diff != "" {
		t.Error(diff)
	}
}

func TestNestingBeyondTheParserKeepsTheText(t *testing.T) {
	deep := strings.Repeat("<div>", 600)
	d := extract(t, "a.html", "<html><body>"+deep+"<h1>Outage</h1><p>Down at 10:00<br>Up at 11:00</p>")
	want := []string{"h1 title: Outage", "para summary: Down at 10:00", "para summary: Up at 11:00"}
	if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" {
		t.Error(diff)
	}
	if len(d.Warnings) != 1 {
		t.Errorf("want one warning, got %q", d.Warnings)
	}
}
