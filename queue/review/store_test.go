package review_test

import (
	"net/http"
	"testing"
	"time"

	"inquest/fetcher"
	"inquest/queue/store"
	"inquest/queue/store/storetest"
)

// TestPagesOfTheRealStore saves a draft as the workers do and reads it as an editor does.
func TestPagesOfTheRealStore(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	item := saveSlowLogins(t, s)

	b := open(t, s)
	list := b.get("/", http.StatusOK)
	wantTexts(t, list, ".drafts tbody td", "Example", "2031-02-03", "Logins were slow", "config-change", "1", "drafted", "https://status.example.com/1")
	link := list.Find(".drafts .title a").AttrOr("href", "")
	page := b.get(link, http.StatusOK)
	wantTexts(t, page, "mark#e2", "Logins took 40 s –")
	wantTexts(t, page, ".problems li .message", "Two causes are told.")
	if item != 1 {
		t.Errorf("the first item is number %d", item)
	}
	b.get("/items/2", http.StatusNotFound)
}

// saveSlowLogins takes the report through the stages' rows and returns the item.
func saveSlowLogins(t testing.TB, s *store.Store) int64 {
	t.Helper()
	ctx, now, view := t.Context(), time.Date(2031, 2, 4, 9, 0, 0, 0, time.UTC), slowLogins()
	address := view.Sources[0].URL
	receipt, err := s.AddSource(ctx, now, store.AddRequest{URL: address, Key: address, By: "kim"})
	if err != nil {
		t.Fatal(err)
	}
	captured, err := s.SaveCapture(ctx, receipt.Source, 1, fetcher.FromFile("page.html", address, "text/html", []byte("<h1>Logins were slow</h1>"), now))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.SaveDocument(ctx, now, captured.Row, 0, "1", view.Sources[0].Document); err != nil {
		t.Fatal(err)
	}
	sources, parts, wanted, err := s.Item(ctx, receipt.Item, "1")
	if err != nil {
		t.Fatal(err)
	}
	for i := range view.Draft.Evidence {
		view.Draft.Evidence[i].Capture = sources[0].Capture
	}
	view.Draft.Versions.Extractor = "1"
	if _, err := s.SaveDraft(ctx, now, receipt.Item, wanted, parts, view.Draft); err != nil {
		t.Fatal(err)
	}
	return receipt.Item
}
