package extractor

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
)

// reading is what a recipe must make of a page of the collection.
type reading struct {
	page    string // folder of testdata/pages
	recipe  string
	title   Maybe
	org     Maybe
	window  Window
	updates []string // "label at instant (as written)", once per update
	parts   []Maybe  // titles of the incidents when there are several
}

// checkReadings compares the documents of pages with what is expected of them; of a page with parts
// the window and updates are those of the first.
func checkReadings(t *testing.T, readings []reading) {
	t.Helper()
	for _, want := range readings {
		t.Run(want.page, func(t *testing.T) {
			d := readPage(t, want.page)
			checkDocument(t, d)
			got := reading{page: want.page, recipe: d.Recipe, title: d.Title, org: d.Org}
			for _, part := range d.Parts {
				got.parts = append(got.parts, part.Title)
			}
			got.window, got.updates = d.Part(1).Window, updatesOf(d.Part(1))
			if want.window.Components == nil {
				want.window.Components = []string{}
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(reading{})); diff != "" {
				t.Errorf("reading (-want +got):\n%s", diff)
			}
		})
	}
}

// readPage extracts a page of the collection as if it had come from its address.
func readPage(t *testing.T, name string) *Document {
	t.Helper()
	dir := filepath.Join("..", "testdata", "pages", name)
	files, err := filepath.Glob(filepath.Join(dir, "page.*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("want one page in %s, got %v (%v)", dir, files, err)
	}
	body, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var meta struct {
		URL         string `json:"url"`
		ContentType string `json:"content_type"`
	}
	b, err := os.ReadFile(filepath.Join(dir, "meta.json"))
	if err == nil {
		err = json.Unmarshal(b, &meta)
	}
	if err != nil {
		t.Fatal(err)
	}
	d, err := Extract(t.Context(), fetcher.FromFile(filepath.Base(files[0]), meta.URL, meta.ContentType, body, noon))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// updatesOf lists the updates of a document in its order.
func updatesOf(d *Document) []string {
	var updates []string
	for _, b := range d.Blocks {
		line := string(b.Label + " at " + b.Time + " (" + b.RawTime + ")")
		if b.Label != "" && (len(updates) == 0 || updates[len(updates)-1] != line) {
			updates = append(updates, line)
		}
	}
	return updates
}

func TestOfAListTheIncidentInTheAddressIsRead(t *testing.T) {
	list := []map[string]any{{"id": "a1"}, {"id": "b2"}}
	for _, c := range []struct {
		name, address string
		want          int
	}{
		{"address of one incident", "https://status.example.com/incidents/b2", 1},
		{"address of the list", "https://status.example.com/incidents", 2},
		{"no address", "", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &page{}
			p.url, _ = address(&fetcher.Capture{URL: c.address})
			if got := askedFor(p, list); len(got) != c.want {
				t.Errorf("want %d incidents, got %v", c.want, got)
			}
		})
	}
}
