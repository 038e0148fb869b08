// Package archive finds the archived copies of a page and fetches one as a
// capture, the bytes as the origin served them. It speaks to archives that work
// like the Wayback Machine: CDX or TimeMap to look up, raw replay to read.
package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"inquest/fetcher"
)

// Errors of an archive. Whatever keeps us from speaking with it is a
// [fetcher.Error], as for any other server; whatever a copy holds is not.
var (
	// ErrNotArchived says that the archive has no copy of the page, or none
	// near the time asked for.
	ErrNotArchived = errors.New("the archive has no such copy")
	// ErrExcluded says that the archive may not show the page: its owner or its
	// robots.txt forbids it. That does not change by itself.
	ErrExcluded = errors.New("the archive may not show this page")
	// ErrUnusable says that there is a copy and that it is no page to read: an
	// archived error page, a challenge, a circle of redirects.
	ErrUnusable = errors.New("the archived copy cannot be used")
	// ErrNotMemento says that the archive answered with something that it does
	// not call a copy.
	ErrNotMemento = errors.New("the archive's answer is not a copy")
)

// Archive is one web archive.
type Archive struct {
	Base   string // "https://web.archive.org", without a final slash
	Client *fetcher.Client
	Pace   Pace // zero: that of [WaybackPace]
}

// Pace is how often an archive may be asked. Zero fields have the values of
// [WaybackPace].
type Pace struct {
	Lookup time.Duration // between two look-ups, CDX and TimeMap together
	Replay time.Duration // between two replays
}

// WaybackPace returns four fifths of what the Wayback Machine's staff allow,
// which is what they ask for: 24 look-ups a minute, 8 replays a second (release
// notes 0.5.1 of edgi-govdata-archiving/wayback).
func WaybackPace() Pace {
	return Pace{Lookup: time.Minute / 24, Replay: time.Second / 8}
}

func (a *Archive) lookups() fetcher.Budget {
	return fetcher.Budget{Name: "look-up", Every: cmp.Or(a.Pace.Lookup, WaybackPace().Lookup)}
}

func (a *Archive) replays() fetcher.Budget {
	return fetcher.Budget{Name: "replay", Every: cmp.Or(a.Pace.Replay, WaybackPace().Replay)}
}

// Memento names one copy (RFC 7089).
type Memento struct {
	At        time.Time // UTC, when the copy was made
	Timestamp string    // its label in addresses, YYYYMMDDhhmmss; may disagree with At
	Original  string    // the address that was copied; may differ from the one asked for
}

// attempts is how many copies Read tries. More would keep an archive busy with
// a page that it never got.
const attempts = 3

// Read returns the best usable copy of a page: the one that [Archive.Lookup]
// names, and when that cannot be used the next ones.
func (a *Archive) Read(ctx context.Context, url string, near time.Time) (*fetcher.Capture, error) {
	mementos, err := a.Mementos(ctx, url, near)
	if err != nil {
		return nil, err
	}
	var last error
	for _, m := range mementos[:min(attempts, len(mementos))] {
		got, err := a.Replay(ctx, m)
		if err == nil {
			return got, nil
		}
		if !isAboutCopy(err) {
			return nil, err
		}
		last = err
	}
	return nil, last
}

// isAboutCopy reports whether another copy may do better.
func isAboutCopy(err error) bool {
	return errors.Is(err, ErrUnusable) || errors.Is(err, ErrNotArchived) || errors.Is(err, ErrNotMemento)
}

// Lookup names the best copy of a page: the first at or after near, else the
// last before it; with a zero near the latest. A report is complete when it is
// published and rots afterwards.
func (a *Archive) Lookup(ctx context.Context, url string, near time.Time) (Memento, error) {
	mementos, err := a.Mementos(ctx, url, near)
	if err != nil {
		return Memento{}, err
	}
	return mementos[0], nil
}

// Mementos lists the copies of a page that may be usable, best first as
// [Archive.Lookup] means it: at least one, or [ErrNotArchived]. The address of a
// copy stands for the page that it shows.
func (a *Archive) Mementos(ctx context.Context, url string, near time.Time) ([]Memento, error) {
	if _, page, ok := a.split(url); ok {
		url = page
	}
	found, err := a.cdx(ctx, url, near)
	if lacksCDX(err) {
		found, err = a.timeMap(ctx, url)
	}
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("look up %s: %w", url, ErrNotArchived)
	}
	slices.SortStableFunc(found, func(x, y Memento) int { return byPreference(x, y, near) })
	return slices.Compact(found), nil
}

func byPreference(x, y Memento, near time.Time) int {
	xBefore, yBefore := x.At.Before(near), y.At.Before(near)
	switch {
	case near.IsZero(), xBefore && yBefore:
		return y.At.Compare(x.At)
	case xBefore != yBefore:
		if xBefore {
			return 1
		}
		return -1
	}
	return x.At.Compare(y.At)
}

// lacksCDX tells an archive without this service, or whose service is down,
// from one that is busy: asking a busy one in another way makes it worse.
func lacksCDX(err error) bool {
	return is(err, fetcher.Gone, fetcher.Refused, fetcher.WrongType, fetcher.ServerError, fetcher.SoftNotFound)
}

// isExcluded reads how Wayback-style archives say that they may not show a page.
func isExcluded(got *fetcher.Capture) bool {
	if got == nil || got.Status < http.StatusBadRequest {
		return false
	}
	said := got.Header.Get("X-Archive-Wayback-Runtime-Error")
	if content, err := got.Content(); err == nil {
		said += string(content)
	}
	for _, sign := range []string{"AdministrativeAccessControlException", "RobotAccessControlException", "URL has been excluded"} {
		if strings.Contains(said, sign) {
			return true
		}
	}
	return false
}
