package fetcher

import (
	"context"
	"errors"
	"hash/fnv"
	"math/bits"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// GoneApart is how far two sightings of a missing page must be apart: a wrong
// release, or a move from host to host, is put right within a day.
const GoneApart = 24 * time.Hour

// Sighting is how a page was found at some time.
type Sighting struct {
	At   time.Time // UTC
	Kind Kind      // "" for a page that could be read
}

// IsGone reports whether two sightings of a page, one after the other, show that
// it is gone: 404 or 410 both times, at least a day apart.
func IsGone(first, second Sighting) bool {
	return first.Kind == Gone && second.Kind == Gone && second.At.Sub(first.At) >= GoneApart
}

// simHashNear is in how many bits of 64 the hashes of two texts may differ that
// are one text with another date or address in it.
const simHashNear = 3

// SimHash returns a hash of the words of a text that changes little when the
// text does (Charikar, 2002). Words with a digit in them, which are dates and
// numbers of requests, do not count. The text of no words has 0.
func SimHash(text string) uint64 {
	var weights [64]int
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		if strings.ContainsAny(word, "0123456789") {
			continue
		}
		h := fnv.New64a()
		h.Write([]byte(word)) // never fails
		sum := mix(h.Sum64())
		for bit := range weights {
			weights[bit] += int(sum>>bit&1)*2 - 1
		}
	}
	var hash uint64
	for bit, weight := range weights {
		if weight > 0 {
			hash |= 1 << bit
		}
	}
	return hash
}

// mix spreads the last bytes over all bits, which FNV does not (the finalizer of
// MurmurHash3).
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// SameText reports whether two hashes of [SimHash] are those of one text, up to
// a date or an address in it.
func SameText(a, b uint64) bool { return bits.OnesCount64(a^b) <= simHashNear }

// ProbeURL returns an address on the host of another one that nobody has
// published: what it answers is how the host answers for missing pages. It is
// the same for a day, so that a host is asked once. The error is an [Error] of
// kind bad-address.
func ProbeURL(raw string, now time.Time) (string, error) {
	u, bad := parse(raw)
	if bad != nil {
		return "", bad
	}
	h := fnv.New64a()
	h.Write([]byte(u.Host + now.UTC().Format(time.DateOnly)))
	name := []byte("no-such-page-")
	for sum := mix(h.Sum64()); sum != 0; sum /= 26 {
		name = append(name, 'a'+byte(sum%26))
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/" + string(name)}).String(), nil
}

// shown is the hash of what a page shows, 0 for one without text and for all but
// web pages.
func (c *Capture) shown() uint64 { return SimHash(c.visibleText()) }

// sameShown compares what two pages show. Those that show nothing look like none.
func sameShown(a, b uint64) bool { return a != 0 && b != 0 && SameText(a, b) }

// judged judges the page at the end of a way. One sign of a missing page is no
// proof, but a reason to ask its host for a page that cannot be there: what shows
// the same text is missing too.
func (c *Client) judged(ctx context.Context, req Request, got *Capture) error {
	if err := judge(got, req.Accept); err != nil || !suspect(got) {
		return err
	}
	if sameShown(got.shown(), c.missingText(ctx, req.Robots, got.FinalURL)) {
		return errorf(SoftNotFound, "the server says success, and shows what it shows for any address that does not exist").at(got.FinalURL)
	}
	return nil
}

// suspect reports whether a page that can be read has a sign of one that was not
// found. Pages that carry their text as data show the same for all addresses.
func suspect(got *Capture) bool {
	content, err := got.Content()
	if err != nil || !isHTML(got.ContentType(), content) {
		return false
	}
	p := scan(content)
	return !p.state && slices.Contains(p.missingSigns(got), true)
}

// missingText returns the hash of what the host of an address shows for a page
// that does not exist, 0 when that is not known. It asks once a day.
func (c *Client) missingText(ctx context.Context, policy RobotsPolicy, raw string) uint64 {
	probe, err := ProbeURL(raw, c.now())
	if err != nil {
		return 0 // unreachable: the address has been fetched
	}
	if hash, ok := c.missing.get(probe); ok {
		return hash
	}
	got, err := c.step(ctx, &trip{}, Request{URL: probe, Robots: policy})
	var parked *ParkedError
	if ctx.Err() != nil || errors.As(err, &parked) {
		return 0 // nothing was asked
	}
	var hash uint64
	if err == nil {
		hash = got.shown()
	}
	c.missing.put(probe, hash)
	return hash
}

// missingKept is how many hosts' missing pages are remembered.
const missingKept = 1000

// missingTexts remembers by the address of a day's probe.
type missingTexts struct {
	mu     sync.Mutex
	hashes map[string]uint64
}

func newMissingTexts() *missingTexts { return &missingTexts{hashes: map[string]uint64{}} }

func (m *missingTexts) get(probe string) (uint64, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	hash, ok := m.hashes[probe]
	return hash, ok
}

func (m *missingTexts) put(probe string, hash uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.hashes) >= missingKept {
		clear(m.hashes)
	}
	m.hashes[probe] = hash
}

func (c *Capture) visibleText() string {
	content, err := c.Content()
	if err != nil || !isHTML(c.ContentType(), content) {
		return ""
	}
	return scan(content).text
}
