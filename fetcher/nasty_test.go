package fetcher

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestNastyServers has one row for each way in which a server has let readers
// down, and the one outcome that it must end in.
func TestNastyServers(t *testing.T) {
	short := Limits{Answer: 100 * time.Millisecond, Progress: 100 * time.Millisecond}
	zeros := strings.Repeat("0", 4<<20)
	page := func(title, body string) string {
		return "<html><head><title>" + title + "</title></head><body>" + body + "</body></html>"
	}
	flood := "HTTP/1.1 200 OK\r\n" + strings.Repeat("X-Filler: "+strings.Repeat("x", 1000)+"\r\n", 300) + "\r\nhello"

	rows := []struct {
		name   string
		serve  http.HandlerFunc
		accept string
		limits Limits
		want   Kind
		after  time.Duration
	}{
		{name: "404", serve: answer(404, report), want: Gone},
		{name: "410", serve: answer(410, ""), want: Gone},
		{name: "410 with a body that does not open", serve: answer(410, "\x1f\x8b\x00", "Content-Encoding: gzip"), want: Gone},
		{name: "400", serve: answer(400, "bad"), want: Refused},
		{name: "401", serve: answer(401, "who?", `WWW-Authenticate: Basic realm="x"`), want: LoginWall},
		{name: "403", serve: answer(403, "no"), want: LoginWall},
		{name: "405", serve: answer(405, "no"), want: Refused},
		{name: "407", serve: answer(407, "no"), want: LoginWall},
		{name: "408", serve: answer(408, "slow"), want: Busy},
		{name: "418", serve: answer(418, "teapot"), want: Refused},
		{name: "451", serve: answer(451, "law"), want: Refused},
		{name: "429 without a time", serve: answer(429, "slow down"), want: Busy},
		{name: "429 with seconds", serve: answer(429, "", "Retry-After: 120"), want: Busy, after: 2 * time.Minute},
		{name: "429 with a date by the server's own clock", want: Busy, after: 30 * time.Second,
			serve: answer(429, "", "Date: Mon, 03 Feb 2020 12:00:00 GMT", "Retry-After: Mon, 03 Feb 2020 12:00:30 GMT")},
		{name: "429 with a year to wait", serve: answer(429, "", "Retry-After: 31536000"), want: Busy, after: 24 * time.Hour},
		{name: "429 with nonsense", serve: answer(429, "", "Retry-After: -1.5e3"), want: Busy},
		{name: "429 with a date in the past", serve: answer(429, "", "Retry-After: Mon, 03 Feb 2020 12:00:30 GMT"), want: Busy},
		{name: "503 that says when", serve: answer(503, "back soon", "Retry-After: 5"), want: Busy, after: 5 * time.Second},
		{name: "503", serve: answer(503, "down"), want: ServerError},
		{name: "500 for ever", serve: answer(500, "oops"), want: ServerError},
		{name: "502", serve: answer(502, "oops"), want: ServerError},
		{name: "522, which no registry knows", serve: answer(522, "oops"), want: ServerError},
		{name: "301 that leads nowhere", serve: answer(301, "moved"), want: ServerError},
		{name: "304 that nobody asked for", serve: answer(304, ""), want: ServerError},
		{name: "204", serve: answer(204, ""), want: Empty},
		{name: "206 that nobody asked for", serve: answer(206, report), want: Truncated},

		{name: "empty body", serve: answer(200, ""), want: Empty},
		{name: "body of white space", serve: answer(200, " \n\t "), want: Empty},
		{name: "page without text", serve: answer(200, page("", "<p></p>")), want: Empty},
		{name: "body shorter than its length", serve: raw("HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n<p>Half a"), want: Truncated},
		{name: "chunks without an end", serve: raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), want: Truncated},
		{name: "page cut where nothing delimits it", serve: raw("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<html><body><p>At 04:05 we"), want: Truncated},
		{name: "JSON cut where nothing delimits it", serve: raw("HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{\"incidents\":[{"), want: Truncated},
		{name: "PDF cut where nothing delimits it", serve: raw("HTTP/1.0 200 OK\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n1 0 obj"), want: Truncated},
		{name: "server that never answers", serve: hang(), limits: Limits{Answer: 50 * time.Millisecond}, want: Timeout},
		{name: "body that stops", serve: hang("<p>At 04:05 we "), limits: short, want: Timeout},
		{name: "body that comes in drips", serve: drip, limits: short, want: Timeout},
		{name: "exchange without an end", serve: drip, limits: Limits{Total: 200 * time.Millisecond}, want: Timeout},
		{name: "flood of headers", serve: raw(flood), want: TooLarge},
		{name: "length that is too large", serve: raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nx"), want: TooLarge},
		{name: "body that is too large and does not say so", serve: answer(200, zeros), limits: Limits{Decoded: 1 << 20}, want: TooLarge},
		{name: "encoded body that is too large", serve: answer(200, zeros, "Content-Encoding: br"), limits: Limits{Encoded: 1 << 20}, want: TooLarge},

		{name: "gzip bomb", serve: answer(200, gzipped(zeros), "Content-Encoding: gzip"), want: TooLarge},
		{name: "gzip bomb without a label", serve: answer(200, gzipped(zeros)), want: TooLarge},
		{name: "gzip bomb in gzip", serve: answer(200, gzipped(gzipped(zeros)), "Content-Encoding: gzip, gzip"), want: TooLarge},
		{name: "br bomb", serve: answer(200, brotlied(zeros), "Content-Encoding: br"), want: TooLarge},
		{name: "zstd bomb", serve: answer(200, zstdded(zeros), "Content-Encoding: zstd"), want: TooLarge},
		{name: "deflate bomb", serve: answer(200, zlibbed(zeros), "Content-Encoding: deflate"), want: TooLarge},
		{name: "gzip cut", serve: answer(200, gzipped(report)[:90], "Content-Encoding: gzip"), want: Truncated},
		{name: "gzip cut in its header", serve: answer(200, gzipped(report)[:4], "Content-Encoding: gzip"), want: Truncated},
		{name: "zstd cut", serve: answer(200, zstdded(report)[:90], "Content-Encoding: zstd"), want: Truncated},
		{name: "br cut", serve: answer(200, brotlied(report)[:90], "Content-Encoding: br"), want: Truncated},
		{name: "gzip damaged", serve: answer(200, damaged(gzipped(report)), "Content-Encoding: gzip"), want: BadEncoding},
		{name: "picture labelled gzip", serve: answer(200, "\x89PNG\r\n\x1a\n\x00\x00", "Content-Encoding: gzip"), want: BadEncoding},
		{name: "encoding that does not exist", serve: answer(200, "\x00\x01\x02", "Content-Encoding: rot13"), want: BadEncoding},
		{name: "four encodings", serve: answer(200, report, "Content-Encoding: gzip, gzip, gzip, gzip"), want: BadEncoding},

		{name: "no answer at all", serve: raw(""), want: Reset},
		{name: "another protocol", serve: raw("SSH-2.0-OpenSSH_9.9\r\n"), want: ServerError},
		{name: "two lengths", serve: raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx"), want: ServerError},
		{name: "header line without a colon", serve: raw("HTTP/1.1 200 OK\r\nnonsense\r\n\r\nx"), want: ServerError},

		{name: "redirect to itself", serve: redirect(map[string]string{"/": "/"}), want: RedirectLoop},
		{name: "redirect in a circle", serve: redirect(map[string]string{"/": "/a", "/a": "/b", "/b": "/a"}), want: RedirectLoop},
		{name: "six redirects", serve: redirect(map[string]string{"/": "/1", "/1": "/2", "/2": "/3", "/3": "/4", "/4": "/5", "/5": "/6"}), want: RedirectLoop},
		{name: "redirect to a file", serve: answer(302, "", "Location: file:///etc/passwd"), want: BadAddress},
		{name: "redirect to a script", serve: answer(302, "", "Location: javascript:alert(1)"), want: BadAddress},
		{name: "redirect with a password", serve: answer(302, "", "Location: http://u:p@other.test/"), want: BadAddress},
		{name: "redirect to what is no address", serve: answer(302, "", "Location: http://[half/"), want: BadAddress},
		{name: "redirect to another port", serve: answer(302, "", "Location: http://other.test:8080/"), want: RefusedAddress},
		{name: "redirect to this machine", serve: answer(302, "", "Location: http://127.0.0.1/"), want: RefusedAddress},
		{name: "redirect to cloud metadata", serve: answer(307, "", "Location: http://169.254.169.254/latest/"), want: RefusedAddress},
		{name: "refresh to this machine", serve: answer(200, `<meta http-equiv=refresh content="0;url=http://[::1]/">`), want: RefusedAddress},

		{name: "challenge by header", serve: answer(403, "x", "Cf-Mitigated: challenge"), want: Blocked},
		{name: "challenge by title and status", serve: answer(503, page("Just a moment...", "Checking your browser.")), want: Blocked},
		{name: "challenge served as success", serve: answer(200, page("Just a moment...", "<script>window._cf_chl_opt={}</script>Please wait.")), want: Blocked},
		{name: "refusal of a content network", serve: answer(403, page("Access Denied", "Reference #18"), "Server: AkamaiGHost"), want: Blocked},
		{name: "captcha by header", serve: answer(405, "", "X-Amzn-Waf-Action: captcha"), want: Blocked},
		{name: "captcha by its script", serve: answer(403, page("example.com", `<script src="https://geo.captcha-delivery.com/c.js"></script>`)), want: Blocked},
		{name: "login page", serve: answer(200, page("Sign in - Kestrel", `<form><input type="password"></form>`)), want: LoginWall},
		{name: "redirect to a login page", want: LoginWall,
			serve: byPath(map[string]http.HandlerFunc{"/": answer(302, "", "Location: /login?next=/"), "/login": answer(200, page("Kestrel", `<input type=password>`))})},
		{name: "redirect of a missing page to the home page", want: SoftNotFound,
			serve: byPath(map[string]http.HandlerFunc{"/": answer(200, page("Page not found", "Sorry."))})},
		{name: "missing page that says so twice", serve: answer(200, page("404 Not Found | Kestrel", "<h1>Page not found</h1>Try the search.")), want: SoftNotFound},
		{name: "page that a script fills", serve: answer(200, page("Status", `<div id="root"></div><script src="/app.js"></script>`)), want: JSOnly},
		{name: "page that asks for a script", serve: answer(200, page("Status", `<noscript>You need to enable JavaScript to run this app.</noscript>Loading`)), want: JSOnly},
		{name: "picture", serve: answer(200, "\x89PNG\r\n\x1a\n\x00\x00\x00", "Content-Type: image/png"), want: WrongType},
		{name: "picture labelled as a page", serve: answer(200, "\xff\xd8\xff\xe0\x00\x10JFIF"), want: WrongType},
		{name: "zip file", serve: answer(200, "PK\x03\x04\x14\x00\x00", "Content-Type: application/zip"), want: WrongType},
		{name: "page where JSON was asked for", serve: answer(200, report), accept: "application/json", want: WrongType},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			c := serve(t, row.serve, row.limits)
			path := "/"
			if row.name == "redirect of a missing page to the home page" {
				path = "/incidents/42"
			}
			got, err := c.Fetch(t.Context(), Request{URL: "http://" + site + path, Accept: row.accept})
			var outcome *Error
			if !errors.As(err, &outcome) {
				t.Fatalf("error is %v, want kind %s; capture %+v", err, row.want, got)
			}
			if outcome.Kind != row.want || outcome.After != row.after {
				t.Errorf("kind %s after %v, want %s after %v (%v)", outcome.Kind, outcome.After, row.want, row.after, err)
			}
			if !strings.HasPrefix(outcome.URL, "http://"+site+"/") || !strings.HasPrefix(err.Error(), outcome.URL+": ") || !strings.Contains(err.Error(), "; ") {
				t.Errorf("%q is not address, cause and way out", err)
			}
		})
	}
}

