package fetcher

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// browser writes a program that stands in for a browser: a script of the shell,
// which any user may run.
func browser(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "browser")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func rendering(t *testing.T, chromium string, l Limits) *Client {
	t.Helper()
	s := httptest.NewServer(answer(200, "User-agent: *\nDisallow: /private\n", "Content-Type: text/plain"))
	t.Cleanup(s.Close)
	c := clientFor(addrOf(t, s.Listener.Addr().String()), l)
	c.chromium = chromium
	return c
}

func TestRenderedPage(t *testing.T) {
	c := rendering(t, browser(t, "cat <<'EOF'\n"+report+"\nEOF"), Limits{})
	got, err := c.Render(t.Context(), Request{URL: "http://" + site + "/reports/1", Robots: RecordRobots})
	if err != nil {
		t.Fatal(err)
	}
	body := []byte(report + "\n")
	want := &Capture{
		URL: "http://pages.test/reports/1", FinalURL: "http://pages.test/reports/1", Status: 200, Body: body, At: noon, SHA256: sum(body), Robots: got.Robots,
		Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}, "X-Rendered-By": {"inquest, from the page's scripts"}},
	}
	if diff := cmp.Diff(want, got); diff != "" || len(got.Robots) != 1 {
		t.Errorf("%d verdicts, capture (-want +got):\n%s", len(got.Robots), diff)
	}
}

// TestRenderedPageMayBeShort: its script has run, and a short text is all of it.
func TestRenderedPageMayBeShort(t *testing.T) {
	c := rendering(t, browser(t, `echo '<html><body><div id="root"><h1>Outage</h1>Resolved.</div><script src="/a.js"></script></body></html>'`), Limits{})
	if _, err := c.Render(t.Context(), Request{URL: "http://" + site + "/"}); err != nil {
		t.Error(err)
	}
}

func TestPagesThatAreNotRendered(t *testing.T) {
	page := "/reports/1"
	rows := []struct {
		name, script, path string
		limits             Limits
		want               Kind   // "": ErrNoRendering
		says               string // part of the error
	}{
		{name: "no browser is set", says: "no browser is set"},
		{name: "a browser that is not there", script: "-", says: "no such file"},
		{name: "a browser whose sandbox does not start", script: "echo starting >&2; echo 'No usable sandbox! Update your kernel' >&2; echo bye >&2; exit 1", says: "exit status 1 (No usable sandbox! Update your kernel)"},
		{name: "a browser that ends for another reason", script: "echo first >&2; echo out of memory >&2; exit 3", says: "exit status 3 (out of memory)"},
		{name: "a browser that complains at length", script: "yes complaint | head -c 200000 >&2; exit 3", says: "exit status 3"},
		{name: "a document without an end", script: "yes '<p>text' | head -c 3000000", limits: Limits{Decoded: 1 << 20}, want: TooLarge},
		{name: "a page that is empty after all", script: "echo '<html><body></body></html>'", want: Empty},
		{name: "a browser that shows nothing", want: ServerError, script: "echo", says: "shows nothing"},
		{name: "a page whose script leads to an address that is refused", want: ServerError, says: "HTTP ERROR 403",
			script: `echo '<html><body id="t" class="neterror" style="x"><div id="main-frame-error">This page</div><script>{"errorCode":"HTTP ERROR 403"}</script></body></html>'`},
		{name: "a challenge", script: "echo '<title>Just a moment...</title><script>_cf_chl_opt</script>'", want: Blocked},
		{name: "a page that robots.txt forbids", script: "echo never", path: "/private", want: Robots},
		{name: "no address", script: "echo never", path: ":8080/", want: RefusedAddress},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			program := ""
			if row.script != "" {
				program = browser(t, row.script)
			}
			if row.script == "-" {
				program += "-missing"
			}
			c := rendering(t, program, row.limits)
			path := row.path
			if path == "" {
				path = page
			}
			_, err := c.Render(t.Context(), Request{URL: "http://" + site + path, Robots: ObeyRobots})
			if KindOf(err) != row.want || (row.want == "") != errors.Is(err, ErrNoRendering) || !strings.Contains(fmt.Sprint(err), row.says) {
				t.Errorf("error %v, want kind %q and %q in it", err, row.want, row.says)
			}
		})
	}
}

// TestBrowserRunsOnItsOwn has the stand-in print what it was given: a profile
// that is empty and its own, none of our environment, no switch that opens the
// sandbox; and afterwards the profile is gone.
func TestBrowserRunsOnItsOwn(t *testing.T) {
	t.Setenv("INQUEST_SECRET", "do not show")
	c := rendering(t, browser(t, `echo "<html><body><pre>At 04:05"; ls -A; pwd; env; echo "$@"; echo "</pre></body></html>"`), Limits{})
	got, err := c.Render(t.Context(), Request{URL: "http://" + site + "/"})
	if err != nil {
		t.Fatal(err)
	}
	body := string(got.Body)
	for _, bad := range []string{"do not show", "no-sandbox", "disable-setuid-sandbox", "disable-web-security"} {
		if strings.Contains(body, bad) {
			t.Errorf("%q in %s", bad, body)
		}
	}
	profile := strings.Split(body, "\n")[1]
	if _, err := os.Stat(profile); !strings.Contains(profile, "inquest-render-") || !os.IsNotExist(err) {
		t.Errorf("profile %q is still there, or was not empty: %v\n%s", profile, err, body)
	}
	for _, wanted := range []string{"--user-data-dir=" + profile, "--proxy-server=http://127.0.0.1:", "--proxy-bypass-list=<-loopback>", "http://pages.test/"} {
		if !strings.Contains(body, wanted) {
			t.Errorf("%q is not in %s", wanted, body)
		}
	}
}

