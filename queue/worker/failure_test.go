package worker_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/normalizer"
	"inquest/queue"
	"inquest/queue/store/storetest"
	"inquest/queue/worker"
)

func fetching(err error) func(context.Context, fetcher.Request) (*fetcher.Capture, error) {
	return func(context.Context, fetcher.Request) (*fetcher.Capture, error) { return nil, err }
}

func extracting(err error) func(context.Context, *fetcher.Capture) (*extractor.Document, error) {
	return func(context.Context, *fetcher.Capture) (*extractor.Document, error) { return nil, err }
}

// broken spoils the stages.
type broken func(*worker.Stages)

func TestAFailureStandsOnTheRowWithItsReasonAndWhoMustAct(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		spoil broken
		want  string
	}{
		"a page that is gone": {
			func(s *worker.Stages) { s.Fetch = fetching(&fetcher.Error{Kind: fetcher.Gone, Detail: "answers 410"}) },
			"fetch gone curator 1 again after 24h0m0s",
		},
		"a page that only says that it is gone": {
			func(s *worker.Stages) {
				s.Fetch = fetching(&fetcher.Error{Kind: fetcher.SoftNotFound, Detail: "says not found"})
			},
			"fetch soft-404 curator 1 dead",
		},
		"a server that is slow": {
			func(s *worker.Stages) { s.Fetch = fetching(&fetcher.Error{Kind: fetcher.Timeout, Detail: "is slow"}) },
			"fetch timeout nobody: it heals by itself 1 again after 30s",
		},
		"a server that asks for a pause": {
			func(s *worker.Stages) {
				s.Fetch = fetching(&fetcher.Error{Kind: fetcher.Busy, Detail: "is busy", After: time.Hour})
			},
			"fetch busy nobody: it heals by itself 1 again after 1h0m0s",
		},
		"something nobody thought of": {
			func(s *worker.Stages) { s.Fetch = fetching(errors.New("odd")) },
			"fetch error operator 1 again after 30s",
		},
		"a page without text": {
			func(s *worker.Stages) {
				s.Extract = extracting(&extractor.Error{Kind: extractor.NoText, Where: "a", Detail: "has no text"})
			},
			"extract no-text curator 1 dead",
		},
		"a page that takes too long to read": {
			func(s *worker.Stages) {
				s.Extract = extracting(&extractor.Error{Kind: extractor.Timeout, Where: "a", Detail: "takes long"})
			},
			"extract timeout curator 1 again after 30s",
		},
		"an extractor that panics": {
			func(s *worker.Stages) {
				s.Extract = func(context.Context, *fetcher.Capture) (*extractor.Document, error) { panic("index out of range") }
			},
			"extract panic operator 1 dead",
		},
		"a normalizer that panics": {
			func(s *worker.Stages) { s.Normalize = func([]normalizer.Source) *normalizer.Draft { panic("nil map") } },
			"normalize panic operator 1 dead",
		},
		"evidence that is not in the text": {
			func(s *worker.Stages) {
				s.Normalize = func(sources []normalizer.Source) *normalizer.Draft {
					d := normalize(sources)
					d.Evidence[0].Quote = strings.ToUpper(d.Evidence[0].Quote)
					return d
				}
			},
			"normalize evidence operator 1 dead",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storetest.New(t)
			st := stages()
			test.spoil(&st)
			b := newBench(t, s, s, st)
			stop := b.run(t)
			b.put(t, fetchJob(add(t, s, "https://a.example/")))
			e := b.next(t)
			for e.Failure == nil {
				e = b.next(t)
			}
			stop()
			if diff := cmp.Diff([]string{test.want}, failures(t, s)); diff != "" {
				t.Errorf("failures (-want +got):\n%s", diff)
			}
			if got := drafts(t, s); len(got) != 0 {
				t.Errorf("drafts %v of a source that failed", got)
			}
		})
	}
}

