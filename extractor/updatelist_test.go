package extractor

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// longText makes a page long enough to be read as it stands.
const longText = `<p>The queue was full and had to be emptied by hand, which took the engineers on call a good hour because the tool for it had been moved to another host ` +
	`and nobody had written down where it is now. A note on the first page of the handbook says it since then.</p>`

func TestTimedLabelsOfUnknownPlatforms(t *testing.T) {
	frame := func(list string) string {
		return `<html><head><title>Dune Cloud</title></head><body><main><article><h1>Logins fail</h1><p>Some logins ended with an error.</p>` + longText + `</article>` + list + `</main></body></html>`
	}
	for _, c := range []struct {
		name, list string
		want       [][3]string // of the updates
	}{
		{"label and time lead the item", `<ul class="updates"><li><strong>Resolved</strong> <time datetime="2031-02-03T06:00:00Z">06:00</time><p>Logins work.</p></li>
			<li><strong>Investigating</strong> <time datetime="2031-02-03T04:00:00Z">04:00</time><p>Logins fail.</p></li></ul>`,
			[][3]string{{"Resolved", "2031-02-03T06:00:00Z", "Logins work."}, {"Investigating", "2031-02-03T04:00:00Z", "Logins fail."}}},
		{"time, label and text in one line, in Korean", `<ol><li><time datetime="2031-02-03T15:00:00+09:00">15:00</time> <b>해결됨</b> - 로그인이 정상입니다.</li>
			<li><time datetime="2031-02-03T13:00:00+09:00">13:00</time> <b>조사 중</b> - 로그인이 실패합니다.</li></ol>`,
			[][3]string{{"해결됨", "2031-02-03T06:00:00Z", "로그인이 정상입니다."}, {"조사 중", "2031-02-03T04:00:00Z", "로그인이 실패합니다."}}},
		{"badge before the text, time after it, in German", `<div class="u"><span class="badge">Behoben</span><p>Die Anmeldung geht.</p><time datetime="2031-02-03T06:00:00Z">3. Februar</time></div>
			<div class="u"><span class="badge">Untersuchung</span><p>Wir sehen nach.</p><time datetime="2031-02-03T04:00:00Z">3. Februar</time></div>`,
			[][3]string{{"Behoben", "2031-02-03T06:00:00Z", "Die Anmeldung geht."}, {"Untersuchung", "2031-02-03T04:00:00Z", "Wir sehen nach."}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := extract(t, "a.html", frame(c.list))
			if d.Recipe != "incident-page" || d.Title != "Logins fail" {
				t.Errorf("want the updates of %q, got %q by %s", "Logins fail", d.Title, d.Recipe)
			}
			if diff := cmp.Diff(c.want, updates(d)[2:]); diff != "" {
				t.Errorf("updates (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWhatIsNoListOfUpdates(t *testing.T) {
	for name, body := range map[string]string{
		"one label":                   `<p><b>Resolved</b> <time datetime="2031-02-03T06:00:00Z">06:00</time></p><p>Posted <time datetime="2031-02-03T07:00:00Z">later</time></p>`,
		"labels without a time":       `<ul><li>Monitoring</li><li>Resolved</li></ul><p><time>x</time> <time>y</time></p>`,
		"sentences that begin alike":  `<p>Monitoring showed <time datetime="2031-02-03T06:00:00Z">06:00</time> an error.</p><p>Update jobs <time datetime="2031-02-03T07:00:00Z">07:00</time> ran.</p>`,
		"table without a time's zone": `<table><tr><th>Started</th><td>2031-02-03 06:00</td></tr><tr><th>Severity</th><td>Major</td></tr></table>`,
	} {
		t.Run(name, func(t *testing.T) {
			d := extract(t, "a.html", "<html><body><h1>Outage</h1><p>The disk was full.</p>"+longText+body+"</body></html>")
			if d.Recipe != "article" || d.Window.StartedAt != "" {
				t.Errorf("want a plain article, got %+v by %s: %q", d.Window, d.Recipe, sketch(d.Blocks))
			}
		})
	}
}

func TestTableOfNamesAndValues(t *testing.T) {
	for _, c := range []struct {
		name, body string
		title      Maybe
		want       Window
	}{
		{"table", `<table><tr><th>Summary:</th><td>⚠ Queue stands still</td></tr><tr><th>Status:</th><td>Closed</td></tr><tr><th>Severity</th><td>Major</td></tr><tr><th>Affected services</th><td>Queue, Jobs</td></tr>
			<tr><th>Started:</th><td><span>2031-02-03T14:32:09Z</span></td></tr><tr><th>Ended:</th><td>Feb 3, 2031 17:00 CET</td></tr></table>`, "Queue stands still",
			Window{StartedAt: "2031-02-03T14:32:09Z", ResolvedAt: "2031-02-03T16:00:00Z", Impact: "Major", Components: []string{"Queue", "Jobs"}}},
		{"list of terms, in Japanese", `<h1>ログイン障害</h1><dl><dt>発生日時</dt><dd>2031-02-03 14:32 UTC</dd><dt>対象サービス</dt><dd>ログイン</dd><dt>深刻度</dt><dd>高</dd></dl>`, "ログイン障害",
			Window{StartedAt: "2031-02-03T14:32:00Z", Impact: "高", Components: []string{"ログイン"}}},
		{"a sentence is no degree", `<h1>Outage</h1><dl><dt>Start</dt><dd>2031-02-03 14:32 UTC</dd><dt>Impact</dt><dd>Nobody could log in for an hour.</dd></dl>`, "Outage",
			Window{StartedAt: "2031-02-03T14:32:00Z", Components: []string{}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := extract(t, "a.html", "<html><head><title>Dune Cloud status</title></head><body>"+c.body+longText+"</body></html>")
			if d.Recipe != "incident-page" || d.Title != c.title {
				t.Errorf("want %q, got %q by %s", c.title, d.Title, d.Recipe)
			}
			if diff := cmp.Diff(c.want, d.Window); diff != "" {
				t.Errorf("window (-want +got):\n%s", diff)
			}
			if !d.has("started_at: " + string(c.want.StartedAt)) {
				t.Errorf("want the window as facts, got %q", sketch(d.Blocks))
			}
		})
	}
}
