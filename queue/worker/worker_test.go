package worker_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/normalizer"
	"inquest/queue"
	"inquest/queue/private"
	"inquest/queue/store"
	"inquest/queue/store/storetest"
	"inquest/queue/worker"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func noon() time.Time { return time.Date(2031, 2, 3, 12, 0, 0, 0, time.UTC) }

func logger(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), nil))
}

// newQueue returns a queue on a NATS server of its own.
func newQueue(t *testing.T) *queue.Queue {
	t.Helper()
	server, err := private.StartNATS(t.Context(), logger(t), t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	nc, err := server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close(); server.Shutdown() })
	q, err := queue.Open(t.Context(), logger(t), nc)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// stages read a page as one incident whose only sentence is the page.
func stages() worker.Stages {
	return worker.Stages{
		Fetch: func(_ context.Context, req fetcher.Request) (*fetcher.Capture, error) {
			return fetcher.FromFile("page.txt", req.URL, "", []byte("Logins failed at "+req.URL), noon()), nil
		},
		Extract: func(_ context.Context, c *fetcher.Capture) (*extractor.Document, error) {
			return document(string(c.Body)), nil
		},
		Normalize: normalize,
		Versions:  normalizer.Versions{Extractor: "1", Normalizer: "1", Vocab: "1"},
	}
}

func document(text string) *extractor.Document {
	return &extractor.Document{Title: extractor.Maybe(text), Blocks: []extractor.Block{{Kind: extractor.Heading, Level: 1, Text: text}}}
}

func normalize(sources []normalizer.Source) *normalizer.Draft {
	s := sources[0]
	text := s.Document.Part(s.Part).Blocks[0].Text
	return &normalizer.Draft{
		Incident: true,
		Case:     normalizer.Case{Title: &normalizer.Text{En: normalizer.Maybe(text)}},
		Evidence: []normalizer.Evidence{{Field: "title.en", By: "rules", Capture: s.Capture, End: len(text), Quote: text}},
		Versions: normalizer.Versions{Extractor: "1", Normalizer: "1", Vocab: "1"},
	}
}

// bench is a worker on real servers.
type bench struct {
	*worker.Worker
	store  *store.Store
	queue  *queue.Queue
	events chan worker.Event
}

func newBench(t *testing.T, s *store.Store, rows worker.Store, st worker.Stages) bench {
	t.Helper()
	b := bench{store: s, queue: newQueue(t), events: make(chan worker.Event, 1000)}
	b.Worker = worker.New(logger(t), b.queue, rows, st)
	b.Now = noon
	b.Progress = func(e worker.Event) { b.events <- e }
	return b
}

func add(t *testing.T, s *store.Store, url string) store.Receipt {
	t.Helper()
	receipt, err := s.AddSource(t.Context(), noon(), store.AddRequest{URL: url, Key: url})
	if err != nil {
		t.Fatal(err)
	}
	return receipt
}

// run works on all stages until the test ends.
func (b bench) run(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx, 8, queue.Stages()...) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run returned %v", err)
		}
	})
	t.Cleanup(stop)
	return stop
}

func (b bench) put(t *testing.T, job queue.Job) {
	t.Helper()
	if _, err := b.queue.Put(t.Context(), job); err != nil {
		t.Fatal(err)
	}
}

// next waits for the end of a job.
func (b bench) next(t *testing.T) worker.Event {
	t.Helper()
	select {
	case e := <-b.events:
		return e
	case <-time.After(20 * time.Second):
		t.Fatal("waited in vain for the end of a job")
		panic("unreachable: Fatal does not return")
	}
}

func fetchJob(r store.Receipt) queue.Job { return queue.Job{Stage: queue.Fetch, Row: r.Source} }

func drafts(t *testing.T, s *store.Store) []string {
	t.Helper()
	rows, err := s.Drafts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	titles := []string{}
	for _, row := range rows {
		titles = append(titles, row.Title)
	}
	return titles
}

