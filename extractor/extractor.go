// Package extractor turns a capture into a document: the ordered blocks of an incident report.
package extractor

import (
	"context"
	"strings"
	"unicode"

	"inquest/fetcher"
)

// Extract reads the capture and returns its document, or an [*Error] that says why there is none.
// The same capture always gives the same document. It stops with kind timeout when ctx ends.
func Extract(ctx context.Context, c *fetcher.Capture) (*Document, error) {
	p, err := newPage(ctx, c)
	if err != nil {
		return nil, err
	}
	for _, r := range recipes {
		if !r.match(p) {
			continue
		}
		d, err := r.read(ctx, p)
		if err != nil {
			return nil, err
		}
		if d.Recipe == "" {
			d.Recipe = r.name
		}
		if !d.saysSomething() {
			return nil, errorf(NoText, p.where(), "holds no text that can be read; attach the report as a saved page, PDF or text")
		}
		finish(d, p)
		return d, nil
	}
	return nil, errorf(UnknownType, p.where(), "is of a type that no recipe reads")
}

// saysSomething reports whether any block beside the platform's facts has a letter.
func (d *Document) saysSomething() bool {
	for _, part := range append([]*Document{d}, d.Parts...) {
		for _, b := range part.Blocks {
			if b.Kind != Fact && strings.IndexFunc(b.Text, unicode.IsLetter) >= 0 {
				return true
			}
		}
	}
	return false
}