// drip sends a byte now and then, until the client goes.
func drip(w http.ResponseWriter, r *http.Request) {
	for r.Context().Err() == nil {
		fmt.Fprint(w, "x")
		w.(http.Flusher).Flush()
		if sleep(r.Context(), 10*time.Millisecond) != nil {
			return
		}
	}
}

func damaged(s string) string {
	b := []byte(s)
	for i := 20; i < 60; i++ {
		b[i] ^= 0xa5
	}
	return string(b)
}

// byPath serves some paths and leads from all others home.
func byPath(at map[string]http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if h, ok := at[r.URL.Path]; ok {
			h(w, r)
			return
		}
		answer(302, "", "Location: /")(w, r)
	}
}

func TestNobodyListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	_, err = clientFor(addrOf(t, l.Addr().String()), Limits{}).Fetch(t.Context(), Request{URL: "http://" + site + "/"})
	wantKind(t, err, Reset)
}

func TestCertificates(t *testing.T) {
	for name, server := range map[string]*httptest.Server{
		"certificate that nobody vouches for": httptest.NewTLSServer(answer(200, report)),
		"no TLS at all":                       httptest.NewServer(answer(200, report)),
	} {
		t.Run(name, func(t *testing.T) {
			defer server.Close()
			c := clientFor(addrOf(t, server.Listener.Addr().String()), Limits{})
			_, err := c.Fetch(t.Context(), Request{URL: "https://" + site + "/"})
			wantKind(t, err, TLS)
		})
	}
}

