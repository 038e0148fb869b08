package extractor

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// The byte orders of UTF-16 text, 0 for other text.
type byteOrder int

const (
	littleEndian byteOrder = iota + 1
	bigEndian
)

var declaredCharset = regexp.MustCompile(`(?i)(?:<meta[^>]{0,200}?charset\s*=\s*["']?\s*|<\?xml[^>]{0,100}?encoding\s*=\s*["'])([a-z0-9_:.-]+)`)

// decodeText returns the body as UTF-8 without NUL and byte order mark, and a warning when what is
// declared was wrong. The order is that of the HTML standard (byte order mark, header, meta), but
// valid UTF-8 with characters beyond ASCII wins over every single-byte declaration: such text is
// never anything else.
func decodeText(body []byte, declared string) (text, warning string, err error) {
	if order := utf16Order(body); order != 0 {
		text, err := decodeUTF16(body, order)
		return tidy(text), "", err
	}
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	label := labelOf(body, declared)
	if utf8.Valid(body) && !escapes(body, label) {
		return tidy(string(body)), wrongLabel(body, label), nil
	}
	return decodeLabelled(body, label)
}

// labelOf returns the charset that the header or else the page's head declares, "" for none.
func labelOf(body []byte, declared string) string {
	if _, name := charset.Lookup(declared); name != "" {
		return name
	}
	m := declaredCharset.FindSubmatch(body[:min(len(body), 4096)])
	if m == nil {
		return ""
	}
	_, name := charset.Lookup(string(m[1]))
	if strings.HasPrefix(name, "utf-16") {
		return "utf-8" // HTML standard: a page whose meta can be read as ASCII is not UTF-16
	}
	return name
}

// escapes reports whether ASCII bytes are shift sequences of an ISO 2022 charset.
func escapes(body []byte, label string) bool {
	return strings.HasPrefix(label, "iso-2022") && bytes.IndexByte(body, 0x1b) >= 0
}

func wrongLabel(body []byte, label string) string {
	if label == "" || label == "utf-8" || isASCII(body) {
		return ""
	}
	return fmt.Sprintf("declared as %s and read as UTF-8, which it is", label)
}

// decodeLabelled reads bytes that are not UTF-8.
func decodeLabelled(body []byte, label string) (text, warning string, err error) {
	switch {
	case label == "utf-8" && mostlyUTF8(body):
		return tidy(string(body)), "some characters cannot be decoded and are shown as \uFFFD", nil
	case label == "utf-8" || label == "":
		label, warning = "windows-1252", "no usable charset is declared: read as windows-1252"
	}
	enc, name := charset.Lookup(label)
	if enc == encoding.Replacement || name == "replacement" {
		return "", "", fmt.Errorf("charset %s is not safe to read", label)
	}
	out, err := enc.NewDecoder().Bytes(body)
	if err != nil {
		return "", "", fmt.Errorf("read as %s: %w", label, err)
	}
	return tidy(string(out)), warning, nil
}

// mostlyUTF8 tells UTF-8 with a few broken characters from text that only says it is UTF-8.
func mostlyUTF8(body []byte) bool {
	good, bad := 0, 0
	for len(body) > 0 {
		r, n := utf8.DecodeRune(body)
		switch {
		case r == utf8.RuneError && n == 1:
			bad++
		case n > 1:
			good++
		}
		body = body[n:]
	}
	return good > bad
}

// utf16Order recognises UTF-16 by its mark, else by the zero bytes that markup and Latin text have
// in it at every second place.
func utf16Order(body []byte) byteOrder {
	switch {
	case bytes.HasPrefix(body, []byte{0xff, 0xfe}):
		return littleEndian
	case bytes.HasPrefix(body, []byte{0xfe, 0xff}):
		return bigEndian
	}
	head := body[:min(len(body), 512)&^1]
	if len(head) < 4 {
		return 0
	}
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i&1]++
		}
	}
	half := len(head) / 2
	switch {
	case zeros[1]*10 >= half*7 && zeros[0]*20 <= half:
		return littleEndian
	case zeros[0]*10 >= half*7 && zeros[1]*20 <= half:
		return bigEndian
	}
	return 0
}

func decodeUTF16(body []byte, order byteOrder) (string, error) {
	if len(body)%2 == 1 {
		body = body[:len(body)-1]
	}
	endian := unicode.LittleEndian
	if order == bigEndian {
		endian = unicode.BigEndian
	}
	out, err := unicode.UTF16(endian, unicode.UseBOM).NewDecoder().Bytes(body)
	if err != nil {
		return "", fmt.Errorf("read as UTF-16: %w", err)
	}
	if len(bytes.TrimSpace(out)) == 0 {
		return "", errors.New("UTF-16 text without a character")
	}
	return string(out), nil
}

// tidy makes decoded text valid UTF-8 without NUL, which neither PostgreSQL nor JSON readers take.
func tidy(s string) string {
	if !utf8.ValidString(s) { // asked first because it is many times faster
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	s = strings.ReplaceAll(s, "\x00", "")
	return strings.TrimPrefix(s, "\uFEFF")
}

func isASCII(body []byte) bool {
	for _, c := range body {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
