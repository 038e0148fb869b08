package extractor

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Pages whose text only a script would show carry it as JSON. They are read when the page itself
// shows less than this many bytes.
const littleText = 200

func isScriptPage(p *page) bool {
	return p.root != nil && shownText(p.root) < littleText
}

// shownText counts the bytes that a reader without scripts sees.
func shownText(root *html.Node) int {
	total := 0
	f := newFrame(root)
	var count func(n *html.Node)
	count = func(n *html.Node) {
		for c := n.FirstChild; c != nil && total < littleText; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				total += len(cleanText(c.Data))
			case !f.drops(c) || c.DataAtom == atom.Header:
				count(c)
			}
		}
	}
	count(root)
	return total
}

// readScriptPage reads the incidents of a platform in the page's JSON, else its longest texts. A
// short page without such JSON is read as it stands.
func readScriptPage(ctx context.Context, p *page) (*Document, error) {
	var values []any
	for _, n := range findAll(p.root, isDataScript) {
		if v, err := decodeJSON(strings.TrimSpace(rawText(n))); err == nil {
			values = append(values, v)
		}
	}
	for _, v := range values {
		if d, err := readEmbeddedIncident(ctx, p, v); d != nil || err != nil {
			return d, err
		}
	}
	d := &Document{Confidence: 0.6}
	for _, v := range values {
		d.readTexts(ctx, p, v)
	}
	if len(d.Blocks) > 0 {
		d.Warnings = append(d.Warnings, "read from the data of the page's script: compare it with the page as a browser shows it")
		return d, nil
	}
	shown, err := readShownPage(ctx, p)
	if err == nil && len(shown.Blocks) == 0 && find(p.root, isScript) != nil {
		return nil, errorf(ScriptNeeded, p.where(), "shows its text only when scripts run; queue an archived copy or attach the saved page")
	}
	return shown, err
}

// isDataScript accepts scripts that hold JSON: __NEXT_DATA__, data, linked data.
func isDataScript(n *html.Node) bool {
	return n.DataAtom == atom.Script && strings.Contains(attr(n, "type"), "json")
}

func isScript(n *html.Node) bool { return n.DataAtom == atom.Script }

// readEmbeddedIncident looks for an incident of a known shape anywhere in a value.
func readEmbeddedIncident(ctx context.Context, p *page, v any) (*Document, error) {
	var d *Document
	var err error
	eachObject(v, func(m map[string]any) bool {
		sub := *p
		sub.json = m
		for _, r := range jsonRecipes {
			if d == nil && err == nil && r.match(&sub) {
				d, err = r.read(ctx, &sub)
			}
		}
		return d == nil && err == nil
	})
	return d, err
}

// eachObject visits the objects of a JSON value from the outside in, keys in order, until visit
// returns false.
func eachObject(v any, visit func(map[string]any) bool) bool {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if !eachObject(e, visit) {
				return false
			}
		}
	case map[string]any:
		if !visit(v) {
			return false
		}
		for _, k := range sortedKeys(v) {
			if !eachObject(v[k], visit) {
				return false
			}
		}
	}
	return true
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// textFields are the names under which applications keep what they show.
var textFields = []string{"title", "headline", "name", "articleBody", "body", "content", "contents", "text", "message", "description", "summary", "html", "markdown"}

// valueFields are the names of values that say something of an incident without a sentence.
var valueFields = []string{"status", "state", "impact", "severity", "started_at", "startedAt", "start_time", "startTime", "resolved_at", "resolvedAt",
	"end_time", "endTime", "published_at", "publishedAt", "datePublished", "dateModified"}

// readTexts appends the texts of a JSON value that read as prose, and before the first of an object
// the values that have a telling name.
func (d *Document) readTexts(ctx context.Context, p *page, v any) {
	eachObject(v, func(m map[string]any) bool {
		if isRichText(m) {
			d.Blocks = append(d.Blocks, richBlocks(m)...)
			return true
		}
		var texts []Block
		for _, field := range textFields {
			if s := stringField(m, field); isProse(s) && !d.has(cleanText(s)) {
				texts = append(texts, bodyBlocks(ctx, p, s)...)
			}
		}
		if len(texts) > 0 {
			d.readValues(m)
			d.Blocks = append(d.Blocks, texts...)
		}
		if d.Title == "" && (stringField(m, "articleBody") != "" || stringField(m, "body") != "" || stringField(m, "content") != "") {
			d.Title = Maybe(cleanText(stringField(m, "headline") + stringField(m, "title")))
		}
		return true
	})
}

func (d *Document) readValues(m map[string]any) {
	for _, field := range valueFields {
		if s := stringField(m, field); s != "" && len(s) <= 60 && !strings.ContainsAny(s, "<>{}/") {
			d.fact(field, s)
		}
	}
}

var anyTag = regexp.MustCompile(`<[^<>]*>`)

// isProse tells sentences from names, settings and code: several words, nearly all of it letters and
// spaces, and the end of a sentence.
func isProse(s string) bool {
	s = cleanText(anyTag.ReplaceAllString(s, " "))
	if strings.Count(s, " ") < 4 && !isDense(s) || !endsSentence(s) && !sentenceEnd.MatchString(s) {
		return false
	}
	letters, all := 0, 0
	for _, r := range s {
		all++
		if unicode.IsLetter(r) || r == ' ' {
			letters++
		}
	}
	return letters*100 >= all*75
}

// isDense reports whether a text is in a script that needs no spaces between its words.
func isDense(s string) bool {
	dense := 0
	for _, r := range s {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			dense++
		}
	}
	return dense >= 12
}

func (d *Document) has(s string) bool {
	return slices.ContainsFunc(d.Blocks, func(b Block) bool { return strings.Contains(b.Text, s) || b.Text == s })
}
