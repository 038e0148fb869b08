package schedule_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/normalizer"
	"inquest/queue"
	"inquest/queue/private"
	"inquest/queue/schedule"
	"inquest/queue/store"
	"inquest/queue/store/storetest"
	"inquest/queue/worker"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func noon() time.Time { return time.Date(2031, 2, 3, 12, 0, 0, 0, time.UTC) }

func rules() store.Versions {
	return store.Versions{Extractor: "1", Normalizer: "1", Vocab: "1"}
}

func logger(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), nil))
}

// serve returns a queue on a NATS server with its files in dir, the connection, and what stops both.
func serve(t *testing.T, dir string) (q *queue.Queue, nc *nats.Conn, shutdown func()) {
	t.Helper()
	server, err := private.StartNATS(t.Context(), logger(t), dir, "")
	if err != nil {
		t.Fatal(err)
	}
	if nc, err = server.Connect(); err != nil {
		t.Fatal(err)
	}
	shutdown = sync.OnceFunc(func() { nc.Close(); server.Shutdown() })
	t.Cleanup(shutdown)
	if q, err = queue.Open(t.Context(), logger(t), nc); err != nil {
		t.Fatal(err)
	}
	return q, nc, shutdown
}

func newScheduler(t *testing.T, q *queue.Queue, s *store.Store) *schedule.Scheduler {
	t.Helper()
	scheduler := schedule.New(logger(t), q, s, rules())
	scheduler.Now = noon
	scheduler.Tick = time.Hour // a test that passes by the tick would not notice a call that is lost
	return scheduler
}

