// Package fetcher turns a request for a page into a capture, or into an error
// that says who has to act. It is the only package that opens connections to
// addresses that people paste: public addresses only, one request at a time per
// host, bounded in bytes and in time, and never past a test for browsers.
package fetcher

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// Options configures a [Client]. The zero value is complete but for UserAgent.
type Options struct {
	UserAgent string           // product and contact, as "inquest/1.0 (+https://example.org/contact)"
	Now       func() time.Time // nil: time.Now
	Limits    Limits           // zero fields have their defaults
	Sample    *Sample          // the one exception of the address guard, or nil
}

// Client makes all requests of this program to addresses that it does not know
// beforehand. It is safe for use by several goroutines; requests to one host
// wait for each other.
type Client struct {
	agent     string
	now       func() time.Time
	limits    Limits
	sample    *Sample
	pace      *pace
	transport *http.Transport
}

// New returns a client. Every outgoing client is made here, so that nothing
// gets around the address guard.
func New(o Options) *Client {
	now := o.Now
	if now == nil {
		now = time.Now
	}
	limits := o.Limits.orDefault()
	return &Client{
		agent:     o.UserAgent,
		now:       now,
		limits:    limits,
		sample:    o.Sample,
		pace:      newPace(now, sleep),
		transport: newTransport(newGuard(o.Sample, limits), limits),
	}
}

// Request names a page.
type Request struct {
	URL    string
	Accept string // media ranges (RFC 9110, section 12.5.1); "": whatever reports come as
}

// Fetch gets a page and follows where it leads. It returns a capture that can
// be read, or an [Error]; beside an error the capture holds what came, for the
// record. When ctx ends first the error wraps ctx.Err() and is no outcome.
func (c *Client) Fetch(ctx context.Context, req Request) (*Capture, error) {
	t := trip{limit: c.limits.Redirects, seen: map[string]bool{}}
	at := req.URL
	for {
		got, err := c.Get(ctx, Request{URL: at, Accept: req.Accept})
		if got != nil {
			got.URL, got.Hops = req.URL, t.hops
		}
		if err != nil {
			return got, err
		}
		next, err := t.next(got)
		if err != nil {
			return got, err
		}
		if next == "" {
			return got, judge(got, req.Accept)
		}
		at = next
	}
}

// Get makes a single exchange: it follows no redirect and accepts any status.
// Errors are those of [Client.Fetch] that concern the address, the network and
// the size of the answer.
func (c *Client) Get(ctx context.Context, req Request) (*Capture, error) {
	u, bad := target(req.URL)
	if bad != nil {
		return nil, bad
	}
	gap := c.limits.Gap
	if c.sample.has(u.Hostname()) {
		gap = 0
	}
	release, err := c.pace.take(ctx, u.Hostname(), gap)
	if err != nil {
		return nil, fmt.Errorf("wait for %s: %w", u.Hostname(), err)
	}
	defer release()
	return c.exchange(ctx, u, req)
}