// failures lists what is wrong, without times.
func failures(t *testing.T, s *store.Store) []string {
	t.Helper()
	rows, err := s.Failures(t.Context(), store.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	all := []string{}
	for _, f := range rows {
		line := fmt.Sprintf("%s %s %s %d", f.Job.Stage, f.Kind, f.Actor, f.Attempts)
		if f.Dead() {
			line += " dead"
		} else {
			line += " again after " + f.Next.Sub(f.At).String()
		}
		all = append(all, line)
	}
	return all
}

func TestAnAddressBecomesADraft(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	b := newBench(t, s, s, stages())
	b.run(t)
	b.put(t, fetchJob(add(t, s, "https://a.example/")))
	var got []string
	for range queue.Stages() {
		e := b.next(t)
		got = append(got, fmt.Sprintf("%s: %s", e.Job.Stage, e.What))
	}
	want := []string{"fetch: https://a.example/", "extract: https://a.example/", "normalize: Logins failed at https://a.example/"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Logins failed at https://a.example/"}, drafts(t, s)); diff != "" {
		t.Errorf("drafts (-want +got):\n%s", diff)
	}
}

func TestEveryJobMayRunTwice(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	b := newBench(t, s, s, stages())
	r := add(t, s, "https://a.example/")
	capture := int64(0)
	for range 2 {
		err := b.Do(t.Context(), fetchJob(r))
		var dropped *queue.DropError
		if err != nil && !errors.As(err, &dropped) {
			t.Fatal(err)
		}
		if capture == 0 {
			capture = b.next(t).Row
		}
		for _, job := range []queue.Job{{Stage: queue.Extract, Row: capture}, {Stage: queue.Normalize, Row: r.Item}} {
			if err := b.Do(t.Context(), job); err != nil {
				t.Fatal(err)
			}
			b.next(t)
		}
	}
	if diff := cmp.Diff([]string{"Logins failed at https://a.example/"}, drafts(t, s)); diff != "" {
		t.Errorf("drafts (-want +got):\n%s", diff)
	}
}

func TestAWorkerThatDiesBetweenSaveAndAcknowledgementLosesNothing(t *testing.T) {
	t.Parallel()
	for _, stage := range queue.Stages() {
		t.Run(string(stage), func(t *testing.T) {
			t.Parallel()
			s := storetest.New(t)
			ctx, die := context.WithCancel(t.Context())
			first := newBench(t, s, &dying{Store: s, after: stage, die: die}, stages())
			r := add(t, s, "https://a.example/")
			first.put(t, fetchJob(r))
			if err := first.Run(ctx, 1, queue.Stages()...); err != nil {
				t.Fatal(err)
			}
			second := worker.New(logger(t), first.queue, s, stages())
			second.Now, second.Progress = noon, first.Progress
			b := bench{Worker: second, store: s, queue: first.queue, events: first.events}
			// What the dead worker has saved and not put is the scheduler's to find.
			for _, stage := range queue.Stages() {
				due, err := s.Due(t.Context(), noon(), stage, stages().Versions, 10)
				if err != nil {
					t.Fatal(err)
				}
				for _, row := range due {
					b.put(t, queue.Job{Stage: stage, Row: row})
				}
			}
			stop := b.run(t)
			for b.next(t).Job.Stage != queue.Normalize {
			}
			stop()
			if diff := cmp.Diff([]string{"Logins failed at https://a.example/"}, drafts(t, s)); diff != "" {
				t.Errorf("drafts (-want +got):\n%s", diff)
			}
		})
	}
}

// dying is a store whose worker is gone as soon as a stage has saved.
type dying struct {
	worker.Store
	after queue.Stage
	die   func()
}

func (d *dying) SaveCapture(ctx context.Context, source, wanted int64, c *fetcher.Capture) (queue.Saved, error) {
	saved, err := d.Store.SaveCapture(ctx, source, wanted, c)
	return d.end(queue.Fetch, saved, err)
}

func (d *dying) SaveDocument(ctx context.Context, now time.Time, capture, wanted int64, version string, doc *extractor.Document) (queue.Saved, error) {
	saved, err := d.Store.SaveDocument(ctx, now, capture, wanted, version, doc)
	return d.end(queue.Extract, saved, err)
}

func (d *dying) SaveDraft(ctx context.Context, now time.Time, item, wanted int64, parts []queue.Part, draft *normalizer.Draft) (queue.Saved, error) {
	saved, err := d.Store.SaveDraft(ctx, now, item, wanted, parts, draft)
	return d.end(queue.Normalize, saved, err)
}

func (d *dying) end(stage queue.Stage, saved queue.Saved, err error) (queue.Saved, error) {
	if stage == d.after {
		d.die()
		return queue.Saved{}, context.Canceled
	}
	return saved, err
}

func TestAPageWithSeveralIncidentsBecomesADraftForEach(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	st := stages()
	st.Extract = func(context.Context, *fetcher.Capture) (*extractor.Document, error) {
		return &extractor.Document{Title: "History", Parts: []*extractor.Document{document("Mail lost."), document("Logins failed.")}}, nil
	}
	b := newBench(t, s, s, st)
	b.run(t)
	b.put(t, fetchJob(add(t, s, "https://a.example/history")))
	for range 4 {
		b.next(t)
	}
	if diff := cmp.Diff([]string{"Logins failed.", "Mail lost."}, drafts(t, s)); diff != "" {
		t.Errorf("drafts (-want +got):\n%s", diff)
	}
}

func TestEightWorkersOnTheSameRowsMakeOneDraftEach(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	b := newBench(t, s, s, stages())
	const sources = 6
	var group sync.WaitGroup
	for i := range sources {
		r := add(t, s, fmt.Sprintf("https://a.example/%d", i))
		for range 8 {
			group.Go(func() {
				err := b.Do(t.Context(), fetchJob(r))
				var dropped *queue.DropError
				if err != nil && !errors.As(err, &dropped) {
					t.Error(err)
				}
			})
		}
	}
	group.Wait()
	b.run(t)
	for n := 0; n < sources; {
		if b.next(t).Job.Stage == queue.Normalize {
			n++
		}
	}
	if got := drafts(t, s); len(got) != sources {
		t.Errorf("%d drafts, want %d: %v", len(got), sources, got)
	}
}

func TestAChangeThatArrivesWhileItsJobRunsIsRead(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	r := add(t, s, "https://a.example/")
	st := stages()
	fetches := 0
	st.Fetch = func(ctx context.Context, req fetcher.Request) (*fetcher.Capture, error) {
		if fetches++; fetches == 1 {
			change(t, s, r)
		}
		return fetcher.FromFile("page.txt", req.URL, "", fmt.Appendf(nil, "Fetch %d.", fetches), noon()), nil
	}
	b := newBench(t, s, s, st)
	if err := b.Do(t.Context(), fetchJob(r)); err != nil {
		t.Fatal(err)
	}
	if fetches != 2 {
		t.Errorf("%d fetches, want 2", fetches)
	}
}

// change asks for another fetch, as a curator does who requeues a failure.
func change(t *testing.T, s *store.Store, r store.Receipt) {
	t.Helper()
	f := queue.Failure{Job: fetchJob(r), Kind: "timeout", Message: "slow", Actor: "nobody", Attempts: 1, At: noon()}
	if _, err := s.Fail(t.Context(), -1, f); err != nil {
		t.Error(err)
	}
	if _, err := s.Requeue(t.Context(), store.Filter{Source: r.Source}); err != nil {
		t.Error(err)
	}
}
