package extractor

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWhatAPageSaysOfTheArticleIsNoText(t *testing.T) {
	prose := "<p>" + strings.Repeat("The disk of the database was full, and nobody had seen it. ", 5) + "</p>"
	card := func(s string) string { return `<div><h3><a href="/` + s[:3] + `">` + s + `</a></h3></div>` }
	cards := `<div class="x">` + card("Ten days of a summer") + card("Our team grows again") + card("A new home for search") + `</div>`
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"byline", "<p>By Ada Ferrer, Kestrel News</p>" + prose, nil},
		{"line with the date of publication", "<p>Published March 4, 2031 at 10:15 am UTC</p>" + prose, []string{"fact platform: Published March 4, 2031 at 10:15 am UTC"}},
		{"a line of the report with a time", "<p>March 4, 2031 10:15 UTC database down</p>" + prose, []string{"para timeline: March 4, 2031 10:15 UTC database down"}},
		{"credit of a picture", prose + "<p>The data centre. Photo: Ada Ferrer</p>", nil},
		{"buttons", "<ul><li>Facebook</li><li>WhatsApp</li></ul>" + prose, nil},
		{"cards of other articles", prose + cards, nil},
		{"cards with times stay", prose + strings.ReplaceAll(cards, "</div></div>", "<p>10:15 Down</p></div></div>"), []string{
			"h3 : Ten days of a summer", "h3 : Our team grows again", "h3 : A new home for search", "para timeline: 10:15 Down"}},
		{"list under a line that leads away", prose + "<p>You may also like...</p><p>Who runs the grid?</p>", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := extract(t, "a.html", "<html><body><article><h1>Outage</h1>"+c.in+"</article></body></html>")
			var got []string
			for _, b := range d.Blocks[1:] {
				if b.Section != SectionBoilerplate && !strings.HasPrefix(b.Text, "The disk of") {
					got = append(got, strings.Replace(sketch([]Block{b})[0], " unknown:", " :", 1))
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("blocks beside the text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParagraphsThatStandTwiceAreKept(t *testing.T) {
	p := "<p>The disk of the database was full, and nobody had seen it in time.</p>"
	d := extract(t, "a.html", "<html><body><h1>Outage</h1>"+p+p+"</body></html>")
	want := []string{"h1 title: Outage", "para summary: The disk of the database was full, and nobody had seen it in time.",
		"para summary: The disk of the database was full, and nobody had seen it in time."}
	if diff := cmp.Diff(want, sketch(d.Blocks)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}
