package archive

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"time"

	"inquest/fetcher"
)

// Fetch is [fetcher.Client.Fetch] for addresses that may be those of copies in
// this archive, as people paste them: such a copy is read as it was captured,
// without what the archive puts around it, and its capture is one of the page
// that it shows. Where the address names no single copy the best one is read. The
// error is then always an outcome.
func (a *Archive) Fetch(ctx context.Context, req fetcher.Request) (*fetcher.Capture, error) {
	stamp, page, ok := a.split(req.URL)
	if !ok {
		return a.Client.Fetch(ctx, req)
	}
	got, err := a.named(ctx, stamp, page)
	return got, outcome(req.URL, err)
}

// split takes the address of a copy in this archive apart.
func (a *Archive) split(raw string) (stamp, page string, ok bool) {
	stamp, _, page, ok = fetcher.SplitReplay(raw)
	if !ok {
		return "", "", false
	}
	own, err := url.Parse(a.Base)
	_, rest, _ := strings.Cut(strings.TrimSpace(raw), "://")
	host, _, _ := strings.Cut(rest, "/")
	return stamp, page, err == nil && strings.EqualFold(host, own.Host)
}

// named reads the copy of a time, or the best one when there is none of that
// very time or the time is not told in full.
func (a *Archive) named(ctx context.Context, stamp, page string) (*fetcher.Capture, error) {
	if len(stamp) == len(stampLayout) {
		got, err := a.Replay(ctx, Memento{Timestamp: stamp, Original: page})
		if !errors.Is(err, ErrNotArchived) {
			return got, err
		}
	}
	return a.Read(ctx, page, about(stamp))
}

// about completes a timestamp that breaks off; zero when there is none.
func about(stamp string) time.Time {
	if len(stamp) < len("2006") {
		return time.Time{}
	}
	at, ok := parseStamp(stamp + "00000101000000"[len(stamp):])
	if !ok {
		return time.Time{}
	}
	return at
}

// outcome says in the words of a fetch what an archive means.
func outcome(raw string, err error) error {
	var e *fetcher.Error
	var parked *fetcher.ParkedError
	switch {
	case err == nil, errors.As(err, &e), errors.As(err, &parked):
		return err
	case errors.Is(err, ErrExcluded):
		return &fetcher.Error{Kind: fetcher.Refused, URL: raw, Detail: err.Error(), NoCopy: true, Err: err}
	case errors.Is(err, ErrNotArchived), errors.Is(err, ErrUnusable), errors.Is(err, ErrNotMemento):
		return &fetcher.Error{Kind: fetcher.Gone, URL: raw, Detail: err.Error(), NoCopy: true, Err: err}
	}
	return err
}
