package fetcher

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// site is the host under which every server of these tests is reached.
const site = "pages.test"

// noon is the time of all captures.
var noon = time.Date(2031, 2, 3, 12, 0, 0, 0, time.UTC)

// serve starts a server and returns a client whose sample site it is.
func serve(t *testing.T, h http.Handler, l Limits) *Client {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return clientFor(addrOf(t, s.Listener.Addr().String()), l)
}

func clientFor(addr netip.AddrPort, l Limits, hosts ...string) *Client {
	return New(Options{
		UserAgent: "inquest-test (+mailto:nobody@example.org)",
		Now:       func() time.Time { return noon },
		Limits:    l,
		Sample:    &Sample{Addr: addr, Hosts: append(hosts, site, "other.test")},
	})
}

func addrOf(t *testing.T, s string) netip.AddrPort {
	t.Helper()
	addr, err := netip.ParseAddrPort(s)
	if err != nil {
		t.Fatal(err)
	}
	return addr
}

// raw answers with these bytes and closes the connection: what a server library
// would not let through.
func raw(answer string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		io.WriteString(conn, answer)
	}
}

// answer sends a status, headers as "Name: value", and a body.
func answer(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		for _, h := range headers {
			name, value, _ := strings.Cut(h, ": ")
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// redirect leads from path to path.
func redirect(to map[string]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if next, ok := to[r.URL.Path]; ok {
			w.Header().Set("Location", next)
			w.WriteHeader(http.StatusFound)
			return
		}
		answer(http.StatusOK, report)(w, r)
	}
}

// hang sends what it is given and then nothing until the client goes.
func hang(parts ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, part := range parts {
			io.WriteString(w, part)
			w.(http.Flusher).Flush()
		}
		<-r.Context().Done()
	}
}

// report is a page that every check must let through.
var report = `<!DOCTYPE html><html><head><title>Checkout outage of 3 February - Kestrel Engineering</title></head><body>
<h1>Checkout outage of 3 February</h1>` + strings.Repeat(`<p>At 04:05 UTC our checkout service began to refuse connections, because
a migration had locked the orders table. We rolled it back at 05:40 and all carts recovered within ten minutes.</p>`, 4) + `</body></html>`

func gzipped(s string) string {
	var b bytes.Buffer
	zw := gzip.NewWriter(&b)
	mustWrite(zw, s)
	return b.String()
}

func zlibbed(s string) string {
	var b bytes.Buffer
	mustWrite(zlib.NewWriter(&b), s)
	return b.String()
}

func deflated(s string) string {
	var b bytes.Buffer
	zw, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		panic(err)
	}
	mustWrite(zw, s)
	return b.String()
}

func brotlied(s string) string {
	var b bytes.Buffer
	mustWrite(brotli.NewWriter(&b), s)
	return b.String()
}

func zstdded(s string) string {
	var b bytes.Buffer
	zw, err := zstd.NewWriter(&b)
	if err != nil {
		panic(err)
	}
	mustWrite(zw, s)
	return b.String()
}

func mustWrite(w io.WriteCloser, s string) {
	if _, err := io.WriteString(w, s); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(fmt.Sprint("close: ", err))
	}
}

func mustTarget(t *testing.T, raw string) *url.URL {
	t.Helper()
	u, bad := target(raw)
	if bad != nil {
		t.Fatal(bad)
	}
	return u
}
