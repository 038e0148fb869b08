// Package fetcher turns a request for a page into a capture, or into an error
// that says who has to act. It is the only package that opens connections to
// addresses that people paste: public addresses only, one request at a time per
// host, bounded in bytes and in time, and never past a test for browsers.
package fetcher

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Options configures a [Client]. The zero value is complete but for UserAgent.
type Options struct {
	UserAgent string             // product and contact, as "inquest/1.0 (+https://example.org/contact)"
	Now       func() time.Time   // nil: time.Now
	Limits    Limits             // zero fields have their defaults
	Sample    *Sample            // the one exception of the address guard, or nil
	Chromium  string             // program that renders pages, as "/usr/bin/chromium"; "": none does
	Pacer     Pacer              // nil: one for this process alone
	Robots    RobotsFiles        // nil: what this process has read
	OnOutage  func(OutageChange) // told once when our network goes and once when it is back; nil: nobody. Not with a Pacer
}

// Client makes all requests of this program to addresses that it does not know
// beforehand. It is safe for use by several goroutines; requests to one host
// wait for each other.
type Client struct {
	agent     string
	now       func() time.Time
	limits    Limits
	sample    *Sample
	chromium  string
	pacer     Pacer
	robots    *robotsCache
	files     RobotsFiles
	missing   *missingTexts
	transport *http.Transport
}

// New returns a client. Every outgoing client is made here, so that nothing
// gets around the address guard.
func New(o Options) *Client {
	now := o.Now
	if now == nil {
		now = time.Now
	}
	pacer := o.Pacer
	if pacer == nil {
		pacer = newPace(now, sleep, o.OnOutage)
	}
	limits := o.Limits.orDefault()
	return &Client{
		agent:     o.UserAgent,
		now:       now,
		limits:    limits,
		sample:    o.Sample,
		chromium:  o.Chromium,
		pacer:     pacer,
		robots:    newRobotsCache(),
		files:     o.Robots,
		missing:   newMissingTexts(),
		transport: newTransport(newGuard(o.Sample, limits), limits),
	}
}

// Request names a page, and says under which conditions it is fetched.
type Request struct {
	URL             string
	Accept          string       // media ranges (RFC 9110, section 12.5.1); "": whatever reports come as
	IfNoneMatch     string       // ETag of the copy at hand, to the letter; "": none
	IfModifiedSince string       // Last-Modified of the copy at hand, to the letter; "": none
	ValidFor        string       // the address that gave these two, and to which alone they are sent; "": URL
	Robots          RobotsPolicy // what robots.txt is to this request, and to each of its redirects
	Budget          Budget       // the pace of a service with one of its own
}

// Again returns the request that fetches a stored capture again, and lets the
// server say that nothing has changed.
func Again(stored *Capture) Request {
	etag, modified := stored.Validators()
	return Request{URL: stored.URL, IfNoneMatch: etag, IfModifiedSince: modified, ValidFor: stored.FinalURL}
}

// ErrUnchanged says that the page is as it was when the validators of the
// request were given (304). It is an answer and no failure: the capture beside
// it has no body, and headers that may hold newer validators.
var ErrUnchanged = errors.New("the page is unchanged")

// Fetch gets a page and follows where it leads. It returns a capture that can
// be read, or an [Error], [ErrUnchanged] or a [ParkedError]; beside an error the
// capture holds what came, for the record. When ctx ends first the error wraps
// ctx.Err() and is no outcome.
func (c *Client) Fetch(ctx context.Context, req Request) (*Capture, error) {
	t := trip{limit: c.limits.Redirects, seen: map[string]bool{}}
	at := req.URL
	for {
		got, err := c.step(ctx, &t, req.to(at))
		if got != nil {
			got.URL, got.Hops, got.Robots = req.URL, t.hops, t.robots
		}
		if err != nil {
			return got, err
		}
		next, err := t.next(got)
		if err != nil {
			return got, err
		}
		if next == "" {
			return c.data(ctx, &t, req, got, c.judged(ctx, req, got))
		}
		at = next
	}
}

