package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
	"inquest/queue"
	"inquest/queue/store"
	"inquest/queue/store/storetest"
)

func TestAnAttachedPageIsTheSourcesCopyAndEndsItsTrouble(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	receipt := add(t, s, "https://status.example.com/1")
	dead := failure(queue.Fetch, receipt.Source)
	dead.Next = time.Time{}
	fail(t, s, dead)
	saved := noon().AddDate(0, -1, 0)
	page := fetcher.FromFile("page.html", "https://status.example.com/1", "", []byte("<h1>Slow logins</h1>"), saved)
	got, err := s.Attach(t.Context(), noon(), receipt.Source, "kim", page)
	if err != nil {
		t.Fatal(err)
	}
	if got := due(t, s, noon(), queue.Fetch, rules()); len(got) != 0 {
		t.Errorf("fetches due: %v, want none", got)
	}
	if diff := cmp.Diff([]int64{got.Row}, due(t, s, noon(), queue.Extract, rules())); diff != "" {
		t.Errorf("extractions due (-want +got):\n%s", diff)
	}
	status, err := s.SourceStatus(t.Context(), receipt.Source)
	if err != nil {
		t.Fatal(err)
	}
	want := store.SourceStatus{
		Source: receipt.Source, URL: "https://status.example.com/1", By: "kim", AddedAt: noon(), State: "captured", Items: 1,
		Captured: saved, Supplied: noon(), Supplier: "kim", Checked: saved,
	}
	if diff := cmp.Diff(want, status); diff != "" {
		t.Errorf("status (-want +got):\n%s", diff)
	}
}

func TestBytesThatWereFetchedStayFetchedWhenSomebodyAttachesThem(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	receipt := add(t, s, "https://status.example.com/1")
	saveCapture(t, s, receipt.Source, "<h1>Slow logins</h1>")
	if _, err := s.Attach(t.Context(), noon(), receipt.Source, "lee", capture("<h1>Slow logins</h1>")); err != nil {
		t.Fatal(err)
	}
	status, err := s.SourceStatus(t.Context(), receipt.Source)
	if err != nil || !status.Supplied.IsZero() || status.Supplier != "" {
		t.Errorf("status %+v, error %v; want a copy that nobody supplied", status, err)
	}
}

func TestNothingIsAttachedToASourceThatIsNotThere(t *testing.T) {
	t.Parallel()
	_, err := storetest.New(t).Attach(t.Context(), noon(), 9, "kim", capture("x"))
	if !errors.Is(err, store.ErrNotFound) {
		t.Errorf("error %v, want that there is no such row", err)
	}
}
