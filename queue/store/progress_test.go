package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/fetcher"
	"inquest/queue"
	"inquest/queue/store"
	"inquest/queue/store/storetest"
)

// tell is a fetch of a source at a time, and what its page says of the incident.
func tell(t *testing.T, s *store.Store, source int64, at time.Time, body string, p queue.Progress) {
	t.Helper()
	row, err := s.Source(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	c := fetcher.FromFile("page.html", row.URL, "", []byte(body), at)
	saved, err := s.SaveCapture(t.Context(), source, row.Wanted, c)
	if err != nil {
		t.Fatal(err)
	}
	saveDocument(t, s, saved.Row, "1", document())
	if err := s.SaveProgress(t.Context(), saved.Row, []queue.Progress{p}); err != nil {
		t.Fatal(err)
	}
}

// nextLook returns when a source is looked at again, after the clock has made it due if it is time.
func nextLook(t *testing.T, s *store.Store, source int64) time.Time {
	t.Helper()
	status, err := s.SourceStatus(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	return status.Look
}

func tick(t *testing.T, s *store.Store, now time.Time) {
	t.Helper()
	if err := s.Tick(t.Context(), now); err != nil {
		t.Fatal(err)
	}
}

func TestAnOpenIncidentIsLookedAtAgainEverMoreRarely(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	source := add(t, s, "https://status.example.com/1").Source
	at := noon()
	var pauses []time.Duration
	for range 5 {
		tell(t, s, source, at, "<h1>Slow logins</h1>", queue.Progress{Open: true})
		next := nextLook(t, s, source)
		pauses = append(pauses, next.Sub(at))
		tick(t, s, next.Add(-time.Second))
		if got := due(t, s, next.Add(-time.Second), queue.Fetch, rules()); len(got) != 0 {
			t.Errorf("due before its time: %v", got)
		}
		tick(t, s, next)
		if diff := cmp.Diff([]int64{source}, due(t, s, next, queue.Fetch, rules())); diff != "" {
			t.Errorf("due at its time (-want +got):\n%s", diff)
		}
		if row, err := s.Source(t.Context(), source); err != nil || !row.ByClock {
			t.Errorf("source %+v, error %v; want a fetch that the clock asked for", row, err)
		}
		at = next
	}
	want := []time.Duration{15 * time.Minute, time.Hour, 6 * time.Hour, 24 * time.Hour, 24 * time.Hour}
	if diff := cmp.Diff(want, pauses); diff != "" {
		t.Errorf("pauses (-want +got):\n%s", diff)
	}
}

func TestAPageThatIsUnchangedCountsAsALook(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	source := add(t, s, "https://status.example.com/1").Source
	tell(t, s, source, noon(), "<h1>Slow logins</h1>", queue.Progress{Open: true})
	at := nextLook(t, s, source)
	unchanged(t, s, source, at)
	if got := nextLook(t, s, source).Sub(at); got != time.Hour {
		t.Errorf("the third look comes after %v, want 1h", got)
	}
}

// unchanged is a fetch that the clock asks for, and whose answer is that nothing has changed.
func unchanged(t *testing.T, s *store.Store, source int64, at time.Time) {
	t.Helper()
	tick(t, s, at)
	row, err := s.Source(t.Context(), source)
	if err != nil || !row.Due || !row.ByClock {
		t.Fatalf("source %+v, error %v; want a fetch that the clock asked for", row, err)
	}
	if _, err := s.SaveUnchanged(t.Context(), source, row.Wanted, &fetcher.Capture{At: at}); err != nil {
		t.Fatal(err)
	}
}

func TestAPostmortemIsLookedForUntilItsDraftStopsWaiting(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		told queue.Progress
		want []time.Duration // of the looks, after the end of the incident
	}{
		"no word of one": {queue.Progress{Resolved: noon()}, []time.Duration{25 * time.Hour, 49 * time.Hour, 72 * time.Hour, 0}},
		"a promise":      {queue.Progress{Resolved: noon(), Promised: true}, []time.Duration{25 * time.Hour, 49 * time.Hour, 72 * time.Hour, 96 * time.Hour}},
		"it is there":    {queue.Progress{Resolved: noon(), Promised: true, Postmortem: true}, []time.Duration{0}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storetest.New(t)
			source := add(t, s, "https://status.example.com/1").Source
			tell(t, s, source, noon().Add(time.Hour), "<h1>Logins work</h1>", test.told)
			for _, want := range test.want {
				at := nextLook(t, s, source)
				if want == 0 {
					if !at.IsZero() {
						t.Errorf("a look at %v, want none", at)
					}
					return
				}
				if got := at.Sub(noon()); got != want {
					t.Errorf("a look after %v, want %v", got, want)
				}
				unchanged(t, s, source, at)
			}
		})
	}
}

