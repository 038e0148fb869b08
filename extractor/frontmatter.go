package extractor

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"
)

// frontMatter is what the head of a Markdown file states of itself, in the YAML of Jekyll, Quarto
// and Middleman or the TOML of Hugo and Zola: key in lower case to its values as written.
type frontMatter map[string][]string

// frontMatterFence is the line that opens front matter, at the very beginning of the file.
var frontMatterFence = regexp.MustCompile(`\A\s*(---|\+\+\+)[ \t]*\n`)

// cutFrontMatter splits a file into what its head states and the text below. A head that does not
// parse is read line by line; one that is never closed is text.
func cutFrontMatter(text string) (frontMatter, string) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	open := frontMatterFence.FindStringSubmatch(text)
	if open == nil {
		return nil, text
	}
	rest := text[len(open[0]):]
	closing := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(open[1]) + `[ \t]*$`)
	end := closing.FindStringIndex(rest)
	if end == nil || !keyLine.MatchString(rest[:end[0]]) {
		return nil, text
	}
	return parseFrontMatter(open[1], rest[:end[0]]), rest[end[1]:]
}

// keyLine is "key: value" or "key = value".
var keyLine = regexp.MustCompile(`(?m)^([A-Za-z][\w -]*?) *[:=] *(.*)$`)

func parseFrontMatter(fence, head string) frontMatter {
	m := frontMatter{}
	if fence == "+++" {
		var table map[string]any
		if _, err := toml.Decode(head, &table); err == nil {
			m.addTOML(table)
			return m
		}
	} else {
		var doc yaml.Node
		if err := yaml.Unmarshal([]byte(head), &doc); err == nil {
			m.addYAML(&doc)
			return m
		}
	}
	for _, line := range keyLine.FindAllStringSubmatch(head, -1) {
		m.add(line[1], strings.Trim(strings.TrimSpace(line[2]), `"'`))
	}
	return m
}

// add notes a value under its key; the first table that states a key wins.
func (m frontMatter) add(key string, values ...string) {
	key = strings.ToLower(key)
	if _, ok := m[key]; !ok && strings.TrimSpace(strings.Join(values, "")) != "" {
		m[key] = values
	}
}

// addYAML reads the nodes, not decoded values: a date stays as it was written.
func (m frontMatter) addYAML(n *yaml.Node) {
	if n.Kind == yaml.DocumentNode && len(n.Content) == 1 {
		n = n.Content[0]
	}
	if n.Kind != yaml.MappingNode {
		return
	}
	var tables []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if value.Kind == yaml.MappingNode {
			tables = append(tables, value)
			continue
		}
		m.add(key.Value, yamlValues(value)...)
	}
	for _, t := range tables {
		m.addYAML(t)
	}
}

// yamlValues lists a scalar or a list of scalars; in a list of maps the first value of each counts,
// or the one called name.
func yamlValues(n *yaml.Node) []string {
	switch n.Kind {
	case yaml.ScalarNode:
		if n.Tag == "!!null" {
			return nil
		}
		return []string{n.Value}
	case yaml.SequenceNode:
		var all []string
		for _, c := range n.Content {
			all = append(all, yamlValues(c)...)
		}
		return all
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == "name" {
				return yamlValues(n.Content[i+1])
			}
		}
	}
	return nil
}

// addTOML reads the top table, then the tables below it ([taxonomies], [extra], [params]) by name.
func (m frontMatter) addTOML(table map[string]any) {
	for key, value := range table {
		if _, ok := value.(map[string]any); !ok {
			m.add(key, tomlValues(value)...)
		}
	}
	for _, name := range []string{"taxonomies", "extra", "params"} {
		if sub, ok := table[name].(map[string]any); ok {
			m.addTOML(sub)
		}
	}
}

func tomlValues(value any) []string {
	switch v := value.(type) {
	case time.Time:
		return []string{tomlTime(v)}
	case []any:
		var all []string
		for _, e := range v {
			all = append(all, tomlValues(e)...)
		}
		return all
	case map[string]any:
		return tomlValues(v["name"])
	case nil:
		return nil
	}
	return []string{fmt.Sprint(value)}
}

// tomlTime writes a time as precisely as the file states it; the decoder names the zone of a local
// time after its type.
func tomlTime(t time.Time) string {
	switch t.Location().String() {
	case "date-local":
		return t.Format(time.DateOnly)
	case "datetime-local":
		return t.Format("2006-01-02T15:04:05")
	}
	return t.Format(time.RFC3339)
}

// first returns the value of the first key that is stated.
func (m frontMatter) first(keys ...string) string {
	for _, key := range keys {
		if values := m[key]; len(values) > 0 {
			return values[0]
		}
	}
	return ""
}

// all returns the values of the first key that is stated.
func (m frontMatter) all(keys ...string) []string {
	for _, key := range keys {
		if values := m[key]; len(values) > 0 {
			return values
		}
	}
	return nil
}

