package extractor

import (
	"context"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// Status pages of cState, a theme for Hugo: /index.json names the open issues per system, an issue's
// own JSON has its text, and its page shows a date without a zone. The issue's file with front matter
// is read as Markdown. (cState's documentation of its API and the templates of its pages.)

func isCState(p *page) bool { return len(cstateIssues(object(p.json))) > 0 }

// cstateIssues finds the issues of a site, each once although it stands under every system that it
// affects, or an issue by itself.
func cstateIssues(m map[string]any) []map[string]any {
	if isCStateIssue(m) {
		return []map[string]any{m}
	}
	if stringField(m, "cStateVersion") == "" && stringField(m, "is") != "system" {
		return nil
	}
	seen := map[string]bool{}
	var found []map[string]any
	add := func(v any) {
		for _, issue := range objectsLike(v, isCStateIssue) {
			if key := stringField(issue, "title") + stringField(issue, "createdAt"); !seen[key] {
				seen[key] = true
				found = append(found, issue)
			}
		}
	}
	for _, s := range objects(m["systems"]) {
		add(s["unresolvedIssues"])
	}
	add(m["pinnedIssues"])
	add(m["pages"])
	return found
}

func isCStateIssue(m map[string]any) bool {
	_, informational := m["informational"]
	return informational && stringField(m, "title") != "" && stringField(m, "severity") != "" && cstateTime(m, "createdAt", "created_at") != ""
}

// cstateTime reads a time as the templates print it: "2031-03-04 09:00:00 +0000 UTC".
func cstateTime(m map[string]any, fields ...string) Maybe {
	for _, f := range fields {
		s := stringField(m, f)
		if t := instantUTC(zoneName.ReplaceAllString(s, "$1")); t != "" {
			return t
		}
	}
	return ""
}

// zoneName is the name that stands behind an offset and says the same.
var zoneName = regexp.MustCompile(`([+-]\d{4}) [A-Z]{3,5}$`)

func readCState(ctx context.Context, p *page) (*Document, error) {
	m := object(p.json)
	org := Maybe(bareSite(stringField(m, "title")))
	if isCStateIssue(m) {
		org = ""
	}
	return incidentsDocument(ctx, p, cstateIssues(m), func(ctx context.Context, p *page, m map[string]any) *Document {
		d := cstatePart(ctx, p, m)
		d.Org = org
		return d
	})
}

func cstatePart(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 1, Title: Maybe(cleanText(stringField(m, "title")))}
	d.Window = Window{
		StartedAt:  cstateTime(m, "createdAt", "created_at"),
		ResolvedAt: cstateTime(m, "resolvedAt", "resolved_at"),
		Impact:     Maybe(stringField(m, "severity")),
		Components: stringsIn(m["affected"]),
	}
	d.PublishedAt, d.UpdatedAt = d.Window.StartedAt, cstateTime(m, "lastMod")
	d.Blocks = append(windowFacts(d.Window), bodyBlocks(ctx, p, stringField(m, "body"))...)
	if stringField(m, "body") == "" {
		d.Blocks = append(d.Blocks, Block{Kind: Para, Text: string(d.Title)})
		d.Warnings = append(d.Warnings, "the list names the issue without its text: queue the issue's own page")
	}
	stampLabelled(d.Blocks)
	return d
}

// cstateLead is the bold word that begins an update in the text of an issue.
var cstateLead = regexp.MustCompile(`^(Investigating|Identified|Monitoring|Resolved|Update|Postmortem|Scheduled|Completed) ?[-–—] ?`)

// cstateTrack is the time that an author sets under an update, in the site's zone.
var cstateTrack = regexp.MustCompile(`^\d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}$`)

// stampLabelled gives the blocks of an update the label with which it begins and the time under it.
func stampLabelled(blocks []Block) {
	start := -1
	for i := range blocks {
		b := &blocks[i]
		if m := cstateLead.FindStringSubmatch(b.Text); m != nil && b.Kind == Para {
			start = i
			b.Label = Maybe(m[1])
		}
		if start < 0 || b.Kind == Fact {
			continue
		}
		b.Label, b.Section = blocks[start].Label, SectionTimeline
		if cstateTrack.MatchString(b.Text) {
			for j := start; j <= i; j++ {
				blocks[j].RawTime = Maybe(b.Text)
			}
		}
	}
}

func isCStatePage(p *page) bool {
	return p.has("modern-issue-detail") || p.has("article") && p.opensWith("issue-severity-")
}

// readCStatePage reads the article of the page; the classes of its parts say what they are.
func readCStatePage(ctx context.Context, p *page) (*Document, error) {
	root := find(p.root, func(n *html.Node) bool { return hasClass("modern-issue-detail")(n) || hasClass("article")(n) })
	title := p.root
	if root != nil {
		title = find(root, isTopHeading)
	}
	if root == nil || title == nil {
		return readAnyPage(ctx, p)
	}
	d := &Document{Confidence: 1, Title: Maybe(cleanText(rawText(title)))}
	d.Window.Impact = cstateSeverity(p.root)
	for _, n := range findAll(root, hasClass("tag")) {
		d.Window.Components = append(d.Window.Components, cleanText(rawText(n)))
	}
	d.Blocks = windowFacts(d.Window)
	if n := find(root, func(n *html.Node) bool { return hasClass("date")(n) || hasClass("modern-issue-detail__meta-item")(n) }); n != nil {
		d.fact("date", rawText(n))
	}
	if n := find(root, hasClass("modern-issue-detail__meta-item--resolution")); n != nil {
		d.fact("resolution", rawText(n))
		d.fact("resolved_when", attr(n, "title"))
	}
	body := find(root, hasClass("modern-issue-detail__body"))
	if body == nil {
		body = root
	}
	d.Blocks = append(d.Blocks, withoutTags(readBlocks(ctx, body, p.url), d.Window.Components)...)
	stampLabelled(d.Blocks)
	return d, inTime(ctx, p.where())
}

// cstateSeverity reads the class issue-severity-down of the body, or that of the newer layout.
func cstateSeverity(root *html.Node) Maybe {
	var severity Maybe
	find(root, func(n *html.Node) bool {
		for class := range strings.FieldsSeq(attr(n, "class")) {
			for _, lead := range []string{"issue-severity-", "modern-issue-detail__status--"} {
				if word, ok := strings.CutPrefix(class, lead); ok {
					severity = Maybe(word)
				}
			}
		}
		return severity != ""
	})
	return severity
}

// withoutTags takes out the line of the components' names, which are facts already.
func withoutTags(blocks []Block, names []string) []Block {
	tags := strings.Join(names, " ")
	kept := blocks[:0]
	for _, b := range blocks {
		if tags == "" || b.Text != tags {
			kept = append(kept, b)
		}
	}
	return kept
}
