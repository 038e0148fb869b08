package extractor

import (
	"context"
	"strings"

	"golang.org/x/net/html"
)

// What the recipes of several platforms share. Every field of a platform's JSON may be missing, null
// or of another type than documented.

// object returns a JSON object, nil for all else; the fields of nil are empty.
func object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// objects returns the objects of a list.
func objects(v any) []map[string]any {
	var found []map[string]any
	list, _ := v.([]any)
	for _, e := range list {
		if m := object(e); m != nil {
			found = append(found, m)
		}
	}
	return found
}

// objectsLike returns the objects of a list that have a shape.
func objectsLike(v any, shape func(map[string]any) bool) []map[string]any {
	var found []map[string]any
	for _, m := range objects(v) {
		if shape(m) {
			found = append(found, m)
		}
	}
	return found
}

// stringsIn returns the texts of a list.
func stringsIn(v any) []string {
	var found []string
	list, _ := v.([]any)
	for _, e := range list {
		if s, ok := e.(string); ok && cleanText(s) != "" {
			found = append(found, cleanText(s))
		}
	}
	return found
}

// askedFor returns the incident whose id stands in the page's address, else all of them: platforms
// serve one list of incidents with every page.
func askedFor(p *page, incidents []map[string]any) []map[string]any {
	if p.url == nil || len(incidents) < 2 {
		return incidents
	}
	for segment := range strings.SplitSeq(p.url.Path, "/") {
		for _, m := range incidents {
			if segment != "" && stringField(m, "id") == segment {
				return []map[string]any{m}
			}
		}
	}
	return incidents
}

// entryStands lets the time when a platform's entry was made stand for the start, which the platform
// does not state.
func (d *Document) entryStands(name string, at any) {
	instant := instantOf(at)
	if instant == "" || d.Window.StartedAt != "" {
		return
	}
	d.Window.StartedAt = instant
	d.fact(name, string(instant))
	d.Warnings = append(d.Warnings, "the platform states no start: the time when the entry was made stands for it")
}

// appendUpdate appends the blocks of an update with its label and time as the platform states them.
func (d *Document) appendUpdate(label Maybe, at any, body []Block) {
	raw, _ := at.(string)
	d.Blocks = append(d.Blocks, stamped(body, label, instantOf(at), Maybe(cleanText(raw)))...)
}

// fragmentBlocks reads a text that a platform's documentation says is HTML, also where it has no tags.
func fragmentBlocks(ctx context.Context, p *page, body string) []Block {
	root, err := html.Parse(strings.NewReader(tidy(body)))
	if err != nil {
		return plainLines(body)
	}
	return readBlocks(ctx, root, p.url)
}

// shouted turns a status in capitals into a label: "PARTIALOUTAGE" stays one word, "IN_PROGRESS" is
// "In progress".
func shouted(status string) Maybe { return labelFor(strings.ToLower(status)) }

// markWindow is how far into a page the marks of a platform are searched: its head and the beginning
// of its body, because every recipe above the one that reads a page costs a search.
const markWindow = 64 << 10

// opensWith reports whether a mark stands near the beginning of the page.
func (p *page) opensWith(mark string) bool {
	return p.root != nil && strings.Contains(prefix(p.text, markWindow), mark)
}

// readAnyPage reads a page that only looked like one of a platform as the last recipes of the table
// would.
func readAnyPage(ctx context.Context, p *page) (*Document, error) {
	if !isScriptPage(p) {
		return readShownPage(ctx, p)
	}
	d, err := readScriptPage(ctx, p)
	if err == nil && d.Recipe == "" {
		d.Recipe = "script-data"
	}
	return d, err
}

// readShownPage reads what a page shows as the last two recipes for pages do.
func readShownPage(ctx context.Context, p *page) (*Document, error) {
	read, name := readArticle, "article"
	if isIncidentPage(p) {
		read, name = readIncidentPage, "incident-page"
	}
	d, err := read(ctx, p)
	if err == nil && d.Recipe == "" {
		d.Recipe = name
	}
	return d, err
}

// jsonValues decodes the scripts of a page that hold JSON and the rows that Next.js streams.
func jsonValues(root *html.Node) []any {
	var values []any
	for _, n := range findAll(root, isDataScript) {
		if v, err := decodeJSON(strings.TrimSpace(rawText(n))); err == nil {
			values = append(values, v)
		}
	}
	return append(values, flightValues(root)...)
}

// embeddedIncidents reads the incident of one platform in the data of a page; nil when it has none.
func embeddedIncidents(ctx context.Context, p *page, is func(*page) bool, read func(context.Context, *page) (*Document, error)) (*Document, error) {
	var d *Document
	var err error
	for _, v := range jsonValues(p.root) {
		eachObject(v, func(m map[string]any) bool {
			sub := *p
			sub.json = m
			if is(&sub) {
				d, err = read(ctx, &sub)
			}
			return d == nil && err == nil
		})
		if d != nil || err != nil {
			break
		}
	}
	return d, err
}
