package fetcher

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestReadingRobots(t *testing.T) {
	text := func(status int, body string, headers ...string) http.HandlerFunc {
		return answer(status, body, append(headers, "Content-Type: text/plain")...)
	}
	const all, none = "User-agent: *\nDisallow:\n", "User-agent: *\nDisallow: /\n"
	rows := []struct {
		name  string
		serve http.HandlerFunc
		want  RobotsAccess
		lasts time.Duration
	}{
		{"rules that allow", text(200, all), RobotsAllowed, robotsFresh},
		{"rules that forbid", text(200, none), RobotsDisallowed, robotsFresh},
		{"rules that forbid, in gzip", text(200, gzipped(none), "Content-Encoding: gzip"), RobotsDisallowed, robotsFresh},
		{"rules that forbid, with a line of 600 KiB behind them", text(200, none+"#"+strings.Repeat("x", 600<<10)), RobotsDisallowed, robotsFresh},
		{"rules that forbid, in pieces, with 600 KiB behind them", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, none)
			w.(http.Flusher).Flush()
			io.WriteString(w, strings.Repeat("# filler\n", 70000))
		}, RobotsDisallowed, robotsFresh},
		{"nothing in it", text(200, ""), RobotsAllowed, robotsFresh},
		{"no content", text(204, ""), RobotsAllowed, robotsFresh},
		{"a web page in its place", answer(200, report), RobotsAllowed, robotsFresh},
		{"a page with a refresh in its place", answer(200, "<html><meta http-equiv=refresh content='0;url=/x'>"), RobotsAllowed, robotsFresh},
		{"400", text(400, none), RobotsAllowed, robotsFresh},
		{"401", text(401, none), RobotsAllowed, robotsFresh},
		{"403", text(403, none), RobotsAllowed, robotsFresh},
		{"404", text(404, none), RobotsAllowed, robotsFresh},
		{"410", text(410, none), RobotsAllowed, robotsFresh},
		{"451", text(451, none), RobotsAllowed, robotsFresh},
		{"408", text(408, all), RobotsUnreachable, robotsFailed},
		{"429", text(429, all), RobotsUnreachable, robotsFailed},
		{"500", text(500, all), RobotsUnreachable, robotsFailed},
		{"503", text(503, all), RobotsUnreachable, robotsFailed},
		{"304 that nobody asked for", text(304, ""), RobotsUnreachable, robotsFailed},
		{"301 that leads nowhere", text(301, all), RobotsUnreachable, robotsFailed},
		{"no answer", raw(""), RobotsUnreachable, robotsFailed},
		{"a file that breaks off", raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nUser-agent"), RobotsUnreachable, robotsFailed},
		{"an encoding that does not open", text(200, damaged(gzipped(report)), "Content-Encoding: gzip"), RobotsUnreachable, robotsFailed},
		{"five redirects", redirects(5, text(200, none)), RobotsDisallowed, robotsFresh},
		{"six redirects", redirects(6, text(200, all)), RobotsUnreachable, robotsFailed},
		{"a redirect to another host", byHost("other.test", answer(301, "", "Location: http://other.test/r.txt"), text(200, none)), RobotsDisallowed, robotsFresh},
		{"a redirect to an address that is refused", answer(302, "", "Location: http://127.0.0.1/robots.txt"), RobotsUnreachable, robotsFailed},
		{"a redirect in a circle", answer(302, "", "Location: /robots.txt"), RobotsUnreachable, robotsFailed},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			v, err := serve(t, row.serve, Limits{}).Robots(t.Context(), "http://"+site+"/reports/1")
			if err != nil {
				t.Fatal(err)
			}
			if lasts := v.Until.Sub(noon); v.Access != row.want || lasts != row.lasts || v.File != "http://"+site+"/robots.txt" || v.Why == "" {
				t.Errorf("%s for %v (%+v), want %s for %v", v.Access, lasts, v, row.want, row.lasts)
			}
		})
	}
}

// redirects leads n times on, and then answers.
func redirects(n int, then http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if len(r.URL.Query().Get("n")) < n {
			answer(302, "", "Location: /robots.txt?n="+r.URL.Query().Get("n")+"x")(w, r)
			return
		}
		then(w, r)
	}
}

// byHost answers for one host in its own way.
func byHost(host string, others, own http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Host == host {
			own(w, r)
			return
		}
		others(w, r)
	}
}

