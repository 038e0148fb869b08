//go:build !race

// PDFium runs as machine code that wazero makes of WebAssembly; under the race detector compiling
// and running it takes minutes and tests nothing of ours: the layout reader has tests of its own.

package extractor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// printed is a text as a PDF places it: points from the lower left corner, font F1 (regular) or F2
// (bold).
type printed struct {
	x, y, size float64
	font, text string
}

// writePDF makes a PDF with a page for each list of texts, in Helvetica, Letter size.
func writePDF(pages ...[]printed) []byte {
	var kids []string
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>"}
	for _, texts := range pages {
		var content strings.Builder
		for _, t := range texts {
			fmt.Fprintf(&content, "BT /%s %g Tf %g %g Td (%s) Tj ET\n", t.font, t.size, t.x, t.y, pdfString(t.text))
		}
		kids = append(kids, fmt.Sprintf("%d 0 R", len(objects)+1))
		objects = append(objects,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>", len(objects)+2),
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", content.Len(), content.String()))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(pages))
	return assemblePDF(objects, "")
}

// assemblePDF numbers the objects and adds the table of their places; trailer is put into the
// trailer's dictionary.
func assemblePDF(objects []string, trailer string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, start)
	return b.Bytes()
}

// pdfString writes a text in WinAnsi: the bullet is byte 0x95.
func pdfString(s string) string {
	return strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`, "•", "\x95").Replace(s)
}

// report is a page of an incident report.
var report = []printed{
	{72, 720, 20, "F2", "Checkout errors on 3 February 2031"},
	{72, 700, 11, "F1", "Published on February 10, 2031"},
	{72, 670, 14, "F2", "Summary"},
	{72, 650, 11, "F1", "Between 04:00 and 05:10 UTC a part of all requests to the checkout service failed because a con-"},
	{72, 637, 11, "F1", "figuration change removed the only healthy node."},
	{72, 615, 11, "F2", "What we do"},
	{72, 602, 11, "F1", "• Keep two nodes."},
	{72, 589, 11, "F1", "• Test each change."},
	{290, 40, 9, "F1", "Page 1 of 1"},
}

func TestReadPDF(t *testing.T) {
	p := &page{name: "report.pdf", body: writePDF(report)}
	got, err := readPDF(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	want := &Document{Title: "Checkout errors on 3 February 2031", PublishedAt: "2031-02-10", Blocks: []Block{
		{Kind: Heading, Level: 1, Text: "Checkout errors on 3 February 2031"},
		{Kind: Para, Text: "Published on February 10, 2031"},
		{Kind: Heading, Level: 2, Text: "Summary"},
		{Kind: Para, Text: "Between 04:00 and 05:10 UTC a part of all requests to the checkout service failed because a configuration change removed the only healthy node."},
		{Kind: Heading, Level: 3, Text: "What we do"},
		{Kind: Item, Depth: 1, Text: "Keep two nodes."},
		{Kind: Item, Depth: 1, Text: "Test each change."},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("document (-want +got):\n%s", diff)
	}
}

func TestReadPDFRefuses(t *testing.T) {
	for _, tt := range []struct {
		name string
		body []byte
		want ErrorKind
	}{
		{"a PDF behind a password", encryptedPDF(), Encrypted},
		{"a PDF without text", writePDF(nil), NoText},
		{"a PDF of 201 pages", writePDF(make([][]printed, 201)...), TooLarge},
		{"what only begins like a PDF", []byte("%PDF-1.4\nnothing else"), UnknownType},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := readPDF(t.Context(), &page{name: "report.pdf", body: tt.body})
			var e *Error
			if !errors.As(err, &e) || e.Kind != tt.want {
				t.Errorf("readPDF: %v, want an error of kind %s", err, tt.want)
			}
		})
	}
}

// encryptedPDF names the standard security handler with keys that the empty password does not
// open (PDF 32000-1, section 7.6.3).
func encryptedPDF() []byte {
	key := strings.Repeat("ab", 32)
	return assemblePDF([]string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"},
		fmt.Sprintf("/Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <%s> /U <%s> >> /ID [<00> <00>]", key, key))
}

func TestReadPDFStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := readPDF(ctx, &page{name: "report.pdf", body: writePDF(report)})
	var e *Error
	if !errors.As(err, &e) || e.Kind != Timeout {
		t.Fatalf("readPDF: %v, want an error of kind %s", err, Timeout)
	}
	if _, err := readPDF(t.Context(), &page{name: "report.pdf", body: writePDF(report)}); err != nil {
		t.Errorf("readPDF of the next file: %v", err)
	}
}
