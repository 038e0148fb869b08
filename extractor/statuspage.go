package extractor

import (
	"context"
	"strings"

	"golang.org/x/net/html"
)

// Incident pages of Atlassian Statuspage. Two spellings exist in archives: the impact's class stands
// on the heading of the incident or on the element around it, and an update's text is plain text
// with line ends or rendered Markdown.

var (
	isUpdateRow = hasClass("update-row")
	isIncident  = hasClass("incident-name")
)

func isStatuspage(p *page) bool {
	return p.has("update-row") && p.has("incident-updates-container")
}

func readStatuspage(ctx context.Context, p *page) (*Document, error) {
	d := &Document{Confidence: 1}
	head := find(p.root, hasClass("page-title"))
	if head == nil {
		head = p.root
	}
	if name := find(head, isIncident); name != nil {
		d.Title = Maybe(cleanText(rawText(name)))
		d.Window.Impact = impactOf(name)
	}
	if sub := find(head, hasClass("subheader")); sub != nil {
		d.Org = reportFor(cleanText(rawText(sub)))
	}
	var sentences []Block
	for _, n := range findAll(p.root, hasClass("components-affected")) {
		sentence := cleanText(rawText(n))
		d.Window.Components = append(d.Window.Components, affected(sentence)...)
		sentences = append(sentences, Block{Kind: Fact, Section: SectionPlatform, Text: sentence})
	}
	d.Blocks = append(windowFacts(d.Window), sentences...)
	for _, row := range findAll(p.root, isUpdateRow) {
		d.Blocks = append(d.Blocks, updateBlocks(ctx, row, p)...)
	}
	setUpdateTimes(d)
	return d, inTime(ctx, p.where())
}

// impactOf reads the class impact-major of the heading or of what is around it.
func impactOf(n *html.Node) Maybe {
	for depth := 0; n != nil && depth < 4; n, depth = n.Parent, depth+1 {
		for class := range strings.FieldsSeq(attr(n, "class")) {
			if word, ok := strings.CutPrefix(class, "impact-"); ok {
				return Maybe(word)
			}
		}
	}
	return ""
}

// reportFor reads the publisher's name from "Incident Report for Example".
func reportFor(s string) Maybe {
	lower := strings.ToLower(s)
	for _, lead := range []string{"incident report for ", "maintenance report for ", "report for "} {
		if i := strings.Index(lower, lead); i >= 0 && len(lower) == len(s) {
			return Maybe(s[i+len(lead):])
		}
	}
	return ""
}

// updateBlocks reads one update. Each of its blocks carries the label and the instant.
func updateBlocks(ctx context.Context, row *html.Node, p *page) []Block {
	var label, raw, instant Maybe
	if n := find(row, hasClass("update-title")); n != nil {
		label = Maybe(cleanText(rawText(n)))
	}
	if n := find(row, hasClass("update-timestamp")); n != nil {
		raw = Maybe(strings.TrimPrefix(cleanText(rawText(n)), "Posted "))
	}
	if n := find(row, func(n *html.Node) bool { return attr(n, "data-datetime-unix") != "" }); n != nil {
		instant = fromUnix(attr(n, "data-datetime-unix"))
	}
	body := find(row, hasClass("update-body"))
	if body == nil {
		body = row
	}
	return stamped(readBlocks(ctx, body, p.url), label, instant, raw)
}

// stamped gives the blocks of an update their label and instant. An update is part of the timeline,
// unless it is the whole report: then its headings say what its parts are.
func stamped(blocks []Block, label, instant, raw Maybe) []Block {
	report := strings.EqualFold(string(label), "postmortem") || hasHeading(blocks)
	for i := range blocks {
		blocks[i].Label, blocks[i].Time, blocks[i].RawTime = label, instant, raw
		if !report && blocks[i].Section == "" {
			blocks[i].Section = SectionTimeline
		}
	}
	return blocks
}

func hasHeading(blocks []Block) bool {
	for _, b := range blocks {
		if b.Kind == Heading {
			return true
		}
	}
	return false
}

// setUpdateTimes takes the first and the last instant of the updates as the times of publishing
// and of the last change.
func setUpdateTimes(d *Document) {
	for _, b := range d.Blocks {
		if b.Time == "" || b.Kind == Fact {
			continue
		}
		if d.PublishedAt == "" || b.Time < d.PublishedAt {
			d.PublishedAt = b.Time
		}
		if b.Time > d.UpdatedAt {
			d.UpdatedAt = b.Time
		}
	}
}

// windowFacts writes what a platform states as text, so that it can be evidence.
func windowFacts(w Window) []Block {
	var facts []Block
	add := func(name string, value Maybe) {
		if value != "" {
			facts = append(facts, fact(name, string(value)))
		}
	}
	add("impact", w.Impact)
	add("started_at", w.StartedAt)
	add("resolved_at", w.ResolvedAt)
	for _, c := range w.Components {
		add("component", Maybe(c))
	}
	return facts
}

func fact(name, value string) Block {
	return Block{Kind: Fact, Section: SectionPlatform, Text: name + ": " + cleanText(value), Links: []Link{}}
}