// TestHTTP2 trusts the certificate of the test server for the once.
func TestHTTP2(t *testing.T) {
	broken := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/broken" {
			fmt.Fprint(w, "<p>At 04:05")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}
		fmt.Fprint(w, report, r.Proto)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(broken))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	c := clientFor(addrOf(t, server.Listener.Addr().String()), Limits{})
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	c.transport.TLSClientConfig = &tls.Config{RootCAs: roots, ServerName: "example.com"}

	got, err := c.Fetch(t.Context(), Request{URL: "https://" + site + "/"})
	if err != nil || !strings.HasSuffix(string(got.Body), "HTTP/2.0") {
		t.Errorf("page over HTTP/2: %v", err)
	}
	_, err = c.Fetch(t.Context(), Request{URL: "https://" + site + "/broken"})
	wantKind(t, err, Reset)
}

func TestNameThatDoesNotResolve(t *testing.T) {
	err := fault(t.Context(), &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "nowhere.example", IsNotFound: true}})
	wantKind(t, err, DNS)
}

func wantKind(t *testing.T, err error, want Kind) {
	t.Helper()
	var outcome *Error
	if !errors.As(err, &outcome) || outcome.Kind != want {
		t.Errorf("error %v, want kind %s", err, want)
	}
}

func isOutcome(err error) bool {
	var outcome *Error
	return errors.As(err, &outcome)
}

func cancelled(t *testing.T) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return ctx, cancel
}
