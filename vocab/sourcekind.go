package vocab

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
)

// urlHint is a pattern for addresses that suggests a source kind.
type urlHint struct {
	kind       string
	pattern    string // over host and path, * for any text
	host, path string // the pattern cut at its first slash; no path when it has none
	reach      hintReach
}

// hintReach says how much of the web a hint speaks of; the narrower is asked first.
type hintReach int

const (
	oneSite    hintReach = iota // github.com/*/issues/*: the host is written out
	someSites                   // *.statuspage.io: hosts of one domain
	hostPrefix                  // status.*: a name in front of any domain
	anywhere                    // *postmortem*: a word or path on any host
)

// SourceKind returns the id in facet source_kind that the address suggests, or "" if no hint of the
// vocabulary fits: who publishes the page then decides, which an address alone does not tell.
//
// The narrowest hint wins, because it knows most: one written for a site before one for a domain,
// before one for a host name such as status.*, before words in the path; among equals the one with
// more letters. So a postmortem on status.example.com stays with the status page. A word such as
// *conf* must not go on in letters (but for a plural -s): configuration is no conference.
// The address of an archived copy gives archived-copy; callers that know the original ask for that.
func (v *Vocabulary) SourceKind(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err == nil && u.Host == "" {
		u, err = url.Parse("//" + rawURL)
	}
	if err != nil || u.Hostname() == "" {
		return ""
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	path := strings.ToLower(strings.TrimPrefix(u.Path, "/"))
	for _, h := range v.hints {
		if h.fits(host, path) {
			return h.kind
		}
	}
	return ""
}

func compileHints(v *Vocabulary) []urlHint {
	var hints []urlHint
	f := v.Facet("source_kind")
	if f == nil {
		return nil
	}
	for _, t := range f.Terms {
		for _, pattern := range t.URLHints {
			hints = append(hints, newHint(t.ID, pattern))
		}
	}
	slices.SortStableFunc(hints, func(a, b urlHint) int {
		return cmp.Or(cmp.Compare(a.reach, b.reach), cmp.Compare(letters(b.pattern), letters(a.pattern)))
	})
	return hints
}

func newHint(kind, pattern string) urlHint {
	h := urlHint{kind: kind, pattern: pattern}
	h.host, h.path, _ = strings.Cut(pattern, "/")
	switch {
	case h.host == "*" || strings.HasPrefix(h.host, "*") && strings.HasSuffix(h.host, "*") && !strings.Contains(h.host, "."):
		h.reach = anywhere
	case !strings.Contains(h.host, "*"):
		h.reach = oneSite
	case strings.HasPrefix(h.host, "*"):
		h.reach = someSites
	default:
		h.reach = hostPrefix
	}
	return h
}

// letters counts what a pattern says besides "any text".
func letters(pattern string) int { return len(pattern) - strings.Count(pattern, "*") }

func (h urlHint) fits(host, path string) bool {
	switch {
	case h.reach == anywhere && h.host == "*":
		return glob(h.pattern, host+"/"+path)
	case h.reach == anywhere:
		return hasWord(host+"/"+path, strings.Trim(h.pattern, "*"))
	}
	return glob(h.host, host) && (h.path == "" || glob(h.path, path))
}

// glob reports whether pattern covers all of text; * stands for any text, also with slashes.
func glob(pattern, text string) bool {
	first, rest, star := strings.Cut(pattern, "*")
	text, ok := strings.CutPrefix(text, first)
	if !ok || !star {
		return ok && text == ""
	}
	for {
		part, after, more := strings.Cut(rest, "*")
		if !more {
			return strings.HasSuffix(text, part)
		}
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text, rest = text[i+len(part):], after
	}
}

// hasWord reports whether word stands in address and ends there, but for a plural -s.
func hasWord(address, word string) bool {
	for {
		i := strings.Index(address, word)
		if i < 0 {
			return false
		}
		address = address[i+len(word):]
		if next := strings.TrimPrefix(address, "s"); next == "" || next[0] < 'a' || next[0] > 'z' {
			return true
		}
	}
}
