package fetcher

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"
)

// How long a robots.txt is believed (RFC 9309, section 2.4), and how long the
// failure to read one: a minute's trouble must not last a day.
const (
	robotsFresh  = 24 * time.Hour
	robotsFailed = 10 * time.Minute
)

// robotsKept is from how many origins on files that have expired are dropped.
const robotsKept = 1000

// RobotsPolicy says what robots.txt is to a request.
type RobotsPolicy string

// The policies. A person who queues one address is a reader and not a crawler;
// fetching it again by the clock is crawling.
const (
	IgnoreRobots RobotsPolicy = ""       // it is not read
	RecordRobots RobotsPolicy = "record" // it is read and recorded, and the page fetched: a person has decided so
	ObeyRobots   RobotsPolicy = "obey"   // what it forbids is not fetched
)

// RobotsAccess is what a robots.txt comes to for one address.
type RobotsAccess string

// The answers of a robots.txt (RFC 9309, section 2.3.1).
const (
	RobotsAllowed     RobotsAccess = "allowed"
	RobotsDisallowed  RobotsAccess = "disallowed"
	RobotsUnreachable RobotsAccess = "unreachable" // counts as disallowed until it can be read
)

// RobotsVerdict is what the robots.txt of an address's origin says about it, to
// be kept with the capture or the failure.
type RobotsVerdict struct {
	URL    string        `json:"url"`    // the address that was judged
	File   string        `json:"file"`   // address of the robots.txt
	Access RobotsAccess  `json:"access"` // what it comes to
	Line   int           `json:"line"`   // of the rule that decided, from 1; 0: none did
	Rule   string        `json:"rule"`   // that line, without its comment
	Why    string        `json:"why"`    // in words, as the middle of a sentence
	Delay  time.Duration `json:"delay"`  // Crawl-delay in nanoseconds, at most 60 s; 0: none
	Until  time.Time     `json:"until"`  // UTC, when the file is read again
}

// Robots says whether the robots.txt of an address's origin lets us fetch it.
// The file is read when none is in the cache. The error is an [Error] of kind
// bad-address or refused-address, a [ParkedError], or wraps ctx.Err().
func (c *Client) Robots(ctx context.Context, raw string) (RobotsVerdict, error) {
	u, bad := target(raw)
	if bad != nil {
		return RobotsVerdict{}, bad
	}
	file, err := c.robots.file(ctx, originOf(u), c.now, c.readRobots)
	if err != nil {
		return RobotsVerdict{}, fmt.Errorf("robots.txt for %s: %w", raw, err)
	}
	return file.verdict(u), nil
}

// originOf is what a robots.txt belongs to: scheme, host and port, the scheme's
// own port left out.
func originOf(u *url.URL) string { return u.Scheme + "://" + u.Host }

// robotsFile is a robots.txt as it was read, or the reason why it was not.
type robotsFile struct {
	origin string
	access RobotsAccess // unreachable, or allowed where no rule forbids
	why    string
	rules  rules
	until  time.Time
}

func (f *robotsFile) verdict(u *url.URL) RobotsVerdict {
	v := RobotsVerdict{URL: u.String(), File: f.origin + "/robots.txt", Access: f.access, Why: f.why, Delay: f.rules.delay, Until: f.until}
	path, cut := robotsTarget(u)
	if f.access == RobotsUnreachable || path == "/robots.txt" {
		return v
	}
	if r := f.rules.match(path); r != nil {
		v.Rule, v.Line = r.text, r.line
		v.Why = fmt.Sprintf("line %d of its robots.txt says %q", r.line, r.text)
		if !r.allow {
			v.Access = RobotsDisallowed
		}
	}
	if f.rules.cut || cut {
		v.Why += ", of which not all was read"
	}
	return v
}

// readRobots fetches the file of an origin. It follows redirects, to other
// hosts too, and judges the first origin by what it finds (RFC 9309, section
// 2.3.1.2).
func (c *Client) readRobots(ctx context.Context, origin string) (*robotsFile, error) {
	t := trip{limit: c.limits.Redirects, seen: map[string]bool{}, refreshed: true}
	at := origin + "/robots.txt"
	for {
		got, err := c.get(ctx, Request{URL: at, Accept: "text/plain,*/*;q=0.5"}, c.robotsLimits())
		var parked *ParkedError
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &parked):
			return nil, err // nothing was asked
		}
		if err != nil && !isLong(got, err) {
			return c.unreachable(origin, err.Error()), nil
		}
		next, err := t.next(got)
		switch {
		case err != nil:
			return c.unreachable(origin, err.Error()), nil
		case next == "":
			return c.readable(origin, got), nil
		}
		at = next
	}
}

