package extractor

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html/charset"
)

// Feeds of status pages: each entry is an incident with all of its updates. The dates of an entry
// are those of its last update, so that they say nothing of the start. Evidence: RFC 4287 (Atom),
// RSS 2.0, and field notes of live feeds, 2026-09.

// feed is what Atom and RSS have in common for our purpose.
type feed struct {
	title   string
	author  string
	entries []feedEntry
}

type feedEntry struct {
	Title     string     `xml:"title"`
	Content   string     `xml:"content"`
	Summary   string     `xml:"summary"`
	Desc      string     `xml:"description"`
	Full      string     `xml:"encoded"`
	Published string     `xml:"published"`
	Updated   string     `xml:"updated"`
	PubDate   string     `xml:"pubDate"`
	Links     []feedLink `xml:"link"`
}

type feedLink struct {
	Href string `xml:"href,attr"`
	Rel  string `xml:"rel,attr"`
	Text string `xml:",chardata"`
}

// xmlFeed matches both: Atom's entries and authors, RSS's channel.
type xmlFeed struct {
	Title   string      `xml:"title"`
	Author  string      `xml:"author>name"`
	Entries []feedEntry `xml:"entry"`
	Channel struct {
		Title string      `xml:"title"`
		Items []feedEntry `xml:"item"`
	} `xml:"channel"`
}

func parseFeed(text string) (feed, error) {
	dec := xml.NewDecoder(strings.NewReader(text))
	dec.Strict = false
	dec.Entity = xml.HTMLEntity
	// The text is UTF-8 by now, whatever its declaration says.
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return charset.NewReaderLabel("utf-8", r) }
	var x xmlFeed
	if err := dec.Decode(&x); err != nil && !errors.Is(err, io.EOF) {
		return feed{}, err
	}
	if len(x.Channel.Items) > 0 {
		return feed{title: x.Channel.Title, entries: x.Channel.Items}, nil
	}
	return feed{title: x.Title, author: x.Author, entries: x.Entries}, nil
}

func readFeed(ctx context.Context, p *page) (*Document, error) {
	f, err := parseFeed(p.text)
	if err != nil {
		return nil, &Error{Kind: NotAReport, Where: p.where(), Err: err,
			Detail: "is a feed that cannot be read; queue the address of the incident that is meant"}
	}
	d := &Document{Confidence: 0.9, Title: Maybe(cleanText(f.title))}
	d.Org = Maybe(firstOf(cleanText(f.author), bareSite(cleanText(titleCut.Split(f.title, 2)[0]))))
	for _, e := range f.entries {
		if err := inTime(ctx, p.where()); err != nil {
			return nil, err
		}
		if part := e.document(ctx, p); len(part.Blocks) > 0 {
			part.Org = d.Org
			d.Parts = append(d.Parts, part)
		}
	}
	switch len(d.Parts) {
	case 0:
		return nil, errorf(NotAReport, p.where(), "is a feed without a text; queue the address of the incident that is meant")
	case 1:
		return d.Parts[0], nil
	}
	return d, nil
}