func TestADraftEntersReviewWhenItsIncidentHasComeToItsEnd(t *testing.T) {
	t.Parallel()
	day := 24 * time.Hour
	open, over := queue.Progress{Open: true}, queue.Progress{Resolved: noon()}
	tests := map[string]struct {
		told    []queue.Progress // a day apart
		after   time.Duration    // of the first
		promote func(*testing.T, *store.Store, int64)
		want    int
	}{
		"a report of the past":                 {told: []queue.Progress{{}}, want: 1},
		"an end that is no end":                {told: []queue.Progress{{Resolved: noon().Add(day)}}, want: 1},
		"an open incident":                     {told: []queue.Progress{open}, after: 30 * day},
		"one that is over since an hour":       {told: []queue.Progress{over}, after: time.Hour},
		"one that is over since three days":    {told: []queue.Progress{over}, after: 3 * day, want: 1},
		"one that ends later":                  {told: []queue.Progress{open, {Resolved: noon().Add(day)}}, after: 4*day - 1},
		"one that ended three days ago":        {told: []queue.Progress{open, {Resolved: noon().Add(day)}}, after: 4 * day, want: 1},
		"one that has its postmortem":          {told: []queue.Progress{open, {Resolved: noon(), Postmortem: true}}, after: day, want: 1},
		"one that a curator pulls in":          {told: []queue.Progress{open}, promote: pull, want: 1},
		"one whose page is given up":           {told: []queue.Progress{open}, promote: giveUp, want: 1},
		"one that was pulled in and goes on":   {told: []queue.Progress{open, open}, after: day, promote: pull, want: 1},
		"one that opens again after its end":   {told: []queue.Progress{over, open}, after: 9 * day},
		"one that is over but told for a year": {told: []queue.Progress{{Resolved: noon().AddDate(-1, 0, 0)}}, want: 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storetest.New(t)
			r := prepare(t, s, document())
			drafted(t, s, r)
			for i, p := range test.told {
				tell(t, s, r.Source, noon().Add(time.Duration(i)*day), "<h1>Slow logins</h1>", p)
				if test.promote != nil && i == 0 {
					test.promote(t, s, r.Source)
				}
			}
			tick(t, s, noon().Add(test.after))
			drafts, err := s.Drafts(t.Context())
			if err != nil || len(drafts) != test.want {
				t.Errorf("%d drafts in review, error %v; want %d", len(drafts), err, test.want)
			}
		})
	}
}

func drafted(t *testing.T, s *store.Store, r ready) {
	t.Helper()
	if _, err := s.SaveDraft(t.Context(), noon(), r.Item, r.wanted, r.parts, draft(r.sha256)); err != nil {
		t.Fatal(err)
	}
}

func pull(t *testing.T, s *store.Store, source int64) {
	t.Helper()
	if err := s.PullIn(t.Context(), noon(), source); err != nil {
		t.Fatal(err)
	}
}

func giveUp(t *testing.T, s *store.Store, source int64) {
	t.Helper()
	f := failure(queue.Fetch, source)
	f.Next = time.Time{}
	fail(t, s, f)
}

func TestOngoingAndPromisedAreStatesWithTheirLists(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := prepare(t, s, document())
	drafted(t, s, r)
	steps := []struct {
		told  queue.Progress
		state string
		open  []store.OpenSource
	}{
		{queue.Progress{Open: true}, "ongoing", []store.OpenSource{{Source: r.Source, URL: "https://status.example.com/1", Ongoing: true, Held: true, Next: noon().Add(15 * time.Minute)}}},
		{queue.Progress{Resolved: noon().AddDate(0, -1, 0), Promised: true}, "postmortem-promised", []store.OpenSource{{Source: r.Source, URL: "https://status.example.com/1", Promised: true, Next: noon().AddDate(0, 0, 7)}}},
		{queue.Progress{Resolved: noon(), Promised: true, Postmortem: true}, "drafted", nil},
	}
	for _, step := range steps {
		if err := s.SaveProgress(t.Context(), r.capture, []queue.Progress{step.told}); err != nil {
			t.Fatal(err)
		}
		status, err := s.SourceStatus(t.Context(), r.Source)
		if err != nil || status.State != step.state {
			t.Errorf("state %q, error %v; want %q", status.State, err, step.state)
		}
		open, err := s.OpenSources(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(step.open, open); diff != "" && len(step.open)+len(open) > 0 {
			t.Errorf("open sources (-want +got):\n%s", diff)
		}
	}
}