// state writes into the document what the head states, each value as a block of kind fact too; a
// description is text of the report and becomes its first paragraph.
func (m frontMatter) state(d *Document) {
	if m == nil {
		return
	}
	d.Title = Maybe(inlineMarkdown(m.first("title", "linktitle")))
	published := m.first("date", "datetime", "published", "publishdate", "pubdate", "published_at", "created")
	d.PublishedAt = Maybe(statedTime(published))
	updated := m.first("lastmod", "updated", "last_modified_at", "modified", "last_updated", "date-modified", "updated_at")
	d.UpdatedAt = Maybe(statedTime(updated))
	d.Org = m.org()
	d.fact("published", published)
	d.fact("updated", updated)
	for _, author := range m.all("author", "authors") {
		d.fact("author", inlineMarkdown(author))
	}
	for _, tag := range m.all("tags", "categories", "category") {
		d.fact("tag", tag)
	}
	m.stateIncident(d)
	if text := inlineMarkdown(m.first("description", "teaser", "summary", "excerpt", "subtitle")); text != "" {
		d.Blocks = append(d.Blocks, Block{Kind: Para, Text: text})
	}
}

// groupWords end the name of an author that is no person.
var groupWords = regexp.MustCompile(`(?i)\s+(?:team|engineering|engineering team|operations|ops|sre|status|support|inc\.?|ltd\.?|llc|gmbh|foundation|project|labs)$`)

// org returns who publishes the file: a key that says so, or an author that is no person.
func (m frontMatter) org() Maybe {
	if org := m.first("organization", "organisation", "org", "company", "publisher", "site_name", "sitename"); org != "" && shortName(org) && !strings.Contains(org, "/") {
		return Maybe(inlineMarkdown(org))
	}
	author := inlineMarkdown(m.first("author", "authors"))
	for name := author; ; {
		bare := groupWords.ReplaceAllString(name, "")
		if bare != name {
			name = bare
			continue
		}
		if name == author || !shortName(name) {
			return ""
		}
		return Maybe(strings.TrimPrefix(name, "The "))
	}
}

// stateIncident reads the head of a status post. The keys are cState's ("resolvedWhen", "severity",
// "affected"); there the post's date is the start of the incident.
func (m frontMatter) stateIncident(d *Document) {
	if m.first("resolvedwhen", "resolved", "affected") == "" {
		return
	}
	d.Window.StartedAt = Maybe(instant(statedTime(m.first("date"))))
	d.Window.ResolvedAt = Maybe(instant(statedTime(m.first("resolvedwhen"))))
	d.Window.Impact = Maybe(m.first("severity"))
	d.Window.Components = m.all("affected")
	d.fact("started_at", m.first("date"))
	d.fact("resolved_at", m.first("resolvedwhen"))
	d.fact("impact", m.first("severity"))
	for _, name := range m.all("affected") {
		d.fact("component", name)
	}
}

// fact adds "name: value" as the platform states it, unless the value is empty.
func (d *Document) fact(name, value string) {
	if value = cleanText(value); value != "" {
		d.Blocks = append(d.Blocks, Block{Kind: Fact, Section: SectionPlatform, Text: name + ": " + value})
	}
}

// inlineMarkdown takes the markup off a value, and the quotes that Quarto and Jekyll users put
// around it.
func inlineMarkdown(value string) string {
	if value == "" {
		return ""
	}
	blocks := markdownBlocks(strings.TrimSpace(value), nil)
	if len(blocks) != 1 || blocks[0].Kind != Para {
		return cleanText(value)
	}
	return blocks[0].Text
}

// timeShapes are the ways in which front matter writes times: layout of the value, then of what we
// keep. A time with an offset is kept in UTC.
var timeShapes = []struct{ layout, keep string }{
	{"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05Z"},
	{"2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05Z"},
	{"2006-01-02 15:04:05Z07:00", "2006-01-02T15:04:05Z"},
	{"2006-01-02 15:04:05 -0700", "2006-01-02T15:04:05Z"},
	{"2006-01-02 15:04:05 -07:00", "2006-01-02T15:04:05Z"},
	{"2006-01-02 15:04:05 UTC", "2006-01-02T15:04:05Z"},
	{"2006-01-02 15:04 -0700", "2006-01-02T15:04Z"},
	{"2006-01-02 15:04 UTC", "2006-01-02T15:04Z"},
	{"2006-01-02T15:04Z07:00", "2006-01-02T15:04Z"},
	{"2006-01-02T15:04:05", "2006-01-02T15:04:05"},
	{"2006-01-02 15:04:05", "2006-01-02T15:04:05"},
	{"2006-01-02T15:04", "2006-01-02T15:04"},
	{"2006-01-02 15:04", "2006-01-02T15:04"},
	{"2006-1-2", "2006-01-02"},
	{"2006/1/2", "2006-01-02"},
	{"January 2, 2006", "2006-01-02"},
	{"Jan 2, 2006", "2006-01-02"},
	{"January 2 2006", "2006-01-02"},
	{"2 January 2006", "2006-01-02"},
	{"2 Jan 2006", "2006-01-02"},
	{"Mon, 02 Jan 2006 15:04:05 -0700", "2006-01-02T15:04:05Z"},
	{"Mon, 2 Jan 2006 15:04:05 -0700", "2006-01-02T15:04:05Z"},
}

// statedTime reads a written time as precisely as it is stated: a date, a time of day without Z
// where no zone is known, or UTC with Z. It returns "" for what it cannot read.
func statedTime(value string) string {
	value = strings.TrimSpace(value)
	for _, shape := range timeShapes {
		if t, err := time.Parse(shape.layout, value); err == nil {
			return t.UTC().Format(shape.keep)
		}
	}
	return ""
}

// instant returns a stated time as RFC 3339 in UTC, "" when the zone or the time of day is missing.
func instant(stated string) string {
	if t, err := time.Parse(time.RFC3339, stated); err == nil {
		return t.UTC().Format(time.RFC3339)
	}
	return ""
}
