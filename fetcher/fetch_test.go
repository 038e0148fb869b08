package fetcher

import (
	"encoding/binary"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestReportsComeThrough has a row for each oddity that a report may have and
// still be one.
func TestReportsComeThrough(t *testing.T) {
	short := func(title, body string) string {
		return "<!DOCTYPE html><html><head><title>" + title + "</title></head><body>" + body + "</body></html>"
	}
	rows := []struct {
		name    string
		serve   http.HandlerFunc
		content string
	}{
		{"plain page", answer(200, report), report},
		{"gzip", answer(200, gzipped(report), "Content-Encoding: gzip"), report},
		{"x-gzip in odd letters", answer(200, gzipped(report), "Content-Encoding: X-GZip"), report},
		{"gzip twice, said twice", answer(200, gzipped(gzipped(report)), "Content-Encoding: gzip, gzip"), report},
		{"gzip twice, said once", answer(200, gzipped(gzipped(report)), "Content-Encoding: gzip"), report},
		{"gzip once, said twice", answer(200, gzipped(report), "Content-Encoding: gzip, gzip"), report},
		{"gzip, not said", answer(200, gzipped(report)), report},
		{"gzip under an empty label", raw("HTTP/1.1 200 OK\r\nContent-Encoding: \r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n" + gzipped(report)), report},
		{"said gzip, not gzip", answer(200, report, "Content-Encoding: gzip"), report},
		{"said br, not br", answer(200, report, "Content-Encoding: br"), report},
		{"said utf-8 as if it were an encoding", answer(200, report, "Content-Encoding: utf-8"), report},
		{"identity", answer(200, report, "Content-Encoding: identity"), report},
		{"gzip followed by junk", answer(200, gzipped(report)+"\x00\x00junk", "Content-Encoding: gzip"), report},
		{"gzip in two members", answer(200, gzipped(report[:100])+gzipped(report[100:]), "Content-Encoding: gzip"), report},
		{"gzip with a wrong size at its end", answer(200, wrongSize(gzipped(report)), "Content-Encoding: gzip"), report},
		{"deflate as the RFC has it", answer(200, zlibbed(report), "Content-Encoding: deflate"), report},
		{"deflate without its wrapping", answer(200, deflated(report), "Content-Encoding: deflate"), report},
		{"br", answer(200, brotlied(report), "Content-Encoding: br"), report},
		{"zstd", answer(200, zstdded(report), "Content-Encoding: zstd"), report},
		{"br in gzip", answer(200, gzipped(brotlied(report)), "Content-Encoding: br, gzip"), report},
		{"length and chunks at once", raw("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2a\r\n<p>At 04:05 UTC we saw errors in checkout.\r\n0\r\n\r\n"), "<p>At 04:05 UTC we saw errors in checkout."},
		{"page without an end, delimited", answer(200, "<html><body><p>At 04:05 UTC we saw errors."), "<html><body><p>At 04:05 UTC we saw errors."},
		{"status 203", answer(203, report), report},

		{"short notice", answer(200, short("Slow checkout", "<h1>Slow checkout</h1>Resolved at 06:00 UTC.")), short("Slow checkout", "<h1>Slow checkout</h1>Resolved at 06:00 UTC.")},
		{"short notice in Korean in a script's frame", answer(200, short("결제 지연", `<div id="root">`+strings.Repeat("결제 요청이 지연되었습니다. ", 10)+"</div>")), short("결제 지연", `<div id="root">`+strings.Repeat("결제 요청이 지연되었습니다. ", 10)+"</div>")},
		{"notice about denied access", answer(200, short("Access denied", "<h1>Access denied</h1>From 04:05 to 05:40 UTC users of the console saw this error.")), short("Access denied", "<h1>Access denied</h1>From 04:05 to 05:40 UTC users of the console saw this error.")},
		{"notice about missing pages", answer(200, short("404 errors on the API", "<h1>404 errors on the API</h1>Resolved.")), short("404 errors on the API", "<h1>404 errors on the API</h1>Resolved.")},
		{"notice about logins, with a login form in its header", answer(200, short("Login issues | Kestrel", `<form><input type="password"></form><h1>Login issues</h1>Resolved.`)), short("Login issues | Kestrel", `<form><input type="password"></form><h1>Login issues</h1>Resolved.`)},
		{"report that quotes a challenge", answer(200, short("How our bot filter broke", "<h1>How our bot filter broke</h1><code>window._cf_chl_opt</code> Just a moment... "+report)), short("How our bot filter broke", "<h1>How our bot filter broke</h1><code>window._cf_chl_opt</code> Just a moment... "+report)},
		{"report behind a filter that watches it", answer(200, report+`<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`), report + `<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`},
		{"page that carries its data for a script", answer(200, short("Status", `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">`+strings.Repeat(`{"a":1}`, 40)+"</script>")), short("Status", `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">`+strings.Repeat(`{"a":1}`, 40)+"</script>")},
		{"page that reloads itself", answer(200, short("Slow checkout", `<meta http-equiv="refresh" content="3">At 04:05 UTC it was slow.`)), short("Slow checkout", `<meta http-equiv="refresh" content="3">At 04:05 UTC it was slow.`)},
		{"JSON", answer(200, `{"incidents":[]}`, "Content-Type: application/json"), `{"incidents":[]}`},
		{"JSON labelled as a page", answer(200, `{"incidents":[]}`), `{"incidents":[]}`},
		{"feed", answer(200, `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"></feed>`, "Content-Type: application/atom+xml"), `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"></feed>`},
		{"PDF labelled as bytes", answer(200, "%PDF-1.7 ...", "Content-Type: application/octet-stream"), "%PDF-1.7 ..."},
		{"UTF-16 JSON", answer(200, "\xfe\xff\x00[\x00]", "Content-Type: application/json"), "\xfe\xff\x00[\x00]"},
		{"text with a stray zero byte", answer(200, "At 04:05 UTC\x00 we saw errors.", "Content-Type: text/plain"), "At 04:05 UTC\x00 we saw errors."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			got, err := serve(t, row.serve, Limits{}).Fetch(t.Context(), Request{URL: "http://" + site + "/reports/1"})
			if err != nil {
				t.Fatal(err)
			}
			content, err := got.Content()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.content, string(content)); diff != "" {
				t.Errorf("content (-want +got):\n%s", diff)
			}
		})
	}
}

