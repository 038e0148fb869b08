package fetcher

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"

	"code.dny.dev/ssrf"
)

// Sample is the one exception of the address guard: a small site in this
// process, usually on a port of 127.0.0.1, that answers for its hosts. Requests
// to one of Hosts are dialled to Addr, whatever the name resolves to; every
// other address and port of the machine stays refused, also for these hosts.
// Servers of tests are reached the same way, so that no second exception is
// needed.
type Sample struct {
	Addr  netip.AddrPort
	Hosts []string // in lower case, without ports
}

// has reports whether a host is answered by the sample site.
func (s *Sample) has(host string) bool {
	if s == nil {
		return false
	}
	for _, h := range s.Hosts {
		if strings.EqualFold(h, host) {
			return true
		}
	}
	return false
}

// guard dials. It decides on the address that is about to be connected to,
// after name resolution and for every attempt, so a name that changes its
// answer between a look and the call gains nothing.
type guard struct {
	sample *Sample
	local  *net.Dialer // may reach the sample's address and nothing else
	public *net.Dialer // may reach public addresses and nothing else
}

func newGuard(sample *Sample, l Limits) *guard {
	g := &guard{sample: sample}
	g.local = &net.Dialer{Timeout: l.Dial, Control: g.onlySample}
	g.public = &net.Dialer{Timeout: l.Dial, Control: publicAddresses(webPorts()).Safe}
	return g
}

func (g *guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if g.sample.has(host) {
		return g.local.DialContext(ctx, network, g.sample.Addr.String())
	}
	return g.public.DialContext(ctx, network, address)
}

// onlySample is asked about an address that came from dial itself. It asks
// again, so that a later change of dial cannot open a hole.
func (g *guard) onlySample(_, address string, _ syscall.RawConn) error {
	if addr, err := netip.ParseAddrPort(address); err != nil || addr != g.sample.Addr {
		return fmt.Errorf("%w: %s is not the sample site", ssrf.ErrProhibitedIP, address)
	}
	return nil
}

// newTransport is the only place that makes an outgoing transport. A proxy is
// never taken from the environment: the guard would see the proxy's address in
// place of the one that is asked for. Bodies stay as served.
func newTransport(g *guard, l Limits) *http.Transport {
	return &http.Transport{
		Proxy:                  nil,
		DialContext:            g.dial,
		ForceAttemptHTTP2:      true,
		DisableCompression:     true,
		TLSHandshakeTimeout:    l.Handshake,
		ResponseHeaderTimeout:  l.Answer,
		MaxResponseHeaderBytes: l.Header,
		MaxIdleConnsPerHost:    1,
		IdleConnTimeout:        l.Total,
	}
}
