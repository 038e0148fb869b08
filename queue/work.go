package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/semaphore"
)

const (
	pullWait   = 500 * time.Millisecond // how long one pull stays open
	brokenWait = time.Second            // after a pull that the server refused
	ackTimeout = 5 * time.Second        // for what is said to the server after a job

	// maxDeliveries ends a job that takes its worker's process down each time: no handler returns
	// then, so no failure is ever counted.
	maxDeliveries = 40
)

// Handler does one job. Its error is the outcome: nil when the job is done and its result committed,
// [Later], [Drop], and anything else for another attempt, more slowly each time.
type Handler func(ctx context.Context, job Job) error

// Work runs the jobs of a stage, n at a time, until ctx ends; then it gives back what it holds and
// returns nil. A job is taken off the queue when the server has confirmed that it is.
func (q *Queue) Work(ctx context.Context, stage Stage, n int, policy Policy, handle Handler) error {
	if _, err := q.consumer(stage); err != nil {
		return fmt.Errorf("work: %w", err)
	}
	w := newCrew(q, stage, n, policy, handle)
	var group sync.WaitGroup
	for range n {
		group.Go(func() { w.run(ctx) })
	}
	beating, stop := context.WithCancel(context.WithoutCancel(ctx))
	group.Go(func() { w.beat(beating) })
	w.pull(ctx)
	close(w.jobs)
	w.running.Wait()
	stop()
	group.Wait()
	return nil
}

// crew is the workers of one call of Work.
type crew struct {
	q       *Queue
	lg      *slog.Logger
	stage   Stage
	policy  Policy
	handle  Handler
	batch   int
	jobs    chan jetstream.Msg
	slots   *semaphore.Weighted // messages that may be held: one per worker and a batch ahead
	running sync.WaitGroup      // messages that are held

	mu     sync.Mutex
	held   map[jetstream.Msg]bool
	failed map[uint64]int // plain errors by the stream's sequence number
	later  map[uint64]int // deliveries that asked to come later
}

func newCrew(q *Queue, stage Stage, n int, policy Policy, handle Handler) *crew {
	batch := min(max(n, 16), 64)
	return &crew{
		q: q, lg: q.lg.With("stage", stage), stage: stage, policy: policy, handle: handle,
		batch:  batch,
		jobs:   make(chan jetstream.Msg, n+batch),
		slots:  semaphore.NewWeighted(int64(n + batch)),
		held:   make(map[jetstream.Msg]bool),
		failed: make(map[uint64]int),
		later:  make(map[uint64]int),
	}
}

// pull asks for a batch whenever there is room for one, and hands messages on as they stream in.
func (w *crew) pull(ctx context.Context) {
	for w.slots.Acquire(ctx, int64(w.batch)) == nil {
		got, err := w.pullOnce(ctx)
		w.slots.Release(int64(w.batch - got))
		if err != nil && ctx.Err() == nil {
			w.lg.Warn("pull refused", "error", err)
			w.mend(ctx)
		}
	}
}

func (w *crew) pullOnce(ctx context.Context) (int, error) {
	consumer, err := w.q.consumer(w.stage)
	if err != nil {
		return 0, err
	}
	batch, err := consumer.Fetch(w.batch, jetstream.FetchMaxWait(pullWait))
	if err != nil {
		return 0, err
	}
	got := 0
	for m := range batch.Messages() {
		got++
		w.hold(m)
		w.jobs <- m
	}
	return got, batch.Error()
}

// mend waits a moment and makes the stream again, which the server may have lost.
func (w *crew) mend(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(brokenWait):
	}
	if err := w.q.Restore(ctx); err != nil && ctx.Err() == nil {
		w.lg.Warn("queue not restored", "error", err)
	}
}

func (w *crew) hold(m jetstream.Msg) {
	w.running.Add(1)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held[m] = true
}

func (w *crew) release(m jetstream.Msg) {
	w.mu.Lock()
	delete(w.held, m)
	w.mu.Unlock()
	w.slots.Release(1)
	w.running.Done()
}

// beat tells the server of every held message that it is in good hands, those that wait for a free
// worker included.
func (w *crew) beat(ctx context.Context) {
	tick := time.NewTicker(w.q.beat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			w.beatOnce()
		}
	}
}

func (w *crew) beatOnce() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for m := range w.held {
		if err := m.InProgress(); err != nil && !errors.Is(err, jetstream.ErrMsgAlreadyAckd) {
			w.lg.Warn("sign of life refused", "subject", m.Subject(), "error", err)
		}
	}
}

