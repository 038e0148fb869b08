package store_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
	"inquest/queue/store/storetest"
)

func TestDocumentsAreTheNewestOfEachSource(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	newer := document()
	newer.Blocks[1].Text = "Other text."
	saveDocument(t, s, r.capture, "2", newer)
	add(t, s, "https://status.example.com/not-fetched-yet")
	var got []string
	err := s.Documents(t.Context(), func(url string, doc *extractor.Document) error {
		got = append(got, doc.Blocks[1].Text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Other text."}, got); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
	stop := errors.New("enough")
	if err := s.Documents(t.Context(), func(string, *extractor.Document) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("error %v, want %v", err, stop)
	}
}
