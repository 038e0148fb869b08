package archive

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"inquest/fetcher"
)

// Bounds of one replay, as the reference client of the Wayback Machine
// (edgi-govdata-archiving/wayback) has them.
const (
	window  = 24 * time.Hour // how far the copy may be from the time asked for
	mostHop = 10             // redirects
)

// Replay fetches one copy, the bytes as the origin served them. It follows
// archived redirects inside the archive and refuses a copy from another day
// than the one asked for. Beside [ErrUnusable] the capture is returned, for the
// record.
func (a *Archive) Replay(ctx context.Context, m Memento) (*fetcher.Capture, error) {
	w := walk{archive: a, seen: map[string]bool{}, stamp: m.Timestamp, page: m.Original}
	for range mostHop {
		at := a.raw(w.stamp, w.page)
		if w.seen[at] {
			return nil, fmt.Errorf("replay %s: %w: its redirects go in a circle", at, ErrUnusable)
		}
		w.seen[at] = true
		got, err := a.Client.Get(ctx, fetcher.Request{URL: at, Budget: a.replays()})
		if isExcluded(got) {
			return nil, fmt.Errorf("replay %s: %w", at, ErrExcluded)
		}
		if err != nil {
			return nil, err
		}
		if got.Status/100 != 3 {
			return w.arrive(got, m)
		}
		if err := w.step(got); err != nil {
			return nil, fmt.Errorf("replay %s: %w", at, err)
		}
	}
	return nil, fmt.Errorf("replay %s: %w: it redirects more than %d times", m.Original, ErrUnusable, mostHop)
}

// raw is the address of the bytes as captured: no toolbar, links untouched.
func (a *Archive) raw(stamp, page string) string {
	return a.Base + "/web/" + stamp + "id_/" + inPath(page)
}

// view is the address of the copy for people.
func (a *Archive) view(stamp, page string) string {
	return a.Base + "/web/" + stamp + "/" + inPath(page)
}

// walk is the way from the copy asked for to the one that is not a redirect.
type walk struct {
	archive *Archive
	seen    map[string]bool
	hops    []fetcher.Hop // the origin's redirects, not the archive's
	stamp   string
	page    string
}

// step follows one redirect. With Memento-Datetime it is the origin's, kept with
// its time; without, the archive says that the nearest copy is elsewhere.
func (w *walk) step(got *fetcher.Capture) error {
	stamp, page, err := w.target(got)
	if err != nil {
		return err
	}
	if got.Header.Get("Memento-Datetime") != "" {
		w.hops = append(w.hops, fetcher.Hop{URL: w.page, Status: got.Status, To: page})
	} else if !isNear(w.stamp, stamp) || !samePage(w.page, page) {
		return fmt.Errorf("%w: the nearest is %s", ErrNotArchived, w.archive.view(stamp, page))
	}
	w.stamp, w.page = stamp, page
	return nil
}

// target unwraps the Location, which points into the archive. It is taken apart
// as text: resolving it as an address would touch the address inside it.
func (w *walk) target(got *fetcher.Capture) (stamp, page string, err error) {
	scheme, host, _ := strings.Cut(w.archive.Base, "://")
	to := got.Header.Get("Location")
	if strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//") {
		to = scheme + "://" + host + to
	}
	_, rest, _ := strings.Cut(to, "://")
	stamp, _, page, ok := fetcher.SplitReplay(to)
	if !ok || stamp == "" || !strings.HasPrefix(rest, host+"/") {
		return "", "", fmt.Errorf("%w: it redirects to %q, which is no copy in this archive", ErrUnusable, to)
	}
	return stamp, page, nil
}

// isNear compares two timestamps; one that cannot be read is never near.
func isNear(x, y string) bool {
	xAt, xOK := parseStamp(x)
	yAt, yOK := parseStamp(y)
	return xOK && yOK && xAt.Sub(yAt).Abs() <= window
}

// samePage compares as archives look up: without scheme, www. and letter case.
func samePage(x, y string) bool {
	xKey, xErr := fetcher.Key(x)
	yKey, yErr := fetcher.Key(y)
	return xErr == nil && yErr == nil && strings.EqualFold(bare(xKey), bare(yKey))
}

func bare(key string) string {
	_, rest, _ := strings.Cut(key, "://")
	return strings.TrimPrefix(rest, "www.")
}

// arrive makes the capture, or says why the answer is none.
func (w *walk) arrive(got *fetcher.Capture, m Memento) (*fetcher.Capture, error) {
	at, err := http.ParseTime(got.Header.Get("Memento-Datetime"))
	if err != nil {
		return nil, w.archiveSpeaks(got)
	}
	got.URL, got.FinalURL, got.Hops = m.Original, w.page, w.hops
	got.Archived, got.Memento = w.archive.view(w.stamp, w.page), at.UTC()
	for _, l := range parseLinks(strings.Join(got.Header.Values("Link"), ", ")) {
		if l.has("original") {
			got.FinalURL = l.target
		}
	}
	if err := fetcher.Judge(origin(got)); err != nil {
		// Not wrapped: what the origin once answered must not be taken for
		// what the archive answers now.
		return got, fmt.Errorf("replay %s: %w: %v", got.Archived, ErrUnusable, err)
	}
	return got, nil
}

// archiveSpeaks turns an answer that is not a copy into an error: a status
// without Memento-Datetime is the archive's own.
func (w *walk) archiveSpeaks(got *fetcher.Capture) error {
	if got.Status == http.StatusNotFound {
		return fmt.Errorf("replay %s: %w", got.FinalURL, ErrNotArchived)
	}
	if err := fetcher.Judge(got); err != nil {
		return err
	}
	return fmt.Errorf("replay %s: %w: it has no Memento-Datetime", got.FinalURL, ErrNotMemento)
}

// origin is the capture under the headers that the origin sent, which the
// archive passes on with a prefix. The encoding is that of the bytes at hand.
func origin(got *fetcher.Capture) *fetcher.Capture {
	c := *got
	c.Header = http.Header{}
	for name, values := range got.Header {
		if name, ok := strings.CutPrefix(name, "X-Archive-Orig-"); ok {
			c.Header[name] = values
		}
	}
	for _, name := range []string{"Content-Type", "Content-Encoding"} {
		c.Header[name] = got.Header[name]
	}
	return &c
}
