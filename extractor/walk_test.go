package extractor

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

// blocksOf reads a fragment of HTML.
func blocksOf(t *testing.T, fragment string) []Block {
	t.Helper()
	root, err := html.Parse(strings.NewReader("<html><body>" + fragment + "</body></html>"))
	if err != nil {
		t.Fatal(err)
	}
	return readBlocks(t.Context(), root, nil)
}

func TestWalkerReadsWhatAReaderSees(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"headings and paragraphs", `<h2>Cause</h2><p>The disk was <em>full</em>.</p>`, []string{"h2 : Cause", "para : The disk was full."}},
		{"text outside of any paragraph", `Down.<div>Up.</div>Closed.`, []string{"para : Down.", "para : Up.", "para : Closed."}},
		{"emphasis within a word", `un<b>mount</b>ed`, []string{"para : unmounted"}},
		{"spans side by side", `<span>9:38 AM</span><span>We see errors</span>`, []string{"para : 9:38 AM We see errors"}},
		{"list in a list", `<ul><li>One<ol><li>Two</li></ol></li><li><p>Three</p><p>More</p></li></ul>`, []string{"- : One", "-- : Two", "- : Three", "para : More"}},
		{"bullets by hand", `<p>• One<br>• Two</p>`, []string{"- : One", "- : Two"}},
		{"lines of a timeline", `<p>10:00 Down.<br>10:30 Up.</p>`, []string{"para : 10:00 Down.", "para : 10:30 Up."}},
		{"sentence broken by hand", `The disk of the first database server was full and<br>nobody had seen it.`, []string{"para : The disk of the first database server was full and nobody had seen it."}},
		{"bold line as a heading", `<h2>Report</h2><p><strong>Root cause</strong></p><p><b>All of it was bold, and a sentence.</b></p>`, []string{"h2 : Report", "h3 : Root cause", "para : All of it was bold, and a sentence."}},
		{"bold line before a break", `<p><b>Resolved</b><br>The disk is clear.</p>`, []string{"h1 : Resolved", "para : The disk is clear."}},
		{"table of names and values", `<table><tr><th>Start:</th><td>10:00</td></tr><tr><th>End</th><td>10:30</td></tr></table>`, []string{"row : Start: 10:00", "row : End: 10:30"}},
		{"table of rows", `<table><thead><tr><th>Time</th><th>Event</th></tr></thead><tr><td>10:00</td><td><p>Down</p></td></tr></table>`, []string{"row : Time | Event", "row : 10:00 | Down"}},
		{"table as layout", `<table><tr><td><p>a</p><p>b</p><p>c</p><p>d</p><p>e</p></td></tr></table>`, []string{"para : a", "para : b", "para : c", "para : d", "para : e"}},
		{"list of definitions", `<dl><dt>Impact</dt><dd>Login</dd><div><dt>Region</dt><dd>Seoul</dd></div></dl>`, []string{"row : Impact: Login", "row : Region: Seoul"}},
		{"code keeps its lines", "<pre><code>error:\n  disk full</code></pre>", []string{"code : error:\n  disk full"}},
		{"quotation", `<blockquote><p>It was us.</p></blockquote>`, []string{"quote : It was us."}},
		{"line ends that a style keeps", "<span style='white-space: pre-wrap'>Down.\nUp.</span>", []string{"para : Down.", "para : Up."}},
		{"scripts and hidden parts", `<script>x</script><style>y</style><template>z</template><p hidden>a</p><p style="display: none">b</p><p>Seen.</p>`, []string{"para : Seen."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, sketch(blocksOf(t, c.in))); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFrameIsLeftOut(t *testing.T) {
	report := `<p>` + strings.Repeat("The disk of the database was full. ", 20) + `</p>`
	for _, c := range []struct{ name, in string }{
		{"navigation", `<nav><a href="/">Home of the site</a></nav>`},
		{"banner about cookies", `<div class="cookie-banner">We use cookies.</div>`},
		{"box to subscribe", `<div id="subscribe-modal"><h2>Get updates</h2></div>`},
		{"buttons to share", `<div class="post-share"><a>Tweet</a></div>`},
		{"comments", `<section id="comments"><p>First!</p></section>`},
		{"related posts", `<div class="related-posts"><h3>More</h3></div>`},
		{"head of the site", `<header><a>Example</a></header>`},
		{"foot of the site", `<footer>Privacy, terms</footer>`},
		{"form", `<form><label>Mail</label><input><button>Send</button></form>`},
		{"dialog by its role", `<div role="dialog">Choose</div>`},
		{"toolbar of an archive", `<div id="wm-ipp-base"><p>42 captures</p></div>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := blocksOf(t, c.in+report)
			if len(got) != 1 || !strings.HasPrefix(got[0].Text, "The disk") {
				t.Errorf("want the report alone, got %q", sketch(got))
			}
		})
	}
}

func TestNamesOfFramesDoNotTakeAwayTheReport(t *testing.T) {
	report := `<p>` + strings.Repeat("The disk of the database was full. ", 20) + `</p>`
	for _, in := range []string{
		`<div class="cookie-wrapper">` + report + `</div>`,
		`<form id="aspnetForm">` + strings.Repeat(report, 2) + `</form>`,
		`<header><h1>Outage</h1></header>` + report,
		`<div class="no-sidebar">` + report + `</div>`,
	} {
		if got := blocksOf(t, in); len(got) == 0 || !strings.HasPrefix(got[len(got)-1].Text, "The disk") {
			t.Errorf("want the report, got %q from %.40s", sketch(got), in)
		}
	}
}

func TestLinksAndTimesAreKept(t *testing.T) {
	d := extract(t, "a.html", `<html><body><p>See <a href="/rca?id=7">the analysis</a>, <a href="javascript:void(0)">here</a>, `+
		`at <time datetime="2031-02-03T10:00:00+01:00">ten</time>.</p></body></html>`)
	got := d.Blocks[len(d.Blocks)-1]
	want := Block{
		Kind: Para, Section: SectionSummary, Text: "See the analysis, here, at ten.",
		Time: "2031-02-03T09:00:00Z", RawTime: "ten",
		Links: []Link{{Text: "the analysis", Href: "https://status.example.com/rca?id=7"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("block (-want +got):\n%s", diff)
	}
}
