package worker_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/queue"
	"inquest/queue/store"
	"inquest/queue/store/storetest"
)

func TestAFetchThatWasNotBegunIsNoAttempt(t *testing.T) {
	t.Parallel()
	publisher := &fetcher.Error{Kind: fetcher.Gone, Detail: "answers 410"}
	tests := map[string]struct {
		publisher, archive error
		until              time.Duration
	}{
		"for a moment":             {publisher: parked(noon().Add(40 * time.Second)), until: 40 * time.Second},
		"for long":                 {publisher: parked(noon().Add(time.Hour)), until: time.Hour},
		"because of the archive":   {publisher, parked(noon().Add(time.Hour)), time.Hour},
		"for a moment, an archive": {publisher, parked(noon().Add(time.Second)), time.Second},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storetest.New(t)
			st := stages()
			st.Fetch = fetching(test.publisher)
			st.Archived = func(context.Context, string, time.Time) (*fetcher.Capture, error) { return nil, test.archive }
			b := newBench(t, s, s, st)
			r := add(t, s, "https://b.example/")
			err := b.Do(t.Context(), fetchJob(r))
			var later *queue.LaterError
			var dropped *queue.DropError
			short := errors.As(err, &later) && later.After == test.until
			if long := errors.As(err, &dropped); short == long || long != (test.until > time.Minute) {
				t.Errorf("outcome %v", err)
			}
			if got := failures(t, s); len(got) != 0 {
				t.Errorf("failures %v", got)
			}
			if !short {
				checkDue(t, s, noon().Add(test.until-time.Second), 0)
			}
			checkDue(t, s, noon().Add(test.until), 1)
		})
	}
}

// checkDue counts the fetches that are due.
func checkDue(t *testing.T, s *store.Store, at time.Time, want int) {
	t.Helper()
	due, err := s.Due(t.Context(), at, queue.Fetch, stages().Versions, 10)
	if err != nil || len(due) != want {
		t.Errorf("due at %v: %v, error %v; want %d", at, due, err, want)
	}
}

// parked is what the fetcher says when it has not asked.
func parked(until time.Time) error {
	return fmt.Errorf("wait for a.example: %w", &fetcher.ParkedError{Host: "a.example", Until: until, Reason: "five timeouts"})
}

func TestAnUnchangedPageIsAskedForWithItsValidators(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	st := stages()
	var asked []fetcher.Request
	st.Fetch = func(_ context.Context, req fetcher.Request) (*fetcher.Capture, error) {
		asked = append(asked, req)
		c := fetcher.FromFile("page.txt", req.URL, "", []byte("Logins failed."), noon())
		c.Header.Set("ETag", fmt.Sprintf(`"%d"`, len(asked)))
		if len(asked) == 1 {
			return c, nil
		}
		c.Body, c.At = nil, noon().Add(time.Hour)
		return c, fmt.Errorf("fetch: %w", fetcher.ErrUnchanged)
	}
	b := newBench(t, s, s, st)
	r := add(t, s, "https://a.example/")
	for range 3 {
		if err := b.Do(t.Context(), fetchJob(r)); err != nil {
			t.Fatal(err)
		}
		change(t, s, r)
	}
	want := []fetcher.Request{
		{URL: "https://a.example/", Robots: fetcher.RecordRobots},
		{URL: "https://a.example/", IfNoneMatch: `"1"`, ValidFor: "https://a.example/", Robots: fetcher.RecordRobots},
		{URL: "https://a.example/", IfNoneMatch: `"2"`, ValidFor: "https://a.example/", Robots: fetcher.RecordRobots},
	}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	status, err := s.SourceStatus(t.Context(), r.Source)
	if err != nil {
		t.Fatal(err)
	}
	if status.State != "captured" || !status.Captured.Equal(noon().Add(time.Hour)) {
		t.Errorf("status %+v, want captured, seen an hour later", status)
	}
}