// robotsLimits lets a little more come than is read, so that a long file shows.
func (c *Client) robotsLimits() Limits {
	l := c.limits
	l.Decoded, l.beginning = min(l.Decoded, robotsBytes+1), true
	return l
}

// isLong reports whether the beginning of a file came that is longer than what
// is read of it.
func isLong(got *Capture, err error) bool {
	return got != nil && KindOf(err) == TooLarge && len(got.Body) > robotsBytes && len(got.Header.Values("Content-Encoding")) == 0
}

func (c *Client) readable(origin string, got *Capture) *robotsFile {
	read, reachable := robotsStatus(got.Status)
	if !reachable {
		return c.unreachable(origin, "the server answers "+statusLine(got.Status))
	}
	file := &robotsFile{origin: origin, access: RobotsAllowed, until: c.now().UTC().Add(robotsFresh)}
	if !read {
		file.why = "it has no robots.txt: the server answers " + statusLine(got.Status)
		return file
	}
	body, err := got.Content()
	if err != nil {
		return c.unreachable(origin, err.Error())
	}
	file.why, file.rules = "no rule of its robots.txt forbids it", parseRobots(body, productToken(c.agent))
	return file
}

func (c *Client) unreachable(origin, why string) *robotsFile {
	return &robotsFile{
		origin: origin,
		access: RobotsUnreachable,
		why:    "its robots.txt cannot be read (" + why + "), which counts as a refusal",
		until:  c.now().UTC().Add(robotsFailed),
	}
}

// checkRobots applies a request's policy to one address of its way. The verdict
// is nil when none was asked for.
func (c *Client) checkRobots(ctx context.Context, raw string, policy RobotsPolicy) (*RobotsVerdict, error) {
	if policy == IgnoreRobots {
		return nil, nil
	}
	v, err := c.Robots(ctx, raw)
	if err != nil {
		return nil, err
	}
	if policy == RecordRobots || v.Access == RobotsAllowed {
		return &v, nil
	}
	e := errorf(Robots, "%s", v.Why)
	if v.Access == RobotsUnreachable { // which heals by itself
		e = errorf(Busy, "%s", v.Why)
		e.After = v.Until.Sub(c.now())
	}
	e.Robots = &v
	return &v, e.at(raw)
}

// robotsCache keeps the file of each origin until it expires. It reads each
// once, however many ask.
type robotsCache struct {
	mu      sync.Mutex
	origins map[string]*robotsEntry
}

// robotsEntry belongs to whoever holds its token.
type robotsEntry struct {
	token chan struct{}
	file  *robotsFile
}

func newRobotsCache() *robotsCache { return &robotsCache{origins: map[string]*robotsEntry{}} }

func (r *robotsCache) file(ctx context.Context, origin string, now func() time.Time, read func(context.Context, string) (*robotsFile, error)) (*robotsFile, error) {
	e := r.entry(origin, now())
	select {
	case <-e.token:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { e.token <- struct{}{} }()
	if e.file != nil && now().Before(e.file.until) {
		return e.file, nil
	}
	file, err := read(ctx, origin)
	if err != nil {
		return nil, err
	}
	e.file = file
	return file, nil
}

func (r *robotsCache) entry(origin string, now time.Time) *robotsEntry {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, ok := r.origins[origin]
	if !ok {
		r.makeRoom(now)
		e = &robotsEntry{token: make(chan struct{}, 1)}
		e.token <- struct{}{}
		r.origins[origin] = e
	}
	return e
}

// makeRoom drops what has expired and is in nobody's hands.
func (r *robotsCache) makeRoom(now time.Time) {
	if len(r.origins) < robotsKept {
		return
	}
	for origin, e := range r.origins {
		select {
		case <-e.token:
			if e.file == nil || !now.Before(e.file.until) {
				delete(r.origins, origin)
			}
			e.token <- struct{}{}
		default:
		}
	}
}
