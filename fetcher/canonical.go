package fetcher

import (
	"cmp"
	"net/url"
	"strings"
)

// Canonical returns the address that a web page names as its proper one, "" when
// it names none that is believed: it must be of the same registrable domain, and
// not the home page. It is a hint that two addresses are one page, and nothing
// that may be fetched in place of the other.
func (c *Capture) Canonical() string {
	content, err := c.Content()
	if err != nil || !isHTML(c.ContentType(), content) {
		return ""
	}
	p := scan(content)
	u := resolve(c.FinalURL, p.base, cmp.Or(p.canonical, p.proper))
	if u == nil || strings.Trim(u.Path, "/") == "" && u.RawQuery == "" {
		return ""
	}
	here, bad := target(c.FinalURL)
	there, refused := target(u.String())
	if bad != nil || refused != nil || Domain(here.Hostname()) != Domain(there.Hostname()) {
		return ""
	}
	return there.String()
}

// resolve reads a reference as it stands in a page of an address, with the base
// that the page sets, if that is one; nil: it leads nowhere.
func resolve(page, base, reference string) *url.URL {
	at, err := url.Parse(page)
	if err != nil || reference == "" {
		return nil
	}
	if b, err := at.Parse(escapeOdd(base)); err == nil {
		at = b
	}
	u, err := at.Parse(escapeOdd(strings.TrimSpace(reference)))
	if err != nil {
		return nil
	}
	return u
}