func TestAPageThatWasThereIsGoneWhenItIsMissingADayLaterToo(t *testing.T) {
	t.Parallel()
	day := 24 * time.Hour
	gone := &fetcher.Error{Kind: fetcher.Gone, Detail: "answers 404"}
	soft := &fetcher.Error{Kind: fetcher.SoftNotFound, Detail: "says not found"}
	heals := "nobody: it heals by itself"
	tests := map[string]struct {
		answers []error // after the page was given, each at its time
		at      []time.Duration
		want    []string
	}{
		"once":                      {[]error{gone}, []time.Duration{0}, []string{"fetch gone " + heals + " 1 again after 24h0m0s"}},
		"twice on one day":          {[]error{gone, gone}, []time.Duration{0, 5 * time.Hour}, []string{"fetch gone " + heals + " 1 again after 19h0m0s"}},
		"twice a day apart":         {[]error{gone, gone}, []time.Duration{0, day}, []string{"fetch gone curator 1 dead"}},
		"it came back between":      {[]error{gone, nil, gone}, []time.Duration{0, day / 2, day}, []string{"fetch gone " + heals + " 1 again after 24h0m0s"}},
		"a page that only says so":  {[]error{soft}, []time.Duration{0}, []string{"fetch soft-404 " + heals + " 1 again after 30s"}},
		"says so, then it is there": {[]error{soft, nil}, []time.Duration{0, day}, []string{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storetest.New(t)
			r := add(t, s, "https://a.example/")
			st := stages()
			page := st.Fetch
			st.Archived = func(context.Context, string, time.Time) (*fetcher.Capture, error) {
				t.Error("an archive was asked for a page of which there is a copy")
				return nil, errors.New("no copy")
			}
			for i, answer := range append([]error{nil}, test.answers...) {
				st.Fetch = page
				if answer != nil {
					st.Fetch = fetching(answer)
				}
				b := newBench(t, s, s, st)
				if i > 0 {
					b.Now = func() time.Time { return noon().Add(test.at[i-1]) }
					change(t, s, r)
				}
				var later *queue.LaterError
				if err := b.Do(t.Context(), fetchJob(r)); err != nil && !errors.As(err, &later) {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(test.want, failures(t, s)); diff != "" {
				t.Errorf("failures (-want +got):\n%s", diff)
			}
			if status, err := s.SourceStatus(t.Context(), r.Source); err != nil || status.State != "captured" {
				t.Errorf("status %+v, error %v; want captured", status, err)
			}
		})
	}
}

func TestAPageThatWasNeverThereIsGoneOnTheSecondDay(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := add(t, s, "https://a.example/")
	st := stages()
	st.Fetch = fetching(&fetcher.Error{Kind: fetcher.Gone, Detail: "answers 404"})
	looks := 0
	st.Archived = func(context.Context, string, time.Time) (*fetcher.Capture, error) {
		looks++
		return nil, errors.New("no copy")
	}
	b := newBench(t, s, s, st)
	for _, at := range []time.Duration{0, 24 * time.Hour} {
		b.Now = func() time.Time { return noon().Add(at) }
		if err := b.Do(t.Context(), fetchJob(r)); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"fetch gone curator 2 dead"}, failures(t, s)); diff != "" || looks != 2 {
		t.Errorf("%d looks into the archive, failures (-want +got):\n%s", looks, diff)
	}
}

func TestTheClockObeysRobotsAndAPersonRecordsIt(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := add(t, s, "https://a.example/")
	st := stages()
	var asked []fetcher.RobotsPolicy
	page := st.Fetch
	verdict := fetcher.RobotsVerdict{URL: "https://a.example/", File: "https://a.example/robots.txt", Access: fetcher.RobotsDisallowed, Line: 2, Rule: "Disallow: /", Why: "its robots.txt forbids it"}
	st.Fetch = func(ctx context.Context, req fetcher.Request) (*fetcher.Capture, error) {
		asked = append(asked, req.Robots)
		if req.Robots == fetcher.ObeyRobots {
			return nil, &fetcher.Error{Kind: fetcher.Robots, Detail: verdict.Why, Robots: &verdict}
		}
		c, err := page(ctx, req)
		c.Robots = []fetcher.RobotsVerdict{verdict}
		return c, err
	}
	st.Progress = func(*extractor.Document, time.Time) []queue.Progress { return []queue.Progress{{Open: true}} }
	b := newBench(t, s, s, st)
	now := noon()
	b.Now = func() time.Time { return now }
	do := func(job queue.Job) {
		t.Helper()
		if err := b.Do(t.Context(), job); err != nil {
			t.Fatal(err)
		}
	}
	clock := func() {
		t.Helper()
		now = now.Add(time.Hour)
		if err := s.Tick(t.Context(), now); err != nil {
			t.Fatal(err)
		}
		do(fetchJob(r))
	}
	do(fetchJob(r))
	do(queue.Job{Stage: queue.Extract, Row: b.next(t).Row})
	clock()
	if diff := cmp.Diff([]string{"fetch robots curator 1 dead"}, failures(t, s)); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
	status, err := s.SourceStatus(t.Context(), r.Source)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]fetcher.RobotsVerdict{verdict}, status.Robots); diff != "" {
		t.Errorf("verdict on the source (-want +got):\n%s", diff)
	}
	if err := s.IgnoreRobots(t.Context(), r.Source, ""); !errors.Is(err, store.ErrNoReason) {
		t.Errorf("without a reason: %v", err)
	}
	if err := s.IgnoreRobots(t.Context(), r.Source, "its operator allowed it by mail"); err != nil {
		t.Fatal(err)
	}
	do(fetchJob(r)) // the override asks at once
	clock()
	want := []fetcher.RobotsPolicy{fetcher.RecordRobots, fetcher.ObeyRobots, fetcher.RecordRobots, fetcher.RecordRobots}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("policies (-want +got):\n%s", diff)
	}
	if got := failures(t, s); len(got) != 0 {
		t.Errorf("failures %v", got)
	}
}

