package review_test

import (
	"net/http"
	"testing"

	"inquest/queue/store"
)

func threeDrafts() shelf {
	return shelf{rows: []store.DraftRow{
		{Item: 3, Org: "Kestrel Grid", Date: "2031-02-03", Title: "Logins were slow", RootCause: "config-change", Incident: true, Problems: 2, State: "drafted", SourceURL: "https://status.example.com/3"},
		{Item: 2, Org: "하늘페이", Date: "2031-02-01", Title: "결제 지연", RootCause: "unknown", Incident: true, State: "accepted", SourceURL: "https://status.example.com/2"},
		{Item: 1, State: "drafted", SourceURL: "javascript:alert(1)"},
	}}
}

func TestListShowsEveryDraftInTheStoresOrder(t *testing.T) {
	t.Parallel()
	page := open(t, threeDrafts()).get("/", http.StatusOK)
	wantTexts(t, page, ".drafts tbody tr td",
		"Kestrel Grid", "2031-02-03", "Logins were slow", "config-change", "2", "drafted", "https://status.example.com/3",
		"하늘페이", "2031-02-01", "결제 지연", "unknown", "0", "accepted", "https://status.example.com/2",
		"not stated", "not stated", "(no title) no incident", "–", "0", "drafted", "javascript:alert(1)")
	wantTexts(t, page, `.drafts a[href="/items/3"]`, "Logins were slow")
	wantTexts(t, page, `.drafts td[lang="ko"]`, "하늘페이", "결제 지연")
	wantTexts(t, page, `.drafts tr.no-incident .tag`, "no incident")
	wantTexts(t, page, `.drafts .source a[rel="noreferrer noopener"]`, "https://status.example.com/3", "https://status.example.com/2")
	wantTexts(t, page, ".states a", "all 3", "drafted 2", "accepted 1")
	wantTexts(t, page, ".states a[aria-current]", "all 3")
}

func TestListOfOneState(t *testing.T) {
	t.Parallel()
	b := open(t, threeDrafts())
	page := b.get("/?state=accepted", http.StatusOK)
	wantTexts(t, page, ".drafts tbody .title", "결제 지연")
	wantTexts(t, page, ".states a[aria-current]", "accepted 1")

	none := b.get("/?state=merged", http.StatusOK)
	wantTexts(t, none, ".empty", "No item is in the state “merged”. Show all 3.")
	wantTexts(t, none, `.empty a[href="/"]`, "Show all 3")
}

func TestEmptyListSaysWhatToDo(t *testing.T) {
	t.Parallel()
	page := open(t, shelf{}).get("/", http.StatusOK)
	wantTexts(t, page, ".empty code", "inquest add URL", "inquest up", "inquest up --samples", "inquest status")
	if page.Find("table").Length() > 0 {
		t.Error("an empty list shows a table")
	}
}
