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
		sub := &page{capture: p.capture, url: p.url, kind: typeMarkdown, text: linesApart(body)}
		if d, err := readMarkdown(ctx, sub); err == nil {
			return headed(d.Blocks)
		}
	}
	return plainLines(body)
}

var (
	markdownSign = regexp.MustCompile(`(?m)^#{1,6}\s+\S|\*\*\S[^*\n]*\*\*|^\s*[*-]\s+\S|\]\(https?://`)
	// markupLine is a line that Markdown reads together with those around it, or that is none of prose.
	markupLine = regexp.MustCompile("^(?:\\s|[-*+>|#]\\s|\\d{1,3}[.)]\\s|[|]|```|~~~|===|---|$)")
	brokenLine = regexp.MustCompile(`[\p{L}\d,]\n\p{Ll}|\n *:?-+:? *\|`)
	bulletLine = regexp.MustCompile(`^\s*(?:[-*•‣◦▪●]|\d{1,2}[.)])\s+(.+)$`)
)

// linesApart parts the lines of prose in Markdown by empty lines: a status page shows each as one. A text
// of which lines go on in small letters is left alone, as its editor broke them, and so is one with a table
// whose rows begin without a bar.
func linesApart(body string) string {
	if brokenLine.MatchString(body) {
		return body
	}
	var out strings.Builder
	fenced, before := false, ""
	for line := range strings.SplitSeq(body, "\n") {
		fence := strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
		if !fenced && !fence && !markupLine.MatchString(line) && !markupLine.MatchString(before) {
			out.WriteByte('\n')
		}
		fenced = fenced != fence
		out.WriteString(line + "\n")
		before = line
	}
	return out.String()
}

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
