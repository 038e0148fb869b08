package fetcher

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestFetchingAgain(t *testing.T) {
	const etag, modified = `W/"a, b;gzip"`, "Mon, 03-Feb-31 12:00:00 GMT"
	stored := func(c Capture) *Capture {
		c.URL, c.FinalURL, c.Status = "http://"+site+"/a", "http://"+site+"/a", 200
		if c.Body == nil {
			c.Body = []byte(report)
		}
		h := http.Header{"Etag": {etag}, "Last-Modified": {modified}}
		for name, values := range c.Header {
			h[name] = values
		}
		c.Header = h
		return &c
	}
	unchanged := answer(304, "", "ETag: "+etag)
	type sent struct{ NoneMatch, Since string }
	both := sent{etag, modified}
	rows := []struct {
		name   string
		stored *Capture
		serve  http.HandlerFunc
		want   Kind
		sent   sent
	}{
		{"both are sent to the letter", stored(Capture{}), unchanged, Unchanged, both},
		{"the page has changed", stored(Capture{}), answer(200, report), "", both},
		{"only the date", stored(Capture{Header: http.Header{"Etag": nil}}), unchanged, Unchanged, sent{Since: modified}},
		{"only the tag", stored(Capture{Header: http.Header{"Last-Modified": nil}}), unchanged, Unchanged, sent{NoneMatch: etag}},
		{"neither, and a 304 that nobody asked for", stored(Capture{Header: http.Header{"Last-Modified": nil, "Etag": nil}}), unchanged, ServerError, sent{}},
		{"304 with an encoding and no body", stored(Capture{}), answer(304, "", "Content-Encoding: gzip"), Unchanged, both},
		{"204 with an encoding and no body", stored(Capture{}), answer(204, "", "Content-Encoding: gzip"), Empty, both},
		{"an encoded copy that is whole", stored(Capture{Body: []byte(gzipped(report)), Header: http.Header{"Content-Encoding": {"gzip"}}}), unchanged, Unchanged, both},
		{"a copy shorter than its length", stored(Capture{Header: http.Header{"Content-Length": {"99999"}}}), answer(200, report), "", sent{}},
		{"a copy without its end", stored(Capture{Body: []byte("<html><body><p>At 04:05 we")}), answer(200, report), "", sent{}},
		{"an encoded copy without its end", stored(Capture{Body: []byte(gzipped(report)[:90]), Header: http.Header{"Content-Encoding": {"gzip"}}}), answer(200, report), "", sent{}},
		{"a copy without an end, of the length that was said", stored(Capture{Body: []byte("<html><p>At 04:05"), Header: http.Header{"Content-Length": {"17"}}}), unchanged, Unchanged, both},
		{"an error page", func() *Capture { c := stored(Capture{}); c.Status = 503; return c }(), answer(200, report), "", sent{}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var got sent
			c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				got = sent{r.Header.Get("If-None-Match"), r.Header.Get("If-Modified-Since")}
				row.serve(w, r)
			}), Limits{})
			_, err := c.Fetch(t.Context(), Again(row.stored))
			if diff := cmp.Diff(row.sent, got); diff != "" || KindOf(err) != row.want {
				t.Errorf("outcome %q, %v, want %q; sent (-want +got):\n%s", KindOf(err), err, row.want, diff)
			}
		})
	}
}

// TestUnchangedIsNoFailure: there is a capture of the answer, with its headers.
func TestUnchangedIsNoFailure(t *testing.T) {
	c := serve(t, answer(304, "", `ETag: "2"`), Limits{})
	got, err := c.Fetch(t.Context(), Request{URL: "http://" + site + "/a", IfNoneMatch: `"1"`})
	if !errors.Is(err, ErrUnchanged) || isOutcome(err) || got == nil || got.Header.Get("Etag") != `"2"` || len(got.Body) != 0 {
		t.Errorf("%+v, %v; want a capture without a body and %v", got, err, ErrUnchanged)
	}
	if content, err := got.Content(); err != nil || len(content) != 0 {
		t.Errorf("content %q, %v", content, err)
	}
}

// TestValidatorsGoWhereTheyCameFrom: the first address redirects, and has none.
func TestValidatorsGoWhereTheyCameFrom(t *testing.T) {
	asked := map[string]string{}
	c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked[r.URL.Path] = r.Header.Get("If-None-Match")
		switch r.URL.Path {
		case "/short":
			answer(302, "", "Location: /long")(w, r)
		case "/moved":
			answer(302, "", "Location: /elsewhere")(w, r)
		case "/long":
			answer(200, report, `ETag: "7"`)(w, r)
		default:
			answer(200, report)(w, r)
		}
	}), Limits{})
	first, err := c.Fetch(t.Context(), Request{URL: "http://" + site + "/short"})
	if err != nil {
		t.Fatal(err)
	}
	again := Again(first)
	if _, err := c.Fetch(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	again.URL = "http://" + site + "/moved"
	if _, err := c.Fetch(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"/short": "", "/long": `"7"`, "/moved": "", "/elsewhere": ""}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("validators sent (-want +got):\n%s", diff)
	}
	if got := (Request{URL: "no address", IfNoneMatch: "x"}).to("no address"); got.IfNoneMatch != "x" {
		t.Errorf("request %+v has lost its validator", got)
	}
}

func TestDowngradeIsFlagged(t *testing.T) {
	trip := func() *trip { return &trip{limit: 5, seen: map[string]bool{}} }
	for from, want := range map[string]bool{"https://a.example/x": true, "http://a.example/x": false} {
		tr := trip()
		got := &Capture{FinalURL: from, Status: 301, Header: http.Header{"Location": {"http://b.example/y"}}, At: time.Time{}}
		if _, err := tr.next(got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]Hop{{URL: from, Status: 301, To: "http://b.example/y", Downgrade: want}}, tr.hops); diff != "" {
			t.Errorf("hops (-want +got):\n%s", diff)
		}
	}
}

func TestKindOfWhatSaysNothing(t *testing.T) {
	if got := KindOf(errors.New(strings.Repeat("x", 3))); got != "" {
		t.Errorf("kind %q", got)
	}
}