// background runs f until it is stopped or the test ends.
func background(t *testing.T, f func(context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- f(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// pages is a worker's stages; each page is one sentence.
func pages() worker.Stages {
	return worker.Stages{
		Fetch: func(_ context.Context, req fetcher.Request) (*fetcher.Capture, error) {
			return fetcher.FromFile("page.txt", req.URL, "", []byte("Logins failed at "+req.URL), noon()), nil
		},
		Extract: func(_ context.Context, c *fetcher.Capture) (*extractor.Document, error) {
			return &extractor.Document{Blocks: []extractor.Block{{Kind: extractor.Heading, Level: 1, Text: string(c.Body)}}}, nil
		},
		Normalize: func(sources []normalizer.Source) *normalizer.Draft {
			text := sources[0].Document.Blocks[0].Text
			return &normalizer.Draft{Incident: true, Case: normalizer.Case{Title: &normalizer.Text{En: normalizer.Maybe(text)}}, Versions: rules()}
		},
		Versions: rules(),
	}
}

func add(t *testing.T, s *store.Store, n int) (sources []int64) {
	t.Helper()
	for i := range n {
		url := fmt.Sprintf("https://a.example/%03d", i)
		r, err := s.AddSource(t.Context(), noon().Add(time.Duration(i)*time.Second), store.AddRequest{URL: url, Key: url})
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, r.Source)
	}
	return sources
}

// awaitJobs waits until a worker has ended n jobs of a stage.
func awaitJobs(t *testing.T, events <-chan worker.Event, stage queue.Stage, n int) {
	t.Helper()
	limit := time.After(60 * time.Second)
	for n > 0 {
		select {
		case e := <-events:
			if e.Failure != nil {
				t.Fatalf("%s failed: %s", e.Job, e.Failure.Message)
			}
			if e.Job.Stage == stage {
				n--
			}
		case <-limit:
			t.Fatalf("waited in vain for %d more jobs of %s", n, stage)
		}
	}
}

func newWorker(t *testing.T, q *queue.Queue, s *store.Store) (*worker.Worker, <-chan worker.Event) {
	events := make(chan worker.Event, 10_000)
	w := worker.New(logger(t), q, s, pages())
	w.Now = noon
	w.Progress = func(e worker.Event) { events <- e }
	return w, events
}

func TestLosingTheQueueCostsTimeAndNeverData(t *testing.T) {
	t.Parallel()
	const sources = 30
	dir := t.TempDir()
	s := storetest.New(t)
	add(t, s, sources)

	q, _, shutdown := serve(t, dir)
	w, events := newWorker(t, q, s)
	stopScheduler := background(t, newScheduler(t, q, s).Run)
	stopWorker := background(t, func(ctx context.Context) error { return w.Run(ctx, 2, queue.Fetch, queue.Extract) })
	awaitJobs(t, events, queue.Extract, sources/3) // the rest waits in all stages, drafts in the queue alone
	stopWorker()
	stopScheduler()
	shutdown()
	if err := os.RemoveAll(filepath.Join(dir, "nats")); err != nil {
		t.Fatal(err)
	}

	q, _, _ = serve(t, dir)
	for _, stage := range queue.Stages() {
		if waiting, err := q.Waiting(t.Context(), stage); err != nil || len(waiting) != 0 {
			t.Fatalf("%d jobs of %s outlived the loss, error %v: the test loses nothing", len(waiting), stage, err)
		}
	}
	w, events = newWorker(t, q, s)
	background(t, newScheduler(t, q, s).Run)
	background(t, func(ctx context.Context) error { return w.Run(ctx, 2, queue.Stages()...) })
	awaitJobs(t, events, queue.Normalize, sources)
	drafts, err := s.Drafts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(drafts) != sources {
		t.Errorf("%d drafts, want %d", len(drafts), sources)
	}
	left, err := s.Counts(t.Context(), noon(), rules())
	if err != nil {
		t.Fatal(err)
	}
	want := []store.Count{{Stage: queue.Fetch, Done: sources}, {Stage: queue.Extract, Done: sources}, {Stage: queue.Normalize, Done: sources}}
	if diff := cmp.Diff(want, left); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
}

func TestAnAddressQueuedByAnotherProcessIsPutWithoutWaitingForTheTick(t *testing.T) {
	t.Parallel()
	d := storetest.NewDatabase(t)
	q, _, _ := serve(t, t.TempDir())
	ours, theirs := storetest.Open(t, d), storetest.Open(t, d)
	background(t, newScheduler(t, q, ours).Run)
	w, events := newWorker(t, q, ours)
	background(t, func(ctx context.Context) error { return w.Run(ctx, 2, queue.Stages()...) })
	add(t, theirs, 1)
	awaitJobs(t, events, queue.Normalize, 1)
	add(t, theirs, 2) // the second is new
	awaitJobs(t, events, queue.Normalize, 1)
}

func TestTheQueueHoldsAWindowOfWhatWaits(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	q, _, _ := serve(t, t.TempDir())
	sources := add(t, s, 7)
	scheduler := newScheduler(t, q, s)
	scheduler.Window = 3
	put := func(want int, waiting ...int64) {
		t.Helper()
		n, err := scheduler.Put(t.Context())
		if err != nil || n != want {
			t.Errorf("put %d jobs, error %v; want %d", n, err, want)
		}
		got, err := q.Waiting(t.Context(), queue.Fetch)
		if err != nil {
			t.Fatal(err)
		}
		rows := make(map[int64]bool)
		for _, row := range waiting {
			rows[row] = true
		}
		if diff := cmp.Diff(rows, got); diff != "" {
			t.Errorf("waiting (-want +got):\n%s", diff)
		}
	}
	put(3, sources[0], sources[1], sources[2])
	put(0, sources[0], sources[1], sources[2])

	work(t, q, s, 3)
	urgent, err := s.AddSource(t.Context(), noon().Add(time.Hour), store.AddRequest{URL: "https://b.example/", Key: "https://b.example/", Priority: 1})
	if err != nil {
		t.Fatal(err)
	}
	put(3+3, urgent.Source, sources[3], sources[4]) // and three captures to extract
}

// work fetches n sources and stops; what the captures wait for is taken off the queue again.
func work(t *testing.T, q *queue.Queue, s *store.Store, n int) {
	t.Helper()
	w, events := newWorker(t, q, s)
	stop := background(t, func(ctx context.Context) error { return w.Run(ctx, 1, queue.Fetch) })
	awaitJobs(t, events, queue.Fetch, n)
	stop()
	done := make(chan int64, n)
	stop = background(t, func(ctx context.Context) error {
		return q.Work(ctx, queue.Extract, 1, queue.Policy{}, func(_ context.Context, job queue.Job) error {
			done <- job.Row
			return queue.Drop("the test plays a lost job")
		})
	})
	for range n {
		<-done
	}
	stop()
}

func TestAStreamThatTheServerLostIsMadeAgain(t *testing.T) {
	t.Parallel()
	s := storetest.New(t)
	q, nc, _ := serve(t, t.TempDir())
	add(t, s, 2)
	scheduler := newScheduler(t, q, s)
	for range 2 {
		if n, err := scheduler.Put(t.Context()); err != nil || n != 2 {
			t.Fatalf("put %d jobs, error %v; want 2", n, err)
		}
		js, err := jetstream.New(nc)
		if err != nil {
			t.Fatal(err)
		}
		if err := js.DeleteStream(t.Context(), "INQUEST"); err != nil {
			t.Fatal(err)
		}
	}
}