func TestAPageOfScriptsIsReadFromACopyOrRendered(t *testing.T) {
	t.Parallel()
	scripts := &fetcher.Error{Kind: fetcher.JSOnly, URL: "https://a.example/", Detail: "holds scripts alone"}
	page := func(text string) func(context.Context, fetcher.Request) (*fetcher.Capture, error) {
		return func(_ context.Context, req fetcher.Request) (*fetcher.Capture, error) {
			return fetcher.FromFile("page.txt", req.URL, "", []byte(text), noon()), nil
		}
	}
	refused := fetching(fmt.Errorf("%w: no sandbox", fetcher.ErrNoRendering))
	tests := map[string]struct {
		archive error
		render  func(context.Context, fetcher.Request) (*fetcher.Capture, error)
		want    string
	}{
		"there is a copy":             {nil, page("Rendered."), "From the archive."},
		"there is none":               {errors.New("no copy"), page("Rendered."), "Rendered."},
		"the archive is busy":         {&fetcher.Error{Kind: fetcher.Busy}, page("Rendered."), "Rendered."},
		"nothing renders":             {errors.New("no copy"), nil, "fetch js-only curator 1 dead"},
		"rendering is refused":        {errors.New("no copy"), refused, "fetch js-only curator 1 dead"},
		"refused, and a busy one":     {&fetcher.Error{Kind: fetcher.Busy}, refused, "fetch busy nobody: it heals by itself 1 again after 30s"},
		"a test for browsers instead": {errors.New("no copy"), fetching(&fetcher.Error{Kind: fetcher.Blocked}), "fetch challenge curator 1 dead"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storetest.New(t)
			st := stages()
			st.Fetch, st.Render = fetching(scripts), test.render
			st.Archived = func(ctx context.Context, url string, _ time.Time) (*fetcher.Capture, error) {
				if test.archive != nil {
					return nil, test.archive
				}
				return page("From the archive.")(ctx, fetcher.Request{URL: url})
			}
			b := newBench(t, s, s, st)
			stop := b.run(t)
			b.put(t, fetchJob(add(t, s, "https://a.example/")))
			for e := b.next(t); e.Failure == nil && e.Job.Stage != queue.Normalize; e = b.next(t) {
			}
			stop()
			if diff := cmp.Diff([]string{test.want}, append(drafts(t, s), failures(t, s)...)); diff != "" {
				t.Errorf("drafts and failures (-want +got):\n%s", diff)
			}
		})
	}
}
