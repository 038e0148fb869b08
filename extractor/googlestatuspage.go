package extractor

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Incident pages of the status dashboards of Google Cloud and Google Workspace, the old address
// /incident/<service>/<number> and the new /incidents/<id>: a sentence with the start and the end, and
// a table of updates, newest first, whose days and hours are in the zone that the sentence names.
// Evidence: field notes of live pages, 2026-09.

func isGooglePage(p *page) bool {
	return p.root != nil && strings.Contains(p.text, "Incident began at") && googleTable(p.root) != nil
}

// googleTable finds the table of updates by its head: Date, Time, Description.
func googleTable(root *html.Node) *html.Node {
	return find(root, func(n *html.Node) bool {
		return n.DataAtom == atom.Table && strings.HasPrefix(strings.Join(cellTexts(find(n, isElement(atom.Tr))), " "), "Date Time Description")
	})
}

func isElement(a atom.Atom) func(*html.Node) bool {
	return func(n *html.Node) bool { return n.DataAtom == a }
}

// cells returns the cells of a row.
func cells(row *html.Node) []*html.Node {
	var found []*html.Node
	if row == nil {
		return nil
	}
	for c := row.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Td || c.DataAtom == atom.Th {
			found = append(found, c)
		}
	}
	return found
}

// cellTexts returns the texts of a row's cells, empty ones left out.
func cellTexts(row *html.Node) []string {
	var texts []string
	for _, c := range cells(row) {
		if text := cleanText(rawText(c)); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

func readGooglePage(ctx context.Context, p *page) (*Document, error) {
	d := &Document{Confidence: 1, Org: "Google Cloud"}
	if strings.Contains(p.where(), "appsstatus") || strings.Contains(p.text, "Google Workspace Status Dashboard") {
		d.Org = "Google Workspace"
	}
	table := googleTable(p.root)
	head := blocksBefore(ctx, p, table)
	zone := d.googleWindow(head)
	d.Blocks = append(windowFacts(d.Window), d.Blocks...)
	d.Blocks = append(d.Blocks, d.cutTitle(head)...)
	for _, row := range findAll(table, isElement(atom.Tr)) {
		d.Blocks = append(d.Blocks, googleRow(ctx, p, row, zone)...)
	}
	setUpdateTimes(d)
	return d, inTime(ctx, p.where())
}

// blocksBefore reads the head of an incident: what stands above its table, from the last heading of
// the first level on.
func blocksBefore(ctx context.Context, p *page, n *html.Node) []Block {
	root := n.Parent
	for root.Parent != nil && root.DataAtom != atom.Body && !strings.Contains(rawText(root), "Incident began at") {
		root = root.Parent
	}
	var kept []Block
	table := cleanText(rawText(n))
	for _, b := range readBlocks(ctx, root, p.base()) {
		if b.Kind == Row && strings.HasPrefix(b.Text, "Date") || strings.HasPrefix(table, b.Text) {
			break
		}
		if b.Kind == Heading && b.Level == 1 {
			kept = nil
		}
		kept = append(kept, b)
	}
	return kept
}

var (
	googleSpan  = regexp.MustCompile(`^Incident began at (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})(?: and ended at (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}))?`)
	googleZone  = regexp.MustCompile(`times are (?:in )?(US/Pacific|.*\bUTC\b)`)
	googleLists = regexp.MustCompile(`^(Incident affecting|(?:Currently|Previously) affected location\(s\):?) *(.*)$`)
)

// googleWindow reads the start, the end, the products and the places in the head, and the zone of
// the page.
func (d *Document) googleWindow(head []Block) *time.Location {
	var zone *time.Location
	list := ""
	for _, b := range head {
		if m := googleZone.FindStringSubmatch(b.Text); m != nil && zone == nil {
			if zone = stampZone("UTC"); m[1] == "US/Pacific" {
				zone = stampZone(m[1])
			}
		}
		if m := googleSpan.FindStringSubmatch(b.Text); m != nil && zone != nil {
			d.Window.StartedAt, d.Window.ResolvedAt = wallClock(m[1], m[2], zone), wallClock(m[3], m[4], zone)
		}
		m := googleLists.FindStringSubmatch(b.Text)
		switch {
		case m != nil:
			if list = m[1]; m[2] != "" {
				d.googleNames(list, m[2])
				list = ""
			}
		case list != "" && !strings.HasPrefix(b.Text, "Incident"):
			d.googleNames(list, b.Text)
			list = ""
		}
	}
	return zone
}

func (d *Document) googleNames(list, names string) {
	for name := range strings.SplitSeq(names, ", ") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
		case strings.HasPrefix(list, "Incident affecting"):
			d.Window.Components = append(d.Window.Components, name)
		default:
			d.Blocks = append(d.Blocks, fact("location", name))
		}
	}
}

// wallClock returns the instant of a day and a time of day in a zone.
func wallClock(day, clock string, zone *time.Location) Maybe {
	t, err := time.ParseInLocation("2006-01-02 15:04", day+" "+clock, zone)
	return rfc3339(t, err == nil)
}

// cutTitle takes the heading of the incident out of the head; that of the dashboard is none.
func (d *Document) cutTitle(head []Block) []Block {
	for i, b := range head {
		if b.Kind == Heading && !strings.HasSuffix(b.Text, "Service Health") && !strings.HasSuffix(b.Text, "Status Dashboard") {
			d.Title = Maybe(b.Text)
			return slices.Delete(head, i, i+1)
		}
	}
	return head
}

// googleRow reads an update: a sign, the day, the time and the text.
func googleRow(ctx context.Context, p *page, row *html.Node, zone *time.Location) []Block {
	all := cells(row)
	if len(all) < 3 || all[0].DataAtom == atom.Th {
		return nil
	}
	day, clock := cleanText(rawText(all[len(all)-3])), cleanText(rawText(all[len(all)-2]))
	raw := cleanText(day + " " + clock)
	s, ok := readStamp(raw)
	if s.zone == nil {
		s.zone = zone
	}
	instant := Maybe("")
	if t, known := s.at(0, 0, 0); ok && s.year > 0 {
		instant = rfc3339(t, known)
	}
	return stamped(headed(readBlocks(ctx, all[len(all)-1], p.base())), "", instant, Maybe(raw))
}

// headed makes headings of the lines that head a part of a report without markup of their own:
// "ROOT CAUSE:", "Summary of impact:".
func headed(blocks []Block) []Block {
	for i, b := range blocks {
		if b.Kind == Para && (&sectioner{}).standsAlone(b.Text) {
			blocks[i].Kind, blocks[i].Level = Heading, 4
		}
	}
	return blocks
}
