package fetcher

import (
	"maps"
	"slices"
	"time"
)

// Figures of the breaker for our own network.
const (
	outageHosts  = 5 // hosts out of reach, within outageWindow, none reached meanwhile
	outageWindow = 2 * time.Minute
	outageProbe  = 30 * time.Second // between two tries while it is open
)

// Outage tells our own outage from that of others: when one host after the
// other cannot be reached, and none can, it is this machine that has no network.
// The zero value is a network of which nothing is known. It is a value, like
// [HostState].
type Outage struct {
	Since     time.Time            // UTC, when it began; zero: there is none
	NotBefore time.Time            // UTC, no try before
	Suspects  map[string]time.Time // hosts out of reach since one was reached last, and when
}

// OutageChange is what a report has changed. It is handed out once for each
// change, so that it is logged once.
type OutageChange struct {
	Began   bool      // from now on nothing is charged to any host or source
	Ended   bool      // the network is back
	Since   time.Time // UTC, when it began
	Forgive []string  // hosts that were charged before it was known, sorted
}

// Wait returns how long nothing is to be asked for, 0 when a request may go.
func (o Outage) Wait(now time.Time) time.Duration {
	if o.Since.IsZero() {
		return 0
	}
	return max(0, o.NotBefore.Sub(now))
}

// Begin returns the state after a request has set out: while there is an outage
// the next one waits, so that one finds out for all.
func (o Outage) Begin(now time.Time) Outage {
	if !o.Since.IsZero() {
		o.NotBefore = now.Add(outageProbe).UTC()
	}
	return o
}

// End returns the state after a request to host, which ended now. Any answer,
// be it an error, shows that there is a network.
func (o Outage) End(now time.Time, host string, r Report) (Outage, OutageChange) {
	switch {
	case r.Status != 0:
		return Outage{}, OutageChange{Ended: !o.Since.IsZero(), Since: o.Since}
	case !r.NoNetwork, r.Abandoned, !o.Since.IsZero():
		return o, OutageChange{}
	}
	o.Suspects = maps.Clone(o.Suspects)
	if o.Suspects == nil {
		o.Suspects = map[string]time.Time{}
	}
	maps.DeleteFunc(o.Suspects, func(_ string, at time.Time) bool { return now.Sub(at) > outageWindow })
	o.Suspects[host] = now.UTC()
	if len(o.Suspects) < outageHosts {
		return o, OutageChange{}
	}
	change := OutageChange{Began: true, Since: now.UTC(), Forgive: slices.Sorted(maps.Keys(o.Suspects))}
	return Outage{Since: now.UTC(), NotBefore: now.Add(outageProbe).UTC()}, change
}

// Charges reports whether a failure counts against the host and its sources:
// not while the network itself is down.
func (o Outage) Charges(r Report) bool { return o.Since.IsZero() || !r.NoNetwork }
