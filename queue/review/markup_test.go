package review_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"inquest/extractor"
	"inquest/queue/store"
)

// hostile is markup that must stay text wherever it stands: it would open an element, close one, end
// an attribute or add one.
const hostile = `</mark></details></article><script>alert(1)</script><img src=x onerror=alert(1)>" onmouseover="alert(1)' x='{{.}}`

func TestMarkupOfReportsStaysText(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(v *store.DraftView){
		"text of a paragraph": func(v *store.DraftView) { v.Sources[0].Document.Blocks[3].Text = hostile },
		"text under a mark": func(v *store.DraftView) {
			v.Sources[0].Document.Blocks[0].Text = hostile
			v.Draft.Evidence[0].End, v.Draft.Evidence[0].Quote = len(hostile), hostile
		},
		"a fact":             func(v *store.DraftView) { v.Sources[0].Document.Blocks[1].Text = hostile + ": " + hostile },
		"an item":            func(v *store.DraftView) { v.Sources[0].Document.Blocks[6].Text = hostile },
		"state of an item":   func(v *store.DraftView) { v.Sources[0].Document.Blocks[6].State = hostile },
		"a row":              func(v *store.DraftView) { v.Sources[0].Document.Blocks[8].Text = hostile },
		"code":               func(v *store.DraftView) { v.Sources[0].Document.Blocks[10].Text = hostile },
		"a quotation":        func(v *store.DraftView) { v.Sources[0].Document.Blocks[11].Text = hostile },
		"the page's frame":   func(v *store.DraftView) { v.Sources[0].Document.Blocks[14].Text = hostile },
		"label of an update": func(v *store.DraftView) { v.Sources[0].Document.Blocks[12].Label = hostile },
		"time of an update":  func(v *store.DraftView) { v.Sources[0].Document.Blocks[12].RawTime = hostile },
		"a section":          func(v *store.DraftView) { v.Sources[0].Document.Blocks[12].Section = hostile },
		"text of a link":     func(v *store.DraftView) { v.Sources[0].Document.Blocks[3].Links[0].Text = hostile },
		"address of a link": func(v *store.DraftView) {
			v.Sources[0].Document.Blocks[3].Links[0].Href = "https://x.example/" + hostile
		},
		"title of the document":        func(v *store.DraftView) { v.Sources[0].Document.Title = hostile },
		"language of the document":     func(v *store.DraftView) { v.Sources[0].Document.Lang = hostile },
		"address of the source":        func(v *store.DraftView) { v.Sources[0].URL = hostile },
		"address of the archived copy": func(v *store.DraftView) { v.Sources[0].Archived = "https://x.example/" + hostile },
		"capture":                      func(v *store.DraftView) { v.Sources[0].Capture = hostile },
		"title of the row":             func(v *store.DraftView) { v.Title = hostile },
		"organisation of the row":      func(v *store.DraftView) { v.Org = hostile },
		"date of the row":              func(v *store.DraftView) { v.Date = hostile },
		"state of the row":             func(v *store.DraftView) { v.State = hostile },
		"root cause of the row":        func(v *store.DraftView) { v.RootCause = hostile },
		"address of the row":           func(v *store.DraftView) { v.SourceURL = "https://x.example/" + hostile },
		"title of the case":            func(v *store.DraftView) { v.Draft.Case.Title.En = hostile },
		"organisation of the case":     func(v *store.DraftView) { v.Draft.Case.Org = hostile },
		"a term":                       func(v *store.DraftView) { v.Draft.Case.Symptoms[0] = hostile },
		"a document's address":         func(v *store.DraftView) { v.Draft.Case.Docs[0] = hostile },
		"a source's kind":              func(v *store.DraftView) { v.Draft.Case.Sources[0].Kind = hostile },
		"field of an evidence":         func(v *store.DraftView) { v.Draft.Evidence[1].Field = hostile },
		"value of an evidence":         func(v *store.DraftView) { v.Draft.Evidence[1].Value = hostile },
		"role of an evidence":          func(v *store.DraftView) { v.Draft.Evidence[1].Role = hostile },
		"author of an evidence":        func(v *store.DraftView) { v.Draft.Evidence[1].By = hostile },
		"quote of an evidence":         func(v *store.DraftView) { v.Draft.Evidence[1].Quote = hostile },
		"label of an event":            func(v *store.DraftView) { v.Draft.Events[0].Label = hostile },
		"quote of an event":            func(v *store.DraftView) { v.Draft.Events[0].Quote = hostile },
		"a note":                       func(v *store.DraftView) { v.Draft.Notes[0].Note = hostile },
		"field of a note":              func(v *store.DraftView) { v.Draft.Notes[0].Field = hostile },
		"field of a problem":           func(v *store.DraftView) { v.Draft.Problems[0].Field = hostile },
		"message of a problem":         func(v *store.DraftView) { v.Draft.Problems[0].Message = hostile },
		"quote of a problem":           func(v *store.DraftView) { v.Draft.Problems[0].Quotes[0] = hostile },
		"name of the supplier":         func(v *store.DraftView) { v.Sources[0].Supplied, v.Sources[0].Supplier = v.DraftedAt, hostile },
		"name of the reviewer":         func(v *store.DraftView) { v.ClaimedBy = hostile },
		"name of the model":            func(v *store.DraftView) { v.Draft.Versions.Model = hostile },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			view := slowLogins()
			change(view)
			b := open(t, holding(view))
			list, draft := b.get("/", http.StatusOK), b.get("/items/7", http.StatusOK)
			if !strings.Contains(pageText(t, list)+pageText(t, draft), "onerror=alert") {
				t.Error("the text is not on the pages: the test changes what they do not show")
			}
			wantNoActiveContent(t, list)
			wantNoActiveContent(t, draft)
		})
	}
}

