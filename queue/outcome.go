package queue

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// LaterError asks for another attempt of a job that is not at fault, such as one whose host wants a
// pause. It does not count as an attempt.
type LaterError struct {
	After time.Duration
	Err   error // why, or nil
}

// Error says when and why.
func (e *LaterError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("later, after %s", e.After)
	}
	return fmt.Sprintf("later, after %s: %v", e.After, e.Err)
}

// Unwrap returns the cause.
func (e *LaterError) Unwrap() error { return e.Err }

// Later is the outcome of a job that shall run again after d, without having failed.
func Later(d time.Duration, err error) error { return &LaterError{After: d, Err: err} }

// DropError ends a job for good.
type DropError struct {
	Reason string
}

// Error returns the reason.
func (e *DropError) Error() string { return "dropped: " + e.Reason }

// Drop is the outcome of a job that must not run again, such as one whose row is gone.
func Drop(reason string) error { return &DropError{Reason: reason} }

// PanicError is a panic of a handler.
type PanicError struct {
	Value any
	Stack string
}

// Error returns what the handler panicked with.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// verdict is what an outcome means for the message.
type verdict struct {
	done  bool
	drop  string        // reason, when the job is dropped
	later bool          // the attempt does not count
	dead  bool          // the last attempt has failed
	again time.Duration // delay of the next attempt, when there is one
}

// judge reads the outcome of a job that has failed before as often as failed says.
func (p Policy) judge(err error, failed int) verdict {
	var later *LaterError
	var drop *DropError
	switch {
	case err == nil:
		return verdict{done: true}
	case errors.As(err, &later):
		return verdict{later: true, again: max(later.After, time.Millisecond)}
	case errors.As(err, &drop):
		return verdict{drop: drop.Reason}
	case failed+1 >= p.Attempts:
		return verdict{dead: true, again: p.delay(failed)}
	}
	return verdict{again: p.delay(failed)}
}

// Policy says how a stage treats jobs whose handler returned a plain error.
type Policy struct {
	Attempts int             // after so many failures the job is dead
	Delays   []time.Duration // before the second, third, ... attempt; the last one repeats
	// Dead records on the row that a job was given up; the job leaves the queue when it returns nil,
	// and stays for another attempt when it does not.
	Dead func(ctx context.Context, job Job, err error) error
}

func (p Policy) delay(failed int) time.Duration {
	if len(p.Delays) == 0 {
		return time.Second
	}
	return p.Delays[min(failed, len(p.Delays)-1)]
}
