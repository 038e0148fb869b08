package extractor

import "strings"

// Editors of the ProseMirror family keep a text as nested objects: a "doc" of headings, paragraphs
// and lists, at the bottom of which stand the runs of text. Evidence: the write-ups that status
// pages of incident.io carry in their data.

// isRichText tells such a document from any other object.
func isRichText(m map[string]any) bool {
	_, ok := m["content"].([]any)
	return ok && stringField(m, "type") == "doc"
}

// richBlocks reads the blocks of such a document.
func richBlocks(m map[string]any) []Block {
	r := &richReader{kind: Para}
	r.children(m)
	return r.blocks
}

type richReader struct {
	blocks []Block
	kind   Kind
	depth  int
}

func (r *richReader) children(m map[string]any) {
	list, _ := m["content"].([]any)
	for _, e := range list {
		if child, ok := e.(map[string]any); ok {
			r.node(child)
		}
	}
}

func (r *richReader) node(m map[string]any) {
	switch kind := strings.ToLower(strings.ReplaceAll(stringField(m, "type"), "_", "")); kind {
	case "heading":
		r.add(Block{Kind: Heading, Level: richLevel(m)}, m)
	case "paragraph":
		b := Block{Kind: r.kind}
		if b.Kind == Item {
			b.Depth, r.kind = max(1, r.depth), Para // only the first paragraph of an item bears its sign
		}
		r.add(b, m)
	case "codeblock":
		r.add(Block{Kind: Code}, m)
	case "bulletlist", "orderedlist", "tasklist":
		r.depth++
		r.children(m)
		r.depth--
	case "listitem", "taskitem":
		before := r.kind
		r.kind = Item
		r.children(m)
		r.kind = before
	case "blockquote":
		before := r.kind
		r.kind = Quote
		r.children(m)
		r.kind = before
	default:
		r.children(m)
	}
}

func (r *richReader) add(b Block, m map[string]any) {
	var text strings.Builder
	b.Links = writeRuns(&text, m, []Link{})
	if b.Text = text.String(); strings.TrimSpace(b.Text) != "" {
		r.blocks = append(r.blocks, b)
	}
}

// writeRuns writes the runs of text below a node and returns the links among them.
func writeRuns(text *strings.Builder, m map[string]any, links []Link) []Link {
	list, _ := m["content"].([]any)
	for _, e := range list {
		run, _ := e.(map[string]any)
		switch stringField(run, "type") {
		case "text":
			text.WriteString(stringField(run, "text"))
			if href := richLink(run); href != "" {
				links = append(links, Link{Text: cleanText(stringField(run, "text")), Href: href})
			}
		case "hardBreak", "hard_break":
			text.WriteByte('\n')
		default:
			links = writeRuns(text, run, links)
		}
	}
	return links
}

func richLink(run map[string]any) string {
	marks, _ := run["marks"].([]any)
	for _, e := range marks {
		mark, _ := e.(map[string]any)
		attrs, _ := mark["attrs"].(map[string]any)
		if stringField(mark, "type") == "link" {
			return absolute(nil, stringField(attrs, "href"))
		}
	}
	return ""
}

func richLevel(m map[string]any) int {
	attrs, _ := m["attrs"].(map[string]any)
	if n := atoi(stringField(attrs, "level")); n >= 1 && n <= 6 {
		return n
	}
	return 2
}
