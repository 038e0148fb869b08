package fetcher

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// A page's own refresh is followed when it comes within this many seconds and
// the page shows less than this many characters.
const (
	refreshSeconds = 5
	refreshText    = 200
)

// trip is what one Fetch remembers about the addresses that it passed.
type trip struct {
	limit     int
	hops      []Hop
	robots    []RobotsVerdict
	seen      map[string]bool
	refreshed bool
}

// next returns where an answer leads, "" when it is the end.
func (t *trip) next(got *Capture) (string, error) {
	t.seen[got.FinalURL] = true
	to := redirectOf(got)
	if to == "" {
		to = t.refreshOf(got)
	}
	if to == "" {
		return "", nil
	}
	base, err := url.Parse(got.FinalURL)
	if err != nil {
		return "", errorf(BadAddress, "it is not an address that can be read").at(got.FinalURL)
	}
	u, err := base.Parse(escapeOdd(to))
	if err != nil {
		return "", errorf(BadAddress, "it redirects to %q, which is no address", to).at(got.FinalURL)
	}
	return t.follow(got, u)
}

func (t *trip) follow(got *Capture, u *url.URL) (string, error) {
	u.Fragment, u.RawFragment = "", ""
	to := u.String()
	if bad := checkHop(to); bad != nil {
		bad.Detail = "it redirects to " + u.Redacted() + ", and " + strings.TrimPrefix(bad.Detail, "it ")
		return "", bad.at(got.FinalURL)
	}
	if t.seen[to] {
		return "", errorf(RedirectLoop, "it redirects in a circle, back to %s", to).at(got.FinalURL)
	}
	if len(t.hops) == t.limit {
		return "", errorf(RedirectLoop, "it redirects more than %d times", t.limit).at(got.FinalURL)
	}
	down := strings.HasPrefix(got.FinalURL, "https:") && u.Scheme == "http"
	t.hops = append(t.hops, Hop{URL: got.FinalURL, Status: got.Status, To: to, Downgrade: down})
	return to, nil
}

func checkHop(to string) *Error {
	_, bad := target(to)
	return bad
}

// redirectOf returns the Location of a redirect that a GET follows (RFC 9110,
// section 15.4).
func redirectOf(got *Capture) string {
	switch got.Status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return strings.TrimSpace(got.Header.Get("Location"))
	}
	return ""
}

// refreshOf returns where a nearly empty page sends its reader, at most once in
// a trip. A page that reloads itself is a page.
func (t *trip) refreshOf(got *Capture) string {
	content, err := got.Content()
	if t.refreshed || got.Status != http.StatusOK || err != nil || !isHTML(got.ContentType(), content) {
		return ""
	}
	p := scan(content)
	to := refreshTarget(got.Header.Get("Refresh"))
	if to == "" {
		to = refreshTarget(p.refresh)
	}
	if to == "" || p.chars >= refreshText || p.isChallenge(got.Status, got.Header) {
		return ""
	}
	t.refreshed = true
	return to
}

// refreshTarget reads `0; url=/moved`, with the liberties that browsers take.
func refreshTarget(value string) string {
	delay, rest, found := strings.Cut(value, ";")
	if !found {
		delay, rest, _ = strings.Cut(value, ",")
	}
	seconds, err := strconv.ParseFloat(strings.TrimSpace(delay), 64)
	if err != nil || seconds > refreshSeconds {
		return ""
	}
	rest = strings.TrimSpace(rest)
	if len(rest) >= 3 && strings.EqualFold(rest[:3], "url") {
		rest = strings.TrimLeft(rest[3:], " =")
	}
	return strings.Trim(rest, ` "'`)
}
