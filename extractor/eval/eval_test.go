package eval

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// write makes a file below root, packed when its name ends so.
func write(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	body := []byte(text)
	if strings.HasSuffix(name, ".gz") {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write(body); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		body = b.Bytes()
	}
	if err := os.WriteFile(path, body, 0o644); err != nil {
		t.Fatal(err)
	}
}

const article = `<!DOCTYPE html><html><head><title>Logins failed</title></head><body><article><h1>Logins failed</h1>
<p>On 4 March 2031 at 9:05 UTC, logins began to fail for customers in Europe, because a certificate of the login service had run out.</p>
<p>We put a new certificate in place, restarted the service on all hosts, and watched the rate of errors fall to nothing by 9:40 UTC.</p>
<p>From now on, an alarm tells us four weeks before a certificate runs out, and a second person looks at each renewal.</p>
</article></body></html>`

// corpora writes a corpus of one page for each measurement.
func corpora(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	text := strings.NewReplacer("<p>", "", "</p>", "").Replace(article[strings.Index(article, "<p>"):strings.Index(article, "</article>")])
	write(t, root, "extraction/aeb/ground-truth.json", `{"one":{"articleBody":`+quoted(text)+`,"url":"https://example.com/one"}}`)
	write(t, root, "extraction/aeb/html/one.html.gz", article)
	write(t, root, "extraction/readability-test-pages/one/source.html.gz", article)
	write(t, root, "extraction/readability-test-pages/one/expected.html.gz", "<div>"+text+"</div>")
	write(t, root, "extraction/status-html/one.html", article)
	write(t, root, "extraction/status-html/two.html", strings.Replace(article, "<article>", "<aside class='cookie-banner'><p>We use cookies to make this site better</p></aside><article>", 1))
	write(t, root, "gold/dev/pages/labels.jsonl", `{"id":"x-1","file":"one/page.html","evidence":{"root_cause":["certificate","expired"]}}`+"\n")
	write(t, root, "gold/dev/pages/one/page.html", article)
	write(t, root, "gold/dev/pages/one/meta.json", `{"url":"https://example.com/one"}`)
	write(t, root, "gold/cloud/labels.jsonl", `{"id":"x-1","file":"docs/one.html","symptom_sentence":"logins began to fail for customers in Europe","root_cause_sentence":null}`+"\n")
	write(t, root, "gold/cloud/docs/one.html", article)
	return root
}

// statuspage is an incident page in the markup of Statuspage.
const statuspage = `<!DOCTYPE html><html><head><title>Harbour Status - Logins fail</title></head><body><div class="layout-content">
<div class="page-title"><h1 class="incident-name impact-major">Logins fail</h1><div class="subheader">Incident Report for <a href="/">Harbour</a></div></div>
<div class="incident-updates-container">
<div class="row update-row"><div class="update-title">Resolved</div><div class="update-container"><div class="update-body"><span class="whitespace-pre-wrap">All customers in Europe can log in again.</span></div>
<div class="update-timestamp">Posted <span class="ago" data-datetime-unix="1930558500000"></span>Mar <var data-var='date'> 6</var>, <var data-var='year'>2031</var> - <var data-var='time'>10:15</var> UTC</div></div></div>
</div></div></body></html>`

func TestStatuspageIsMeasuredAsItIsAndWithItsClassesRenamed(t *testing.T) {
	root := t.TempDir()
	write(t, root, "one.html.gz", statuspage)
	write(t, root, "gold.json", `{"one.html":{"gold":{"Title":"Logins fail","Org":"Harbour","Components":"","Updates":[
		{"Status":"Resolved","Body":"All customers in Europe can log in again.","Stamp":"Mar 6, 2031 - 10:15 UTC","Unix":"1930558500000"}]}}}`)
	var out strings.Builder
	figures, err := measureStatuspage(&session{ctx: t.Context(), dir: root, engines: engines, verbose: true, out: &out})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, f := range figures {
		got[f.Name] = f.Value
	}
	for _, name := range []string{"text F1: title and bodies", "text F1: labels and times as well", "updates: label, instant and body right", "title right", "org right", "components right"} {
		if got[name] != 1 {
			t.Errorf("%s: %v, want 1", name, got[name])
		}
	}
	if f := got["classes renamed: text F1: title and bodies"]; f < .3 || f > 1 {
		t.Errorf("F1 with renamed classes: %v\n%s", f, out.String())
	}
}

