package queue_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"inquest/queue"
	"inquest/queue/private"
)

// serve starts a NATS server on dir and returns a connection to it.
func serve(t *testing.T, dir string) (*private.NATS, *nats.Conn) {
	t.Helper()
	server, err := private.StartNATS(t.Context(), logger(t), dir, "")
	if err != nil {
		t.Fatal(err)
	}
	nc, err := server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close(); server.Shutdown() })
	return server, nc
}

func open(t *testing.T) (*queue.Queue, *nats.Conn) {
	t.Helper()
	_, nc := serve(t, t.TempDir())
	q, err := queue.Open(t.Context(), logger(t), nc)
	if err != nil {
		t.Fatal(err)
	}
	return q, nc
}

func logger(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), nil))
}

// work runs a handler until the test ends and waits for the workers then.
func work(t *testing.T, q *queue.Queue, n int, policy queue.Policy, handle queue.Handler) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- q.Work(ctx, queue.Fetch, n, policy, handle) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Work returned %v", err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// receive waits for an event; a test that never gets it says what it waited for.
func receive[T any](t *testing.T, from <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(20 * time.Second):
		t.Fatalf("waited in vain for %s", what)
		panic("unreachable: Fatalf does not return")
	}
}

func put(t *testing.T, q *queue.Queue, rows ...int64) {
	t.Helper()
	for _, row := range rows {
		if _, err := q.Put(t.Context(), queue.Job{Stage: queue.Fetch, Row: row}); err != nil {
			t.Fatal(err)
		}
	}
}

// messages asks the server itself what the stream holds.
func messages(t *testing.T, nc *nats.Conn) uint64 {
	t.Helper()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "INQUEST")
	if err != nil {
		t.Fatal(err)
	}
	info, err := stream.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return info.State.Msgs
}

func TestAJobThatWaitsIsNotPutTwice(t *testing.T) {
	t.Parallel()
	q, nc := open(t)
	job := queue.Job{Stage: queue.Extract, Row: 7}
	var got []bool
	for range 2 {
		added, err := q.Put(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, added)
	}
	if diff := cmp.Diff([]bool{true, false}, got); diff != "" {
		t.Errorf("added (-want +got):\n%s", diff)
	}
	if n := messages(t, nc); n != 1 {
		t.Errorf("the stream holds %d messages, want 1", n)
	}
	waiting, err := q.Waiting(t.Context(), queue.Extract)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[int64]bool{7: true}, waiting); diff != "" {
		t.Errorf("waiting (-want +got):\n%s", diff)
	}
}

func TestAJobOfNoStageIsRefused(t *testing.T) {
	t.Parallel()
	q, _ := open(t)
	if _, err := q.Put(t.Context(), queue.Job{Stage: "brew", Row: 1}); err == nil {
		t.Error("Put took a job of a stage that does not exist")
	}
	if err := q.Work(t.Context(), "brew", 1, queue.Policy{}, nil); err == nil {
		t.Error("Work took a stage that does not exist")
	}
}

func TestAJobIsPutAgainAfterItIsDone(t *testing.T) {
	t.Parallel()
	q, nc := open(t)
	ran := make(chan int64, 1)
	stop := work(t, q, 2, queue.Policy{}, func(_ context.Context, job queue.Job) error {
		ran <- job.Row
		return nil
	})
	put(t, q, 1)
	receive(t, ran, "the first run")
	stop()
	if n := messages(t, nc); n != 0 {
		t.Fatalf("the stream holds %d messages after the job, want 0", n)
	}
	added, err := q.Put(t.Context(), queue.Job{Stage: queue.Fetch, Row: 1})
	if err != nil || !added {
		t.Errorf("Put after the job was done: added %v, error %v", added, err)
	}
}

func TestManyWorkersDoEveryJobOnce(t *testing.T) {
	t.Parallel()
	q, nc := open(t)
	const jobs = 300
	for row := int64(1); row <= jobs; row++ {
		put(t, q, row)
	}
	ran := make(chan int64, jobs)
	handle := func(_ context.Context, job queue.Job) error {
		ran <- job.Row
		return nil
	}
	stopOne, stopTwo := work(t, q, 4, queue.Policy{}, handle), work(t, q, 4, queue.Policy{}, handle)
	times := make(map[int64]int)
	for range jobs {
		times[receive(t, ran, "all jobs")]++
	}
	stopOne()
	stopTwo()
	for row, n := range times {
		if n != 1 {
			t.Errorf("job %d ran %d times", row, n)
		}
	}
	if n := messages(t, nc); n != 0 {
		t.Errorf("the stream holds %d messages, want 0", n)
	}
}

