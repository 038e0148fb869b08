package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/queue"
	"inquest/queue/store"
	"inquest/queue/store/storetest"
)

// claim marks a draft as somebody's and wants no error.
func claim(t *testing.T, s *store.Store, at time.Time, item int64, by string) {
	t.Helper()
	if err := s.Claim(t.Context(), at, item, by); err != nil {
		t.Fatal(err)
	}
}

func TestADraftIsMadeAgainWhileNobodyHasClaimedIt(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		act  func(*testing.T, *store.Store, int64)
		told queue.Progress
		due  bool
	}{
		"nobody has":                      {told: queue.Progress{Open: true}, due: true},
		"claimed while it goes on":        {act: claimByKim, told: queue.Progress{Open: true}},
		"claimed, and it is over":         {act: claimByKim, told: queue.Progress{Resolved: noon()}},
		"claimed, and has its postmortem": {act: claimByKim, told: queue.Progress{Resolved: noon(), Postmortem: true}},
		"given back":                      {act: claimAndGiveBack, told: queue.Progress{Open: true}, due: true},
		"claimed and forgotten":           {act: claimAndForget, told: queue.Progress{Open: true}, due: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storetest.New(t)
			r := prepare(t, s, document())
			drafted(t, s, r)
			tell(t, s, r.Source, noon(), "<h1>Slow logins</h1>", queue.Progress{Open: true})
			if test.act != nil {
				test.act(t, s, r.Item)
			}
			tell(t, s, r.Source, noon().Add(time.Hour), "<h1>Slower logins</h1>", test.told)
			got := due(t, s, noon().Add(time.Hour), queue.Normalize, rules())
			if len(got) > 0 != test.due {
				t.Errorf("drafts due %v, want one: %v", got, test.due)
			}
		})
	}
}

func claimByKim(t *testing.T, s *store.Store, item int64) { claim(t, s, noon(), item, "kim") }

func claimAndGiveBack(t *testing.T, s *store.Store, item int64) {
	claimByKim(t, s, item)
	if err := s.Release(t.Context(), item); err != nil {
		t.Fatal(err)
	}
}

func claimAndForget(t *testing.T, s *store.Store, item int64) {
	claimByKim(t, s, item)
	tick(t, s, noon().Add(24*time.Hour))
}

// TestADraftThatWasUnderWay was begun before the claim and is saved after it.
func TestADraftThatWasUnderWay(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	drafted(t, s, r)
	claim(t, s, noon(), r.Item, "kim")
	newer := draft(r.sha256)
	newer.Versions.Normalizer = "2"
	saved, err := s.SaveDraft(t.Context(), noon(), r.Item, r.wanted, r.parts, newer)
	if err != nil || !saved.New || saved.Again {
		t.Errorf("saved %+v, error %v; want a new draft that is not the current one", saved, err)
	}
	view, err := s.Draft(t.Context(), r.Item)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(draft(r.sha256).Versions, view.Draft.Versions); diff != "" {
		t.Errorf("the draft that kim sees (-want +got):\n%s", diff)
	}
	if err := s.Release(t.Context(), r.Item); err != nil {
		t.Fatal(err)
	}
	v := rules()
	v.Normalizer = "2"
	if diff := cmp.Diff([]int64{r.Item}, due(t, s, noon(), queue.Normalize, v)); diff != "" {
		t.Errorf("due when it is given back (-want +got):\n%s", diff)
	}
}

// TestADraftThatReadsOtherwise is of the same documents and versions: a person has said who published them.
func TestADraftThatReadsOtherwise(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		act  func(*testing.T, *store.Store, int64)
		want string
	}{
		"nobody has claimed it": {want: "Another"},
		"somebody has":          {act: claimByKim, want: "Example"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storetest.New(t)
			r := prepare(t, s, document())
			drafted(t, s, r)
			if test.act != nil {
				test.act(t, s, r.Item)
			}
			named := draft(r.sha256)
			named.Case.Org = "Another"
			for range 2 {
				if _, err := s.SaveDraft(t.Context(), noon(), r.Item, r.wanted, r.parts, named); err != nil {
					t.Fatal(err)
				}
			}
			view, err := s.Draft(t.Context(), r.Item)
			if err != nil || string(view.Draft.Case.Org) != test.want || view.Org != test.want {
				t.Errorf("org %q, in the list %q, error %v; want %q", view.Draft.Case.Org, view.Org, err, test.want)
			}
		})
	}
}

func TestAClaimIsOnesOwn(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	if err := s.Claim(t.Context(), noon(), r.Item, "kim"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an item without a draft: %v", err)
	}
	drafted(t, s, r)
	claim(t, s, noon(), r.Item, "kim")
	claim(t, s, noon().Add(time.Hour), r.Item, "kim") // begins anew
	err := s.Claim(t.Context(), noon().Add(2*time.Hour), r.Item, "lee")
	var held *store.ClaimedError
	want := store.ClaimedError{By: "kim", Until: noon().Add(25 * time.Hour)}
	if !errors.As(err, &held) || *held != want {
		t.Errorf("error %v, want %v", err, &want)
	}
	claim(t, s, noon().Add(25*time.Hour), r.Item, "lee") // kim has forgotten it
	drafts, err := s.Drafts(t.Context())
	if err != nil || len(drafts) != 1 || drafts[0].ClaimedBy != "lee" || drafts[0].State != "in-review" {
		t.Errorf("drafts %+v, error %v; want one in review by lee", drafts, err)
	}
}

func TestAClaimPullsAnOpenIncidentIntoReview(t *testing.T) {
	t.Parallel()
	d := storetest.NewDatabase(t)
	s := storetest.Open(t, d)
	r := prepare(t, s, document())
	drafted(t, s, r)
	tell(t, s, r.Source, noon(), "<h1>Slow logins</h1>", queue.Progress{Open: true})
	claim(t, s, noon(), r.Item, "kim")
	if drafts, err := s.Drafts(t.Context()); err != nil || len(drafts) != 1 {
		t.Errorf("drafts %v, error %v; want the one that was claimed", drafts, err)
	}
	if _, err := d.Connect(t).Exec(t.Context(), `UPDATE items SET state = 'accepted', claimed_by = NULL, claimed_until = NULL`); err != nil {
		t.Fatal(err)
	}
	if err := s.Claim(t.Context(), noon(), r.Item, "lee"); !errors.Is(err, store.ErrDecided) {
		t.Errorf("an accepted item: %v", err)
	}
}