func quoted(s string) string {
	return `"` + strings.ReplaceAll(s, "\n", `\n`) + `"`
}

func TestRunMeasuresWhatItFindsAndNamesWhatItDoesNot(t *testing.T) {
	root := corpora(t)
	var out strings.Builder
	figures, err := Run(t.Context(), Options{Root: root, Engine: "readeck", Verbose: true}, &out)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, f := range figures {
		if !f.AtMost { // costs differ from run to run
			got[f.Set+" "+f.Name] = f.Value
		}
	}
	want := map[string]float64{
		"extraction/aeb F1":                                                   1,
		"extraction/aeb go-shiori alone: F1":                                  1,
		"extraction/aeb readeck alone: F1":                                    1,
		"extraction/readability-test-pages mean recall of the expected words": 1,
		"extraction/status-html telling text nodes in a block":                6.0 / 7,
		"gold/dev/pages evidence words in blocks":                             .5,
		"gold/cloud labelled sentences whole in one block":                    1,
	}
	for name, v := range want {
		if got[name] != v {
			t.Errorf("%s: %v, want %v", name, got[name], v)
		}
	}
	for _, line := range []string{"not measured: there is no folder " + filepath.Join(root, "extraction", "statuspage"), "x-1: words (recipe article): expired"} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("the output does not say %q:\n%s", line, out.String())
		}
	}
}

func TestRunRefusesAnEngineThatItDoesNotKnow(t *testing.T) {
	_, err := Run(t.Context(), Options{Root: t.TempDir(), Engine: "boilerpipe"}, &strings.Builder{})
	if err == nil || !strings.Contains(err.Error(), "go-shiori and readeck") {
		t.Errorf("error %v", err)
	}
}

func TestAFolderThatCannotBeReadIsAnError(t *testing.T) {
	root := t.TempDir()
	write(t, root, "gold/cloud/labels.jsonl", "{}\n{\n")
	_, err := Run(t.Context(), Options{Root: root}, &strings.Builder{})
	if err == nil || !strings.Contains(err.Error(), "measure gold/cloud") {
		t.Errorf("error %v", err)
	}
}

func TestTheTableSaysWhichMarksAreReached(t *testing.T) {
	var out strings.Builder
	err := Write(&out, []Figure{
		{Set: "a", Name: "share", Value: .95, Must: .9, Aim: 1, Count: 20, Percent: true},
		{Set: "a", Name: "pages", Value: 3, Must: 4, Aim: 5, Count: 5},
		{Set: "b", Name: "times", Value: 1.5, Must: 2.5, Aim: 1.7, Count: 5, AtMost: true},
		{Set: "b", Name: "shown only", Value: 3.25, Count: 5, AtMost: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "extractor     value   must    aim     of\n" +
		"a\n" +
		"  share       0.9500  0.9000  1.0000  20  must\n" +
		"  pages       3       4       5       5   below must\n" +
		"b\n" +
		"  times       1.50    2.50    1.70    5   aim\n" +
		"  shown only  3.25    -       -       5\n\n"
	var got []string
	for _, line := range strings.Split(out.String(), "\n") {
		got = append(got, strings.TrimRight(line, " "))
	}
	if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
		t.Errorf("table differs (-want +got):\n%s", diff)
	}
}

func TestTheLongPageHasTheSizeThatItsFigureNames(t *testing.T) {
	if n := len(longPage(20_000)); n < 2_590_000 || n > 2_610_000 {
		t.Errorf("%d bytes", n)
	}
}
