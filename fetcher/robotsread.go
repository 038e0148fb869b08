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
	file, err := c.robots.file(ctx, originOf(u), c.now, c.sharedRobots)
	if err != nil {
		return RobotsVerdict{}, fmt.Errorf("robots.txt for %s: %w", raw, err)
	}
	return file.verdict(u), nil
}

// originOf is what a robots.txt belongs to: scheme, host and port, the scheme's
// own port left out.
func originOf(u *url.URL) string { return u.Scheme + "://" + u.Host }

// RobotsFile is a robots.txt as it was read, or the reason why it was not.
type RobotsFile struct {
	Origin string       // scheme, host and port: what it is for
	Access RobotsAccess // unreachable, or allowed where no rule forbids
	Why    string       // in words, as the middle of a sentence
	Body   []byte       // without its Content-Encoding, no more than is read of one; nil: there is none
	Until  time.Time    // UTC, when it is read again
}

// RobotsFiles is where several processes share what they have read.
type RobotsFiles interface {
	// RobotsFile returns what is known of an origin, also when it is too old to
	// be used; nil: nothing.
	RobotsFile(ctx context.Context, origin string) (*RobotsFile, error)
	// KeepRobotsFile keeps what was read last.
	KeepRobotsFile(ctx context.Context, f RobotsFile) error
}

// sharedRobots returns the file of an origin that another process has read, or
// reads it for all.
func (c *Client) sharedRobots(ctx context.Context, origin string) (*robotsFile, error) {
	if c.files == nil {
		return c.readRobots(ctx, origin)
	}
	known, err := c.files.RobotsFile(ctx, origin)
	if err != nil {
		return nil, err
	}
	if known != nil && c.now().Before(known.Until) {
		return c.parsed(*known), nil
	}
	file, err := c.readRobots(ctx, origin)
	if err != nil {
		return nil, err
	}
	return file, c.files.KeepRobotsFile(ctx, file.RobotsFile)
}

// robotsFile is a RobotsFile with the rules that it has for us.
type robotsFile struct {
	RobotsFile
	rules rules
}

func (c *Client) parsed(f RobotsFile) *robotsFile {
	return &robotsFile{RobotsFile: f, rules: parseRobots(f.Body, productToken(c.agent))}
}

func (f *robotsFile) verdict(u *url.URL) RobotsVerdict {
	v := RobotsVerdict{URL: u.String(), File: f.Origin + "/robots.txt", Access: f.Access, Why: f.Why, Delay: f.rules.delay, Until: f.Until}
	path, cut := robotsTarget(u)
	if f.Access == RobotsUnreachable || path == "/robots.txt" {
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
	file := RobotsFile{Origin: origin, Access: RobotsAllowed, Until: c.now().UTC().Add(robotsFresh)}
	if !read {
		file.Why = "it has no robots.txt: the server answers " + statusLine(got.Status)
		return c.parsed(file)
	}
	body, err := got.Content()
	if err != nil {
		return c.unreachable(origin, err.Error())
	}
	file.Why, file.Body = "no rule of its robots.txt forbids it", body
	return c.parsed(file)
}

func (c *Client) unreachable(origin, why string) *robotsFile {
	return &robotsFile{RobotsFile: RobotsFile{
		Origin: origin,
		Access: RobotsUnreachable,
		Why:    "its robots.txt cannot be read (" + why + "), which counts as a refusal",
		Until:  c.now().UTC().Add(robotsFailed),
	}}
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
	if e.file != nil && now().Before(e.file.Until) {
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
			if e.file == nil || !now.Before(e.file.Until) {
				delete(r.origins, origin)
			}
			e.token <- struct{}{}
		default:
		}
	}
}
