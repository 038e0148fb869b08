// Package schedule turns rows that wait into jobs: it finds what no stage of today's rules has read,
// in the order of priority and age, and keeps a window of it in the queue. Whatever the queue loses is
// put again from the rows.
package schedule

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"inquest/queue"
	"inquest/queue/store"
)

const (
	window   = 2000            // jobs of a stage in the queue at a time; the rest wait in the rows
	tick     = 5 * time.Second // between two looks when nobody calls
	patience = time.Minute     // for one look
)

// Scheduler puts what is due.
type Scheduler struct {
	lg       *slog.Logger
	queue    *queue.Queue
	store    *store.Store
	versions store.Versions

	Now    func() time.Time // time.Now unless it is set before Run
	Window int              // jobs of a stage in the queue at a time
	Tick   time.Duration    // between two looks when nobody calls
}

// New returns a scheduler that holds rows against the given versions of the stages.
func New(lg *slog.Logger, q *queue.Queue, s *store.Store, v store.Versions) *Scheduler {
	return &Scheduler{lg: lg, queue: q, store: s, versions: v, Now: time.Now, Window: window, Tick: tick}
}

// Run puts what is due until ctx ends: at once, whenever a process says that it has made rows due, and
// at every tick, which finds what nobody said: rows whose time has come, and jobs that were lost. A look
// that fails is logged, and the next one makes up for it.
func (s *Scheduler) Run(ctx context.Context) error {
	s.rekey(ctx)
	called := make(chan struct{}, 1)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.store.Listen(ctx, func() { call(called) }, s.deaf) })
	group.Go(func() error { return s.loop(ctx, called) })
	return group.Wait()
}

// rekey puts sources that older rules have queued under the keys of today's.
func (s *Scheduler) rekey(ctx context.Context) {
	n, err := s.store.Rekey(ctx)
	switch {
	case err != nil && ctx.Err() == nil:
		s.lg.Warn("sources not rekeyed", "error", err)
	case n > 0:
		s.lg.Info("sources rekeyed", "sources", n)
	}
}

// call leaves a note; one that is there already serves for both.
func call(called chan<- struct{}) {
	select {
	case called <- struct{}{}:
	default:
	}
}

func (s *Scheduler) deaf(err error) { s.lg.Warn("scheduler hears nothing", "error", err) }

func (s *Scheduler) loop(ctx context.Context, called <-chan struct{}) error {
	ticker := time.NewTicker(s.Tick)
	defer ticker.Stop()
	for {
		if err := s.look(ctx); err != nil && ctx.Err() == nil {
			s.lg.Warn("nothing put", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-called:
		case <-ticker.C:
		}
	}
}

func (s *Scheduler) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	put, err := s.Put(ctx)
	if put > 0 {
		s.lg.Info("jobs put", "jobs", put)
	}
	return err
}

// Put does what the clock asks for, fills the window of every stage once and returns how many jobs it has put.
func (s *Scheduler) Put(ctx context.Context) (int, error) {
	if err := s.store.Tick(ctx, s.Now()); err != nil {
		return 0, fmt.Errorf("schedule: %w", err)
	}
	total := 0
	for _, stage := range queue.Stages() {
		n, err := s.fill(ctx, stage)
		total += n
		if err != nil {
			return total, fmt.Errorf("schedule %s: %w", stage, err)
		}
	}
	return total, nil
}

// fill puts the first of the rows that are due. The window bounds the queue whatever is in it: a row of
// high priority waits for room, and then goes first.
func (s *Scheduler) fill(ctx context.Context, stage queue.Stage) (int, error) {
	waiting, err := s.waiting(ctx, stage)
	if err != nil {
		return 0, err
	}
	room := s.Window - len(waiting)
	if room <= 0 {
		return 0, nil
	}
	due, err := s.store.Due(ctx, s.Now(), stage, s.versions, s.Window)
	if err != nil {
		return 0, err
	}
	put := 0
	for _, row := range due {
		if put == room {
			break
		}
		if waiting[row] {
			continue
		}
		added, err := s.queue.Put(ctx, queue.Job{Stage: stage, Row: row})
		if err != nil {
			return put, err
		}
		if added {
			put++
		}
	}
	return put, nil
}

// waiting makes the stream again when the server has lost it.
func (s *Scheduler) waiting(ctx context.Context, stage queue.Stage) (map[int64]bool, error) {
	waiting, err := s.queue.Waiting(ctx, stage)
	if err == nil {
		return waiting, nil
	}
	if err := s.queue.Restore(ctx); err != nil {
		return nil, err
	}
	return s.queue.Waiting(ctx, stage)
}
