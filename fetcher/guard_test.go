package fetcher

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"code.dny.dev/ssrf"
)

// TestAddressesThatAreRefused goes through Fetch, with a sample site that is
// ready to answer on 127.0.0.1: no spelling of an address may reach it.
func TestAddressesThatAreRefused(t *testing.T) {
	rows := []struct {
		raw  string
		want Kind
	}{
		{"http://127.0.0.1/", RefusedAddress},
		{"http://localhost/", RefusedAddress},
		{"http://LOCALHOST/", RefusedAddress},
		{"http://localhost./", RefusedAddress},
		{"http://x.localhost/", RefusedAddress},
		{"http://127.0.0.1./", RefusedAddress},
		{"http://user@127.0.0.1/", BadAddress},
		{"http://user:password@example.org/", BadAddress},
		{"http://[::ffff:127.0.0.1]/", RefusedAddress},
		{"http://[::ffff:7f00:1]/", RefusedAddress},
		{"http://①②⑦.⓪.⓪.①/", RefusedAddress},
		{"http://127。0。0。1/", RefusedAddress},
		{"http://127.1/", RefusedAddress},
		{"http://0177.0.0.1/", RefusedAddress},
		{"http://0x7f.0.0.1/", RefusedAddress},
		{"http://0x7f000001/", RefusedAddress},
		{"http://127.0.0.0x1/", RefusedAddress},
		{"http://2130706433/", RefusedAddress},
		{"http://0/", RefusedAddress},
		{"http://0.0.0.0/", RefusedAddress},
		{"http://[::]/", RefusedAddress},
		{"http://[::1]/", RefusedAddress},
		{"http://[::127.0.0.1]/", RefusedAddress},
		{"http://[64:ff9b::7f00:1]/", RefusedAddress},
		{"http://[64:ff9b:1::7f00:1]/", RefusedAddress},
		{"http://[fec0::1]/", RefusedAddress},
		{"http://[fd00:ec2::254]/", RefusedAddress},
		{"http://[fe80::1%25lo]/", RefusedAddress},
		{"http://[5f00::1]/", RefusedAddress},
		{"http://[2002:7f00:1::]/", RefusedAddress},
		{"http://[3fff::1]/", RefusedAddress},
		{"http://[2001:20::1]/", RefusedAddress},
		{"http://169.254.169.254/latest/meta-data/", RefusedAddress},
		{"http://169.254.170.2/", RefusedAddress},
		{"http://100.100.100.200/", RefusedAddress},
		{"http://192.0.0.192/", RefusedAddress},
		{"http://198.18.0.1/", RefusedAddress},
		{"http://224.0.0.1/", RefusedAddress},
		{"http://255.255.255.255/", RefusedAddress},
		{"http://168.63.129.16/", RefusedAddress},
		{"http://10.0.0.1/", RefusedAddress},
		{"http://172.16.0.1/", RefusedAddress},
		{"http://192.168.0.1/", RefusedAddress},
		{"http://intranet/", RefusedAddress},
		{"http://printer.local/", RefusedAddress},
		{"http://metadata.google.internal/", RefusedAddress},
		{"http://pages.test:8080/", RefusedAddress},
		{"http://pages.test:22/", RefusedAddress},
		{"https://example.org:5432/", RefusedAddress},
		{"file:///etc/passwd", BadAddress},
		{"gopher://example.org/", BadAddress},
		{"javascript:alert(1)", BadAddress},
		{"data:text/html,x", BadAddress},
		{"mailto:x@example.org", BadAddress},
		{"//example.org/", BadAddress},
		{"example.org/report", BadAddress},
		{"report", BadAddress},
		{"", BadAddress},
		{"http://", BadAddress},
		{"http:///report", BadAddress},
		{"http:example.org", BadAddress},
		{"http://exa mple.org/", BadAddress},
		{"http://a..b/", BadAddress},
		{"http://example.org:http/", BadAddress},
		{"http://example.org:99999/", BadAddress},
		{"http://example.org:0/", BadAddress},
		{"http://[::1/", BadAddress},
		{"http://example.org\\@127.0.0.1/", BadAddress},
		{"http://127.0.0.1\\.example.org/", BadAddress},
		{"http://example.org/a\nHost: evil", BadAddress},
		{"http://127.0.0.1%2f.example.org/", BadAddress},
		{"http://" + strings.Repeat("a.", 130) + "org/", BadAddress},
	}
	c := serve(t, answer(200, report), Limits{})
	for _, row := range rows {
		t.Run(row.raw, func(t *testing.T) {
			_, err := c.Fetch(t.Context(), Request{URL: row.raw})
			wantKind(t, err, row.want)
			wantKind(t, Check(row.raw), row.want)
		})
	}
}