// wrongSize damages the last four bytes of a gzip file, which say how large the
// content is.
func wrongSize(s string) string {
	b := []byte(s)
	binary.LittleEndian.PutUint32(b[len(b)-4:], 7)
	return string(b)
}

func TestCaptureIsWhatWasServed(t *testing.T) {
	var asked http.Header
	h := func(w http.ResponseWriter, r *http.Request) {
		asked = r.Header.Clone()
		answer(200, gzipped(report), "Content-Encoding: gzip", `ETag: W/"x"`, "Content-Type: Text/HTML; charset=EUC-KR")(w, r)
	}
	url := "http://" + site + "/a%2Fb//c?q=%7Ex"
	got, err := serve(t, http.HandlerFunc(h), Limits{}).Fetch(t.Context(), Request{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	want := &Capture{
		URL: url, FinalURL: url, Status: 200, Body: []byte(gzipped(report)), At: noon, SHA256: sum([]byte(gzipped(report))),
		Header: http.Header{
			"Content-Encoding": {"gzip"}, "Etag": {`W/"x"`}, "Content-Type": {"Text/HTML; charset=EUC-KR"},
			"Content-Length": got.Header["Content-Length"], "Date": got.Header["Date"],
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("capture (-want +got):\n%s", diff)
	}
	if got.ContentType() != "text/html" || got.Charset() != "EUC-KR" {
		t.Errorf("type %q, charset %q", got.ContentType(), got.Charset())
	}
	wantAsked := http.Header{"Accept": {acceptReports}, "Accept-Encoding": {"gzip"}, "User-Agent": {"inquest-test (+mailto:nobody@example.org)"}}
	if diff := cmp.Diff(wantAsked, asked); diff != "" {
		t.Errorf("request headers (-want +got):\n%s", diff)
	}
}

func TestRedirectsAreFollowed(t *testing.T) {
	hop := func(status int, from, to string) Hop {
		return Hop{URL: "http://" + site + from, Status: status, To: "http://" + site + to}
	}
	at := func(status int, location string) http.HandlerFunc { return answer(status, "", "Location: "+location) }
	rows := []struct {
		name  string
		paths map[string]http.HandlerFunc
		want  []Hop
	}{
		{"relative, absolute and by host", map[string]http.HandlerFunc{"/a/b": at(301, "c"), "/a/c": at(307, "/d"), "/d": at(308, "//"+site+"/e#top")},
			[]Hop{hop(301, "/a/b", "/a/c"), hop(307, "/a/c", "/d"), hop(308, "/d", "/e")}},
		{"five of them", map[string]http.HandlerFunc{"/a/b": at(302, "/1"), "/1": at(302, "/2"), "/2": at(302, "/3"), "/3": at(302, "/4"), "/4": at(302, "/5")},
			[]Hop{hop(302, "/a/b", "/1"), hop(302, "/1", "/2"), hop(302, "/2", "/3"), hop(302, "/3", "/4"), hop(302, "/4", "/5")}},
		{"escapes and doubled slashes stay", map[string]http.HandlerFunc{"/a/b": at(303, "/x%2Fy//\xea\xb0\x80?q=a b")},
			[]Hop{hop(303, "/a/b", "/x%2Fy//%EA%B0%80?q=a%20b")}},
		{"body of a redirect is cut", map[string]http.HandlerFunc{"/a/b": raw("HTTP/1.1 302 Found\r\nLocation: /d\r\nContent-Length: 99\r\n\r\nx")},
			[]Hop{hop(302, "/a/b", "/d")}},
		{"refresh in the page", map[string]http.HandlerFunc{"/a/b": answer(200, `<meta http-equiv="Refresh" content="0; URL='/d'">Moved.`)},
			[]Hop{hop(200, "/a/b", "/d")}},
		{"refresh in a header", map[string]http.HandlerFunc{"/a/b": answer(200, "<p>Moved.", "Refresh: 1;url=/d")},
			[]Hop{hop(200, "/a/b", "/d")}},
		{"refresh after a minute is not followed", map[string]http.HandlerFunc{"/a/b": answer(200, `<meta http-equiv=refresh content="60;url=/d"><p>At 04:05 UTC.`)}, nil},
		{"refresh of a page with a text is not followed", map[string]http.HandlerFunc{"/a/b": answer(200, report, "Refresh: 0;url=/d")}, nil},
		{"second refresh is not followed", map[string]http.HandlerFunc{"/a/b": answer(200, "<p>Moved.", "Refresh: 0;url=/d"), "/d": answer(200, "<p>Moved again.", "Refresh: 0;url=/e")},
			[]Hop{hop(200, "/a/b", "/d")}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := func(w http.ResponseWriter, r *http.Request) {
				if to, ok := row.paths[r.URL.Path]; ok {
					to(w, r)
					return
				}
				io.WriteString(w, report)
			}
			asked := "http://" + site + "/a/b"
			got, err := serve(t, http.HandlerFunc(h), Limits{}).Fetch(t.Context(), Request{URL: asked})
			if err != nil {
				t.Fatal(err)
			}
			final := asked
			if len(row.want) > 0 {
				final = row.want[len(row.want)-1].To
			}
			if diff := cmp.Diff(row.want, got.Hops); diff != "" || got.URL != asked || got.FinalURL != final {
				t.Errorf("from %s to %s, hops (-want +got):\n%s", got.URL, got.FinalURL, diff)
			}
		})
	}
}

func TestCallerWhoGoesIsNoOutcome(t *testing.T) {
	ctx, cancel := cancelled(t)
	c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}), Limits{})
	_, err := c.Fetch(ctx, Request{URL: "http://" + site + "/"})
	if err == nil || isOutcome(err) || !strings.Contains(err.Error(), "context canceled") {
		t.Errorf("error %v, want the context's", err)
	}
}

