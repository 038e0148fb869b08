package extractor

import (
	"context"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Finished cases of an incident library, as JSON, as a page or as the text copied from a page. They
// are what an aggregator wrote about a report: their texts are read, their codes are not, and the
// original that they name is the better source. (The shape is that of this project's own cases; field
// notes of live pages, 2026-09.)

func isCaseRecord(p *page) bool {
	m := object(p.json)
	_, cause := m["root_cause"]
	_, symptoms := m["symptoms_text"]
	_, sources := m["sources"].([]any)
	return cause && symptoms && sources && spoken(m["title"], "en", "ko") != ""
}

// spoken returns a text in the first of the languages that it is written in.
func spoken(v any, langs ...string) string {
	m := object(v)
	for _, lang := range langs {
		if s := stringField(m, lang); s != "" {
			return s
		}
	}
	return ""
}

// caseTexts are the fields of a case that are prose, in the order of its page.
var caseTexts = []struct {
	field   string
	section Section
}{
	{"summary", SectionSummary},
	{"symptoms_text", SectionImpact},
	{"trigger", SectionTrigger},
	{"detection", SectionDetection},
	{"remediation", SectionRemediation},
	{"action_items", SectionActionItems},
	{"lessons", SectionLessons},
}

func readCaseRecord(ctx context.Context, p *page) (*Document, error) {
	m := object(p.json)
	langs := []string{"en", "ko"}
	if spoken(m["title"], "en") == "" {
		langs = []string{"ko", "en"}
	}
	d := &Document{Confidence: 0.9, Title: Maybe(cleanText(spoken(m["title"], langs...))), Org: Maybe(stringField(m, "org")), Lang: Maybe(langs[0])}
	d.fact("date", stringField(m, "date"))
	d.caseImpact(object(m["impact"]))
	for _, f := range caseTexts {
		d.appendSection(f.section, Para, plainLines(spoken(m[f.field], langs...)))
		for _, step := range objects(m[f.field]) {
			d.appendSection(f.section, Item, plainLines(spoken(step["text"], langs...)))
		}
	}
	for _, s := range objects(m["sources"]) {
		href := stringField(s, "url")
		d.appendSection(SectionBoilerplate, Item, []Block{{Text: href, Links: bareLinks(href)}})
	}
	d.warnOfCopy()
	return d, inTime(ctx, p.where())
}

func (d *Document) warnOfCopy() {
	d.Warnings = append(d.Warnings, "an aggregator's account of the incident: queue the original that it names")
}

// appendSection appends blocks of one section and kind.
func (d *Document) appendSection(section Section, kind Kind, blocks []Block) {
	for _, b := range blocks {
		b.Section = section
		if kind == Item {
			b.Kind, b.Depth = Item, 1
		}
		d.Blocks = append(d.Blocks, b)
	}
}

func (d *Document) caseImpact(m map[string]any) {
	for _, f := range []struct{ field, name string }{{"scope", "Scope"}, {"users", "Users affected"}, {"region", "Region"}} {
		if s := cleanText(stringField(m, f.field)); s != "" && s != "unknown" {
			d.appendSection(SectionImpact, Row, []Block{{Kind: Row, Text: pair(f.name, s)}})
		}
	}
}

// caseHead is the first line of a case's page: its id, the publisher and the day, after which the
// domain follows without a space where the markup is lost.
var caseHead = regexp.MustCompile(`^(IL-\d{3,6}) ?(\S.*?) · (\d{4}(?:-\d{2}(?:-\d{2})?)?)`)

// caseFrame heads the list of addresses for programs, which no other page has.
const caseFrame = "For AI tools and scripts"

func isCasePage(p *page) bool {
	if p.kind != typeText && p.kind != typeMarkdown && p.kind != typeHTML || !strings.Contains(prefix(p.text, markWindow), "IL-") || !strings.Contains(p.text, caseFrame) {
		return false
	}
	for _, l := range caseLines(context.Background(), p) {
		if caseHead.MatchString(l.Text) {
			return true
		}
	}
	return false
}

// caseLines returns the lines of the page: of the text, or the blocks of the HTML.
func caseLines(ctx context.Context, p *page) []Block {
	if p.root == nil {
		return plainLines(p.text)
	}
	body := find(p.root, func(n *html.Node) bool { return n.DataAtom == atom.Body })
	if body == nil {
		body = p.root
	}
	return readBlocks(ctx, body, p.url)
}

func readCasePage(ctx context.Context, p *page) (*Document, error) {
	r := &caseReader{d: &Document{Confidence: 0.9}}
	for _, l := range caseLines(ctx, p) {
		r.line(l)
	}
	r.d.warnOfCopy()
	return r.d, inTime(ctx, p.where())
}

// caseReader reads the lines of a case's page from the top.
type caseReader struct {
	d       *Document
	begun   bool // the first line has come
	section Section
	name    string // of a pair whose value comes next
}

// caseSections are the headings of a case's page.
var caseSections = map[string]Section{
	"Symptoms": SectionImpact, "Root cause": SectionRootCause, "Contributing factors": SectionRootCause, "Trigger": SectionTrigger, "Detection": SectionDetection,
	"Remediation": SectionRemediation, "Action items": SectionActionItems, "Lessons": SectionLessons,
	"Sources": SectionBoilerplate, "References": SectionBoilerplate, "Related cases": SectionBoilerplate,
	"Check your cluster for this": SectionBoilerplate, caseFrame: SectionBoilerplate,
}

// casePairs are the names of the table under the summary.
var casePairs = map[string]Section{
	"Severity": SectionImpact, "Scope": SectionImpact, "Users affected": SectionImpact, "Region": SectionImpact,
	"Time to detect": SectionTimeline, "Time to resolve": SectionTimeline, "Trigger": SectionTrigger,
}

// nothing is what the page shows for a field that is null.
const nothing = "–"

func (r *caseReader) line(b Block) {
	m := caseHead.FindStringSubmatch(b.Text)
	section, isSection := caseSections[b.Text]
	switch {
	case m != nil && !r.begun:
		r.begun = true
		r.d.Org = Maybe(m[2])
		r.d.fact("date", m[3])
		r.section = SectionSummary
	case !r.begun:
	case r.name != "":
		r.pair(b.Text)
	case r.d.Title == "":
		r.d.Title = Maybe(b.Text)
	case isSection && b.Kind != Item:
		r.section = section
		r.d.Blocks = append(r.d.Blocks, Block{Kind: Heading, Level: 2, Section: section, Text: b.Text})
	case r.section != SectionBoilerplate && r.isPair(b):
	case b.Text != nothing:
		b.Section = r.section
		r.d.Blocks = append(r.d.Blocks, b)
	}
}

// isPair takes the name of a pair whose value is the next line, or a whole pair in one row.
func (r *caseReader) isPair(b Block) bool {
	name, value, whole := strings.Cut(b.Text, ": ")
	if _, known := casePairs[name]; !known || b.Kind != Item && b.Kind != Row {
		return false
	}
	r.name = name
	if whole {
		r.pair(value)
	}
	return true
}

func (r *caseReader) pair(value string) {
	if value != nothing {
		r.d.Blocks = append(r.d.Blocks, Block{Kind: Row, Section: casePairs[r.name], Text: pair(r.name, value)})
	}
	r.name = ""
}
