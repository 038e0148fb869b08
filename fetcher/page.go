package fetcher

import (
	"bytes"
	"cmp"
	"net/http"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// maxMarkup is how much of a page's scripts and attributes is looked at.
const maxMarkup = 64 << 10

// page is what an HTML page shows at a glance: enough to tell a report from a
// wall, too little to read it. Text in other character sets than UTF-8 counts
// roughly.
type page struct {
	title     string
	h1        string // the first one
	text      string // the beginning of the visible text
	chars     int    // characters of visible text, white space not counted, Hangul twice
	markup    string // scripts and attribute values, where bot filters leave their names
	canonical string
	base      string // href of <base>
	proper    string // og:url
	refresh   string // content of <meta http-equiv=refresh>
	password  bool   // it has a field for a password
	scripts   bool   // it has scripts
	mount     bool   // it has an empty element that a script fills
	noscript  string // what it shows to readers without script
	state     bool   // it carries its data for a script to show
}

// scanner walks over the tokens of a page.
type scanner struct {
	page
	open         string // the element whose text comes next, when it matters
	dataScript   bool   // inside <script type="application/json">
	text, markup strings.Builder
}

func scan(content []byte) page {
	s := &scanner{}
	tokens := html.NewTokenizer(bytes.NewReader(content))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			s.page.text, s.page.markup = s.text.String(), s.markup.String()
			return s.page
		case html.StartTagToken, html.SelfClosingTagToken:
			s.start(tokens.Token())
		case html.EndTagToken:
			s.open = ""
		case html.TextToken:
			s.words(string(tokens.Text()))
		}
	}
}

func (s *scanner) start(t html.Token) {
	attr := map[string]string{}
	for _, a := range t.Attr {
		attr[a.Key] = a.Val
		s.keepMarkup(a.Val)
	}
	switch t.Data {
	case "script":
		s.scripts = true
		s.dataScript = strings.HasSuffix(attr["type"], "json") || attr["id"] == "__NEXT_DATA__"
		s.open = t.Data
	case "style", "title", "noscript", "template", "h1", "textarea", "option":
		s.open = t.Data
	case "link":
		if strings.EqualFold(attr["rel"], "canonical") {
			s.canonical = attr["href"]
		}
	case "base":
		s.base = cmp.Or(s.base, attr["href"])
	case "meta":
		if attr["property"] == "og:url" {
			s.proper = cmp.Or(s.proper, attr["content"])
		}
		if strings.EqualFold(attr["http-equiv"], "refresh") {
			s.refresh = attr["content"]
		}
	case "input":
		s.password = s.password || strings.EqualFold(attr["type"], "password")
	case "div":
		s.mount = s.mount || isMount(attr["id"])
	}
	if _, has := attr["data-react-props"]; has {
		s.state = true
	}
}

func isMount(id string) bool {
	return id == "root" || id == "app" || id == "__next" || id == "___gatsby"
}

// stateBytes is from where on JSON in a page is its data, not its metadata.
const stateBytes = 200

func (s *scanner) words(raw string) {
	switch s.open {
	case "script":
		s.keepMarkup(raw)
		s.state = s.state || s.dataScript && len(raw) >= stateBytes
	case "noscript":
		if len(s.noscript) < maxMarkup { // adding up many would take long
			s.noscript += raw
		}
	case "style", "template", "textarea", "option":
	case "title":
		if s.title == "" { // drawings have titles too
			s.title = strings.Join(strings.Fields(raw), " ")
		}
	default:
		s.visible(raw)
	}
}

// firstDense is where the scripts begin that say in one character what others
// say in two: Hangul, kana, Chinese characters.
const firstDense = 0x1100

func (s *scanner) visible(text string) {
	text = strings.Join(strings.Fields(text), " ")
	if s.open == "h1" && s.h1 == "" {
		s.h1 = text
	}
	for _, r := range text {
		switch {
		case r >= firstDense:
			s.chars += 2
		case !unicode.IsSpace(r):
			s.chars++
		}
	}
	if text != "" && s.text.Len() < maxMarkup {
		s.text.WriteString(text + " ")
	}
}

func (s *scanner) keepMarkup(value string) {
	if s.markup.Len() < maxMarkup {
		s.markup.WriteString(value[:min(len(value), maxMarkup)])
		s.markup.WriteByte('\n')
	}
}

// isHTML believes the bytes, and the label where the bytes say nothing.
func isHTML(mediaType string, content []byte) bool {
	if strings.HasPrefix(http.DetectContentType(content), "text/html") {
		return true
	}
	labelled := mediaType == "text/html" || mediaType == "application/xhtml+xml"
	return labelled && bytes.HasPrefix(bytes.TrimSpace(content), []byte("<"))
}

func isJSON(mediaType string) bool {
	return mediaType == "application/json" || strings.HasSuffix(mediaType, "+json")
}
