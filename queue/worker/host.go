package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"inquest/fetcher"
	"inquest/queue"
)

// await puts a fetch off while its host is to be left alone: no fault of the job, and no attempt.
func (w *Worker) await(ctx context.Context, host string) error {
	now := w.Now()
	free, err := w.store.HostFree(ctx, now, host)
	if err != nil {
		return loading(err)
	}
	wait := free.Sub(now)
	switch {
	case free.IsZero():
		return nil
	case wait > inQueue:
		return queue.Drop(fmt.Sprintf("%s is left alone until %s; the source is put then", host, free.Format(time.RFC3339)))
	}
	return queue.Later(wait, fmt.Errorf("%s is left alone for now", host))
}

// noteHost keeps what a fetch has shown about the host, and returns the fetch's error when that was
// written down.
func (w *Worker) noteHost(ctx context.Context, host string, fetching error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var f *fetcher.Error
	if !errors.As(fetching, &f) {
		if fetching != nil {
			return nil
		}
		return loading(w.store.HostAnswered(ctx, w.Now(), host))
	}
	switch f.Kind {
	case fetcher.Busy, fetcher.Timeout, fetcher.DNS, fetcher.TLS, fetcher.Reset, fetcher.ServerError:
		return loading(w.store.HostFailed(ctx, w.Now(), host, until(w.Now(), f.After), f.Error()))
	case fetcher.BadAddress, fetcher.RefusedAddress, fetcher.Robots:
		return nil // the host was not asked
	}
	return loading(w.store.HostAnswered(ctx, w.Now(), host))
}

func until(now time.Time, after time.Duration) time.Time {
	if after <= 0 {
		return time.Time{}
	}
	return now.Add(after)
}
