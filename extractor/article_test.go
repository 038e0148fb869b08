package extractor

import (
	"strings"
	"testing"
)

// prose is a paragraph as long as those that article finders look for.
var prose = "<p>" + strings.Repeat("The disk of the login database was full, so that nobody could sign in to the site. ", 6) + "</p>"

func texts(d *Document) string {
	var all []string
	for _, b := range d.Blocks {
		if b.Section != SectionBoilerplate {
			all = append(all, b.Text)
		}
	}
	return strings.Join(all, "\n")
}

func TestArticleIsFoundWithoutItsFrame(t *testing.T) {
	teasers := strings.Repeat(`<div class="card"><h3><a href="/x">Another story</a></h3><p>12:30, read on</p></div>`, 6)
	for _, c := range []struct{ name, in string }{
		{"article element", `<div class="top">Buy now</div><article><h1>Outage</h1>` + prose + `</article><div>` + teasers + `</div>`},
		{"main element", `<div>Buy now</div><main><h1>Outage</h1>` + prose + prose + `</main>`},
		{"neither", `<div class="x"><a href="/a">Buy now</a></div><div class="y"><h1>Outage</h1>` + strings.Repeat(prose, 4) + `</div><div class="z">` + teasers + `</div>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := texts(extract(t, "a.html", "<html><body>"+c.in+"</body></html>"))
			if !strings.Contains(got, "nobody could sign in") || strings.Contains(got, "Another story") || strings.Contains(got, "Buy now") {
				t.Errorf("want the report and nothing of its frame, got:\n%s", got)
			}
		})
	}
}

func TestUpdatesBesideTheArticleAreKept(t *testing.T) {
	d := extract(t, "a.html", `<html><body><div id="page"><div><h1>Outage</h1><article>`+strings.Repeat(prose, 3)+`</article></div>
		<div class="log"><p>10:02 UTC: looking at it</p><p>10:40 UTC: fixed it</p><p>11:00 UTC: closed</p></div></div></body></html>`)
	if got := texts(d); !strings.Contains(got, "10:02 UTC: looking at it") || d.Dropped.Times != 0 {
		t.Errorf("want the updates beside the article and nothing dropped, got %v:\n%s", d.Dropped, got)
	}
}

func TestWhatIsLeftOutIsCounted(t *testing.T) {
	d := extract(t, "a.html", `<html><body><article><h1>Outage</h1>`+strings.Repeat(prose, 3)+`<p>10:00, 10:05, 10:10, 10:20, 10:30</p></article>
		<div class="z"><h2>Elsewhere</h2><p>Opened at 12:30</p><ul><li>One</li><li>Two</li></ul></div></body></html>`)
	if want := (Dropped{Times: 1, Items: 2, Headings: 1}); d.Dropped != want {
		t.Errorf("want %v, got %v", want, d.Dropped)
	}
}

func TestMarkingLeavesNoTraceInThePage(t *testing.T) {
	p := &page{text: "<html><body><div>" + strings.Repeat(prose, 3) + "</div></body></html>", kind: typeHTML}
	if err := p.parseHTML(); err != nil {
		t.Fatal(err)
	}
	if readabilityRoot(p, p.root.LastChild) == nil {
		t.Fatal("no root found")
	}
	for n := range p.root.Descendants() {
		if attr(n, mark) != "" {
			t.Fatalf("<%s> is still marked", n.Data)
		}
	}
}

func TestTextOfScriptPagesIsReadFromTheirData(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"incident of a platform", `<script id="data" type="application/json">{"state":{"incident":{"name":"Outage"},"updates":[{"status":"resolved","body":"The disk was full."}]}}</script>`, "The disk was full."},
		{"linked data", `<script type="application/ld+json">{"@type":"Article","headline":"Outage","articleBody":"The disk was full, as we found out at 10:00."}</script>`, "as we found out"},
		{"state of an application", `<script id="__NEXT_DATA__" type="application/json">{"props":{"post":{"title":"Outage","content":"<h2>Cause</h2><p>The disk of the database was full.</p>"}}}</script>`, "The disk of the database was full."},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := extract(t, "a.html", `<html><body><div id="__next"></div>`+c.script+`</body></html>`)
			if got := texts(d); !strings.Contains(got, c.want) || d.Title != "Outage" || d.Recipe != "script-data" {
				t.Errorf("want %q under the title Outage, got %q by %s:\n%s", c.want, d.Title, d.Recipe, got)
			}
		})
	}
}

func TestLeftoversOfTheFrameAreMarked(t *testing.T) {
	d := extract(t, "a.html", `<html><body><article><h1>Outage</h1>`+prose+`<p>Share this on Facebook</p><h3>Trending now</h3><p>A story elsewhere</p>`+
		prose[:len(prose)-5]+`It came back at once.</p><h3>Related articles</h3><ul><li>Another story</li></ul><h3>Root cause</h3><p>A full disk.</p></article></body></html>`)
	got := texts(d)
	for text, kept := range map[string]bool{
		"Share this": false, "Trending": false, "A story elsewhere": false, "Another story": false,
		"nobody could sign in": true, "It came back at once.": true, "A full disk.": true,
	} {
		if strings.Contains(got, text) != kept {
			t.Errorf("want %q kept: %v, got:\n%s", text, kept, got)
		}
	}
}
