package fetcher

import (
	"net/url"
	"regexp"
	"strings"
)

var (
	// Wayback-style: /web/20251114162615id_/https://example.org/. The address is
	// not escaped and keeps its own query. A star asks for the calendar.
	waybackForm = regexp.MustCompile(`(?i)^https?://([^/?#]+)/(?:web|wayback)/(?:(\d{1,14}|\d{0,13}\*)(\w\w_)?/)?(.+)$`)
	// archive.today: /20251114162615/https://example.org/ or /newest/...
	todayForm = regexp.MustCompile(`(?i)^https?://archive\.(?:today|ph|is|md|li|vn|fo)/(?:(\d{4,14})|newest|oldest)/(.+)$`)
	// A scheme, also escaped, and also as left by software that cleans paths.
	schemeForm = regexp.MustCompile(`(?i)^(https?)(?::/{1,2}|%3A%2F%2F)`)
)

// SplitReplay takes the address of an archived copy apart: the timestamp (1 to
// 14 digits, UTC; "" when the address names no single copy), the flag ("id_",
// "if_", ... or ""), and the original address. Addresses of web.archive.org and
// of archives whose addresses look the same are known, and those of
// archive.today, which have no flags. ok is false for any other address.
func SplitReplay(u string) (timestamp, flag, original string, ok bool) {
	u = strings.TrimSpace(u)
	if m := waybackForm.FindStringSubmatch(u); m != nil {
		original, ok = replayed(m[4], strings.EqualFold(m[1], "web.archive.org") && m[2] != "")
		timestamp, flag = m[2], m[3]
	} else if m := todayForm.FindStringSubmatch(u); m != nil {
		original, ok = replayed(m[2], true)
		timestamp = m[1]
	}
	if !ok {
		return "", "", "", false
	}
	if strings.HasSuffix(timestamp, "*") {
		timestamp = ""
	}
	return timestamp, flag, original, true
}

// replayed restores the original address. Known archives accept it without a
// scheme; elsewhere such a path is just a path.
func replayed(rest string, known bool) (string, bool) {
	m := schemeForm.FindStringSubmatchIndex(rest)
	if m == nil {
		return "http://" + rest, known
	}
	if strings.Contains(rest[:m[1]], "%") {
		plain, err := url.PathUnescape(rest)
		if err != nil {
			return "", false
		}
		rest, m = plain, schemeForm.FindStringSubmatchIndex(plain)
	}
	return rest[:m[3]] + "://" + strings.TrimLeft(rest[m[1]:], "/"), true
}