func TestWhatCameIsKeptBesideTheError(t *testing.T) {
	got, err := serve(t, answer(503, "down for maintenance"), Limits{}).Fetch(t.Context(), Request{URL: "http://" + site + "/"})
	wantKind(t, err, ServerError)
	if got == nil || got.Status != 503 || string(got.Body) != "down for maintenance" {
		t.Errorf("capture %+v", got)
	}
}

func TestLocalFiles(t *testing.T) {
	at := time.Date(2031, 2, 3, 13, 0, 0, 0, time.FixedZone("CET", 3600))
	got := FromFile("report.MD", "https://kestrel.example/r", "", []byte("# Outage"), at)
	want := &Capture{
		URL: "https://kestrel.example/r", FinalURL: "https://kestrel.example/r", Status: 200,
		Header: http.Header{"Content-Type": {"text/markdown"}}, Body: []byte("# Outage"), At: noon, SHA256: sum([]byte("# Outage")),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("capture (-want +got):\n%s", diff)
	}
	if got := FromFile("page", "", "", []byte(gzipped(report)), noon); Judge(got) != nil || len(got.Header) != 0 {
		t.Errorf("file without a name: %v, %v", Judge(got), got.Header)
	}
	err := Judge(FromFile("saved.html", "", "text/html", []byte("<title>Just a moment...</title><script>_cf_chl_opt={}</script>"), noon))
	wantKind(t, err, Blocked)
	if !strings.HasPrefix(err.Error(), "the file: ") {
		t.Errorf("%q does not say that it is a file", err)
	}
}