// pageText is the page's text and attributes as a browser has them after parsing.
func pageText(t testing.TB, page *goquery.Document) string {
	t.Helper()
	html, err := page.Html()
	if err != nil {
		t.Fatal(err)
	}
	return html
}

// wantOwnForm takes the one form of a draft's page away, after a look at it.
func wantOwnForm(t testing.TB, page *goquery.Document) {
	t.Helper()
	own := page.Find("form.claim")
	for _, attribute := range []string{own.AttrOr("method", "post"), own.Find("input").AttrOr("name", "by")} {
		if attribute != "post" && attribute != "by" {
			t.Errorf("the form says %q", attribute)
		}
	}
	if action := own.AttrOr("action", ""); own.Length() > 1 || own.Length() == 1 && !strings.HasPrefix(action, "/items/7/") {
		t.Errorf("%d forms, the first one to %q", own.Length(), action)
	}
	own.Children().Not(".claimed").Remove()
	own.ReplaceWithSelection(own.Children())
}

// wantNoActiveContent checks the parsed page for everything that a page of ours never holds.
func wantNoActiveContent(t testing.TB, page *goquery.Document) {
	t.Helper()
	wantOwnForm(t, page)
	if n := page.Find("script, img, iframe, object, embed, svg, form, style, base, meta[http-equiv]").Length(); n > 0 {
		t.Errorf("%d elements that no page of ours has", n)
	}
	allowed := map[string]bool{
		"id": true, "class": true, "title": true, "lang": true, "href": true, "rel": true, "tabindex": true, "open": true,
		"aria-label": true, "aria-current": true, "scope": true, "charset": true, "name": true, "content": true,
	}
	for _, element := range page.Find("*").EachIter() {
		for _, a := range element.Nodes[0].Attr {
			if !allowed[a.Key] {
				t.Errorf("<%s> has the attribute %s=%q", element.Nodes[0].Data, a.Key, a.Val)
			}
		}
	}
}

func TestOnlyWebAddressesAreLinked(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ href, want string }{
		{"https://example.com/a?b=1&c=2", "https://example.com/a?b=1&c=2"},
		{"http://example.com/", "http://example.com/"},
		{"HTTPS://example.com/", "https://example.com/"},
		{"javascript:alert(1)", ""},
		{"JaVaScRiPt:alert(1)", ""},
		{" javascript:alert(1)", ""},
		{"java\nscript:alert(1)", ""},
		{"javascript://example.com/%0aalert(1)", ""},
		{"data:text/html,<script>alert(1)</script>", ""},
		{"vbscript:x", ""},
		{"file:///etc/passwd", ""},
		{"mailto:ops@example.com", ""},
		{"//example.com/", ""},
		{"/items/1", ""},
		{"#e1", ""},
		{"https:", ""},
		{"https://%zz/", ""},
		{"", ""},
	} {
		view := slowLogins()
		view.Sources[0].Document.Blocks[3].Links = []extractor.Link{{Text: "here", Href: tt.href}}
		view.Draft.Case.Docs = []string{tt.href}
		page := open(t, holding(view)).get("/items/7", http.StatusOK)
		for _, selector := range []string{"#s1b3 .links a", "#f-docs a.text"} {
			if got := page.Find(selector).AttrOr("href", ""); got != tt.want {
				t.Errorf("%s of %q links to %q, want %q", selector, tt.href, got, tt.want)
			}
		}
		wantTexts(t, page, "#s1b3 .links", "here")
	}
	// The rest of the page links to our own pages and to the web only.
	for _, a := range open(t, holding(slowLogins())).get("/items/7", http.StatusOK).Find("a").EachIter() {
		href, rel := a.AttrOr("href", ""), a.AttrOr("rel", "")
		outside := strings.HasPrefix(href, "https://")
		if !outside && !strings.HasPrefix(href, "#") && !strings.HasPrefix(href, "/") || outside != (rel == "noreferrer noopener") {
			t.Errorf("link to %q with rel %q", href, rel)
		}
	}
}
