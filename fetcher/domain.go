package fetcher

import (
	"net/netip"
	"time"

	"golang.org/x/net/publicsuffix"
)

// DomainGap is the least time between the beginnings of two requests to hosts of
// one registrable domain: a platform's pages have a host each, and often one
// machine.
const DomainGap = 500 * time.Millisecond

// Domain returns what of a host's name its owner has registered, such as
// example.co.uk of status.example.co.uk: hosts of one domain share a pace beside
// their own. An address, and a name that nobody can register, stands for itself.
func Domain(host string) string {
	if _, err := netip.ParseAddr(host); err == nil {
		return host
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host
	}
	return domain
}