func TestAJobThatFailsIsGivenUpAfterBoundedAttempts(t *testing.T) {
	t.Parallel()
	q, nc := open(t)
	broken := errors.New("broken")
	tests := map[string]struct {
		handle queue.Handler
		want   string
	}{
		"an error": {func(context.Context, queue.Job) error { return broken }, "broken"},
		"a panic":  {func(context.Context, queue.Job) error { panic("no such field") }, "panic: no such field"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex
			attempts := 0
			dead := make(chan string, 1)
			policy := queue.Policy{
				Attempts: 3,
				Delays:   []time.Duration{time.Millisecond, 2 * time.Millisecond},
				Dead: func(_ context.Context, job queue.Job, err error) error {
					dead <- fmt.Sprintf("%s: %v", job, err)
					return nil
				},
			}
			stop := work(t, q, 1, policy, func(ctx context.Context, job queue.Job) error {
				mu.Lock()
				attempts++
				mu.Unlock()
				return test.handle(ctx, job)
			})
			put(t, q, 5)
			if got, want := receive(t, dead, "the dead letter"), "fetch 5: "+test.want; got != want {
				t.Errorf("dead letter %q, want %q", got, want)
			}
			stop()
			if attempts != 3 {
				t.Errorf("%d attempts, want 3", attempts)
			}
			if n := messages(t, nc); n != 0 {
				t.Errorf("the stream holds %d messages, want 0", n)
			}
		})
	}
}

func TestADeadJobStaysUntilItsRowIsMarked(t *testing.T) {
	t.Parallel()
	q, nc := open(t)
	marked := make(chan int, 10)
	calls := 0
	policy := queue.Policy{Attempts: 1, Delays: []time.Duration{time.Millisecond}}
	policy.Dead = func(context.Context, queue.Job, error) error {
		calls++
		marked <- calls
		if calls < 3 {
			return errors.New("the database does not answer")
		}
		return nil
	}
	stop := work(t, q, 1, policy, func(context.Context, queue.Job) error { return io.ErrUnexpectedEOF })
	put(t, q, 1)
	for want := 1; want <= 3; want++ {
		if got := receive(t, marked, "the mark"); got != want {
			t.Fatalf("mark %d, want %d", got, want)
		}
	}
	stop()
	if n := messages(t, nc); n != 0 {
		t.Errorf("the stream holds %d messages, want 0", n)
	}
}

func TestLaterDoesNotCountAsAnAttempt(t *testing.T) {
	t.Parallel()
	q, _ := open(t)
	done := make(chan int, 1)
	runs := 0
	policy := queue.Policy{Attempts: 2, Delays: []time.Duration{time.Millisecond}}
	policy.Dead = func(_ context.Context, job queue.Job, err error) error {
		t.Errorf("%s was given up: %v", job, err)
		return nil
	}
	work(t, q, 1, policy, func(context.Context, queue.Job) error {
		runs++
		switch {
		case runs <= 60: // more than any bound on deliveries
			return queue.Later(time.Millisecond, io.EOF)
		case runs == 61:
			return io.EOF
		}
		done <- runs
		return nil
	})
	put(t, q, 1)
	if got := receive(t, done, "the last run"); got != 62 {
		t.Errorf("done in run %d, want 62", got)
	}
}

func TestJobsThatWaitForALaterAttemptDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	q, _ := open(t)
	const delayed = 200
	ran := make(chan int64, delayed+1)
	work(t, q, 2, queue.Policy{}, func(_ context.Context, job queue.Job) error {
		ran <- job.Row
		if job.Row <= delayed {
			return queue.Later(time.Hour, nil)
		}
		return nil
	})
	for row := int64(1); row <= delayed+1; row++ {
		put(t, q, row)
	}
	for receive(t, ran, "the job behind the delayed ones") != delayed+1 {
	}
}

func TestADroppedJobLeavesTheQueue(t *testing.T) {
	t.Parallel()
	q, nc := open(t)
	ran := make(chan int64, 1)
	stop := work(t, q, 1, queue.Policy{}, func(_ context.Context, job queue.Job) error {
		ran <- job.Row
		return fmt.Errorf("fetch: %w", queue.Drop("its row is gone"))
	})
	put(t, q, 1)
	receive(t, ran, "the job")
	stop()
	if n := messages(t, nc); n != 0 {
		t.Errorf("the stream holds %d messages, want 0", n)
	}
}

