package extractor

import (
	"context"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// bodyBlocks reads a text field of a platform's JSON. Which markup it has is nowhere declared: HTML
// when it has tags, Markdown when it looks like it, else lines of plain text as the page shows them.
func bodyBlocks(ctx context.Context, p *page, body string) []Block {
	body = strings.ReplaceAll(tidy(body), "\r\n", "\n")
	if htmlTag.MatchString(body) {
		if root, err := html.Parse(strings.NewReader(body)); err == nil {
			return readBlocks(ctx, root, p.url)
		}
	}
	if looksLikeMarkdown(body) || markdownSign.MatchString(body) {
		sub := &page{capture: p.capture, url: p.url, kind: typeMarkdown, text: body}
		if d, err := readMarkdown(ctx, sub); err == nil {
			return d.Blocks
		}
	}
	return plainLines(body)
}

var (
	markdownSign = regexp.MustCompile(`(?m)^#{1,6}\s+\S|\*\*\S[^*\n]*\*\*|^\s*[*-]\s+\S|\]\(https?://`)
	bulletLine   = regexp.MustCompile(`^\s*(?:[-*•‣◦▪●]|\d{1,2}[.)])\s+(.+)$`)
)

// plainLines makes a block of each line, because a status page shows each as one.
func plainLines(body string) []Block {
	var blocks []Block
	for line := range strings.SplitSeq(body, "\n") {
		b := Block{Kind: Para, Text: cleanText(line), Links: []Link{}}
		if m := bulletLine.FindStringSubmatch(line); m != nil {
			b = Block{Kind: Item, Depth: 1, Text: cleanText(m[1]), Links: []Link{}}
		}
		if b.Text != "" {
			blocks = append(blocks, b)
		}
	}
	return blocks
}
