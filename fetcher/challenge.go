package fetcher

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// challengeText is the most visible text that a challenge page shows. Pages
// with more are read, whatever else they look like: a report about a bot filter
// carries its words, and must never be taken for one.
const challengeText = 1500

// Challenge reports whether an answer is a test for browsers or the refusal of
// a bot filter and not the page that was asked for. body has its
// Content-Encoding taken off; status 0 and a nil header mean that they are not
// known, as for a saved page. Beside an unmistakable header it takes two signs
// of three: the status of a refusal, the title, the marks of a filter in the
// markup. Visible words never count.
func Challenge(body []byte, status int, header http.Header) bool {
	if refusedByFilter(status, header) {
		return true
	}
	return isHTML("text/html", body) && scan(body).isChallenge(status, header)
}

func (p page) isChallenge(status int, header http.Header) bool {
	if refusedByFilter(status, header) {
		return true
	}
	signs := 0
	for _, sign := range []bool{isRefusal(status), slices.Contains(challengeTitles, firstSegment(p.title)), p.filtered(), p.testsReader()} {
		if sign {
			signs++
		}
	}
	return signs >= 2 && p.chars < challengeText
}

// refusedByFilter reads the headers that filters set on nothing but refusals.
func refusedByFilter(status int, header http.Header) bool {
	action := strings.ToLower(header.Get("X-Amzn-Waf-Action"))
	return strings.EqualFold(header.Get("Cf-Mitigated"), "challenge") ||
		action == "challenge" || action == "captcha" ||
		status == http.StatusForbidden && strings.HasPrefix(header.Get("Server"), "AkamaiGHost")
}

func isRefusal(status int) bool {
	switch status {
	case http.StatusAccepted, http.StatusForbidden, http.StatusMethodNotAllowed,
		http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return true
	}
	return false
}

// challengeTitles are whole titles, in lower case, up to the first separator.
var challengeTitles = []string{
	"just a moment...", "just a moment…", "attention required!", "access denied",
	"access to this page has been denied", "are you a robot", "are you a robot?",
	"please wait...", "please wait…", "checking your browser", "one more step",
	"pardon our interruption", "human verification", "bot verification",
	"robot check", "ddos-guard", "vercel security checkpoint", "client challenge",
	"making sure you're not a bot!", "verifying you are human", "security check",
}

// filterMarks are found in the scripts and attributes of challenge pages and
// not in those of pages behind the same filters.
var filterMarks = []string{
	"_cf_chl_opt", "cf-browser-verification", "cf-challenge-running",
	"errors.edgesuite.net", "geo.captcha-delivery.com", "px-captcha", "_incapsula_resource",
	"awswafintegration", "gokuprops", "ddos-guard/js-challenge", "anubis_challenge", "checking_browser",
}

func (p page) filtered() bool {
	markup := strings.ToLower(p.markup)
	return slices.ContainsFunc(filterMarks, func(mark string) bool { return strings.Contains(markup, mark) })
}

// challengeTexts are what challenge pages say to people, in lower case.
var challengeTexts = []string{
	"checking your browser", "enable javascript and cookies to continue", "verify you are human",
	"verifying you are human", "checking if the site connection is secure", "verify that you are not a robot",
	"needs to review the security of your connection", "performing security verification",
}

func (p page) testsReader() bool {
	text := strings.ToLower(p.text + " " + p.noscript)
	return slices.ContainsFunc(challengeTexts, func(said string) bool { return strings.Contains(text, said) })
}

// firstSegment returns the part of a title before the name of the site, in
// lower case.
func firstSegment(title string) string {
	return segments(title)[0]
}

// segments cuts a title at the separators that sites put around their name.
func segments(title string) []string {
	return titleBreak.Split(strings.ToLower(strings.TrimSpace(title)), -1)
}

var titleBreak = regexp.MustCompile(`\s+[|–—·•»:-]\s+|\s*\|\s*`)
