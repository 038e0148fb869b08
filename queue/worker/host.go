package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"inquest/fetcher"
	"inquest/queue"
)

// park puts a fetch off that was not begun, because a host or everything is to be left alone: no fault
// of the page and no attempt. A long pause stands on the row, so that the queue holds what can be done now.
func (w *Worker) park(ctx context.Context, job queue.Job, parked *fetcher.ParkedError) error {
	wait := parked.Until.Sub(w.Now())
	if wait <= inQueue {
		return queue.Later(wait, parked)
	}
	if err := w.store.Park(ctx, job.Row, parked.Until, parked.Error()); err != nil {
		return loading(err)
	}
	return queue.Drop(fmt.Sprintf("parked until %s; the source is put then", parked.Until.Format(time.RFC3339)))
}

// missing judges a page that its server does not find, and of which no archive has a copy. One such
// answer may be a mistake that is put right; the copy at hand, where there is one, is better than any
// archive's.
func (w *Worker) missing(ctx context.Context, source queue.Source, answer error) error {
	second := fetcher.Sighting{At: w.Now(), Kind: fetcher.KindOf(answer)}
	unconfirmed := &unconfirmedError{err: answer, copied: source.Capture != 0}
	switch {
	case second.Kind != fetcher.Gone:
		return unconfirmed
	case source.Missing.IsZero():
		if err := w.store.NoteMissing(ctx, second.At, source.ID); err != nil {
			return loading(err)
		}
		source.Missing = second.At
	case fetcher.IsGone(fetcher.Sighting{At: source.Missing, Kind: fetcher.Gone}, second):
		return answer
	}
	unconfirmed.again = source.Missing.Add(fetcher.GoneApart).Sub(second.At)
	return unconfirmed
}

// unconfirmedError is a page that is missing now and may not be tomorrow.
type unconfirmedError struct {
	err    error
	copied bool          // there is a copy, which stays
	again  time.Duration // until the look that decides; 0: after the usual pauses
}

func (e *unconfirmedError) Error() string {
	said := e.err.Error()
	if e.copied {
		said += "; its last copy stays"
	}
	return said + "; it counts as gone when it is missing again a day later"
}

// actor is nobody as long as there is a copy. Without one the address may be wrong, which a person sees.
func (e *unconfirmedError) actor() string {
	if e.copied {
		return fetcher.Busy.Actor()
	}
	return curator
}

func (e *unconfirmedError) Unwrap() error { return e.err }

// gone reports whether a page was not found where it should be.
func gone(err error) bool {
	var f *fetcher.Error
	return errors.As(err, &f) && (f.Kind == fetcher.Gone || f.Kind == fetcher.SoftNotFound)
}