func TestWorkersThatStopGiveBackWhatTheyHold(t *testing.T) {
	t.Parallel()
	q, nc := open(t)
	started := make(chan int64, 1)
	stop := work(t, q, 1, queue.Policy{Attempts: 1}, func(ctx context.Context, job queue.Job) error {
		started <- job.Row
		<-ctx.Done()
		return ctx.Err()
	})
	put(t, q, 1, 2, 3)
	receive(t, started, "the first job")
	stop()
	if n := messages(t, nc); n != 3 {
		t.Fatalf("the stream holds %d messages, want 3", n)
	}
	ran := make(chan int64, 3)
	work(t, q, 1, queue.Policy{}, func(_ context.Context, job queue.Job) error {
		ran <- job.Row
		return nil
	})
	got := map[int64]bool{}
	for range 3 {
		got[receive(t, ran, "the jobs that were given back")] = true
	}
	if diff := cmp.Diff(map[int64]bool{1: true, 2: true, 3: true}, got); diff != "" {
		t.Errorf("jobs (-want +got):\n%s", diff)
	}
}

func TestALongJobGivesSignsOfLife(t *testing.T) {
	t.Parallel()
	q, nc := open(t)
	q.Beat(10 * time.Millisecond)
	signs := make(chan *nats.Msg, 1000)
	if _, err := nc.ChanSubscribe("$JS.ACK.>", signs); err != nil {
		t.Fatal(err)
	}
	finish := make(chan struct{})
	stop := work(t, q, 1, queue.Policy{}, func(context.Context, queue.Job) error {
		<-finish
		return nil
	})
	put(t, q, 1, 2) // the second waits for the worker and needs signs too
	alive := map[string]int{}
	for len(alive) < 2 {
		if m := receive(t, signs, "signs of life for both jobs"); string(m.Data) == "+WPI" {
			alive[m.Subject]++
		}
	}
	close(finish)
	stop()
}

func TestAPauseIsKeptWhenTheWorkerStops(t *testing.T) {
	t.Parallel()
	q, nc := open(t)
	answers := make(chan *nats.Msg, 1000)
	if _, err := nc.ChanSubscribe("$JS.ACK.>", answers); err != nil {
		t.Fatal(err)
	}
	started := make(chan struct{})
	stop := work(t, q, 1, queue.Policy{}, func(ctx context.Context, _ queue.Job) error {
		close(started)
		<-ctx.Done()
		return queue.Later(time.Hour, nil)
	})
	put(t, q, 1)
	receive(t, started, "the job")
	stop()
	if got, want := string(receive(t, answers, "the answer").Data), `-NAK {"delay": 3600000000000}`; got != want {
		t.Errorf("answer %q, want %q", got, want)
	}
}

func TestAResultThatIsCommittedWhileTheWorkerStopsIsAcknowledged(t *testing.T) {
	t.Parallel()
	q, nc := open(t)
	started := make(chan struct{})
	stop := work(t, q, 1, queue.Policy{}, func(ctx context.Context, _ queue.Job) error {
		close(started)
		<-ctx.Done()
		return nil // committed in time
	})
	put(t, q, 1)
	receive(t, started, "the job")
	stop()
	if n := messages(t, nc); n != 0 {
		t.Errorf("the stream holds %d messages, want 0", n)
	}
}

func TestJobsOutliveTheServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server, nc := serve(t, dir)
	q, err := queue.Open(t.Context(), logger(t), nc)
	if err != nil {
		t.Fatal(err)
	}
	put(t, q, 1, 2)
	nc.Close()
	server.Shutdown()

	_, nc = serve(t, dir)
	if _, err := queue.Open(t.Context(), logger(t), nc); err != nil {
		t.Fatal(err)
	}
	if n := messages(t, nc); n != 2 {
		t.Errorf("the stream holds %d messages after a restart, want 2", n)
	}
}

func TestWorkersGoOnWhenTheServerHasLostTheStream(t *testing.T) {
	t.Parallel()
	q, nc := open(t)
	ran := make(chan int64, 1)
	work(t, q, 1, queue.Policy{}, func(_ context.Context, job queue.Job) error {
		ran <- job.Row
		return nil
	})
	put(t, q, 1)
	receive(t, ran, "a job before the loss")
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(t.Context(), "INQUEST"); err != nil {
		t.Fatal(err)
	}
	if err := q.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	put(t, q, 2)
	if got := receive(t, ran, "a job after the loss"); got != 2 {
		t.Errorf("job %d ran, want 2", got)
	}
}