func (w *crew) run(ctx context.Context) {
	for m := range w.jobs {
		w.one(ctx, m)
		w.release(m)
	}
}

// delivery is one message with what it says.
type delivery struct {
	jetstream.Msg
	job      Job
	sequence uint64 // in the stream: the same for every delivery of one message
	count    int    // which delivery this is, counted from 1
}

// one runs a message's job and tells the server how it ended.
func (w *crew) one(ctx context.Context, m jetstream.Msg) {
	d, err := read(m)
	switch {
	case ctx.Err() != nil:
		w.answered(m, m.NakWithDelay(time.Millisecond))
	case err != nil:
		w.answered(m, m.TermWithReason(err.Error()))
	case d.count-w.times(w.later, d) > maxDeliveries:
		err := fmt.Errorf("delivered %d times and never ended: it may take its worker down", d.count)
		w.bury(ctx, d, err, w.policy.delay(0))
	default:
		w.settle(ctx, d, w.call(ctx, d.job))
	}
}

// read takes a message apart.
func read(m jetstream.Msg) (delivery, error) {
	job, err := parseSubject(m.Subject())
	if err != nil {
		return delivery{}, err
	}
	meta, err := m.Metadata()
	if err != nil {
		return delivery{}, fmt.Errorf("%s: %w", job, err)
	}
	return delivery{m, job, meta.Sequence.Stream, int(meta.NumDelivered)}, nil
}

// call runs the handler; a panic is a failure of the job and not of the worker.
func (w *crew) call(ctx context.Context, job Job) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: string(debug.Stack())}
			w.lg.Error("job panicked", "row", job.Row, "panic", v, "stack", string(debug.Stack()))
		}
	}()
	return w.handle(ctx, job)
}

// settle does what the outcome says. When ctx has ended a plain error may come from that, and is no
// failure of the job.
func (w *crew) settle(ctx context.Context, d delivery, err error) {
	v := w.policy.judge(err, w.times(w.failed, d))
	switch {
	case v.done:
		w.forget(d)
		answer, cancel := context.WithTimeout(context.WithoutCancel(ctx), ackTimeout)
		defer cancel()
		w.answered(d, d.DoubleAck(answer))
	case v.drop != "":
		w.forget(d)
		w.lg.Info("job dropped", "row", d.job.Row, "reason", v.drop)
		w.answered(d, d.TermWithReason(v.drop))
	case ctx.Err() != nil && !v.later:
		w.answered(d, d.NakWithDelay(time.Millisecond))
	case v.dead:
		w.bury(ctx, d, err, v.again)
	default:
		w.again(d, err, v)
	}
}

// again gives the message back for another delivery. A bare Nak would bring it back at once.
func (w *crew) again(d delivery, err error, v verdict) {
	if v.later {
		w.tally(w.later, d)
	} else {
		w.tally(w.failed, d)
		w.lg.Warn("job goes again", "row", d.job.Row, "after", v.again, "error", err)
	}
	w.answered(d, d.NakWithDelay(v.again))
}

// bury marks the row before the message leaves: the other way round a crash would lose the news.
func (w *crew) bury(ctx context.Context, d delivery, err error, after time.Duration) {
	w.lg.Error("job given up", "row", d.job.Row, "error", err)
	if w.policy.Dead != nil {
		if markErr := w.policy.Dead(ctx, d.job, err); markErr != nil {
			w.lg.Error("dead job not recorded", "row", d.job.Row, "error", markErr)
			w.answered(d, d.NakWithDelay(after))
			return
		}
	}
	w.forget(d)
	w.answered(d, d.TermWithReason("given up: "+reason(err)))
}

// reason keeps what the server stores short.
func reason(err error) string {
	text := []rune(err.Error())
	return string(text[:min(len(text), 200)])
}

// answered logs an answer that did not reach the server: the job then runs once more, which every job may.
func (w *crew) answered(m jetstream.Msg, err error) {
	if err != nil {
		w.lg.Warn("answer lost, job runs again", "subject", m.Subject(), "error", err)
	}
}

func (w *crew) tally(in map[uint64]int, d delivery) {
	w.mu.Lock()
	defer w.mu.Unlock()
	in[d.sequence]++
}

func (w *crew) times(in map[uint64]int, d delivery) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return in[d.sequence]
}

func (w *crew) forget(d delivery) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.failed, d.sequence)
	delete(w.later, d.sequence)
}
