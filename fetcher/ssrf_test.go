package fetcher

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"code.dny.dev/ssrf"
	"golang.org/x/net/dns/dnsmessage"
)

// insiders are addresses of IPv4 that are nobody's business outside.
func insiders() []netip.Addr {
	var all []netip.Addr
	for s := range strings.FieldsSeq("127.0.0.1 127.8.9.10 10.1.2.3 172.16.0.9 172.31.255.254 192.168.1.1 169.254.169.254 169.254.170.2 " +
		"100.64.0.1 100.100.100.200 192.0.0.192 198.18.0.1 224.0.0.251 240.0.0.1 255.255.255.255 0.0.0.0 168.63.129.16") {
		all = append(all, netip.MustParseAddr(s))
	}
	return all
}

// spellings are the ways in which one address of IPv4 has been smuggled into
// addresses of pages.
func spellings(a netip.Addr) map[string]string {
	b := a.As4()
	n := binary.BigEndian.Uint32(b[:])
	dotted := a.String()
	wide := strings.NewReplacer("0", "０", "1", "１", "2", "２", "3", "３", "4", "４", "5", "５", "6", "６", "7", "７", "8", "８", "9", "９")
	return map[string]string{
		"dotted":                   dotted,
		"dotted, with a final dot": dotted + ".",
		"one number":               fmt.Sprint(n),
		"one number, hexadecimal":  fmt.Sprintf("0x%x", n),
		"one number, octal":        fmt.Sprintf("0%o", n),
		"octal":                    fmt.Sprintf("0%o.0%o.0%o.0%o", b[0], b[1], b[2], b[3]),
		"hexadecimal":              fmt.Sprintf("0x%x.0x%x.0x%x.0x%x", b[0], b[1], b[2], b[3]),
		"two numbers":              fmt.Sprintf("%d.%d", b[0], n&0xffffff),
		"three numbers":            fmt.Sprintf("%d.%d.%d", b[0], b[1], n&0xffff),
		"mixed":                    fmt.Sprintf("%d.0x%x.0%o.%d", b[0], b[1], b[2], b[3]),
		"full-width digits":        wide.Replace(dotted),
		"ideographic dots":         strings.ReplaceAll(dotted, ".", "。"),
		"escaped digits":           strings.ReplaceAll(dotted, "1", "%31"),
		"mapped":                   "[::ffff:" + dotted + "]",
		"mapped, hexadecimal":      fmt.Sprintf("[::ffff:%x:%x]", n>>16, n&0xffff),
		"mapped, long":             fmt.Sprintf("[0:0:0:0:0:ffff:%x:%x]", n>>16, n&0xffff),
		"compatible":               "[::" + dotted + "]",
		"behind a translator":      fmt.Sprintf("[64:ff9b::%x:%x]", n>>16, n&0xffff),
		"6to4":                     fmt.Sprintf("[2002:%x:%x::]", n>>16, n&0xffff),
		"with a user":              "status.example.org@" + dotted,
		"with its port":            dotted + ":80",
	}
}

// ways are how an address reaches the fetcher: as the one asked for, and as
// each kind of redirect from a public page. A way returns the verdict.
func ways() map[string]func(url string) error {
	hop := func(got *Capture) error {
		got.URL, got.FinalURL = "http://status.example.org/", "http://status.example.org/"
		to, err := (&trip{limit: 5, seen: map[string]bool{}}).next(got)
		if err == nil && to == "" {
			return nil // not followed: the page itself is the end
		}
		return err
	}
	located := func(status int) func(string) error {
		return func(url string) error {
			return hop(&Capture{Status: status, Header: http.Header{"Location": {url}}})
		}
	}
	return map[string]func(string) error{
		"asked for":        Check,
		"301":              located(301),
		"302":              located(302),
		"307":              located(307),
		"without a scheme": func(url string) error { return located(308)(strings.TrimPrefix(url, "http:")) },
		"header to refresh": func(url string) error {
			return hop(&Capture{Status: 200, Header: http.Header{"Refresh": {"0;url=" + url}}, Body: []byte("<p>Moved.")})
		},
		"refresh of a page": func(url string) error {
			return hop(&Capture{Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(`<meta http-equiv=refresh content="0;url=` + url + `">`)})
		},
	}
}

// TestNoSpellingGetsPastTheGuard counts combinations of an address, its
// spelling and the way by which it comes; and names that resolve to it, also
// after they have resolved to something else.
func TestNoSpellingGetsPastTheGuard(t *testing.T) {
	combinations := 0
	for _, a := range insiders() {
		for spelled, host := range spellings(a) {
			for way, verdict := range ways() {
				combinations++
				url := "http://" + host + "/latest/meta-data/"
				if kind := KindOf(verdict(url)); kind != RefusedAddress && kind != BadAddress {
					t.Errorf("%s, %s, %s: verdict %q", url, spelled, way, kind)
				}
			}
		}
		for _, answers := range [][]netip.Addr{{a}, {public, a}, {public, public, a}, {netip.AddrFrom16(a.As16())}, {public, netip.AddrFrom16(a.As16())}} {
			for _, port := range []uint16{80, 443} {
				combinations++
				if !refusesLast(answers, port) {
					t.Errorf("name that resolves to %v in turn: port %d of the last is dialled", answers, port)
				}
			}
		}
	}
	if combinations < 900 {
		t.Errorf("%d combinations, want 900 at least", combinations)
	}
}

