package extractor

import (
	"context"
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Pages of mailing-list archives, and other pages that are one preformatted text: the report stands
// hard-wrapped in <pre>, where it is prose and not code. (The templates of Mailman 2's archive and of
// MHonArc.)

func isMailArchive(p *page) bool {
	return p.count(atom.Pre) > 0 && proseInPre(p.root) != nil
}

// proseInPre returns the preformatted element that holds most of the page's text, when it reads as
// sentences.
func proseInPre(root *html.Node) *html.Node {
	var largest *html.Node
	most := 300 // bytes; less is a listing whatever it says
	for _, n := range findAll(root, func(n *html.Node) bool { return n.DataAtom == atom.Pre }) {
		if size := textLen(n, 1<<30); size > most {
			largest, most = n, size
		}
	}
	if largest == nil || most*10 < textLen(root, 1<<30)*6 {
		return nil
	}
	text := rawText(largest)
	if len(proseEnd.FindAllStringIndex(text, 3)) < 3 || codeSigns.FindStringIndex(text) != nil {
		return nil
	}
	return largest
}

var (
	proseEnd  = regexp.MustCompile(`[\p{L}\d)]\.(?:\s|$)|。`)
	codeSigns = regexp.MustCompile(`(?m)^\s*(?:#include|package \w+$|import \w+|def \w+\(|func \w+\(|function \w+\(|class \w+[:{(])|[;{]\s*\n\s*[}\w].*[;{]\s*\n`)
)

func readMailArchive(ctx context.Context, p *page) (*Document, error) {
	d := &Document{Confidence: 0.9}
	pre := proseInPre(p.root)
	if h := find(p.root, isTopHeading); h != nil {
		d.Title = Maybe(cleanText(subjectMarks.ReplaceAllString(cleanText(rawText(h)), "")))
	}
	if strings.Contains(p.text, "<!--beginarticle-->") || strings.Contains(p.text, "<!--X-") {
		d.archiveHead(p.root)
	}
	if d.Title == "" {
		return readPreText(ctx, p, d, rawText(pre))
	}
	d.Blocks = append(d.Blocks, wrappedBlocks(ctx, p, rawText(pre))...)
	return d, inTime(ctx, p.where())
}

// readPreText reads a page that is nothing but a text: its first lines may be a mail's head.
func readPreText(ctx context.Context, p *page, d *Document, text string) (*Document, error) {
	sub := &page{capture: p.capture, url: p.url, kind: typeText, text: text}
	read, err := readPlainText(ctx, sub)
	if err != nil {
		return nil, err
	}
	read.Confidence = d.Confidence
	return read, nil
}

// archiveHead reads sender and date: Mailman has the one in bold and the other in italics right under
// the subject, MHonArc a list "Date: ...".
func (d *Document) archiveHead(root *html.Node) {
	for _, n := range findAll(root, func(n *html.Node) bool { return n.DataAtom == atom.Li || n.DataAtom == atom.I || n.DataAtom == atom.B }) {
		text := cleanText(rawText(n))
		switch date, labelled := strings.CutPrefix(text, "Date: "); {
		case n.DataAtom == atom.B && d.Blocks == nil:
			d.fact("author", text)
		case d.PublishedAt == "" && (labelled || n.DataAtom == atom.I):
			if t := mailDate(date); t != "" {
				d.PublishedAt = t
				d.fact("published", date)
			}
		}
	}
}

// mailDate reads the dates of mail and of the archive, which names the zone; only UTC and GMT are
// the same everywhere.
func mailDate(s string) Maybe {
	if t := Maybe(statedTime(mailZoneName.ReplaceAllString(s, ""))); t != "" {
		return t
	}
	t, err := time.Parse("Mon Jan 2 15:04:05 MST 2006", s)
	switch {
	case err != nil:
		return ""
	case strings.Contains(s, " UTC ") || strings.Contains(s, " GMT "):
		return Maybe(t.Format(time.RFC3339))
	}
	return Maybe(t.Format("2006-01-02T15:04:05"))
}