// TestEveryKindHasItsLine fails when a kind is added and forgotten in the table.
func TestEveryKindHasItsLine(t *testing.T) {
	actors := []string{curator, operator, nobody}
	unknown := Kind("unheard-of").outcome()
	for _, k := range []Kind{
		Gone, SoftNotFound, Blocked, LoginWall, JSOnly, Refused, WrongType, TooLarge, Truncated, BadEncoding,
		RefusedAddress, BadAddress, Robots, Busy, Timeout, NoHost, DNS, TLS, Reset, ServerError, RedirectLoop, Empty, Unchanged,
	} {
		if !slices.Contains(actors, k.Actor()) || k.outcome() == unknown {
			t.Errorf("%s: actor %q, advice %q", k, k.Actor(), k.outcome().advice)
		}
	}
	if !Kind("unheard-of").Permanent() {
		t.Error("an unknown kind is tried for ever")
	}
}

func TestChallengeOfASavedPage(t *testing.T) {
	for name, row := range map[string]struct {
		body   string
		status int
		header http.Header
		want   bool
	}{
		"title and script":     {"<html><title>Just a moment...</title><script>_cf_chl_opt={}</script>", 0, nil, true},
		"header alone":         {"x", 403, http.Header{"Cf-Mitigated": {"challenge"}}, true},
		"report":               {report, 0, nil, false},
		"text that is no page": {"Just a moment... _cf_chl_opt", 403, nil, false},
	} {
		if got := Challenge([]byte(row.body), row.status, row.header); got != row.want {
			t.Errorf("%s: challenge %v, want %v", name, got, row.want)
		}
	}
}

func TestTypesOfFiles(t *testing.T) {
	for name, want := range map[string]string{
		"a.html": "text/html", "a.HTM": "text/html", "a.json": "application/json", "a.pdf": "application/pdf", "a.markdown": "text/markdown",
		"a.txt": "text/plain", "a.xml": "application/xml", "a.atom": "application/atom+xml", "a.rss": "application/rss+xml", "a": "", "a.exe": "",
	} {
		if got := FromFile(name, "", "", nil, noon).ContentType(); got != want {
			t.Errorf("%s: type %q, want %q", name, got, want)
		}
	}
}
