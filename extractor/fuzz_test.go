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

// FuzzCharset gives bytes under any declaration to the decoder: the text is valid UTF-8 without NUL
// and byte order mark, or there is an error.
func FuzzCharset(f *testing.F) {
	f.Add([]byte("\xff\xfeO\x00u\x00"), "")
	f.Add([]byte("caf\xe9"), "iso-8859-1")
	f.Add([]byte("<meta charset=euc-kr>\xb0\xa1"), "utf-8")
	f.Add([]byte("\x1b$B\x30\x21\x1b(B"), "iso-2022-jp")
	f.Add([]byte("donâ€™t"), "")
	f.Fuzz(func(t *testing.T, body []byte, declared string) {
		text, _, err := decodeText(body, declared)
		if err != nil {
			return
		}
		fixed, _ := repairLines(text)
		for _, s := range []string{text, fixed} {
			if !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
				t.Fatalf("%q declared as %q is read as %q", body, declared, s)
			}
		}
	})
}

// FuzzRichText gives nested objects of any shape to the reader of editors' documents.
func FuzzRichText(f *testing.F) {
	f.Add(`{"type":"doc","content":[{"type":"heading","attrs":{"level":9},"content":[{"type":"text","text":"a"}]},7,{"type":"listItem","content":{}}]}`)
	f.Fuzz(func(t *testing.T, data string) {
		body := `<html><body><div id="root"></div><script type="application/json">` + data + `</script></body></html>`
		if d, err := Extract(t.Context(), fetcher.FromFile("a.html", "https://example.com/", "", []byte(body), noon)); err == nil {
			checkDocument(t, d)
		}
	})
}
