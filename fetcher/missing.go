package fetcher

import (
	"hash/fnv"
	"math/bits"
	"net/url"
	"strings"
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

// LooksLike reports whether a page shows the text that its host shows for a page
// that does not exist, as fetched from [ProbeURL]. Then it is a [SoftNotFound],
// whatever its status. Pages without text, and all but web pages, look like
// nothing.
func (c *Capture) LooksLike(missing *Capture) bool {
	own, missed := c.visibleText(), missing.visibleText()
	return own != "" && missed != "" && SameText(SimHash(own), SimHash(missed))
}

func (c *Capture) visibleText() string {
	content, err := c.Content()
	if err != nil || !isHTML(c.ContentType(), content) {
		return ""
	}
	return scan(content).text
}
