package worker

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/queue"
)

const (
	operator = "operator"
	curator  = "curator"

	// inQueue is the longest pause for which a job stays in the stream. Longer ones are waited for by
	// the row: the scheduler puts the job when it is due, and the stream holds what can be done now.
	inQueue = time.Minute
)

// pauses stand between the attempts of a job whose failure may heal; when they are used up it is dead.
func pauses() []time.Duration {
	return []time.Duration{
		30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour, 6 * time.Hour, 24 * time.Hour,
	}
}

// failed writes on the row how a job ended and returns the outcome for the queue. Again: the row has
// changed meanwhile, so the job runs once more instead.
func (w *Worker) failed(ctx context.Context, job queue.Job, r result, cause error) (again bool, err error) {
	if passesOn(ctx, cause) {
		return false, cause
	}
	var parked *fetcher.ParkedError
	if errors.As(cause, &parked) { // before fetcher.Error, which it is too for those who cannot park
		return false, w.park(ctx, job, parked)
	}
	f := w.describe(job, cause)
	before, err := w.store.Attempts(ctx, job, f.Version)
	if err != nil {
		return false, err
	}
	f.Attempts = before + 1
	f.plan(cause)
	if again, err := w.store.Fail(ctx, r.wanted, f.Failure); again || err != nil {
		return again, loading(err)
	}
	w.report(f.Failure, r.what, cause)
	if wait := f.Next.Sub(f.At); !f.Dead() && wait <= inQueue {
		return false, queue.Later(wait, cause)
	}
	return false, nil
}

// passesOn tells outcomes that the queue understands, and those about which nothing can be written,
// from failures of the job.
func passesOn(ctx context.Context, cause error) bool {
	var later *queue.LaterError
	var drop *queue.DropError
	var rows *rowError
	return ctx.Err() != nil || errors.As(cause, &later) || errors.As(cause, &drop) || errors.As(cause, &rows)
}

// failure is a row's failure in the making.
type failure struct {
	queue.Failure
	permanent bool          // another attempt would end the same way
	after     time.Duration // the least pause, when the other side named one
	again     time.Duration // the exact pause, whatever was tried before; 0: the usual ones
}

// describe says what lists and people need to know about the cause.
func (w *Worker) describe(job queue.Job, cause error) *failure {
	v := w.stages.Versions
	f := &failure{Failure: queue.Failure{
		Job:     job,
		Message: cause.Error(),
		Version: job.Stage.Rules(v.Extractor, v.Normalizer, v.Vocab),
		At:      w.Now(),
	}}
	f.Kind, f.Actor, f.permanent = judge(cause)
	var fetching *fetcher.Error
	if errors.As(cause, &fetching) {
		f.after = fetching.After
	}
	var unconfirmed *unconfirmedError
	if errors.As(cause, &unconfirmed) {
		f.again = unconfirmed.again
	}
	return f
}

// judge is the one table of what can go wrong. What it does not know is tried again.
func judge(cause error) (kind, actor string, permanent bool) {
	var fetching *fetcher.Error
	var reading *extractor.Error
	var refusal refusal
	var panicked *panicError
	var crashed *queue.PanicError
	var part *missingPartError
	var unconfirmed *unconfirmedError
	switch {
	case errors.As(cause, &unconfirmed):
		return string(fetcher.KindOf(cause)), unconfirmed.actor(), false
	case errors.As(cause, &fetching):
		return string(fetching.Kind), fetching.Kind.Actor(), fetching.Kind.Permanent()
	case errors.As(cause, &reading):
		return string(reading.Kind), curator, reading.Kind != extractor.Timeout
	case errors.As(cause, &refusal):
		kind, actor = refusal.Failure()
		return kind, actor, true
	case errors.As(cause, &panicked), errors.As(cause, &crashed):
		return "panic", operator, true
	case errors.As(cause, &part):
		return "no-part", curator, true
	}
	return "error", operator, false
}

// plan sets the time of the next attempt, or leaves it zero: then the job is dead.
func (f *failure) plan(cause error) {
	pauses := pauses()
	switch {
	case f.permanent:
	case f.again > 0:
		f.Next = f.At.Add(f.again)
	case f.Attempts > len(pauses):
		f.Message = fmt.Sprintf("given up after %d attempts: %v", f.Attempts, cause)
		f.Actor = operator
	default:
		f.Next = f.At.Add(max(pauses[f.Attempts-1], f.after))
	}
}

func (w *Worker) report(f queue.Failure, what string, cause error) {
	w.lg.Warn("job failed", "stage", f.Job.Stage, "row", f.Job.Row, "kind", f.Kind, "attempts", f.Attempts, "next", f.Next, "error", cause)
	var panicked *panicError
	if errors.As(cause, &panicked) {
		w.lg.Error("stage panicked", "stage", f.Job.Stage, "row", f.Job.Row, "stack", panicked.stack)
	}
	w.tell(Event{Job: f.Job, What: what, Failure: &f})
}

// policy is for what the worker cannot write on the row itself: a store that does not answer, a
// process that dies of the job.
func (w *Worker) policy() queue.Policy {
	return queue.Policy{
		Attempts: 8,
		Delays:   []time.Duration{time.Second, 5 * time.Second, 15 * time.Second, time.Minute},
		Dead:     w.bury,
	}
}

// bury writes on the row that the queue has given a job up. A row that is gone needs no note.
func (w *Worker) bury(ctx context.Context, job queue.Job, cause error) error {
	f := w.describe(job, cause)
	f.Attempts = 1
	f.Actor = operator
	if _, err := w.store.Fail(ctx, -1, f.Failure); err != nil {
		if errors.Is(err, queue.ErrNotFound) {
			return nil
		}
		return err
	}
	w.tell(Event{Job: job, Failure: &f.Failure})
	return nil
}

// guarded runs a stage; a panic is a failure of the row and not of the worker.
func guarded[T any](stage func() (T, error)) (result T, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{value: v, stack: string(debug.Stack())}
		}
	}()
	return stage()
}

// panicError is a stage that panicked on a row.
type panicError struct {
	value any
	stack string
}

func (e *panicError) Error() string {
	return fmt.Sprintf("the stage panicked: %v; this is a fault of inquest, please report it", e.value)
}

// missingPartError says that a page holds fewer incidents than the item needs.
type missingPartError struct {
	url      string
	part, of int
}

func (e *missingPartError) Error() string {
	return fmt.Sprintf("%s tells of %d incidents now and this item is about number %d; exclude the item, or attach the older page", e.url, e.of, e.part)
}

// rowError is trouble with the rows: nothing can be written about the job now.
type rowError struct{ err error }

func (e *rowError) Error() string { return e.err.Error() }
func (e *rowError) Unwrap() error { return e.err }

// refusal is a result that the store refuses for good, such as evidence that is not in the text.
type refusal interface {
	error
	Failure() (kind, actor string)
}

// loading says what an error of the store means for the job that reads a row.
func loading(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, queue.ErrNotFound):
		return queue.Drop(err.Error())
	}
	return &rowError{err}
}

// saving says what an error of the store means for the job whose result was to be saved.
func saving(err error) error {
	var no refusal
	if errors.As(err, &no) {
		return err
	}
	return loading(err)
}
