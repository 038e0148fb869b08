package extractor

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html/atom"

	"inquest/fetcher"
)

func TestAPageWithPicturesInItsAttributesIsRead(t *testing.T) {
	picture := `<img src="data:image/png;base64,` + strings.Repeat("QUJD", 1_300_000) + `">`
	d := extract(t, "a.html", `<html><body><h1>Outage</h1>`+picture+`<p>The disk was full at 10:00.</p></body></html>`)
	want := []string{"h1 title: Outage", "para summary: The disk was full at 10:00."}
	if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}

func TestLinksOfAPageWithoutATreeAreRelativeToItsAddress(t *testing.T) {
	u, err := url.Parse("https://status.example.com/api/v2/incidents.json")
	if err != nil {
		t.Fatal(err)
	}
	p := &page{kind: typeJSON, url: u}
	if got := p.base(); got != u {
		t.Errorf("got %v, want %v", got, u)
	}
}

func TestMarksOfAPageAreNamesOfItsElements(t *testing.T) {
	p, err := newPage(t.Context(), fetcher.FromFile("a.html", "", "", []byte(`<html><head><link rel="canonical" href="https://example.com/a"></head>
<body id="top"><div class="row  update-row"></div><div class="row update-row"></div><div data-react-class="List"></div><p class="a">update-list</p>
<pre>x</pre><time>10:00</time><time>11:00</time><script>self.__next_f.push([1,"a"])</script></body></html>`), noon))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"top": true, "row": true, "update-row": true, "List": true, "update-list": false, "row  update-row": false} {
		if p.has(name) != want {
			t.Errorf("has %q: got %v, want %v", name, !want, want)
		}
	}
	if p.count(atom.Time) != 2 || p.count(atom.Pre) != 1 || p.count(atom.Dt) != 0 {
		t.Errorf("want 2 times, 1 text with its lines and no term, got %v", p.marks.elements)
	}
	if !p.marks.flight || p.marks.canonical != "https://example.com/a" {
		t.Errorf("want rows of Next.js and the canonical address, got %+v", p.marks)
	}
}

func TestAPageOfAPlatformWithoutItsDataIsReadByWhatItShows(t *testing.T) {
	d := extract(t, "a.html", `<html><head><title>Logins fail - Harbour</title></head><body><article><h1>Logins fail</h1><ul>
<li>Resolved - Everyone in the harbour can log in again. <time datetime="2031-03-04T10:15:00Z">10:15</time></li>
<li>Investigating - Logins of the night shift fail. <time datetime="2031-03-04T09:05:00Z">9:05</time></li></ul></article>
<script>self.__next_f.push([1,"a:{\"message_string\":1}\n"])</script></body></html>`)
	want := [][3]string{
		{"Resolved", "2031-03-04T10:15:00Z", "Everyone in the harbour can log in again."},
		{"Investigating", "2031-03-04T09:05:00Z", "Logins of the night shift fail."},
	}
	if diff := cmp.Diff(want, updates(d)); diff != "" || d.Recipe != "incident-page" {
		t.Errorf("recipe %s, updates (-want +got):\n%s", d.Recipe, diff)
	}
}
