package fetcher

import (
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// mhtml builds a file as browsers save it: head, then parts, each a header and
// a body.
func mhtml(head string, parts ...string) string {
	var b strings.Builder
	b.WriteString("From: <Saved by Blink>\r\nSubject: Checkout outage\r\nMIME-Version: 1.0\r\n" + head + "\r\n")
	for _, part := range parts {
		b.WriteString("------Frame\r\n" + part + "\r\n")
	}
	b.WriteString("------Frame--\r\n")
	return b.String()
}

const related = "Content-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"----Frame\"\r\n"

func quoted(s string) string {
	var b strings.Builder
	mustWrite(quotedprintable.NewWriter(&b), s)
	return b.String()
}

func inLines(s string) string {
	var b strings.Builder
	for code := base64.StdEncoding.EncodeToString([]byte(s)); code != ""; {
		n := min(76, len(code))
		b.WriteString(code[:n] + "\r\n")
		code = code[n:]
	}
	return b.String()
}

func TestPagesSavedAsMHTML(t *testing.T) {
	const address = "https://status.kestrel.example/incidents/1"
	page := strings.ReplaceAll(report, "\n", " ") + "결제 지연 ="
	picture := "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-Location: https://cdn.kestrel.example/a.png\r\n\r\niVBORw0KGgo="
	html := "Content-Type: text/html; charset=utf-8\r\n"
	want := func(url, contentType string) *Capture {
		return &Capture{URL: url, FinalURL: url, Status: 200, Header: http.Header{"Content-Type": {contentType}}, Body: []byte(page), At: noon, SHA256: sum([]byte(page))}
	}
	rows := []struct {
		name, file string
		want       *Capture
	}{
		{"quoted-printable, with pictures", mhtml("Snapshot-Content-Location: "+address+"\r\n"+related, html+"Content-Transfer-Encoding: quoted-printable\r\nContent-Location: "+address+"\r\n\r\n"+quoted(page), picture), want(address, "text/html; charset=utf-8")},
		{"base64", mhtml(related, html+"Content-Transfer-Encoding: BASE64\r\nContent-Location: "+address+"\r\n\r\n"+inLines(page)), want(address, "text/html; charset=utf-8")},
		{"as it is", mhtml(related, html+"Content-Transfer-Encoding: binary\r\nContent-Location: "+address+"\r\n\r\n"+page), want(address, "text/html; charset=utf-8")},
		{"without a transfer encoding", mhtml(related+"Content-Location: "+address+"\r\n", html+"\r\n"+page), want(address, "text/html; charset=utf-8")},
		{"root named, and not the first", mhtml(strings.Replace(related, "type=", "start=\"<frame-0@mhtml>\";\r\n\ttype=", 1), picture, html+"Content-ID: <frame-0@mhtml>\r\nContent-Location: "+address+"\r\n\r\n"+page), want(address, "text/html; charset=utf-8")},
		{"address that could not be fetched", mhtml(related, html+"Content-Location: file:///home/a/saved.html\r\n\r\n"+page), want("", "text/html; charset=utf-8")},
		{"address of this machine", mhtml(related, html+"Content-Location: http://127.0.0.1/x\r\n\r\n"+page), want("", "text/html; charset=utf-8")},
		{"XHTML", mhtml(related, "Content-Type: application/xhtml+xml\r\n\r\n"+page), want("", "application/xhtml+xml")},
		{"no pictures and no end", strings.TrimSuffix(mhtml(related, html+"\r\n"+page), "------Frame--\r\n") + "------Frame\r\nContent-Type: image/png\r\n", want("", "text/html; charset=utf-8")},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, err := FromSaved("report.mhtml", []byte(row.file), noon)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("capture (-want +got):\n%s", diff)
			}
			if content, err := got.Content(); err != nil || string(content) != page {
				t.Errorf("content %q, %v", content, err)
			}
		})
	}
}