var public = netip.MustParseAddr("93.184.215.14")

// refusesLast asks the guard about every address that a name resolves to, as the
// dialler does: the last one is refused, whatever was allowed before.
func refusesLast(answers []netip.Addr, port uint16) bool {
	control := newGuard(nil, DefaultLimits()).public.Control
	for i, a := range answers {
		network := "tcp4"
		if a.Is6() {
			network = "tcp6"
		}
		refused := isProhibited(control(network, netip.AddrPortFrom(a, port).String(), nil))
		if last := i == len(answers)-1; refused != last {
			return false
		}
	}
	return true
}

// names answers questions for addresses, in process: with a public one until it
// is turned, then with the one that the name is about.
type names struct {
	mu     sync.Mutex
	turned bool
	about  map[string]netip.Addr // by name with its final dot
}

func (n *names) turn() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.turned = true
}

// dial is [net.Resolver.Dial]. A connection that is no packet connection is
// spoken to as over TCP: a length, then a message.
func (n *names) dial(context.Context, string, string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	go n.answer(ours)
	return theirs, nil
}

func (n *names) answer(conn net.Conn) {
	defer conn.Close()
	var size [2]byte
	if _, err := io.ReadFull(conn, size[:]); err != nil {
		return
	}
	packed := make([]byte, binary.BigEndian.Uint16(size[:]))
	if _, err := io.ReadFull(conn, packed); err != nil {
		return
	}
	var m dnsmessage.Message
	if err := m.Unpack(packed); err != nil {
		return
	}
	m.Response, m.RCode, m.Additionals = true, dnsmessage.RCodeSuccess, nil
	m.Answers = n.records(m.Questions[0])
	packed, err := m.AppendPack(make([]byte, 2))
	if err != nil {
		return
	}
	binary.BigEndian.PutUint16(packed, uint16(len(packed)-2))
	conn.Write(packed)
}

func (n *names) records(q dnsmessage.Question) []dnsmessage.Resource {
	n.mu.Lock()
	defer n.mu.Unlock()
	a, known := n.about[q.Name.String()]
	if known && !n.turned {
		a = public
	}
	header := dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 0}
	switch {
	case q.Type == dnsmessage.TypeA && a.Is4():
		return []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AResource{A: a.As4()}}}
	case q.Type == dnsmessage.TypeAAAA && a.Is6():
		return []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AAAAResource{AAAA: a.As16()}}}
	}
	return nil
}

// TestDialsThatMustNotConnect dials for real, on ports of which a listener
// waits, with only the rule for addresses in force: no port saves it.
func TestDialsThatMustNotConnect(t *testing.T) {
	addr, reached := counter(t)
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	n := &names{about: map[string]netip.Addr{}}
	g := newGuard(nil, DefaultLimits())
	g.public.Control = publicAddresses(ssrf.WithAnyPort()).Safe
	g.public.Resolver = &net.Resolver{PreferGo: true, Dial: n.dial}

	hosts := []string{"127.0.0.1", "localhost", "LOCALHOST", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "127.0.0.2", "127.255.255.254", "0.0.0.0", "::",
		"::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "fe80::1%lo", "127.8.9.10", "0:0:0:0:0:0:0:1", "0:0:0:0:0:ffff:7f00:0001"}
	for i, a := range append(insiders(), netip.MustParseAddr("::1"), netip.MustParseAddr("fd00:ec2::254"), netip.MustParseAddr("fe80::1"),
		netip.MustParseAddr("64:ff9b::7f00:1"), netip.MustParseAddr("2002:7f00:1::"), netip.MustParseAddr("fec0::1")) {
		name := fmt.Sprintf("rebind-%d.example", i)
		n.about[name+"."] = a
		hosts = append(hosts, name)
	}
	for name := range n.about {
		if seen, err := g.public.Resolver.LookupNetIP(t.Context(), "ip", name); err != nil || seen[0].Unmap() != public {
			t.Errorf("%s resolves first to %v, %v; want %v", name, seen, err, public)
		}
	}
	n.turn()
	for _, host := range hosts {
		conn, err := g.dial(t.Context(), "tcp", net.JoinHostPort(host, port))
		if err == nil {
			conn.Close()
		}
		if !isProhibited(err) {
			t.Errorf("dial %s: %v, want it prohibited", host, err)
		}
	}
	if len(hosts) < 40 || reached.Load() != 0 {
		t.Errorf("%d dials, %d connections; want 40 at least, and none", len(hosts), reached.Load())
	}
}
