package fetcher

import (
	"net/http"
	"time"
)

// Figures of the breaker of one host. Those of the penalties are of crawlers at
// the scale of an archive (internetarchive/Zeno, archiver/ratelimiter).
const (
	breakerAfter = 5                     // failures in a row that open it
	firstPenalty = 5 * time.Second       // doubled with each further one
	mostPenalty  = 30 * time.Second      // the longest of them
	mostSlowing  = 2 * time.Second       // gap that 5xx answers lead to, at most
	leastSlowing = 10 * time.Millisecond // less is none
)

// breakerPause returns for how long a breaker stays open that opens for the nth
// time in a row, from 1.
func breakerPause(n int) time.Duration {
	switch n {
	case 1:
		return 5 * time.Minute
	case 2:
		return 30 * time.Minute
	}
	return 6 * time.Hour
}

// Breaker is the state of a circuit breaker.
type Breaker string

// The states of a breaker.
const (
	BreakerClosed   Breaker = "closed"    // requests go
	BreakerOpen     Breaker = "open"      // none goes before HostState.NotBefore
	BreakerHalfOpen Breaker = "half-open" // one goes, and decides
)

// Report says how a request to a host ended.
type Report struct {
	Status    int           // of the answer; 0: there was none
	Kind      Kind          // what kept the answer from coming; "" when it came
	After     time.Duration // the pause that the server asked for; 0: none
	Reason    string        // the failure as people read it
	NoNetwork bool          // the failure looks like one of our own network, see [Error.NoNetwork]
	Abandoned bool          // our side gave up: nothing is known about the host
}

// HostState is what is remembered about a host. The zero value is a host of
// which nothing is known. It is a value: every change makes a new one, from the
// time and the report alone, so that it can live in memory or in a table.
type HostState struct {
	Failures  int           // in a row, of the host and not of a page
	Penalties int           // answers in a row that say "too much"
	Opened    int           // times in a row that the breaker has opened; 0: it is closed
	Slowing   time.Duration // on top of the configured gap, because it answers 5xx
	NotBefore time.Time     // UTC, no request before; zero: at any time
	Reason    string        // of the last failure
}

// Breaker returns the state of the host's breaker.
func (h HostState) Breaker(now time.Time) Breaker {
	switch {
	case h.Opened == 0:
		return BreakerClosed
	case now.Before(h.NotBefore):
		return BreakerOpen
	}
	return BreakerHalfOpen
}

// Wait returns how long the host is to be left alone, 0 when it may be asked.
func (h HostState) Wait(now time.Time) time.Duration {
	return max(0, h.NotBefore.Sub(now))
}

// Begin returns the state while a request is under way that takes at most
// lease: nobody else begins one meanwhile, and when its maker dies the lease
// runs out. A half-open breaker thus lets one request through.
func (h HostState) Begin(now time.Time, lease time.Duration) HostState {
	h.NotBefore = now.Add(lease)
	return h
}

// End returns the state after a request, which ended now. gap is the time that
// has to pass before the next one, even when all is well.
func (h HostState) End(now time.Time, gap time.Duration, r Report) HostState {
	pause := r.After
	switch {
	case r.Abandoned, r.Kind == NoHost:
	case r.isFailure():
		h.Reason = r.Reason
		h.Failures++
		h = h.slower(gap, r.Status)
		if h.Opened > 0 || h.Failures >= breakerAfter {
			h.Opened++
			pause = max(pause, breakerPause(h.Opened))
		}
	case !isPenalty(r.Status):
		h = HostState{Slowing: h.Slowing - (gap+h.Slowing)/10}
		if h.Slowing < leastSlowing {
			h.Slowing = 0
		}
	}
	if isPenalty(r.Status) {
		h.Penalties++
		h.Reason = r.Reason
		pause = max(pause, penalty(h.Penalties))
	}
	h.NotBefore = now.Add(max(pause, gap+h.Slowing)).UTC()
	return h
}

// slower doubles the gap of a host that answers 5xx.
func (h HostState) slower(gap time.Duration, status int) HostState {
	if status/100 == 5 {
		h.Slowing = max(h.Slowing, min(2*(gap+h.Slowing), max(mostSlowing, gap))-gap)
	}
	return h
}

// isFailure tells failures of a host from those of one page.
func (r Report) isFailure() bool {
	switch r.Kind {
	case Busy, Timeout, DNS, TLS, Reset, ServerError:
		return true
	}
	switch r.Status {
	case http.StatusTooManyRequests, http.StatusRequestTimeout, http.StatusTooEarly:
		return true
	}
	return r.Status/100 == 5
}

// isPenalty knows the statuses with which servers and the filters before them
// say that we ask too much.
func isPenalty(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusForbidden, http.StatusRequestTimeout, http.StatusTooEarly:
		return true
	}
	return false
}

// penalty returns the pause after the nth such answer in a row, from 1.
func penalty(n int) time.Duration {
	return min(mostPenalty, firstPenalty<<min(n-1, 10))
}