func TestMHTMLThatHoldsNoPage(t *testing.T) {
	html := "Content-Type: text/html\r\n"
	rows := []struct {
		name, file string
		want       Kind
	}{
		{"nothing", "", WrongType},
		{"a web page", report, WrongType},
		{"a mail", "From: a@example.org\r\nContent-Type: text/plain\r\n\r\nHello", WrongType},
		{"a mail with attachments", strings.Replace(mhtml(related, html+"\r\n"+report), "multipart/related", "multipart/mixed", 1), WrongType},
		{"no boundary", mhtml("Content-Type: multipart/related\r\n", html+"\r\n"+report), WrongType},
		{"a root that is not there", mhtml(strings.Replace(related, "type=", "start=\"<x>\"; type=", 1), html+"\r\n"+report), WrongType},
		{"a picture for a page", mhtml(related, "Content-Type: image/png\r\n\r\nx"), WrongType},
		{"a multipart in the multipart", mhtml(related, "Content-Type: multipart/alternative; boundary=x\r\n\r\n--x--"), WrongType},
		{"no parts", mhtml(related), WrongType},
		{"an empty page", mhtml(related, html+"\r\n \r\n"), Empty},
		{"an encoding that does not exist", mhtml(related, html+"Content-Transfer-Encoding: rot13\r\n\r\nx"), BadEncoding},
		{"damaged base64", mhtml(related, html+"Content-Transfer-Encoding: base64\r\n\r\n!!!!"), BadEncoding},
		{"damaged quoted-printable", mhtml(related, html+"Content-Transfer-Encoding: quoted-printable\r\n\r\nAt 04:05 =ZZ\x01"), BadEncoding},
		{"a page that is cut", strings.TrimSuffix(mhtml(related, html+"\r\n"+report), "\r\n------Frame--\r\n"), Truncated},
		{"a file that is cut before its page", "MIME-Version: 1.0\r\n" + related + "\r\n------Frame\r\nContent-Ty", Truncated},
		{"a page of more than 32 MiB", mhtml(related, html+"\r\n"+strings.Repeat("x", 33<<20)), TooLarge},
		{"a file of more than 64 MiB", mhtml(related, html+"\r\n"+strings.Repeat("x", 65<<20)), TooLarge},
		{"too many parts", mhtml(strings.Replace(related, "type=", "start=\"<x>\"; type=", 1), slicesOf(html+"\r\nx", mhtmlParts+1)...), TooLarge},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, err := FromMHTML("report.mhtml", []byte(row.file), noon)
			wantKind(t, err, row.want)
			if got != nil || err != nil && !strings.HasPrefix(err.Error(), "report.mhtml: ") {
				t.Errorf("capture %v, error %v; want the file's name", got, err)
			}
		})
	}
}

func slicesOf(s string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = s
	}
	return all
}

func TestDateOfMHTML(t *testing.T) {
	dated := mhtml("Date: Mon, 3 Feb 2031 13:00:00 +0100\r\n"+related, "Content-Type: text/html\r\n\r\n"+report)
	for name, row := range map[string]struct {
		at, want time.Time
	}{
		"the file's":   {time.Time{}, noon},
		"the person's": {noon.Add(time.Hour), noon.Add(time.Hour)},
	} {
		if got, err := FromMHTML("a.mht", []byte(dated), row.at); err != nil || !got.At.Equal(row.want) {
			t.Errorf("%s: %+v, %v; want %v", name, got, err, row.want)
		}
	}
}

func TestSavedPages(t *testing.T) {
	marked := func(address string) string {
		return fmt.Sprintf("<!DOCTYPE html>\n<!-- saved from url=(%04d)%s -->\n%s", len(address), address, report)
	}
	for name, row := range map[string]struct{ file, url, contentType string }{
		"address in the mark":               {marked("https://status.kestrel.example/incidents/1?a=b"), "https://status.kestrel.example/incidents/1?a=b", "text/html"},
		"mark without a use":                {marked("about:internet"), "", "text/html"},
		"address in the network":            {marked("http://intranet/report"), "", "text/html"},
		"no mark":                           {report, "", "text/html"},
		"mark far down, in somebody's text": {strings.Repeat(report, 3) + marked("https://other.example/"), "", "text/html"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := FromSaved("saved.html", []byte(row.file), noon)
			if err != nil || got.URL != row.url || got.ContentType() != row.contentType || string(got.Body) != row.file {
				t.Errorf("url %q, type %q, %v; want %q, %q", got.URL, got.ContentType(), err, row.url, row.contentType)
			}
		})
	}
	_, err := FromSaved("saved.html", make([]byte, 33<<20), noon)
	wantKind(t, err, TooLarge)
	if _, err := FromSaved("report.pdf", append([]byte("%PDF-1.4"), make([]byte, 33<<20)...), noon); err != nil {
		t.Error(err)
	}
}

// FuzzMHTML: whatever the file, there is a capture or an outcome, and never an
// address that could not be fetched.
func FuzzMHTML(f *testing.F) {
	f.Add(mhtml(related, "Content-Type: text/html\r\nContent-Location: https://a.example/\r\n\r\n"+quoted(report)))
	f.Add("MIME-Version: 1.0\r\n" + related + "\r\n------Frame\r\nContent-Ty")
	f.Fuzz(func(t *testing.T, file string) {
		got, err := FromMHTML("a.mht", []byte(file), noon)
		if (got == nil) != isOutcome(err) {
			t.Fatalf("capture %+v, error %v", got, err)
		}
		if got != nil && got.URL != "" && Check(got.URL) != nil {
			t.Errorf("address %q", got.URL)
		}
	})
}
