package extractor

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The health dashboard of AWS. /public/currentevents is a list of events, served as UTF-16, each with
// an event_log or a description in HTML; a saved entry is that HTML under the event's summary and
// service. Numbers come as strings and the reverse. An update's stamp has a clock and a zone, a day only
// where it is not the first, and never a year. Evidence: field notes of the live service, 2026-09.

func isAWSEvents(p *page) bool { return len(awsEvents(p.json)) > 0 }

// awsEvents finds the events in a list, in the lists of the older data.json, or in an event itself.
func awsEvents(v any) []map[string]any {
	m := object(v)
	switch {
	case m == nil:
		return objectsLike(v, isAWSEvent)
	case isAWSEvent(m):
		return []map[string]any{m}
	}
	return append(objectsLike(m["current"], isAWSEvent), objectsLike(m["archive"], isAWSEvent)...)
}

// isAWSEvent wants a service, a summary and a text: the stamped description, or a log with an ARN.
func isAWSEvent(m map[string]any) bool {
	_, log := m["event_log"].([]any)
	log = log && (stringField(m, "arn") != "" || stringField(m, "region_name") != "" || stringField(m, "service") != "")
	return stringField(m, "service_name") != "" && stringField(m, "summary") != "" &&
		(log || strings.Contains(stringField(m, "description"), awsStamp))
}

func readAWSEvents(ctx context.Context, p *page) (*Document, error) {
	return incidentsDocument(ctx, p, awsEvents(p.json), awsPart)
}

func awsPart(ctx context.Context, p *page, m map[string]any) *Document {
	d := &Document{Confidence: 1, Org: "AWS"}
	d.awsTitle(stringField(m, "summary"))
	d.Window.Components = []string{cleanText(stringField(m, "service_name"))}
	for _, service := range awsServices(m) {
		if service != d.Window.Components[0] {
			d.Window.Components = append(d.Window.Components, service)
		}
	}
	d.Blocks = append(d.Blocks, windowFacts(d.Window)...)
	d.entryStands("created_at", string(epoch(m["date"])))
	if region := awsRegion(m); region != "" {
		d.Blocks = append(d.Blocks, fact("region", region))
	}
	if s := stringField(m, "status"); s != "" {
		d.Blocks = append(d.Blocks, fact("status", s))
	}
	updates := awsLog(ctx, p, m)
	if root, err := html.Parse(strings.NewReader(stringField(m, "description"))); err == nil && len(updates) == 0 {
		updates = awsUpdates(ctx, p, root, newest(d.Window.StartedAt))
	}
	d.Blocks = append(d.Blocks, updates...)
	setUpdateTimes(d)
	return d
}

// awsTitle takes "[RESOLVED]" off a summary.
func (d *Document) awsTitle(summary string) {
	d.Title = Maybe(cleanText(summary))
	if m := awsState.FindStringSubmatch(string(d.Title)); m != nil {
		d.Title = Maybe(m[2])
		d.Blocks = append(d.Blocks, fact("state", m[1]))
	}
}

var awsState = regexp.MustCompile(`^\[([A-Za-z ]{4,20})\] *(\S.*)$`)

// epoch reads seconds since 1970, which come as a number or as a string.
func epoch(v any) Maybe {
	switch v := v.(type) {
	case string:
		return fromUnix(v)
	case json.Number:
		return fromUnix(v.String())
	}
	return ""
}

// awsServices are the names of the services that an event lists, in order of their keys.
func awsServices(m map[string]any) []string {
	listed := object(m["impacted_services"])
	var names []string
	for _, key := range sortedKeys(listed) {
		if name := stringField(object(listed[key]), "service_name"); name != "" {
			names = append(names, cleanText(name))
		}
	}
	return names
}

// awsRegion reads the region out of arn:aws:health:us-east-1::event/...
func awsRegion(m map[string]any) string {
	parts := strings.Split(stringField(m, "arn"), ":")
	if len(parts) < 6 || parts[0] != "arn" {
		return cleanText(stringField(m, "region_name"))
	}
	return parts[3]
}

// awsLog reads the updates of a log. Its summary heads an update, like "[RESOLVED] Slow queries".
func awsLog(ctx context.Context, p *page, m map[string]any) []Block {
	var out []Block
	for _, e := range objects(m["event_log"]) {
		label := Maybe("")
		if s := awsState.FindStringSubmatch(cleanText(stringField(e, "summary"))); s != nil {
			label = labelFor(strings.ToLower(s[1]))
		}
		out = append(out, stamped(bodyBlocks(ctx, p, stringField(e, "message")), label, epoch(e["timestamp"]), Maybe(stringField(e, "timestamp")))...)
	}
	return out
}

// awsStamp is the class of the stamps in a description.
const awsStamp = "yellowfg"

func isAWSEntry(p *page) bool {
	return p.has(awsStamp)
}

// readAWSEntry reads a saved entry. Its stamps have no day and stay as written.
func readAWSEntry(ctx context.Context, p *page) (*Document, error) {
	d := &Document{Confidence: 1, Org: "AWS"}
	if h := find(p.root, isTopHeading); h != nil {
		d.awsTitle(rawText(h))
	}
	if h := find(p.root, isElement(atom.H2)); h != nil {
		d.Window.Components = []string{cleanText(rawText(h))}
	}
	d.Blocks = append(d.Blocks, windowFacts(d.Window)...)
	d.Blocks = append(d.Blocks, awsUpdates(ctx, p, p.root, time.Time{})...)
	return d, inTime(ctx, p.where())
}

// awsUpdates reads the elements that begin with a stamp. start is when the first was written, zero
// when that is not known.
func awsUpdates(ctx context.Context, p *page, root *html.Node, start time.Time) []Block {
	var out []Block
	for _, n := range findAll(root, hasClass(awsStamp)) {
		raw := cleanText(rawText(n))
		instant := Maybe("")
		if s, ok := readStamp(raw); ok {
			if t, known := s.notBefore(start.Truncate(time.Minute)); known {
				instant, start = rfc3339(t, true), t
			}
		}
		blocks := readBlocks(ctx, n.Parent, p.url)
		if len(blocks) > 0 {
			blocks[0].Text = cleanText(strings.TrimPrefix(blocks[0].Text, raw))
		}
		out = append(out, stamped(blocks, "", instant, Maybe(raw))...)
	}
	return out
}

// Post-event summaries of AWS stand at /message/<id>/, in other languages at /<language>/message/<id>/:
// prose under the date or the title, without updates.

var awsMessage = regexp.MustCompile(`^(?:https?:)?//aws\.amazon\.com(?:/[a-z]{2}(?:_[a-z]{2})?)?/message/[\w-]+/?$`)

func isAWSMessage(p *page) bool {
	if p.root == nil {
		return false
	}
	if p.url != nil && awsMessage.MatchString("//"+p.url.Host+p.url.Path) {
		return true
	}
	return p.marks != nil && awsMessage.MatchString(p.marks.canonical)
}

// readAWSMessage reads the page's main part whole: it has nothing but the summary.
func readAWSMessage(ctx context.Context, p *page) (*Document, error) {
	root := find(p.root, isElement(atom.Main))
	if root == nil {
		root = find(p.root, func(n *html.Node) bool { return attr(n, "id") == "aws-page-content" })
	}
	if root == nil {
		return readAnyPage(ctx, p)
	}
	return &Document{Confidence: 1, Org: "AWS", Blocks: readBlocks(ctx, root, p.base())}, inTime(ctx, p.where())
}
