package extractor

import (
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// pageMeta is what the head of a page says of it.
type pageMeta struct {
	title     string // <title>
	fields    map[string]string
	linked    []map[string]any // linked data (schema.org) of the page
	firstH1   string
	canonical string // host of the page's proper address
	published string // of a <time> that is marked as the date of publication
}

// readMeta reads names, properties and item properties; the first of a kind wins.
func readMeta(root *html.Node) pageMeta {
	m := pageMeta{fields: map[string]string{}}
	for n := next(root, root); n != nil; n = next(n, root) {
		switch n.DataAtom {
		case atom.Meta:
			m.field(n)
		case atom.Title:
			if m.title == "" && !within(n, atom.Svg) {
				m.title = cleanText(rawText(n))
			}
		case atom.H1:
			if m.firstH1 == "" && !within(n, atom.Nav) {
				m.firstH1 = cleanText(rawText(n))
			}
		case atom.Link:
			if u, err := url.Parse(attr(n, "href")); err == nil && attr(n, "rel") == "canonical" {
				m.canonical = u.Hostname()
			}
		case atom.Time:
			if m.published == "" && marksPublished(n) {
				m.published = attr(n, "datetime")
			}
		case atom.Script:
			if attr(n, "type") == "application/ld+json" {
				m.linkedData(rawText(n))
			}
		}
	}
	return m
}

func (m *pageMeta) field(n *html.Node) {
	for _, key := range []string{"property", "name", "itemprop"} {
		name := strings.ToLower(attr(n, key))
		if _, seen := m.fields[name]; name != "" && !seen {
			m.fields[name] = cleanText(attr(n, "content"))
		}
	}
}

func (m *pageMeta) linkedData(s string) {
	v, err := decodeJSON(strings.TrimSpace(s))
	if err != nil {
		return
	}
	eachObject(v, func(o map[string]any) bool {
		if stringField(o, "datePublished") != "" || stringField(o, "headline") != "" {
			m.linked = append(m.linked, o)
		}
		return true
	})
}

// first returns the first of the named fields that has a value.
func (m *pageMeta) first(names ...string) string {
	for _, name := range names {
		if v := m.fields[name]; v != "" {
			return v
		}
	}
	return ""
}

func (m *pageMeta) fromLinked(field string) string {
	for _, o := range m.linked {
		if v := stringField(o, field); v != "" {
			return v
		}
	}
	return ""
}

var publishedName = regexp.MustCompile(`(?i)\b(?:entry-date|published|pubdate|post-date|posted-on|post-meta|date-published|datePublished|dt-published|byline)\b`)

// marksPublished looks at a <time> and the two elements around it.
func marksPublished(n *html.Node) bool {
	for i := 0; n != nil && i < 3; i, n = i+1, n.Parent {
		for _, a := range n.Attr {
			if a.Key == "pubdate" || (a.Key == "class" || a.Key == "itemprop") && publishedName.MatchString(a.Val) {
				return true
			}
		}
	}
	return false
}

// stateMeta fills what the recipe left open from the head of the page and from lines of its text.
func stateMeta(d *Document, p *page) {
	if p.root != nil {
		m := readMeta(p.root)
		if d.Org == "" {
			d.Org = orgFromMeta(m)
		}
		if d.Title == "" {
			d.Title = titleFromMeta(m, string(d.Org), d.Blocks)
		}
		if d.PublishedAt == "" {
			d.PublishedAt = momentStated(firstOf(m.first("article:published_time", "datepublished", "og:published_time", "parsely-pub-date", "date",
				"dc.date", "dc.date.issued", "dcterms.created", "publish-date", "sailthru.date"), m.fromLinked("datePublished"), m.published))
		}
		if d.UpdatedAt == "" {
			d.UpdatedAt = momentStated(firstOf(m.first("article:modified_time", "og:updated_time", "datemodified", "dcterms.modified", "last-modified"),
				m.fromLinked("dateModified")))
		}
		stateIncidentWindow(d, p)
	}
	if d.PublishedAt == "" || d.UpdatedAt == "" {
		statedInText(d)
	}
	if d.Org == "" {
		d.Org = orgFromText(d)
	}
	if d.Org == "" && p.url != nil {
		d.Org = orgOfHost(p.url.Hostname())
	}
}

func firstOf(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// stateIncidentWindow reads what an element says of the incident in attributes of its own.
func stateIncidentWindow(d *Document, p *page) {
	n := find(p.root, func(n *html.Node) bool { return attr(n, "data-incident-start-time") != "" })
	if n == nil || d.Window.StartedAt != "" {
		return
	}
	d.Window.StartedAt = instantUTC(attr(n, "data-incident-start-time"))
	d.Window.ResolvedAt = instantUTC(attr(n, "data-incident-end-time"))
	if service := attr(n, "data-incident-impacted-service"); service != "" {
		d.Window.Components = append(d.Window.Components, cleanText(service))
	}
	d.Blocks = append(windowFacts(d.Window), d.Blocks...)
}

var (
	publishedOn = regexp.MustCompile(`(?i)^(?:first )?(?:published|posted|written|date|publication date|veröffentlicht|publié|publicado|작성일|게시일|발행일|公開日|投稿日)\b?\s*(?:on|at|am|le|el|:)*\s*(.{4,60})$`)
	updatedOn   = regexp.MustCompile(`(?i)^(?:last )?(?:updated|modified|aktualisiert|mis à jour|actualizado|수정일|更新日)\s*(?:on|at|am|le|el|:)*\s*(.{4,60})$`)
)

var onlyADay = regexp.MustCompile(`(?i)^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?[\p{L}\d]{1,9}\.? [\p{L}\d]{1,9},? \d{4}$`)

// statedInText reads lines such as "Published on August 13, 2025" near the top of the text.
func statedInText(d *Document) {
	for i := range min(12, len(d.Blocks)) {
		b := &d.Blocks[i]
		if b.Kind == Fact || b.Kind == Code || len(b.Text) > 120 {
			continue
		}
		if i < 5 && b.Kind == Para && d.PublishedAt == "" && onlyADay.MatchString(b.Text) {
			d.PublishedAt = statedDay(b.Text)
		}
		if m := publishedOn.FindStringSubmatch(b.Text); m != nil && d.PublishedAt == "" {
			d.PublishedAt = momentStated(m[1])
		}
		if m := updatedOn.FindStringSubmatch(b.Text); m != nil && d.UpdatedAt == "" {
			d.UpdatedAt = momentStated(m[1])
		}
	}
}
