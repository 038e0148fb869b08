package archive

import (
	"net/http"
	"strings"

	"inquest/fetcher"
)

// link is one entry of a Link header or of a TimeMap (RFC 8288, section 3).
type link struct {
	target string
	attr   map[string]string // names in lower case
}

// has reports whether a word stands in the link's rel, as "memento" does in
// rel="first memento".
func (l link) has(rel string) bool {
	for word := range strings.FieldsSeq(l.attr["rel"]) {
		if strings.EqualFold(word, rel) {
			return true
		}
	}
	return false
}

// memento reads a link to a copy. Its datetime is trusted, the timestamp in the
// address is a label.
func (l link) memento() (Memento, bool) {
	stamp, _, original, ok := fetcher.SplitReplay(l.target)
	at, err := http.ParseTime(l.attr["datetime"])
	if !l.has("memento") || !ok || err != nil {
		return Memento{}, false
	}
	return Memento{At: at.UTC(), Timestamp: stamp, Original: original}, true
}

// parseLinks splits at commas outside of <> and quotes.
func parseLinks(text string) []link {
	var links []link
	for text != "" {
		start := strings.IndexByte(text, '<')
		end := strings.IndexByte(text, '>')
		if start < 0 || end < start {
			return links
		}
		l := link{target: text[start+1 : end], attr: map[string]string{}}
		text = l.attributes(text[end+1:])
		links = append(links, l)
	}
	return links
}

// attributes reads `; name="value"` as long as there are any, and returns the
// rest.
func (l link) attributes(text string) string {
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		rest, more := strings.CutPrefix(text, ";")
		if !more {
			return rest
		}
		name, value, _ := strings.Cut(rest, "=")
		if strings.HasPrefix(value, `"`) {
			value, text, _ = strings.Cut(value[1:], `"`)
		} else {
			end := strings.IndexAny(value+",", ",;")
			value, text = value[:end], value[end:]
		}
		name = strings.ToLower(strings.TrimSpace(name))
		if _, taken := l.attr[name]; !taken {
			l.attr[name] = strings.TrimSpace(value)
		}
	}
}
