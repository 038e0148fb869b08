package extractor

import (
	"strings"
	"testing"
	"unicode/utf8"

	"inquest/fetcher"
)

// checkDocument holds what every document promises, whatever it was read from.
func checkDocument(t *testing.T, d *Document) {
	for _, part := range append([]*Document{d}, d.Parts...) {
		if len(part.Blocks) == 0 || part.Blocks[0].Section != SectionTitle {
			t.Fatal("block 0 is not the title")
		}
		for i, b := range part.Blocks {
			if !utf8.ValidString(b.Text) || strings.ContainsAny(b.Text, "\x00\ufeff\u200b") || i > 0 && b.Text == "" {
				t.Fatalf("block text is not clean: %q", b.Text)
			}
			if b.Kind != Code && b.Text != cleanText(b.Text) {
				t.Fatalf("white space is not folded: %q", b.Text)
			}
			if b.Section == "" || b.Kind == "" || b.Links == nil {
				t.Fatalf("block is not complete: %+v", b)
			}
		}
	}
}

func FuzzHTML(f *testing.F) {
	f.Add(incidentPage)
	f.Add("<ul><li>a<table><tr><td>b<dl><dt>c</table><pre>\x00")
	f.Add("<p>• a<br><b>c:</b><time datetime=2031>")
	f.Fuzz(func(t *testing.T, body string) {
		if d, err := Extract(t.Context(), fetcher.FromFile("a.html", "https://example.com/", "", []byte("<html><body>"+body), noon)); err == nil {
			checkDocument(t, d)
		}
	})
}

func FuzzJSON(f *testing.F) {
	f.Add(`{"name":"a","incident_updates":[{"status":"postmortem","body":"# b\n- c"}],"components":[null,{"name":1}]}`)
	f.Add(`[{"service_name":"a","updates":[{"when":"x","text":"<p>b</p>"},7,null]}]`)
	f.Fuzz(func(t *testing.T, body string) {
		if d, err := Extract(t.Context(), fetcher.FromFile("a.json", "", "", []byte(body), noon)); err == nil {
			checkDocument(t, d)
		}
	})
}
