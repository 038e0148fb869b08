package extractor

import (
	"errors"
	"regexp"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"inquest/fetcher"
)

// judge refuses pages that stand in the place of a report: bot checks, login walls, pages that say
// that nothing was found. A page whose text a script would bring may carry it as data, so that it
// is judged by what the recipes find in it.
func (p *page) judge() error {
	var f *fetcher.Error
	if p.root == nil || !p.isDoubtful() || !errors.As(fetcher.Judge(p.capture), &f) {
		return nil
	}
	switch f.Kind {
	case fetcher.Blocked, fetcher.LoginWall:
		return &Error{Kind: Challenge, Where: p.where(), Err: f,
			Detail: "shows a test for browsers or a login in place of the report; queue an archived copy or attach the saved page"}
	case fetcher.SoftNotFound, fetcher.Gone:
		return &Error{Kind: NotAReport, Where: p.where(), Err: f,
			Detail: "says that there is no such page; queue an archived copy"}
	}
	return nil
}

// What a page shows in bytes of text: less than little is judged whatever it says, more than much is
// no test and no login. The fetcher's judge reads the whole page once more, which costs as much as
// parsing it.
const (
	little = 300
	much   = 2000
)

// isDoubtful reports whether the page may be anything but a report: it shows little text, came with
// a status of an error or from another address than was asked for, or has a word in its title or, when
// it is short, in its text that tests, logins and missing pages have.
func (p *page) isDoubtful() bool {
	c := p.capture
	size := textLen(p.root, much)
	switch {
	case c.Status >= 300 || c.FinalURL != c.URL && c.FinalURL != "":
		return true
	case isStatuspage(p):
		return false // whatever its title says, no test shows a list of updates
	case size < little:
		return true
	}
	return find(p.root, func(n *html.Node) bool {
		switch {
		case n.DataAtom == atom.Title, isTopHeading(n):
			return refusal.MatchString(rawText(n))
		case n.DataAtom == atom.Input:
			return size < much && attr(n, "type") == "password"
		}
		return false
	}) != nil || size < much && hasAny(p.text, testWords)
}

// testWords are of what tests say to people, without the letters that may be capitals.
var testWords = []string{"hecking your browser", "hecking if the site", "and cookies to continue", "you are human", "not a robot", "security verification", "security of your connection"}

// refusal finds the words with which titles say that the page is not there or not for everyone.
var refusal = regexp.MustCompile(`(?i)404|not found|not be found|missing|error|exist|available|sign ?in|log ?[io]n|authenticat|moment|attention|denied|robot|please wait|checking|one more step|interruption|verif|ddos|security|challenge|페이지를 찾을|로그인`)
