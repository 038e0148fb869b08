package extractor

import (
	"context"
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Entries of feeds come in three dialects. Statuspage writes a paragraph per update, newest first:
// a <small> stamp without a year, a line break, the label in bold, a dash and the text. incident.io
// writes the last update only, under "Status: Resolved" in bold, with the components below it. All
// else is read as it stands. Evidence: field notes of live feeds, 2026-09.

// document reads an entry in the dialect that it is written in.
func (e *feedEntry) document(ctx context.Context, p *page) *Document {
	d := &Document{Confidence: 0.9, Title: Maybe(cleanText(e.Title)), UpdatedAt: e.moment(e.Updated, e.PubDate), URL: e.address(p)}
	body := firstOf(e.Content, e.Full, e.Desc, e.Summary)
	root, err := html.Parse(strings.NewReader(body))
	if err != nil {
		root = flatTree(body)
	}
	switch stamps := stampTexts(root); {
	case len(stamps) > 0:
		d.Blocks = stampedUpdates(readBlocks(ctx, root, p.url), stamps, newest(d.UpdatedAt))
		setUpdateTimes(d)
	case strings.Contains(prefix(body, 200), "Status:"):
		e.statusLine(d, readBlocks(ctx, root, p.url))
	default:
		d.Blocks = bodyBlocks(ctx, p, body)
	}
	// A time of publishing that is not that of the last update is the entry's own.
	if first := e.moment(e.Published); d.PublishedAt == "" && first != "" && first < d.UpdatedAt {
		d.PublishedAt = first
	}
	return d
}

// address is that of the entry's own page: Atom has it in an attribute, RSS as text.
func (e *feedEntry) address(p *page) Maybe {
	for _, l := range e.Links {
		if l.Rel != "" && l.Rel != "alternate" {
			continue
		}
		if href := p.address(firstOf(l.Href, l.Text)); href != "" {
			return href
		}
	}
	return ""
}

// moment reads the first of some dates, as Atom or as RSS writes it: RFC 822 with a named zone too.
func (e *feedEntry) moment(dates ...string) Maybe {
	s := strings.TrimSpace(firstOf(dates...))
	if t := momentStated(s); len(t) > len(time.DateOnly) {
		return t
	}
	if i := strings.LastIndexByte(s, ' '); i > 0 {
		zone := stampZone(s[i+1:])
		if t, err := time.Parse("Mon, 2 Jan 2006 15:04:05", s[:i]); err == nil && zone != nil {
			return rfc3339(time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, zone), true)
		}
	}
	return momentStated(s)
}

func newest(updated Maybe) time.Time {
	t, err := time.Parse(time.RFC3339, string(updated))
	if err != nil {
		return time.Time{}
	}
	return t
}

// stampTexts returns the texts of the <small> elements that are stamps, in page order.
func stampTexts(root *html.Node) []string {
	var texts []string
	for _, n := range findAll(root, func(n *html.Node) bool { return n.DataAtom == atom.Small }) {
		text := cleanText(rawText(n))
		if _, ok := readStamp(text); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// stampedUpdates cuts the blocks at the stamps. limit is the time of the entry's last change: each
// stamp is the latest moment that keeps them in order, newest first.
func stampedUpdates(blocks []Block, stamps []string, limit time.Time) []Block {
	var out, update []Block
	var label, instant, raw Maybe
	for _, b := range blocks {
		if len(stamps) > 0 && b.Text == stamps[0] {
			out = append(out, stamped(update, label, instant, raw)...)
			raw, stamps, label, instant, update = Maybe(b.Text), stamps[1:], "", "", nil
			s, _ := readStamp(b.Text)
			if t, ok := s.notAfter(limit); ok {
				instant, limit = rfc3339(t, true), t
			}
			continue
		}
		if label == "" && raw != "" {
			label, b = cutLabel(b)
		}
		if b.Text != "" {
			update = append(update, b)
		}
	}
	return append(out, stamped(update, label, instant, raw)...)
}

// cutLabel takes "Resolved - " off an update's first block, or takes the block when it is the label.
func cutLabel(b Block) (Maybe, Block) {
	if b.Kind == Heading {
		return Maybe(strings.Trim(b.Text, " -")), Block{}
	}
	label, rest, ok := strings.Cut(b.Text+" ", " - ")
	if !ok || len(label) > 30 {
		return "Update", b
	}
	b.Text = cleanText(rest)
	return Maybe(label), b
}

var (
	statusLine     = regexp.MustCompile(`^Status: *(\S.{0,38})$`)
	componentState = regexp.MustCompile(`(?i) \((?:operational|degraded performance|partial outage|full outage|major outage|under maintenance)\)$`)
)

// statusLine reads an entry that shows its last update only.
func (e *feedEntry) statusLine(d *Document, blocks []Block) {
	var label Maybe
	var text []Block
	listed := false
	for _, b := range blocks {
		switch m := statusLine.FindStringSubmatch(b.Text); {
		case m != nil && label == "":
			label = Maybe(m[1])
		case strings.EqualFold(b.Text, "Affected components"):
			listed = true
		case listed && b.Kind == Item:
			d.Window.Components = append(d.Window.Components, componentState.ReplaceAllString(b.Text, ""))
			d.Blocks = append(d.Blocks, fact("component", b.Text))
		default:
			text = append(text, b)
		}
	}
	if label != "" {
		d.Blocks = append([]Block{fact("status", string(label))}, d.Blocks...)
	}
	raw := Maybe(cleanText(firstOf(e.Updated, e.PubDate)))
	d.Blocks = append(d.Blocks, stamped(text, label, d.UpdatedAt, raw)...)
}