func TestRobotsIsReadOncePerOrigin(t *testing.T) {
	var reads atomic.Int32
	now := noon
	c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reads.Add(1)
		if r.Host == "other.test" {
			w.WriteHeader(503)
		}
	}), Limits{})
	c.now = func() time.Time { return now }
	ask := func(url string) {
		t.Helper()
		if _, err := c.Robots(t.Context(), url); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() { ask("http://pages.test/a") })
	}
	all.Wait()
	rows := []struct {
		name  string
		after time.Duration
		url   string
		want  int32
	}{
		{"ten at once", 0, "http://pages.test/b", 1},
		{"the same with its port", time.Hour, "http://PAGES.test:80/", 1},
		{"a day later", robotsFresh, "http://pages.test/a", 2},
		{"another host, which fails", 0, "http://other.test/", 3},
		{"the failure within ten minutes", robotsFailed - 1, "http://other.test/", 3},
		{"the failure after ten minutes", 1, "http://other.test/", 4},
	}
	for _, row := range rows {
		now = now.Add(row.after)
		ask(row.url)
		if got := reads.Load(); got != row.want {
			t.Errorf("%s: read %d times, want %d", row.name, got, row.want)
		}
	}
	if https := originOf(mustTarget(t, "https://pages.test/a")); https == originOf(mustTarget(t, "http://pages.test/a")) {
		t.Errorf("both schemes have the origin %s", https)
	}
}

// shelf is what processes share about robots.txt files.
type shelf struct {
	mu    sync.Mutex
	files map[string]RobotsFile
	err   error
}

func (s *shelf) RobotsFile(_ context.Context, origin string) (*RobotsFile, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.files[origin]
	if !ok {
		return nil, s.err
	}
	return &f, s.err
}

func (s *shelf) KeepRobotsFile(_ context.Context, f RobotsFile) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[f.Origin] = f
	return s.err
}

// TestRobotsIsReadOnceForAllProcesses: what one has read, and what it could not
// read, holds for the others as long as for itself.
func TestRobotsIsReadOnceForAllProcesses(t *testing.T) {
	var reads atomic.Int32
	now, shared := noon, &shelf{files: map[string]RobotsFile{}}
	first := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reads.Add(1)
		if r.Host == "other.test" {
			w.WriteHeader(503)
			return
		}
		io.WriteString(w, "User-agent: *\nDisallow: /a\n")
	}), Limits{})
	second := clientFor(first.sample.Addr, Limits{})
	for _, c := range []*Client{first, second} {
		c.now, c.files = func() time.Time { return now }, shared
	}
	rows := []struct {
		name  string
		after time.Duration
		c     *Client
		url   string
		want  RobotsAccess
		reads int32
	}{
		{"the first", 0, first, "http://pages.test/a", RobotsDisallowed, 1},
		{"the second", 0, second, "http://pages.test/a", RobotsDisallowed, 1},
		{"the second, another page", 0, second, "http://pages.test/b", RobotsAllowed, 1},
		{"the second, what cannot be read", 0, second, "http://other.test/", RobotsUnreachable, 2},
		{"the first, the same", robotsFailed - 1, first, "http://other.test/", RobotsUnreachable, 2},
		{"the first, when it is too old", 1, first, "http://other.test/", RobotsUnreachable, 3},
		{"the second, a day later", robotsFresh, second, "http://pages.test/a", RobotsDisallowed, 4},
	}
	for _, row := range rows {
		now = now.Add(row.after)
		v, err := row.c.Robots(t.Context(), row.url)
		if err != nil || v.Access != row.want || reads.Load() != row.reads {
			t.Errorf("%s: %s, error %v, read %d times; want %s, %d times", row.name, v.Access, err, reads.Load(), row.want, row.reads)
		}
	}
	now, shared.err = now.Add(robotsFresh), errors.New("the database is gone")
	if _, err := first.Robots(t.Context(), "http://pages.test/a"); !errors.Is(err, shared.err) {
		t.Errorf("error %v, want that of the database", err)
	}
}

func TestRobotsOfNoAddress(t *testing.T) {
	_, err := New(Options{}).Robots(t.Context(), "/reports/1")
	wantKind(t, err, BadAddress)
	ctx, cancel := cancelled(t)
	c := serve(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { cancel() }), Limits{})
	if _, err := c.Robots(ctx, "http://"+site+"/"); !errors.Is(err, context.Canceled) || isOutcome(err) {
		t.Errorf("error %v, want the context's", err)
	}
}