func TestAddressesThatMayBeFetched(t *testing.T) {
	for _, raw := range []string{
		"http://example.org", "https://example.org:443/", "http://example.org:80/a?b#c", " https://example.org/ ",
		"https://bücher.example/", "https://xn--bcher-kva.example/", "https://status_page.example.org/", "http://8.8.8.8/",
		"http://[2606:4700:4700::1111]/", "https://example.org/100%/한글", "https://web.archive.org/web/2020id_/https://example.org//a",
	} {
		if err := Check(raw); err != nil {
			t.Error(err)
		}
	}
}

// counter accepts connections on a port of this machine, and counts them.
func counter(t *testing.T) (addr string, reached *atomic.Int32) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	reached = &atomic.Int32{}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			reached.Add(1)
			conn.Close()
		}
	}()
	return l.Addr().String(), reached
}

// TestNothingReachesAnotherPort redirects from the sample site to a listener
// beside it, in every way that a server has.
func TestNothingReachesAnotherPort(t *testing.T) {
	addr, reached := counter(t)
	_, port, _ := net.SplitHostPort(addr)
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "127.1", "2130706433", "127.0.0.1.", "①②⑦.⓪.⓪.①", site, "u@127.0.0.1"} {
		to := "http://" + host + ":" + port + "/"
		for name, h := range map[string]http.HandlerFunc{
			"301":     answer(301, "", "Location: "+to),
			"302":     answer(302, "", "Location: "+to),
			"303":     answer(303, "", "Location: "+to),
			"307":     answer(307, "", "Location: "+to),
			"308":     answer(308, "", "Location: "+to),
			"no http": answer(302, "", "Location: "+strings.TrimPrefix(to, "http:")),
			"header":  answer(200, "<p>Moved.", "Refresh: 0;url="+to),
			"meta":    answer(200, `<meta http-equiv=refresh content="0;url=`+to+`">`),
		} {
			t.Run(name+" "+to, func(t *testing.T) {
				_, err := serve(t, h, Limits{}).Fetch(t.Context(), Request{URL: "http://" + site + "/"})
				if !isOutcome(err) {
					t.Errorf("error %v, want an outcome", err)
				}
			})
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d connections reached %s", n, addr)
	}
}

// TestGuardDecidesOnTheAddressDialled goes below the check of addresses: a
// public name that resolves to this machine looks like any other until then.
func TestGuardDecidesOnTheAddressDialled(t *testing.T) {
	addr, reached := counter(t)
	_, port, _ := net.SplitHostPort(addr)
	open, sampleReached := counter(t)
	g := newGuard(&Sample{Addr: netip.MustParseAddrPort(open), Hosts: []string{site}}, DefaultLimits())
	dialled := func(d func(context.Context, string, string) (net.Conn, error), to string) error {
		conn, err := d(t.Context(), "tcp", to)
		if err == nil {
			conn.Close()
		}
		return err
	}
	for _, to := range []string{addr, "localhost:" + port, "[::ffff:127.0.0.1]:" + port, "127.0.0.1:80", "localhost:80", "localhost:443", "[::1]:443", open} {
		if err := dialled(g.dial, to); !isProhibited(err) {
			t.Errorf("dial %s: %v, want it prohibited", to, err)
		}
	}
	if err := dialled(g.local.DialContext, addr); !isProhibited(err) {
		t.Errorf("the sample's dialler to %s: %v, want it prohibited", addr, err)
	}
	if err := dialled(g.dial, "PAGES.test:80"); err != nil {
		t.Errorf("the sample site itself: %v", err)
	}
	if n, m := reached.Load(), sampleReached.Load(); n != 0 || m > 1 {
		t.Errorf("%d connections reached %s, %d the sample site", n, addr, m)
	}
	wantKind(t, fault(t.Context(), dialled(g.dial, "localhost:80")), RefusedAddress)
}

func isProhibited(err error) bool {
	return errors.Is(err, ssrf.ErrProhibitedIP) || errors.Is(err, ssrf.ErrProhibitedPort)
}

// TestWithoutASampleThereIsNoException holds for every command but the one that
// serves the samples.
func TestWithoutASampleThereIsNoException(t *testing.T) {
	addr, reached := counter(t)
	c := New(Options{})
	conn, err := c.transport.DialContext(t.Context(), "tcp", addr)
	if err == nil {
		conn.Close()
	}
	if !isProhibited(err) || reached.Load() != 0 {
		t.Errorf("dial %s: %v, %d connections", addr, err, reached.Load())
	}
}

// TestNoProxyIsEverAsked looks at the transport: net/http reads the environment
// once in a process, too early for a test to set it.
func TestNoProxyIsEverAsked(t *testing.T) {
	if New(Options{}).transport.Proxy != nil {
		t.Error("the transport may use a proxy, and the guard would judge the proxy's address only")
	}
}
