package fetcher

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"regexp"
	"strings"
	"time"
)

// Bounds of a saved page in one file. Its pictures make it larger than the page
// that was served.
const (
	mhtmlBytes = 64 << 20
	mhtmlParts = 5000
)

// FromSaved makes a capture of a page that a person has saved with a browser:
// an MHTML file as [FromMHTML] does, any other as [FromFile] does. Of a web page
// the address is taken from the mark that browsers leave in what they save.
func FromSaved(name string, body []byte, at time.Time) (*Capture, error) {
	if isMHTML(body) {
		return FromMHTML(name, body, at)
	}
	if int64(len(body)) > DefaultLimits().forType(pdfType(body), false) {
		return nil, tooLarge(DefaultLimits().forType(pdfType(body), false)).at(name)
	}
	return FromFile(name, savedFrom(body), "", body, at), nil
}

// savedMark is what browsers write at the beginning of a page that they save;
// the number is the length of the address.
var savedMark = regexp.MustCompile(`(?i)<!--\s*saved from url=\(\d{4}\)(\S+)\s*-->`)

// savedFrom returns the address in the mark of a saved page, "" when there is
// none that could be fetched.
func savedFrom(body []byte) string {
	m := savedMark.FindSubmatch(body[:min(len(body), 2<<10)])
	if m == nil || Check(string(m[1])) != nil {
		return ""
	}
	return string(m[1])
}

// FromMHTML makes a capture of the page in an MHTML file (RFC 2557): its root
// part, with the transfer encoding taken off, under the address that the file
// names, when that could be fetched. The other parts are passed over: nothing
// in the file is run or fetched. at is when the page was saved; when it is zero
// the file's own date is taken. The error is an [Error] of kind wrong-type,
// too-large, truncated, bad-encoding or empty; its URL is the name of the file.
func FromMHTML(name string, body []byte, at time.Time) (*Capture, error) {
	if len(body) > mhtmlBytes {
		return nil, tooLarge(mhtmlBytes).at(name)
	}
	root, bad := rootPart(body)
	if bad != nil {
		return nil, bad.at(name)
	}
	if at.IsZero() {
		at = root.saved
	}
	c := FromFile(name, root.url, root.contentType, root.content, at)
	if len(bytes.TrimSpace(c.Body)) == 0 {
		return nil, errorf(Empty, "the page in it is empty").at(name)
	}
	return c, nil
}

// isMHTML looks at the head of a file for the header of a mail that holds a page.
func isMHTML(body []byte) bool {
	head, err := mail.ReadMessage(bytes.NewReader(body[:min(len(body), 16<<10)]))
	return err == nil && head.Header.Get("Mime-Version") != "" && strings.HasPrefix(strings.ToLower(head.Header.Get("Content-Type")), "multipart/related")
}

// mhtmlRoot is the page in an MHTML file.
type mhtmlRoot struct {
	url         string
	contentType string
	content     []byte
	saved       time.Time // zero when the file does not say
}

func rootPart(body []byte) (*mhtmlRoot, *Error) {
	file, err := mail.ReadMessage(bufio.NewReader(bytes.NewReader(body)))
	if err != nil {
		return nil, wrongMHTML("it has no header of MHTML", err)
	}
	mediaType, params, err := mime.ParseMediaType(file.Header.Get("Content-Type"))
	if err != nil || mediaType != "multipart/related" || params["boundary"] == "" {
		return nil, wrongMHTML("its header is not that of MHTML", err)
	}
	part, content, bad := findRoot(multipart.NewReader(file.Body, params["boundary"]), params["start"])
	if bad != nil {
		return nil, bad
	}
	root := &mhtmlRoot{contentType: part.Get("Content-Type"), content: content}
	root.saved, _ = file.Header.Date() // without one there is none
	for _, url := range []string{file.Header.Get("Snapshot-Content-Location"), part.Get("Content-Location"), file.Header.Get("Content-Location")} {
		if Check(url) == nil {
			root.url = url
			break
		}
	}
	return root, nil
}

func wrongMHTML(detail string, err error) *Error {
	e := errorf(WrongType, "%s", detail)
	e.Err = err
	return e
}

// findRoot returns the part that the header names, else the first (RFC 2387,
// section 3.2).
func findRoot(parts *multipart.Reader, start string) (textproto.MIMEHeader, []byte, *Error) {
	for range mhtmlParts {
		part, err := parts.NextRawPart()
		switch {
		case errors.Is(err, io.EOF):
			return nil, nil, wrongMHTML("the page that its header names is not in it", nil)
		case err != nil:
			return nil, nil, cutMHTML(err)
		case start != "" && part.Header.Get("Content-Id") != start:
			continue
		}
		content, bad := readRoot(part)
		return part.Header, content, bad
	}
	return nil, nil, errorf(TooLarge, "it has more than %d parts", mhtmlParts)
}

func cutMHTML(err error) *Error {
	e := errorf(Truncated, "it ends before its end")
	e.Err = err
	return e
}

// readRoot takes the transfer encoding off the page.
func readRoot(part *multipart.Part) ([]byte, *Error) {
	mediaType, _, _ := strings.Cut(strings.ToLower(cmp.Or(part.Header.Get("Content-Type"), "text/plain")), ";")
	if mediaType = strings.TrimSpace(mediaType); !isReadable(mediaType) || strings.HasPrefix(mediaType, "multipart/") {
		return nil, wrongMHTML("the page in it is "+mediaType+", which is not read", nil)
	}
	var in io.Reader = part
	encoding := strings.ToLower(strings.TrimSpace(part.Header.Get("Content-Transfer-Encoding")))
	switch encoding {
	case "", "7bit", "8bit", "binary":
	case "quoted-printable":
		in = quotedprintable.NewReader(part)
	case "base64":
		in = base64.NewDecoder(base64.StdEncoding, part)
	default:
		return nil, errorf(BadEncoding, "the page in it has the transfer encoding %q, which does not exist", encoding)
	}
	limit := DefaultLimits().Decoded
	content, err := readAll(in, limit)
	switch {
	case errors.Is(err, errOverflow):
		return nil, tooLarge(limit)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, cutMHTML(err)
	case err != nil:
		e := errorf(BadEncoding, "the page in it does not open as %s (%v)", encoding, err)
		e.Err = err
		return nil, e
	}
	return content, nil
}
