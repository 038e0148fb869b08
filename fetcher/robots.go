package fetcher

import (
	"bytes"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Bounds of what is read of a robots.txt and compared with it.
const (
	robotsBytes = 500 << 10        // RFC 9309, section 2.5: at least as much
	robotsRules = 2000             // in the groups that concern us
	robotsPath  = 2048             // bytes of a path and its query
	robotsDelay = 60 * time.Second // longest Crawl-delay that is kept
)

// rules is what a robots.txt says to one product: the lines of all groups that
// name it, or of those for everyone.
type rules struct {
	lines []robotsRule
	delay time.Duration
	cut   bool // there is more than was read
}

// robotsRule is one line, allow or disallow.
type robotsRule struct {
	allow   bool
	text    string // as written
	line    int    // from 1
	pieces  []string
	end     bool // it ends with $, which is not in pieces
	octets  int  // of the pattern, stars and $ included: the most specific rule has most
	nothing bool // an empty pattern matches nothing
}

// parseRobots reads a robots.txt (RFC 9309) for one product token. A web page
// in its place holds no rules: it is what many sites answer to every address.
func parseRobots(body []byte, product string) rules {
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	if isHTML("", body) {
		return rules{}
	}
	cut := len(body) > robotsBytes
	if cut {
		body = body[:bytes.LastIndexAny(body[:robotsBytes], "\r\n")+1]
	}
	p := robotsReader{product: product}
	for n, line := range robotsLines(body) {
		p.line(n+1, line)
	}
	found := p.chosen()
	found.cut = found.cut || cut
	return found
}

// robotsLines splits at LF, CR or both.
func robotsLines(body []byte) []string {
	text := strings.ReplaceAll(string(body), "\r\n", "\n")
	return strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
}

// robotsReader walks over the lines. Records that are neither a user-agent nor
// a rule end no group (RFC 9309, section 2.2.4).
type robotsReader struct {
	product    string
	ours, all  rules
	named      bool // a group of ours was found
	rulesBegun bool // the next user-agent begins a new group
	toUs       bool // the group at hand names our product
	toAll      bool // or everyone
}

func (p *robotsReader) line(n int, line string) {
	line, _, _ = strings.Cut(line, "#")
	name, value, ok := strings.Cut(line, ":")
	if !ok {
		return
	}
	value = strings.TrimSpace(value)
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "user-agent":
		p.agent(value)
	case "allow":
		p.add(newRobotsRule(true, value, n))
	case "disallow":
		p.add(newRobotsRule(false, value, n))
	case "crawl-delay":
		p.setDelay(value)
	}
}

func (p *robotsReader) agent(value string) {
	if p.rulesBegun {
		p.rulesBegun, p.toUs, p.toAll = false, false, false
	}
	if strings.EqualFold(productToken(value), p.product) {
		p.toUs, p.named = true, true
	}
	p.toAll = p.toAll || value == "*"
}

// productToken returns what stands before the version (RFC 9309, section
// 2.2.1): letters, hyphens and underscores, and digits, which some products in
// use have.
func productToken(agent string) string {
	end := strings.IndexFunc(agent, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_')
	})
	if end < 0 {
		return agent
	}
	return agent[:end]
}

func (p *robotsReader) add(r robotsRule) {
	p.rulesBegun = true
	if p.toUs {
		p.ours.add(r)
	}
	if p.toAll {
		p.all.add(r)
	}
}

func (f *rules) add(r robotsRule) {
	if len(f.lines) == robotsRules {
		f.cut = true
		return
	}
	f.lines = append(f.lines, r)
}

// setDelay takes whole and broken seconds. Crawl-delay is in no standard, so
// that nonsense costs nothing else of the file.
func (p *robotsReader) setDelay(value string) {
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil || !(seconds > 0) {
		return
	}
	delay := time.Duration(min(seconds, robotsDelay.Seconds()) * float64(time.Second))
	if p.toUs {
		p.ours.delay = max(p.ours.delay, delay)
	}
	if p.toAll {
		p.all.delay = max(p.all.delay, delay)
	}
}

// chosen prefers the groups that name us, also when they are empty.
func (p *robotsReader) chosen() rules {
	if p.named {
		return p.ours
	}
	return p.all
}

func newRobotsRule(allow bool, value string, line int) robotsRule {
	word := "Disallow: "
	if allow {
		word = "Allow: "
	}
	pattern, end := strings.CutSuffix(value, "$")
	pattern = strings.ReplaceAll(robotsEscapes(pattern), "$", "%24")
	octets := len(pattern)
	if end {
		octets++
	}
	return robotsRule{
		allow:   allow,
		text:    strings.TrimSpace(word + value),
		line:    line,
		pieces:  strings.Split(pattern, "*"),
		end:     end,
		octets:  octets,
		nothing: value == "",
	}
}

// robotsEscapes brings the escapes of a path and its query into one spelling
// (RFC 9309, section 2.2.2). In a query %3A and %2F are the same as : and /,
// which that section's table has escaped there; in a path they are not.
func robotsEscapes(s string) string {
	path, query, ok := strings.Cut(plainEscapes(escapeOdd(s)), "?")
	if !ok {
		return path
	}
	return path + "?" + strings.NewReplacer("%3A", ":", "%2F", "/").Replace(query)
}

// robotsTarget returns what of an address is compared with the patterns. A star
// and a dollar in it are letters, which patterns write with their escapes.
func robotsTarget(u *url.URL) (target string, cut bool) {
	target = u.EscapedPath()
	if target == "" {
		target = "/"
	}
	if u.RawQuery != "" {
		target += "?" + u.RawQuery
	}
	target = strings.NewReplacer("*", "%2A", "$", "%24").Replace(robotsEscapes(target))
	return target[:min(len(target), robotsPath)], len(target) > robotsPath
}

// match returns the most specific rule for a path, nil when none matches. Of an
// allow and a disallow that are equally specific, allow wins.
func (f rules) match(path string) *robotsRule {
	var best *robotsRule
	for i := range f.lines {
		r := &f.lines[i]
		if best != nil && (r.octets < best.octets || r.octets == best.octets && (best.allow || !r.allow)) {
			continue
		}
		if r.matches(path) {
			best = r
		}
	}
	return best
}

// matches takes every piece at the first place where it stands, which is
// enough, since a star lets anything follow: time grows with the path and not
// with the number of stars.
func (r *robotsRule) matches(path string) bool {
	if r.nothing {
		return false
	}
	last := len(r.pieces) - 1
	for i, piece := range r.pieces {
		switch {
		case i == last && r.end:
			return strings.HasSuffix(path, piece) && (i > 0 || len(path) == len(piece))
		case i == 0:
			if !strings.HasPrefix(path, piece) {
				return false
			}
			path = path[len(piece):]
		default:
			at := strings.Index(path, piece)
			if at < 0 {
				return false
			}
			path = path[at+len(piece):]
		}
	}
	return true
}

// robotsStatus says what an answer to a request for robots.txt means (RFC 9309,
// section 2.3.1): 2xx is read, 4xx is as if there were none, and what may be
// over in a minute is no permission.
func robotsStatus(status int) (read, reachable bool) {
	switch {
	case status/100 == 2:
		return true, true
	case status == http.StatusRequestTimeout, status == http.StatusTooEarly, status == http.StatusTooManyRequests:
		return false, false
	case status/100 == 4:
		return false, true
	}
	return false, false
}
