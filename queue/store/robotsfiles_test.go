package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
	"inquest/queue/store/storetest"
)

func TestARobotsFileIsKeptUntilANewerOneComes(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	const origin = "https://a.example"
	if f, err := s.RobotsFile(t.Context(), origin); f != nil || err != nil {
		t.Errorf("before any: %v, error %v", f, err)
	}
	for _, want := range []fetcher.RobotsFile{
		{Origin: origin, Access: fetcher.RobotsUnreachable, Why: "the server answers 503", Until: noon()},
		{Origin: origin, Access: fetcher.RobotsAllowed, Why: "no rule forbids it", Body: []byte("User-agent: *\x00\xff"), Until: noon()},
		{Origin: origin, Access: fetcher.RobotsAllowed, Why: "it has none", Until: noon().AddDate(0, 0, 1)},
	} {
		if err := s.KeepRobotsFile(t.Context(), want); err != nil {
			t.Fatal(err)
		}
		got, err := s.RobotsFile(t.Context(), origin)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&want, got); diff != "" {
			t.Errorf("file (-want +got):\n%s", diff)
		}
	}
}
