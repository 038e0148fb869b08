package extractor

import (
	"context"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// Mail as a file: one message (RFC 5322 with MIME, RFC 2045) or a mailbox of several (RFC 4155), of
// which the first is the report and the others are what was written under it. A text that only has
// the lines Subject, From and Date before it is read as plain text.

// mailLine begins every message: the separator of a mailbox or a header field.
var mailLine = regexp.MustCompile(`^(?:From \S+ .*\d{4}|[A-Za-z][A-Za-z0-9-]*:.*)\r?\n`)

func isMail(p *page) bool {
	if p.kind != typeText && p.kind != typeMarkdown && p.kind != typeHTML || !mailLine.MatchString(head(p.text)) {
		return false
	}
	m, err := readMessage(string(p.body[:min(len(p.body), 64<<10)]))
	return err == nil && m.Header.Get("Subject") != "" && (m.Header.Get("Message-Id") != "" || m.Header.Get("Mime-Version") != "")
}

// readMessage reads a message with or without the separator of a mailbox.
func readMessage(s string) (*mail.Message, error) {
	s = strings.TrimLeft(s, "\r\n\ufeff")
	if strings.HasPrefix(s, "From ") {
		_, s, _ = strings.Cut(s, "\n")
	}
	return mail.ReadMessage(strings.NewReader(s))
}

// mailboxSeparator is the line between two messages of a mailbox.
var mailboxSeparator = regexp.MustCompile(`(?m)^\r?\nFrom \S+ .*\d{4}\r?$`)

func readMail(ctx context.Context, p *page) (*Document, error) {
	d := &Document{Confidence: 0.9}
	var posts []post
	for i, s := range splitMailbox(string(p.body)) {
		m, err := readMessage(s)
		if err != nil {
			d.Warnings = append(d.Warnings, "a message of the mailbox cannot be read: compare the document with the mailbox")
			continue
		}
		if i == 0 {
			d.mailHead(m.Header)
		}
		posts = append(posts, mailPost(ctx, p, m))
	}
	d.appendThread(posts)
	return d, inTime(ctx, p.where())
}

func splitMailbox(s string) []string {
	var messages []string
	start := 0
	for _, at := range mailboxSeparator.FindAllStringIndex(s, -1) {
		messages = append(messages, s[start:at[0]])
		start = at[0]
	}
	return append(messages, s[start:])
}

// mailHead takes title, date and sender from the header fields.
func (d *Document) mailHead(h mail.Header) {
	d.Title = Maybe(cleanText(subjectMarks.ReplaceAllString(decodeHeader(h.Get("Subject")), "")))
	d.fact("published", h.Get("Date"))
	d.fact("author", decodeHeader(h.Get("From")))
	d.fact("list", decodeHeader(h.Get("List-Id")))
}

// decodeHeader reads encoded words (RFC 2047).
func decodeHeader(s string) string {
	dec := mime.WordDecoder{CharsetReader: charset.NewReaderLabel}
	if decoded, err := dec.DecodeHeader(s); err == nil {
		return decoded
	}
	return s
}

func mailPost(ctx context.Context, p *page, m *mail.Message) post {
	who := post{raw: Maybe(m.Header.Get("Date"))}
	if t, err := m.Header.Date(); err == nil {
		who.at = Maybe(t.UTC().Format(time.RFC3339))
	}
	if a, err := mail.ParseAddress(m.Header.Get("From")); err == nil {
		who.author = a.Address
	}
	text, isHTML := messageText(textproto.MIMEHeader(m.Header), m.Body, 0)
	if isHTML {
		if root, err := html.Parse(strings.NewReader(text)); err == nil {
			who.blocks = readBlocks(ctx, root, p.url)
			return who
		}
	}
	who.blocks = wrappedBlocks(ctx, p, text)
	return who
}

// maxParts is how deep parts of a message may nest.
const maxParts = 8

// messageText returns the text of a message or of one of its parts, plain text before HTML.
func messageText(h textproto.MIMEHeader, body io.Reader, depth int) (text string, isHTML bool) {
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		kind = "text/plain"
	}
	switch {
	case strings.HasPrefix(kind, "multipart/") && depth < maxParts:
		return partsText(multipart.NewReader(body, params["boundary"]), depth)
	case kind == "text/plain", kind == "text/html":
		return decodePart(h.Get("Content-Transfer-Encoding"), params["charset"], body), kind == "text/html"
	}
	return "", false
}

func partsText(r *multipart.Reader, depth int) (text string, isHTML bool) {
	for {
		part, err := r.NextRawPart()
		if err != nil {
			return text, isHTML
		}
		if strings.HasPrefix(part.Header.Get("Content-Disposition"), "attachment") {
			continue
		}
		s, asHTML := messageText(part.Header, part, depth+1)
		if s != "" && (text == "" || isHTML && !asHTML) {
			text, isHTML = s, asHTML
		}
	}
}

// decodePart undoes the transfer encoding and the charset; what breaks off in the middle is kept as
// far as it goes.
func decodePart(encoding, label string, body io.Reader) string {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	if r, err := charset.NewReaderLabel(firstOf(label, "utf-8"), body); err == nil {
		body = r
	}
	b, _ := io.ReadAll(body) // the error says no more than that the text ends here
	return tidy(string(b))
}

// mailTail is the line before a signature (RFC 3676, section 4.3) or before what a list adds.
var mailTail = regexp.MustCompile(`(?m)^(?:-- ?|_{30,})\r?$`)

// wrappedBlocks reads hard-wrapped text; signature and list footer are the frame.
func wrappedBlocks(ctx context.Context, p *page, text string) []Block {
	tail := ""
	if at := mailTail.FindStringIndex(text); at != nil {
		text, tail = text[:at[0]], text[at[1]:]
	}
	sub := &page{capture: p.capture, url: p.url, kind: typeText, text: text}
	d, err := readPlainText(ctx, sub)
	if err != nil {
		return nil
	}
	blocks := d.Blocks
	for _, b := range plainLines(tail) {
		b.Section = SectionBoilerplate
		blocks = append(blocks, b)
	}
	return blocks
}
