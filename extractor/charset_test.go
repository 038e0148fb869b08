package extractor

import (
	"testing"

	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/unicode"
)

func TestDecodeText(t *testing.T) {
	utf16le, _ := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder().String("<p>Störung um 10:00</p>")
	utf16be, _ := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().String("<p>Störung</p>")
	euckr, _ := korean.EUCKR.NewEncoder().String("장애")
	for _, c := range []struct {
		name, body, declared, want string
		warns                      bool
	}{
		{"UTF-8 without a declaration", "Störung", "", "Störung", false},
		{"UTF-8 behind a kilobyte of ASCII", string(make1K()) + "Störung", "", string(make1K()) + "Störung", false},
		{"UTF-8 declared as Latin-1", "Störung", "iso-8859-1", "Störung", true},
		{"ASCII declared as Latin-1", "Outage", "iso-8859-1", "Outage", false},
		{"Latin-1 declared so", "St\xf6rung", "iso-8859-1", "Störung", false},
		{"Windows quotes without a declaration", "\x93full\x94", "", "“full”", true},
		{"Windows quotes declared as UTF-8", "\x93full\x94", "utf-8", "“full”", true},
		{"UTF-8 with one broken character", "Störung in Köln\xff", "utf-8", "Störung in Köln\uFFFD", true},
		{"EUC-KR in the header", euckr, "euc-kr", "장애", false},
		{"EUC-KR in the meta element", `<meta charset="euc-kr">` + euckr, "", `<meta charset="euc-kr">장애`, false},
		{"header wins over meta", `<meta charset="utf-8">` + euckr, "euc-kr", `<meta charset="utf-8">장애`, false},
		{"UTF-16 in the meta element means UTF-8", `<meta charset="utf-16">Störung`, "", `<meta charset="utf-16">Störung`, false},
		{"unknown label", "St\xf6rung", "x-none-such", "Störung", true},
		{"UTF-16 without a mark", utf16le, "", "<p>Störung um 10:00</p>", false},
		{"UTF-16 with a mark", utf16be, "utf-8", "<p>Störung</p>", false},
		{"mark of UTF-8", "\xef\xbb\xbfOutage", "", "Outage", false},
		{"NUL in the text", "Out\x00age", "", "Outage", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, warning, err := decodeText([]byte(c.body), c.declared)
			if err != nil {
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("want %q, got %q", c.want, got)
			}
			if (warning != "") != c.warns {
				t.Errorf("want a warning: %v, got %q", c.warns, warning)
			}
		})
	}
}

// make1K is a page's head of plain ASCII.
func make1K() []byte {
	b := make([]byte, 1100)
	for i := range b {
		b[i] = ' '
	}
	return b
}

func TestCleanText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing to do", "The disk was full.", "The disk was full."},
		{"line ends and no-break spaces", " The\n disk\u00a0was\t\tfull. ", "The disk was full."},
		{"zero-width spaces and marks", "di\u200bsk\ufeff \u2060full", "disk full"},
		{"control characters", "a\x00b\x07c\x7f", "abc"},
		{"broken bytes", "a\xffb", "a\uFFFDb"},
		{"nothing left", "\u200b \u00ad", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := cleanText(c.in); got != c.want {
				t.Errorf("want %q, got %q", c.want, got)
			}
		})
	}
}

func TestCleanCodeKeepsLinesAndIndentation(t *testing.T) {
	got := cleanCode("\r\nerror:\r\n\tdisk\u200b full  \r\n")
	if want := "error:\n\tdisk full"; got != want {
		t.Errorf("want %q, got %q", want, got)
	}
}
