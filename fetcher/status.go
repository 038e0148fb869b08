package fetcher

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// statusVerdict is the table of HTTP statuses. A status that it does not know
// is permanent, with a person to look at it.
func statusVerdict(c *Capture) *Error {
	kind, detail := statusKind(c.Status, c.Header.Get("Retry-After") != "")
	if kind == "" {
		return nil
	}
	e := errorf(kind, "the server answers %s: %s", statusLine(c.Status), detail)
	if !kind.Permanent() {
		e.After = retryAfter(c)
	}
	return e
}

func statusKind(status int, saysWhen bool) (Kind, string) {
	switch {
	case status == http.StatusNoContent, status == http.StatusResetContent:
		return Empty, "there is nothing to read"
	case status == http.StatusPartialContent:
		return Truncated, "a part that was not asked for"
	case status == 0, status/100 == 2:
		return "", ""
	case status == http.StatusNotFound, status == http.StatusGone:
		return Gone, "the page is not there any more"
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusProxyAuthRequired:
		return LoginWall, "the page is shown to those whom it knows"
	case status == http.StatusRequestTimeout, status == http.StatusTooEarly, status == http.StatusTooManyRequests,
		status == http.StatusServiceUnavailable && saysWhen:
		return Busy, "it is busy, or we ask too often"
	case status/100 == 4:
		return Refused, "it refuses the request"
	case status/100 == 3:
		return ServerError, "a redirect that leads nowhere"
	}
	return ServerError, "a fault on its side"
}

func statusLine(status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
}

// retryAfter reads both forms of Retry-After (RFC 9110, section 10.2.3): whole
// seconds, or a date, which is taken relative to the server's own clock. It
// returns between a second and a day, or 0 for nonsense and for the past.
func retryAfter(c *Capture) time.Duration {
	value := strings.TrimSpace(c.Header.Get("Retry-After"))
	var wait time.Duration
	if seconds, err := strconv.ParseUint(value, 10, 32); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wait = at.Sub(serverClock(c))
	}
	if wait <= 0 {
		return 0
	}
	return min(max(wait, time.Second), 24*time.Hour)
}

func serverClock(c *Capture) time.Time {
	if at, err := http.ParseTime(c.Header.Get("Date")); err == nil {
		return at
	}
	return c.At
}
