package review_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"inquest/queue/store"
)

func TestAnEditorClaimsADraftAndGivesItBack(t *testing.T) {
	t.Parallel()
	view := slowLogins()
	view.Item, view.State = 7, "drafted"
	b := open(t, shelf{views: map[int64]*store.DraftView{7: view}})
	page := b.post("/items/7/claim", url.Values{"by": {" kim "}}, http.StatusOK)
	wantTexts(t, page, ".about .state", "in-review")
	wantTexts(t, page, ".claim button", "Give it back")
	b.post("/items/7/claim", url.Values{"by": {"lee"}}, http.StatusConflict)
	page = b.post("/items/7/release", nil, http.StatusOK)
	wantTexts(t, page, ".claim button", "Review it")
	b.post("/items/7/claim", url.Values{"by": {" "}}, http.StatusBadRequest)
	b.post("/items/8/claim", url.Values{"by": {"kim"}}, http.StatusNotFound)
	b.post("/items/x/claim", url.Values{"by": {"kim"}}, http.StatusNotFound)
}

func TestWhatIsExpectedToSayMoreHasAPage(t *testing.T) {
	t.Parallel()
	later := time.Date(2031, 2, 4, 9, 0, 0, 0, time.UTC)
	b := open(t, shelf{open: []store.OpenSource{
		{Source: 3, URL: "https://a.example/1", Ongoing: true, Held: true, Next: later},
		{Source: 4, URL: "https://b.example/2", Promised: true},
	}})
	page := b.get("/open", http.StatusOK)
	wantTexts(t, page, "h2", "Incidents that are not over", "Postmortems that were promised")
	wantTexts(t, page, ".expected li",
		"https://a.example/1 · source 3 · next look 2031-02-04 09:00 UTC Review it now",
		"https://b.example/2 · source 4 · not looked at again by itself")
	b.post("/sources/3/review", nil, http.StatusOK)
	if n := b.get("/open", http.StatusOK).Find(".expected button").Length(); n != 0 {
		t.Errorf("%d buttons for what is in the queue already", n)
	}
	empty := open(t, shelf{})
	wantTexts(t, empty.get("/open", http.StatusOK), ".empty", "Every incident is over, and no postmortem is promised.")
}
