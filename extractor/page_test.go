package extractor

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAPageWithPicturesInItsAttributesIsRead(t *testing.T) {
	picture := `<img src="data:image/png;base64,` + strings.Repeat("QUJD", 1_300_000) + `">`
	d := extract(t, "a.html", `<html><body><h1>Outage</h1>`+picture+`<p>The disk was full at 10:00.</p></body></html>`)
	want := []string{"h1 title: Outage", "para summary: The disk was full at 10:00."}
	if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}