// to returns the request for one address of the way. Validators go to the one
// that gave them: another page may be older than the copy, and say that it has
// not been modified.
func (r Request) to(at string) Request {
	if r.ValidFor == "" {
		r.ValidFor = r.URL
	}
	if plain(at) != plain(r.ValidFor) {
		r.IfNoneMatch, r.IfModifiedSince = "", ""
	}
	r.URL = at
	return r
}

// plain returns an address as it is asked for, and what is none as it is.
func plain(raw string) string {
	u, bad := target(raw)
	if bad != nil {
		return raw
	}
	return u.String()
}

// step asks one address, when robots.txt lets it or need not be asked.
func (c *Client) step(ctx context.Context, t *trip, req Request) (*Capture, error) {
	limits := c.limits
	verdict, err := c.checkRobots(ctx, req.URL, req.Robots)
	if verdict != nil {
		t.robots = append(t.robots, *verdict)
		limits.Gap = max(limits.Gap, verdict.Delay)
	}
	if err != nil {
		return nil, err
	}
	got, err := c.get(ctx, req, limits)
	if err == nil && got.Status == http.StatusNotModified && req.IfNoneMatch+req.IfModifiedSince != "" {
		return got, fmt.Errorf("fetch %s: %w", req.URL, ErrUnchanged)
	}
	return got, err
}

// data gets the incident of a page that only a script would fill, where its
// platform keeps it as JSON. When it is not there, the outcome of the page
// stands.
func (c *Client) data(ctx context.Context, t *trip, req Request, page *Capture, outcome error) (*Capture, error) {
	at := platformData(page.FinalURL)
	if KindOf(outcome) != JSOnly || at == "" || t.seen[at] {
		return page, outcome
	}
	req = req.to(at)
	req.Accept = "application/json"
	got, err := c.step(ctx, t, req)
	if err == nil {
		err = judge(got, req.Accept)
	}
	var parked *ParkedError
	switch {
	case ctx.Err() != nil, errors.As(err, &parked):
		return page, err // nothing is known yet
	case err != nil && KindOf(err) != Unchanged:
		return page, outcome
	}
	got.URL, got.Robots = page.URL, t.robots
	got.Hops = append(t.hops, Hop{URL: page.FinalURL, Status: page.Status, To: at})
	return got, err
}

// Get makes a single exchange: it follows no redirect, reads no robots.txt and
// accepts any status. Errors are those of [Client.Fetch] that concern the
// address, the network and the size of the answer.
func (c *Client) Get(ctx context.Context, req Request) (*Capture, error) {
	return c.get(ctx, req, c.limits)
}

func (c *Client) get(ctx context.Context, req Request, l Limits) (got *Capture, err error) {
	u, bad := target(req.URL)
	if bad != nil {
		return nil, bad
	}
	host := u.Hostname()
	done, err := c.pacer.Take(ctx, Visit{Host: host, Gap: l.Gap, Budget: req.Budget, Sample: c.sample.has(host)})
	if err != nil {
		return nil, fmt.Errorf("wait for %s: %w", host, err)
	}
	report := Report{Abandoned: true}
	defer func() {
		if ours := done(report); ours != nil {
			err = ours
		}
	}()
	got, err = c.exchange(ctx, u, req, l)
	report = reportOf(ctx, got, err)
	return got, err
}

// reportOf is what an exchange says about the host, whatever it says about the
// page.
func reportOf(ctx context.Context, got *Capture, err error) Report {
	var r Report
	if got != nil {
		r.Status = got.Status
		if e := statusVerdict(got); e != nil {
			r.After, r.Reason = e.After, e.at(got.FinalURL).Error()
		}
	}
	var e *Error
	if errors.As(err, &e) {
		r.Kind, r.Reason, r.NoNetwork = e.Kind, e.Error(), e.NoNetwork()
	}
	r.Abandoned = ctx.Err() != nil
	return r
}
