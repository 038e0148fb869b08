package extractor

import (
	"context"
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"
)

// The status history of Azure: a page of months, filled from a service that returns fragments of
// HTML. Each incident is an .incident-history-item with its day, title and tracking id, in newer
// fragments a heading "Title (Tracking ID XXXX-XXX)" and its text. A review keeps the id from the
// preliminary version to the final one. Evidence: field notes of live pages, 2026-09, and
// learn.microsoft.com on post incident reviews.

const azureItem = "incident-history-item"

var (
	isAzureItem = hasClass(azureItem)
	azureHead   = regexp.MustCompile(`^(\S.*?) *\(Tracking ID:? ([A-Z0-9_]{4,6}-[A-Z0-9_]{3,4})\)$`)
	azureID     = regexp.MustCompile(`\b([A-Z0-9_]{4,6}-[A-Z0-9_]{3,4})\b`)
)

func isAzureHistory(p *page) bool {
	return p.has(azureItem) && strings.Contains(p.text, "racking ID") ||
		p.root != nil && strings.Contains(p.text, "(Tracking ID") && len(azureItems(p.root)) > 0
}

// azureItems returns the elements that hold an incident each, in page order.
func azureItems(root *html.Node) []*html.Node {
	if items := findAll(root, isAzureItem); len(items) > 0 {
		return items
	}
	var items []*html.Node
	for _, h := range findAll(root, isHeading) {
		if azureHead.MatchString(cleanText(rawText(h))) && (len(items) == 0 || items[len(items)-1] != h.Parent) {
			items = append(items, h.Parent)
		}
	}
	return items
}

func readAzureHistory(ctx context.Context, p *page) (*Document, error) {
	d := &Document{Confidence: 1, Org: "Microsoft Azure", Title: "Incidents of Microsoft Azure"}
	for _, item := range azureItems(p.root) {
		if err := inTime(ctx, p.where()); err != nil {
			return nil, err
		}
		d.Parts = append(d.Parts, azurePart(ctx, p, item))
	}
	if len(d.Parts) == 1 {
		return d.Parts[0], nil
	}
	return d, nil
}

var (
	azureReview = regexp.MustCompile(`(?i)^((?:preliminary|final)?[ –-]*(?:(?:post[- ]incident review|PIR|RCA|root cause analysis)(?: \((?:PIR|RCA)\))?)(?: \((?:preliminary|final)\))?) *[–:-]+ *(\S.*)$`)
	azureState  = regexp.MustCompile(`^(?:(Mitigated|Resolved) [–-] )?(.*?)(?: [–-] (Mitigated|Resolved))?$`)
	azureAside  = regexp.MustCompile(`(?i)^(?:this is our .{0,20}preliminary|watch (?:our|the) .{0,60}video|(?:please )?provide feedback\b|you can rate this (?:PIR|post incident review)|stay informed about azure service issues|please help us improve the azure customer communications)`)
)

// azurePart reads one incident. What asks for feedback or invites to a video is no part of it.
func azurePart(ctx context.Context, p *page, item *html.Node) *Document {
	d := &Document{Confidence: 1, Org: "Microsoft Azure"}
	head := textOf(item, "incident-history-title")
	id := azureID.FindString(textOf(item, "incident-history-tracking-id"))
	body := find(item, hasClass("card-body"))
	if body == nil {
		body = item
	}
	blocks := readBlocks(ctx, body, p.base())
	if head == "" && len(blocks) > 0 {
		if m := azureHead.FindStringSubmatch(blocks[0].Text); m != nil {
			head, id, blocks = m[1], m[2], blocks[1:]
		}
	}
	d.azureTitle(head)
	if day, err := time.Parse("01/02/2006", textOf(item, "hide-text")); err == nil {
		d.Blocks = append(d.Blocks, fact("date", day.Format(time.DateOnly)))
	}
	if id != "" {
		d.Blocks = append(d.Blocks, fact("tracking_id", id))
	}
	d.Blocks = append(d.Blocks, asides(blocks)...)
	return d
}

// azureTitle takes off the title what kind of text follows and whether the incident is over.
func (d *Document) azureTitle(head string) {
	if m := azureReview.FindStringSubmatch(head); m != nil {
		head = m[2]
		d.Blocks = append(d.Blocks, fact("review", strings.Trim(m[1], " –-")))
	}
	m := azureState.FindStringSubmatch(head)
	if state := firstOf(m[1], m[3]); state != "" {
		d.Blocks = append(d.Blocks, fact("status", state))
	}
	d.Title = Maybe(m[2])
}

// asides marks what asks for feedback, invites to a video or says that a later version will come.
func asides(blocks []Block) []Block {
	under := false
	for i, b := range blocks {
		if b.Kind == Heading {
			under = strings.Contains(strings.ToLower(b.Text), "incident communications more useful") || azureAside.MatchString(b.Text)
		}
		if under || azureAside.MatchString(b.Text) {
			blocks[i].Section = SectionBoilerplate
		}
	}
	return blocks
}

// textOf returns the text of the first element of a class below n.
func textOf(n *html.Node, class string) string {
	if found := find(n, hasClass(class)); found != nil {
		return cleanText(rawText(found))
	}
	return ""
}
