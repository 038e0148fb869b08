package fetcher

import (
	"bytes"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Judge says whether a capture holds a page that can be read, whatever way it
// came: from its server, from an archive, from a file. It returns nil or an
// [Error]. It is conservative: of two readings it takes the one that lets a
// report through.
func Judge(c *Capture) error { return judge(c, "") }

// judge knows in addition what was asked for.
func judge(c *Capture, accept string) error {
	if e := verdict(c, accept); e != nil {
		return e.at(c.FinalURL)
	}
	return nil
}

func verdict(c *Capture, accept string) *Error {
	content, err := c.Content()
	if e, bad := err.(*Error); bad {
		content = nil
		if c.Status < 300 {
			return e
		}
	}
	var p page
	html := isHTML(c.ContentType(), content)
	if html {
		p = scan(content)
	}
	if p.isChallenge(c.Status, c.Header) {
		return errorf(Blocked, "the server answers with a test for browsers, which is not passed for you")
	}
	if e := statusVerdict(c); e != nil {
		return e
	}
	if e := typeVerdict(c.ContentType(), content, accept); e != nil {
		return e
	}
	if html {
		return p.verdict(c)
	}
	return nil
}

// typeVerdict looks at the bytes first: labels are wrong more often.
func typeVerdict(declared string, content []byte, accept string) *Error {
	start := bytes.TrimLeftFunc(content, isNothing)
	sniffed, _, _ := strings.Cut(http.DetectContentType(content), ";")
	switch {
	case len(start) == 0:
		return errorf(Empty, "its body is empty")
	case strings.Contains(accept, "json") && !strings.Contains(accept, "html") && start[0] == '<':
		return errorf(WrongType, "it is a web page and not JSON")
	case strings.HasPrefix(sniffed, "text/"), sniffed == "application/pdf":
		return nil
	case sniffed == "application/octet-stream" && isReadable(declared):
		return nil // text with a stray byte
	case sniffed == "application/octet-stream" && declared != "":
		sniffed = declared
	}
	return errorf(WrongType, "it is %s, which holds no text to read", sniffed)
}

// isNothing knows white space, zero bytes and the byte order mark.
func isNothing(r rune) bool { return unicode.IsSpace(r) || r == 0 || r == '\ufeff' }

func isReadable(mediaType string) bool {
	return strings.HasPrefix(mediaType, "text/") || isJSON(mediaType) ||
		strings.HasSuffix(mediaType, "xml") || strings.HasPrefix(mediaType, "multipart/")
}

// What a page shows in visible characters, white space not counted.
const (
	jsText      = 200  // less, beside the marks of a script: the script brings the text
	missingText = 300  // less, without a time of day: too little for a report
	loginText   = 1500 // more: there is something to read beside the form
)

func (p page) verdict(c *Capture) *Error {
	switch {
	case p.chars < challengeText && strings.Contains(c.FinalURL, "cookieAbsent"):
		return errorf(Blocked, "it wants a cookie, and shows no report without")
	case p.isLogin(c):
		return errorf(LoginWall, "it shows a form to sign in and no report")
	case p.isMissing(c):
		return errorf(SoftNotFound, "the server says success, and the page says that it was not found")
	case p.chars < jsText && !p.state && c.Header.Get(renderedBy) == "" && (p.mount || asksForScript(p.noscript) || p.chars == 0 && p.scripts):
		return errorf(JSOnly, "its text is brought by a script, which is not run")
	case p.chars == 0 && !p.state:
		return errorf(Empty, "it shows no text")
	}
	return nil
}

var scriptWanted = regexp.MustCompile(`(?i)(enable|requires?|need|turn on|activate)[^.]{0,30}java\s?script|java\s?script[^.]{0,60}(enabled?|required|needed|disabled)|자바스크립트`)

func asksForScript(noscript string) bool { return scriptWanted.MatchString(noscript) }

// isLogin takes two signs of three: a field for a password, a heading that says
// nothing but "sign in", a redirect to an address of that name.
func (p page) isLogin(c *Capture) bool {
	says := func(title string) bool { return slices.ContainsFunc(segments(title), loginTitle.MatchString) }
	return p.chars < loginText && two(p.password, says(p.title) || says(p.h1), ledTo(c, loginPath))
}

var (
	loginTitle = regexp.MustCompile(`^(please )?(log ?in|log on|sign ?in|authentication required|로그인)( (to|with) .{1,40})?$`)
	loginPath  = regexp.MustCompile(`(?i)/(log-?in|sign-?in|sso|oauth2?|saml2?)(/|\.\w+$|$)`)
)

// isMissing takes two signs of a page that was not found.
func (p page) isMissing(c *Capture) bool { return two(p.missingSigns(c)...) }

func (p page) missingSigns(c *Capture) []bool {
	says := func(title string) bool { return slices.ContainsFunc(segments(title), missingTitle.MatchString) }
	meagre := p.chars < missingText && !timeOfDay.MatchString(p.text)
	return []bool{
		says(p.title) || says(p.h1),
		meagre && says(p.title) && says(p.h1),
		ledTo(c, missingPath),
		p.pointsHome(c),
		lacksIncident(c),
	}
}

var (
	missingTitle = regexp.MustCompile(`^(sorry, |oops!? |uh oh!? |http )?(error |status )?(` +
		`404|404 error|404:? (page )?not found|(the |this )?(requested )?page (could )?not (be )?found|not found|page missing|` +
		`(we )?(can't|can’t|couldn't|couldn’t|could not|cannot) find (that|this|the|your) page.{0,30}|` +
		`(the |this |that )?page (you .{1,30} )?(doesn't|doesn’t|does not) exist.{0,20}|(the |this )?page (isn't|isn’t|is not) available|` +
		`페이지를 찾을 수 없습니다.?)[.!]?$`)
	missingPath = regexp.MustCompile(`(?i)^/?$|^/(404|not-?found|error|history|home)(/|\.\w+$|$)`)
	timeOfDay   = regexp.MustCompile(`\d:\d\d`)
)

// ledTo reports whether a redirect led from another path to one like this.
func ledTo(c *Capture, path *regexp.Regexp) bool {
	from, to := pathOf(c.URL), pathOf(c.FinalURL)
	return from != to && path.MatchString(to) && !path.MatchString(from)
}

// pointsHome reports whether a page below the home page names that as its
// proper address.
func (p page) pointsHome(c *Capture) bool {
	return p.canonical != "" && strings.Trim(pathOf(p.canonical), "/") == "" && strings.Trim(pathOf(c.FinalURL), "/") != ""
}

// incidentPath holds what names an incident in the addresses of most platforms.
var incidentPath = regexp.MustCompile(`/(?:incidents?|notices?|outages?|events?|maintenances?)/([\w-]*\d[\w-]*|[\w-]{8,})(?:\.\w+)?/?$`)

// lacksIncident reports whether a page nowhere holds the name of the incident
// that was asked for, which pages of incidents do in their links.
func lacksIncident(c *Capture) bool {
	m := incidentPath.FindStringSubmatch(pathOf(c.URL))
	content, err := c.Content()
	return m != nil && err == nil && !bytes.Contains(bytes.ToLower(content), []byte(strings.ToLower(m[1])))
}

func pathOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return u.Path
}

func two(signs ...bool) bool {
	n := 0
	for _, sign := range signs {
		if sign {
			n++
		}
	}
	return n >= 2
}