// TestBrowserIsKilled: whoever waits goes, and the browser with its children
// goes too: a child that lived on would hold the pipe that it writes to.
func TestBrowserIsKilled(t *testing.T) {
	ctx, cancel := cancelled(t)
	started := filepath.Join(t.TempDir(), "started")
	if err := syscall.Mkfifo(started, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{started, filepath.Dir(started), filepath.Dir(filepath.Dir(started))} {
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	c := rendering(t, browser(t, "sleep 600 & echo yes > "+started+"; sleep 600"), Limits{})
	go func() {
		os.ReadFile(started) // until the browser has written to it
		cancel()
	}()
	if _, err := c.Render(ctx, Request{URL: "http://" + site + "/"}); !errors.Is(err, context.Canceled) || isOutcome(err) {
		t.Errorf("error %v, want the context's", err)
	}
}

func TestProxyOfTheBrowser(t *testing.T) {
	addr, reached := counter(t)
	long := strings.Repeat("x", 9000)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/long" {
			io.WriteString(w, long)
			return
		}
		io.WriteString(w, "host "+r.Host+" path "+r.URL.Path)
	}))
	t.Cleanup(s.Close)
	c := clientFor(addrOf(t, s.Listener.Addr().String()), Limits{})
	rows := []struct {
		name, say, then string // then is said when the answer is a success
		status          int
		body            string
	}{
		{"a page", "GET http://pages.test/a HTTP/1.1\r\nHost: pages.test\r\nConnection: close\r\n\r\n", "", 200, "host pages.test path /a"},
		{"a page through a tunnel", "CONNECT pages.test:80 HTTP/1.1\r\nHost: pages.test:80\r\n\r\n", "GET /b HTTP/1.1\r\nHost: pages.test\r\nConnection: close\r\n\r\n", 200, "host pages.test path /b"},
		{"this machine", "GET http://127.0.0.1/ HTTP/1.1\r\nHost: x\r\n\r\n", "", 403, ""},
		{"this machine by name", "GET http://localhost/ HTTP/1.1\r\nHost: x\r\n\r\n", "", 403, ""},
		{"a port of this machine", "GET http://" + addr + "/ HTTP/1.1\r\nHost: x\r\n\r\n", "", 403, ""},
		{"cloud metadata", "GET http://169.254.169.254/latest/ HTTP/1.1\r\nHost: x\r\n\r\n", "", 403, ""},
		{"the proxy itself", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "", 403, ""},
		{"a tunnel to this machine", "CONNECT 127.0.0.1:443 HTTP/1.1\r\nHost: x\r\n\r\n", "", 403, ""},
		{"a tunnel to a port of this machine", "CONNECT " + addr + " HTTP/1.1\r\nHost: x\r\n\r\n", "", 403, ""},
		{"a tunnel to a mail server", "CONNECT other.test:25 HTTP/1.1\r\nHost: x\r\n\r\n", "", 403, ""},
		{"more than there is room for", "GET http://pages.test/long HTTP/1.1\r\nHost: pages.test\r\nConnection: close\r\n\r\n", "", cutOff, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			p, err := c.startProxy(4000)
			if err != nil {
				t.Fatal(err)
			}
			defer p.stop()
			status, body := say(t, p.addr, row.say, row.then)
			if row.status == cutOff && body != long {
				return
			}
			if status != row.status || row.body != "" && body != row.body {
				t.Errorf("%d %q, want %d %q", status, body, row.status, row.body)
			}
		})
	}
	if reached.Load() != 0 {
		t.Errorf("%d connections reached %s", reached.Load(), addr)
	}
}

// cutOff stands for an answer that breaks off, in its head or in its body.
const cutOff = 0

// say speaks to a proxy as a browser does; what it asks through a tunnel is then.
func say(t *testing.T, proxy, ask, then string) (status int, body string) {
	t.Helper()
	conn, err := net.Dial("tcp", proxy)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, ask)
	in := bufio.NewReader(conn)
	method, _, _ := strings.Cut(ask, " ")
	resp, err := http.ReadResponse(in, &http.Request{Method: method})
	if err != nil {
		return cutOff, ""
	}
	if then != "" {
		io.WriteString(conn, then)
		if resp, err = http.ReadResponse(in, nil); err != nil {
			t.Fatal(err)
		}
	}
	got, _ := io.ReadAll(resp.Body) // cut on purpose in one row
	return resp.StatusCode, string(got)
}

// TestDiallerOfTheProxyRefuses: a public name that resolves to this machine
// passes the look at the address and not the dialler.
func TestDiallerOfTheProxyRefuses(t *testing.T) {
	c := New(Options{})
	p, err := c.startProxy(4000)
	if err != nil {
		t.Fatal(err)
	}
	defer p.stop()
	p.dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return c.transport.DialContext(ctx, network, "localhost:443")
	}
	if status, _ := say(t, p.addr, "CONNECT status.example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", ""); status != http.StatusBadGateway {
		t.Errorf("status %d, want %d", status, http.StatusBadGateway)
	}
}