func TestAnArchivedCopyIsReadWhenThePublisherSaysGone(t *testing.T) {
	t.Parallel()
	gone := &fetcher.Error{Kind: fetcher.Gone, URL: "https://a.example/", Detail: "answers 410"}
	archived := fetcher.FromFile("page.txt", "https://a.example/", "", []byte("From the archive."), noon())
	archived.Archived = "https://archive.example/2030/https://a.example/"
	tests := map[string]struct {
		publisher error
		copy      *fetcher.Capture
		archive   error
		drafts    []string
		failures  []string
	}{
		"there is a copy":           {gone, archived, nil, []string{"From the archive."}, []string{}},
		"there is none":             {gone, nil, errors.New("no copy"), []string{}, []string{"fetch gone curator 1 again after 24h0m0s"}},
		"a challenge, and a copy":   {&fetcher.Error{Kind: fetcher.Blocked}, archived, nil, []string{"From the archive."}, []string{}},
		"a challenge, and no copy":  {&fetcher.Error{Kind: fetcher.Blocked}, nil, errors.New("no copy"), []string{}, []string{"fetch challenge curator 1 dead"}},
		"a login, and a copy":       {&fetcher.Error{Kind: fetcher.LoginWall}, archived, nil, []string{"From the archive."}, []string{}},
		"a host that is no more":    {&fetcher.Error{Kind: fetcher.NoHost}, archived, nil, []string{"From the archive."}, []string{}},
		"no host, and no archive":   {&fetcher.Error{Kind: fetcher.NoHost}, nil, &fetcher.Error{Kind: fetcher.NoHost}, []string{}, []string{"fetch no-such-host curator 1 again after 30s"}},
		"a page that says so only":  {&fetcher.Error{Kind: fetcher.SoftNotFound}, nil, errors.New("no copy"), []string{}, []string{"fetch soft-404 curator 1 dead"}},
		"the archive is busy":       {gone, nil, &fetcher.Error{Kind: fetcher.Busy}, []string{}, []string{"fetch busy nobody: it heals by itself 1 again after 30s"}},
		"the archive is closed":     {gone, nil, &fetcher.Error{Kind: fetcher.Refused}, []string{}, []string{"fetch gone curator 1 again after 24h0m0s"}},
		"the publisher is only ill": {&fetcher.Error{Kind: fetcher.ServerError}, archived, nil, []string{}, []string{"fetch server-error nobody: it heals by itself 1 again after 30s"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storetest.New(t)
			st := stages()
			st.Fetch = fetching(test.publisher)
			st.Archived = func(_ context.Context, url string, near time.Time) (*fetcher.Capture, error) {
				if url != "https://a.example/" || !near.Equal(noon()) {
					t.Errorf("the archive was asked for %s near %s", url, near)
				}
				return test.copy, test.archive
			}
			b := newBench(t, s, s, st)
			stop := b.run(t)
			b.put(t, fetchJob(add(t, s, "https://a.example/")))
			for e := b.next(t); e.Failure == nil && e.Job.Stage != queue.Normalize; e = b.next(t) {
			}
			stop()
			if diff := cmp.Diff(test.drafts, drafts(t, s)); diff != "" {
				t.Errorf("drafts (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.failures, failures(t, s)); diff != "" {
				t.Errorf("failures (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAFailureThatDoesNotHealIsGivenUpAfterGrowingPauses(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	st := stages()
	st.Fetch = fetching(&fetcher.Error{Kind: fetcher.Truncated, Detail: "breaks off"})
	b := newBench(t, s, s, st)
	r := add(t, s, "https://a.example/")
	var pauses []time.Duration
	var last *queue.Failure
	for last == nil || !last.Dead() {
		err := b.Do(t.Context(), fetchJob(r))
		var later *queue.LaterError
		if err != nil && !errors.As(err, &later) {
			t.Fatal(err)
		}
		last = b.next(t).Failure
		if !last.Dead() {
			pauses = append(pauses, last.Next.Sub(last.At))
		}
	}
	if !slices.IsSorted(pauses) || len(pauses) != 6 || last.Attempts != 7 {
		t.Errorf("pauses %v, %d attempts; want six growing ones and seven attempts", pauses, last.Attempts)
	}
	if want := "given up after 7 attempts"; !strings.HasPrefix(last.Message, want) {
		t.Errorf("message %q, want %q", last.Message, want)
	}
}

func TestAFailedFetchLeavesTheGoodCapture(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := add(t, s, "https://a.example/")
	good := newBench(t, s, s, stages())
	if err := good.Do(t.Context(), fetchJob(r)); err != nil {
		t.Fatal(err)
	}
	change(t, s, r)
	st := stages()
	st.Fetch = fetching(&fetcher.Error{Kind: fetcher.Blocked, Detail: "shows a challenge"})
	if err := newBench(t, s, s, st).Do(t.Context(), fetchJob(r)); err != nil {
		t.Fatal(err)
	}
	status, err := s.SourceStatus(t.Context(), r.Source)
	if err != nil {
		t.Fatal(err)
	}
	if status.State != "captured" || status.Failure == nil || status.Failure.Kind != "challenge" {
		t.Errorf("status %+v, want captured with the challenge beside it", status)
	}
}

func TestAJobWhoseRowIsGoneIsDropped(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	b := newBench(t, s, s, stages())
	for _, stage := range append(queue.Stages(), "brew") {
		err := b.Do(t.Context(), queue.Job{Stage: stage, Row: 99})
		var dropped *queue.DropError
		if !errors.As(err, &dropped) {
			t.Errorf("%s: %v, want a drop", stage, err)
		}
	}
}

func TestAPageThatLostTheIncidentIsAFailureOfItsItem(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := add(t, s, "https://a.example/")
	st := stages()
	incidents := []*extractor.Document{document("One."), document("Two.")}
	st.Extract = func(_ context.Context, c *fetcher.Capture) (*extractor.Document, error) {
		return &extractor.Document{Title: extractor.Maybe(c.Body), Parts: incidents}, nil
	}
	st.Fetch = func(_ context.Context, req fetcher.Request) (*fetcher.Capture, error) {
		return fetcher.FromFile("page.txt", req.URL, "", []byte(incidents[0].Title), noon()), nil
	}
	b := newBench(t, s, s, st)
	stop := b.run(t)
	b.put(t, fetchJob(r))
	for range 4 {
		b.next(t)
	}
	stop()
	incidents = []*extractor.Document{document("Only one.")}
	change(t, s, r)
	b.put(t, fetchJob(r))
	stop = b.run(t)
	for b.next(t).Failure == nil {
	}
	stop()
	if diff := cmp.Diff([]string{"normalize no-part curator 1 dead"}, failures(t, s)); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
}

func TestAStoreThatDoesNotAnswerIsNoFailureOfTheJob(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := add(t, s, "https://a.example/")
	down := errors.New("connection refused")
	tests := map[string]worker.Store{
		"loading": &failing{Store: s, source: down},
		"saving":  &failing{Store: s, save: down},
	}
	for name, rows := range tests {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, s, rows, stages())
			err := b.Do(t.Context(), fetchJob(r))
			if !errors.Is(err, down) {
				t.Errorf("outcome %v, want the store's error, so that the job runs again", err)
			}
			if got := failures(t, s); len(got) != 0 {
				t.Errorf("failures %v", got)
			}
		})
	}
	t.Run("parking", func(t *testing.T) {
		st := stages()
		st.Fetch = fetching(parked(noon().Add(time.Hour)))
		if err := newBench(t, s, &failing{Store: s, park: down}, st).Do(t.Context(), fetchJob(r)); !errors.Is(err, down) {
			t.Errorf("outcome %v, want the store's error", err)
		}
	})
	t.Run("recording a failure", func(t *testing.T) {
		st := stages()
		st.Fetch = fetching(&fetcher.Error{Kind: fetcher.Gone})
		for name, rows := range map[string]worker.Store{"attempts": &failing{Store: s, attempts: down}, "row": &failing{Store: s, fail: down}} {
			if err := newBench(t, s, rows, st).Do(t.Context(), fetchJob(r)); !errors.Is(err, down) {
				t.Errorf("%s: outcome %v, want the store's error", name, err)
			}
		}
	})
}

// failing is a store some of whose methods give an error.
type failing struct {
	worker.Store
	source, save, park, attempts, fail error
}

func (f *failing) Source(ctx context.Context, id int64) (queue.Source, error) {
	if f.source != nil {
		return queue.Source{}, f.source
	}
	return f.Store.Source(ctx, id)
}

func (f *failing) SaveCapture(ctx context.Context, source, wanted int64, c *fetcher.Capture) (queue.Saved, error) {
	if f.save != nil {
		return queue.Saved{}, f.save
	}
	return f.Store.SaveCapture(ctx, source, wanted, c)
}

func (f *failing) Park(ctx context.Context, source int64, until time.Time, because string) error {
	if f.park != nil {
		return f.park
	}
	return f.Store.Park(ctx, source, until, because)
}

func (f *failing) Attempts(ctx context.Context, job queue.Job, version string) (int, error) {
	if f.attempts != nil {
		return 0, f.attempts
	}
	return f.Store.Attempts(ctx, job, version)
}

func (f *failing) Fail(ctx context.Context, wanted int64, failure queue.Failure) (bool, error) {
	if f.fail != nil {
		return false, f.fail
	}
	return f.Store.Fail(ctx, wanted, failure)
}
