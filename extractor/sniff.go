package extractor

import (
	"bytes"
	"net/http"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mediaType is what the bytes of a capture are.
type mediaType string

// The types that recipes read.
const (
	typeHTML     mediaType = "html"
	typeJSON     mediaType = "json"
	typeFeed     mediaType = "feed" // Atom or RSS
	typePDF      mediaType = "pdf"
	typeMarkdown mediaType = "markdown"
	typeText     mediaType = "text"
)

var (
	htmlStart = regexp.MustCompile(`(?i)^(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|link|script|style|main|article|section|header|nav|div|p|h[1-6]|ul|ol|dl|table|pre|blockquote|span|strong|b|a|br|hr|center|font|time)[\s>/]`)
	htmlTag   = regexp.MustCompile(`(?i)<(?:/?(?:p|div|li|td|span|h[1-6]|body|html)|br\s*/?)(?:\s[^<>]*)?>`)
	feedStart = regexp.MustCompile(`(?is)^(?:<\?xml[^>]*\?>\s*)?(?:<\?[^>]*\?>\s*|<!--.*?-->\s*)*<(?:feed|rss|rdf:rdf)[\s>]`)
	xhtml     = regexp.MustCompile(`(?is)^<\?xml[^>]*\?>\s*(?:<!doctype html[^>]*>\s*|<!--.*?-->\s*)*<html[\s>]`)
)

// sniff sets kind, text and warnings from the bytes. What is declared decides only where bytes
// cannot: between Markdown, plain text and fragments of HTML.
func (p *page) sniff() error {
	if bytes.Contains(p.body[:min(len(p.body), 1024)], []byte("%PDF-")) {
		p.kind = typePDF
		return p.within(maxPDFBytes)
	}
	if err := p.within(maxBytes); err != nil {
		return err
	}
	if what := binaryKind(p.body); what != "" {
		return errorf(UnknownType, p.where(), "is not text but %s; queue the report's own page, or attach it as HTML, PDF, Markdown or text", what)
	}
	text, warning, err := decodeText(p.body, p.capture.Charset())
	if err != nil {
		return &Error{Kind: BadEncoding, Where: p.where(), Err: err,
			Detail: "has text that cannot be decoded; save the page as UTF-8 and attach it"}
	}
	if warning != "" {
		p.warnings = append(p.warnings, warning)
	}
	p.text = text
	p.kind = textKind(text, p.capture.ContentType(), p.name)
	if p.kind == "" {
		return errorf(UnknownType, p.where(), "is text of a kind that is not read, such as XML that is no feed; queue the report's own page")
	}
	switch p.kind {
	case typeJSON, typeFeed:
		return nil
	case typeHTML:
		return p.within(maxHTMLBytes)
	}
	return p.within(maxTextBytes)
}

func (p *page) within(limit int) error {
	if len(p.body) > limit {
		return errorf(TooLarge, p.where(), "has %d bytes, more than the %d that are read; attach the part that holds the report", len(p.body), limit)
	}
	return nil
}

// binaryKind names what is certainly no text, "" for all else.
func binaryKind(body []byte) string {
	if utf16Order(body) != 0 {
		return ""
	}
	detected, _, _ := strings.Cut(http.DetectContentType(body), ";")
	switch {
	case strings.HasPrefix(detected, "text/"), detected == "application/pdf":
	case detected == "application/octet-stream":
		if !readsAsText(body) {
			return "binary data of an unknown type"
		}
	default:
		return detected
	}
	if !readsAsText(body) {
		return "binary data of an unknown type"
	}
	return ""
}

// readsAsText allows a few stray control bytes, which real pages have, and one byte in two hundred
// is more than any of them.
func readsAsText(body []byte) bool {
	head := body[:min(len(body), 64<<10)]
	bad := 0
	for _, c := range head {
		if c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b {
			bad++
		}
	}
	return bad*200 <= len(head)
}

// textKind tells what a text is. declared and name break ties only.
func textKind(text, declared, name string) mediaType {
	s := strings.TrimLeftFunc(prefix(text, 256<<10), unicode.IsSpace)
	_, rest := cutFrontMatter(s)
	start := strings.TrimLeftFunc(rest, unicode.IsSpace)
	switch {
	case feedStart.MatchString(head(s)):
		return typeFeed
	case htmlStart.MatchString(head(start)) && !saysMarkdown(declared, name), xhtml.MatchString(head(s)):
		return typeHTML
	case looksLikeJSON(s):
		return typeJSON
	case strings.HasPrefix(s, "<?xml"):
		return ""
	case saysMarkdown(declared, name):
		return typeMarkdown
	case saysHTML(declared, name) && htmlTag.MatchString(s), len(htmlTag.FindAllStringIndex(s, 12)) == 12:
		return typeHTML
	case looksLikeMarkdown(s):
		return typeMarkdown
	}
	return typeText
}

// head is as much of a text as the patterns for its beginning look at.
func head(s string) string { return prefix(s, 4096) }

// prefix returns at most n bytes of s, whole characters only.
func prefix(s string, n int) string {
	if len(s) <= n {
		return s
	}
	cut := n
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut]
}

var jsonStart = regexp.MustCompile(`^(?:\{\s*(?:"|\})|\[\s*(?:[\]{["]|-?\d+\s*[,\]]|true|false|null))`)

// looksLikeJSON looks at the first characters: a list of links in Markdown begins with a bracket
// too, and JSON that breaks off in the middle is still JSON.
func looksLikeJSON(s string) bool {
	if !jsonStart.MatchString(head(s)) {
		return false
	}
	return s[0] == '{' || !strings.Contains(firstLine(s), "](")
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

func saysMarkdown(declared, name string) bool {
	return strings.Contains(declared, "markdown") || hasEnding(name, ".md", ".markdown", ".qmd")
}

func saysHTML(declared, name string) bool {
	return strings.Contains(declared, "html") || hasEnding(name, ".html", ".htm", ".xhtml")
}

func hasEnding(name string, endings ...string) bool {
	for _, e := range endings {
		if strings.HasSuffix(strings.ToLower(name), e) {
			return true
		}
	}
	return false
}
