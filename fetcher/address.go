package fetcher

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"code.dny.dev/ssrf"
	"golang.org/x/net/idna"
)

// Check says whether an address may be fetched, as far as the address itself
// shows it. The error is an [Error] of kind bad-address (not an http or https
// address) or refused-address (not a public one). What a name resolves to is
// judged when it is dialled.
func Check(raw string) error {
	if _, err := target(raw); err != nil {
		return err
	}
	return nil
}

// target parses an address that is going to be fetched.
func target(raw string) (*url.URL, *Error) {
	u, err := parse(raw)
	if err != nil {
		return nil, err
	}
	if u.User != nil {
		return nil, errorf(BadAddress, "it carries a user name").at(raw)
	}
	if port := u.Port(); port != "" && port != "80" && port != "443" {
		return nil, errorf(RefusedAddress, "it asks for port %s, and only 80 and 443 are fetched", port).at(raw)
	}
	if why := refuseHost(u.Hostname()); why != "" {
		return nil, errorf(RefusedAddress, "%s", why).at(raw)
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// parse reads an address and brings its scheme, host and port into their one
// spelling; the rest stays as written.
func parse(raw string) (*url.URL, *Error) {
	raw = strings.TrimSpace(raw)
	u, err := url.Parse(escapeOdd(raw))
	switch {
	case err != nil || strings.ContainsFunc(raw, unicode.IsControl):
		e := errorf(BadAddress, "it is not an address that can be read")
		e.Err = err
		return nil, e.at(raw)
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, errorf(BadAddress, "it does not begin with http:// or https://").at(raw)
	case u.Hostname() == "":
		return nil, errorf(BadAddress, "it names no host").at(raw)
	}
	if _, has := u.User.Password(); has {
		return nil, errorf(BadAddress, "it carries a password").at(u.Redacted())
	}
	host, ok := plainHost(u.Hostname())
	if !ok {
		return nil, errorf(BadAddress, "its host %q is not a host name", u.Hostname()).at(raw)
	}
	port, ok := plainPort(u.Scheme, u.Port())
	if !ok {
		return nil, errorf(BadAddress, "its port %q is not a port", u.Port()).at(raw)
	}
	u.Host = host + port
	return u, nil
}

// plainHost returns a host in lower-case ASCII: names through IDNA (UTS 46,
// which also turns full-width and circled digits into digits), IPv6 addresses
// shortened and in brackets. A final dot is dropped.
func plainHost(host string) (string, bool) {
	if strings.Contains(host, ":") {
		addr, err := netip.ParseAddr(host)
		return "[" + addr.String() + "]", err == nil
	}
	if strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) {
		ascii, err := idna.Lookup.ToASCII(host)
		if err != nil {
			return "", false
		}
		host = ascii
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if len(host) > 253 {
		return "", false
	}
	for label := range strings.SplitSeq(host, ".") {
		if !isLabel(label) {
			return "", false
		}
	}
	return host, true
}

// isLabel allows the underscore, which names in use do contain.
func isLabel(label string) bool {
	odd := func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	}
	return label != "" && len(label) <= 63 && !strings.ContainsFunc(label, odd)
}

// plainPort returns ":port", or "" for the scheme's own.
func plainPort(scheme, port string) (string, bool) {
	if port == "" {
		return "", true
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n == 0 {
		return "", false
	}
	if scheme == "http" && n == 80 || scheme == "https" && n == 443 {
		return "", true
	}
	return ":" + strconv.FormatUint(n, 10), true
}

// refuseHost says why a host in its plain spelling is not fetched, "" when it
// may be.
func refuseHost(host string) string {
	if addr, err := netip.ParseAddr(host); err == nil {
		if publicAddresses(webPorts()).SafeAddr(addr) != nil {
			return host + " is not a public address"
		}
		return ""
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	switch {
	case isNumber(last):
		// 127.1, 0x7f.1, 2130706433: some systems read these as addresses.
		return host + " is a number, and neither a name nor an address in its usual spelling"
	case last == host, last == "localhost", last == "local", last == "internal":
		return host + " is a name inside a network, not a public one"
	}
	return ""
}

// isNumber follows the host parser of browsers (WHATWG URL, "ends in a number").
func isNumber(label string) bool {
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		_, err := strconv.ParseUint(hex, 16, 64)
		return hex == "" || err == nil
	}
	return strings.Trim(label, "0123456789") == ""
}

// publicAddresses is the judge of every address that is dialled: the IANA
// special-purpose registries, and the wire server of Azure, which is in none.
func publicAddresses(ports ssrf.Option) *ssrf.Guardian {
	return ssrf.New(ports, ssrf.WithDeniedV4Prefixes(netip.MustParsePrefix("168.63.129.16/32")))
}

// webPorts are the only ports that are dialled.
func webPorts() ssrf.Option { return ssrf.WithPorts(80, 443) }
