package fetcher

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// acceptReports is what a report may come as, in the order in which we can read
// it best.
const acceptReports = "text/html,application/xhtml+xml,application/json;q=0.9,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5"

// exchange sends one request and reads the whole answer.
func (c *Client) exchange(ctx context.Context, u *url.URL, req Request, l Limits) (*Capture, error) {
	timed, cancel := context.WithTimeoutCause(ctx, l.Total, errTotal)
	defer cancel()
	timed, stop := context.WithCancelCause(timed)
	defer stop(nil)

	resp, err := c.send(timed, u, req)
	if err != nil {
		return nil, outcomeOf(ctx, u, fault(timed, err))
	}
	defer resp.Body.Close()
	got := &Capture{
		URL:      req.URL,
		FinalURL: u.String(),
		Status:   resp.StatusCode,
		Header:   resp.Header,
		At:       c.now().UTC(),
	}
	body, bad := read(timed, stop, resp, got.ContentType(), l)
	got.Body, got.SHA256 = body, sum(body)
	switch {
	case redirectOf(got) != "":
		bad = nil // nobody reads the body of a redirect
	case bad == nil && isCut(resp, got):
		bad = errorf(Truncated, "its body ends before its end")
	}
	if bad != nil {
		return got, outcomeOf(ctx, u, bad)
	}
	return got, nil
}

// outcomeOf keeps apart what the server did and what the caller did: when the
// caller has gone, nothing is known about the page.
func outcomeOf(ctx context.Context, u *url.URL, e *Error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("fetch %s: %w", u, ctx.Err())
	}
	return e.at(u.String())
}

// send uses the transport itself: http.Client would follow, or trip over,
// redirects by itself.
func (c *Client) send(ctx context.Context, u *url.URL, req Request) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept", cmp.Or(req.Accept, acceptReports))
	r.Header.Set("Accept-Encoding", "gzip")
	r.Header.Set("User-Agent", c.agent)
	if req.IfNoneMatch != "" {
		r.Header.Set("If-None-Match", req.IfNoneMatch)
	}
	if req.IfModifiedSince != "" {
		r.Header.Set("If-Modified-Since", req.IfModifiedSince)
	}
	return c.transport.RoundTrip(r)
}

// read returns the body as served, and what came of it beside an error.
func read(ctx context.Context, stop context.CancelCauseFunc, resp *http.Response, mediaType string, l Limits) ([]byte, *Error) {
	limit := l.forType(mediaType, len(encodings(resp.Header.Values("Content-Encoding"))) > 0)
	if resp.ContentLength > limit && !l.beginning {
		return nil, tooLarge(limit)
	}
	timer := time.AfterFunc(l.Progress, func() { stop(errSlow) })
	defer timer.Stop()
	in := &watched{in: resp.Body, timer: timer, window: l.Progress}
	body, err := io.ReadAll(io.LimitReader(in, limit+1))
	switch {
	case int64(len(body)) > limit:
		return body[:limit], tooLarge(limit)
	case err != nil:
		return body, bodyFault(ctx, err)
	}
	return body, nil
}

// watched gives a slow body another window of time whenever a further KiB has
// come. A server that drips a byte a second would otherwise hold a worker for
// the whole time that an exchange may take.
type watched struct {
	in     io.Reader
	timer  *time.Timer
	window time.Duration
	came   int
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.in.Read(p)
	w.came += n
	if w.came >= 1<<10 {
		w.came = 0
		w.timer.Reset(w.window)
	}
	return n, err
}

// isCut looks at the end of a body that nothing delimits (HTTP/1 without a
// length and without chunks): there a broken connection looks like the end.
func isCut(resp *http.Response, got *Capture) bool {
	if resp.ProtoMajor != 1 || resp.ContentLength >= 0 || len(resp.TransferEncoding) > 0 || resp.StatusCode != http.StatusOK {
		return false
	}
	return got.looksCut()
}

// looksCut reports whether a body lacks the end that its kind has.
func (got *Capture) looksCut() bool {
	content, err := got.Content()
	if err != nil {
		return false // judged where the content is read
	}
	lower := bytes.ToLower(content)
	switch start := bytes.TrimSpace(lower); {
	case bytes.HasPrefix(start, []byte("%pdf-")):
		return !bytes.Contains(start, []byte("%%eof"))
	case bytes.HasPrefix(start, []byte("{")), bytes.HasPrefix(start, []byte("[")):
		return isJSON(got.ContentType()) && !json.Valid(content)
	case bytes.Contains(lower, []byte("<html")):
		return !bytes.Contains(lower, []byte("</html")) && !bytes.Contains(lower, []byte("</body"))
	}
	return false
}