func TestRobotsCacheMakesRoom(t *testing.T) {
	cache := newRobotsCache()
	read := func(_ context.Context, origin string) (*robotsFile, error) {
		until := noon.Add(robotsFailed)
		if origin == "https://kept.example" {
			until = noon.Add(robotsFresh)
		}
		return &robotsFile{RobotsFile: RobotsFile{Origin: origin, Until: until}}, nil
	}
	fill := func(now time.Time, origins ...string) {
		for _, origin := range origins {
			if _, err := cache.file(t.Context(), origin, func() time.Time { return now }, read); err != nil {
				t.Fatal(err)
			}
		}
	}
	fill(noon, "https://kept.example")
	for n := range robotsKept {
		fill(noon, "https://"+strings.Repeat("x", n+1)+".example")
	}
	fill(noon.Add(time.Hour), "https://new.example")
	if _, kept := cache.origins["https://kept.example"]; !kept || len(cache.origins) != 2 {
		t.Errorf("%d origins, kept: %v; want the two that are fresh", len(cache.origins), kept)
	}
}

// TestRobotsOnTheWay has a page that leads from host to host; each one's own
// robots.txt decides about its own addresses.
func TestRobotsOnTheWay(t *testing.T) {
	paths := map[string]http.HandlerFunc{
		"pages.test/robots.txt":    answer(200, "User-agent: *\nDisallow: /private\n", "Content-Type: text/plain"),
		"pages.test/moved":         answer(301, "", "Location: http://other.test/reports/1"),
		"pages.test/moved-private": answer(301, "", "Location: http://other.test/secret/1"),
		"pages.test/private":       answer(200, report),
		"other.test/robots.txt":    answer(200, "User-agent: inquest-test\nDisallow: /secret\n", "Content-Type: text/plain"),
		"other.test/reports/1":     answer(200, report),
		"other.test/secret/1":      answer(200, report),
	}
	type seen struct {
		URL    string
		Access RobotsAccess
	}
	rows := []struct {
		name, path string
		policy     RobotsPolicy
		want       []seen
		kind       Kind
		asked      string // whether the page behind it was asked for
	}{
		{"not asked", "/private", IgnoreRobots, nil, "", "pages.test/private"},
		{"recorded and fetched", "/private", RecordRobots, []seen{{"http://pages.test/private", RobotsDisallowed}}, "", "pages.test/private"},
		{"obeyed", "/private", ObeyRobots, []seen{{"http://pages.test/private", RobotsDisallowed}}, Robots, ""},
		{"obeyed on both hosts", "/moved", ObeyRobots, []seen{{"http://pages.test/moved", RobotsAllowed}, {"http://other.test/reports/1", RobotsAllowed}}, "", "other.test/reports/1"},
		{"obeyed on the second host", "/moved-private", ObeyRobots, []seen{{"http://other.test/secret/1", RobotsDisallowed}}, Robots, "pages.test/moved-private"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			last := ""
			c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if !strings.HasSuffix(r.URL.Path, "/robots.txt") {
					last = r.Host + r.URL.Path
				}
				paths[r.Host+r.URL.Path](w, r)
			}), Limits{})
			got, err := c.Fetch(t.Context(), Request{URL: "http://" + site + row.path, Robots: row.policy})
			verdicts := verdictsOf(got, err)
			var saw []seen
			for _, v := range verdicts {
				saw = append(saw, seen{v.URL, v.Access})
			}
			if diff := cmp.Diff(row.want, saw); diff != "" || KindOf(err) != row.kind || last != row.asked {
				t.Errorf("kind %q, asked last for %q, verdicts (-want +got):\n%s", KindOf(err), last, diff)
			}
		})
	}
}

// verdictsOf returns the verdicts of a capture, or the one of a refusal.
func verdictsOf(got *Capture, err error) []RobotsVerdict {
	var e *Error
	if errors.As(err, &e) {
		return []RobotsVerdict{*e.Robots}
	}
	return got.Robots
}

func TestRobotsOutOfReachIsTemporary(t *testing.T) {
	_, err := serve(t, answer(503, ""), Limits{}).Fetch(t.Context(), Request{URL: "http://" + site + "/", Robots: ObeyRobots})
	var e *Error
	if !errors.As(err, &e) || e.Kind != Busy || e.After != robotsFailed || e.Robots.Access != RobotsUnreachable || e.Kind.Permanent() {
		t.Errorf("error %v, want busy for %v", err, robotsFailed)
	}
}
