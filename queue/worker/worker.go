// Package worker turns a queued address into a draft, a stage at a time: it loads the rows of a job,
// runs the stage, saves what came of it, and puts the next job.
package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/normalizer"
	"inquest/queue"
)

// Stages are the steps of the pipeline. They hold no rows and put no jobs.
type Stages struct {
	Fetch     func(context.Context, fetcher.Request) (*fetcher.Capture, error)
	Archived  func(ctx context.Context, url string, near time.Time) (*fetcher.Capture, error) // nil: no archive is asked
	Render    func(context.Context, fetcher.Request) (*fetcher.Capture, error)                // nil: no page is rendered
	Extract   func(context.Context, *fetcher.Capture) (*extractor.Document, error)
	Progress  func(doc *extractor.Document, at time.Time) []queue.Progress // of each incident of a page that was fetched at a time; nil: none is waited for
	Normalize func([]normalizer.Source) *normalizer.Draft
	Versions  normalizer.Versions // of the stages above
}

// Store is the rows. What a save returns says which jobs follow.
type Store interface {
	Source(ctx context.Context, id int64) (queue.Source, error)
	SaveCapture(ctx context.Context, source, wanted int64, c *fetcher.Capture) (queue.Saved, error)
	SaveUnchanged(ctx context.Context, source, wanted int64, answer *fetcher.Capture) (queue.Saved, error)
	Capture(ctx context.Context, id int64) (c *fetcher.Capture, wanted int64, err error)
	SaveDocument(ctx context.Context, now time.Time, capture, wanted int64, version string, doc *extractor.Document) (queue.Saved, error)
	SaveProgress(ctx context.Context, capture int64, parts []queue.Progress) error
	Item(ctx context.Context, id int64, version string) (sources []normalizer.Source, parts []queue.Part, wanted int64, err error)
	SaveDraft(ctx context.Context, now time.Time, item, wanted int64, parts []queue.Part, draft *normalizer.Draft) (queue.Saved, error)

	Attempts(ctx context.Context, job queue.Job, version string) (int, error)
	Fail(ctx context.Context, wanted int64, f queue.Failure) (again bool, err error)
	NoteRobots(ctx context.Context, source int64, verdicts []fetcher.RobotsVerdict) error
	Park(ctx context.Context, source int64, until time.Time, because string) error
	NoteMissing(ctx context.Context, now time.Time, source int64) error
}

// Worker runs jobs.
type Worker struct {
	lg     *slog.Logger
	queue  *queue.Queue
	store  Store
	stages Stages

	Now      func() time.Time // for what is stored; time.Now unless it is set before Run
	Progress func(Event)      // hears how each job ended; may be nil; called by several goroutines
}

// Event is how a job ended.
type Event struct {
	Job     queue.Job
	Row     int64          // of the capture, document or draft; 0 when there is none
	What    string         // what a person recognises: the address, the draft's title
	Took    time.Duration  // from loading to saving
	Failure *queue.Failure // nil when it succeeded
}

// New returns a worker on a queue and the rows.
func New(lg *slog.Logger, q *queue.Queue, s Store, stages Stages) *Worker {
	return &Worker{lg: lg, queue: q, store: s, stages: stages, Now: time.Now}
}

// Run works on the given stages until ctx ends, n jobs of each at a time.
func (w *Worker) Run(ctx context.Context, n int, stages ...queue.Stage) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, stage := range stages {
		group.Go(func() error { return w.queue.Work(ctx, stage, n, w.policy(), w.Do) })
	}
	return group.Wait()
}

// Do runs one job: load, run the stage, save, put what follows. Save first: a job that is put and has
// no row is lost work, a row without a job is found by the scheduler. Every job may run twice.
func (w *Worker) Do(ctx context.Context, job queue.Job) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		start := w.Now()
		r, err := w.step(ctx, job)
		if err == nil {
			err = w.finish(ctx, job, r, start)
		} else {
			r.Again, err = w.failed(ctx, job, r, err)
		}
		if err != nil || !r.Again {
			return err
		}
	}
}

// result is what a step leaves: what its save returned, and what failures and people need to know.
type result struct {
	queue.Saved
	wanted int64  // counter of the row as it was read; -1: it was not
	what   string // for people
}

func (w *Worker) step(ctx context.Context, job queue.Job) (result, error) {
	switch job.Stage {
	case queue.Fetch:
		return w.fetch(ctx, job.Row)
	case queue.Extract:
		return w.extract(ctx, job.Row)
	case queue.Normalize:
		return w.normalize(ctx, job.Row)
	}
	return result{}, queue.Drop(fmt.Sprintf("no stage %q", job.Stage))
}

func (w *Worker) fetch(ctx context.Context, id int64) (result, error) {
	source, err := w.store.Source(ctx, id)
	if err != nil {
		return result{wanted: -1}, loading(err)
	}
	r := result{wanted: source.Wanted, what: source.URL}
	if !source.Due {
		return r, queue.Drop("fetched already; what follows is found by the scheduler")
	}
	capture, err := w.copyOf(ctx, source)
	if errors.Is(err, fetcher.ErrUnchanged) {
		r.Saved, err = w.store.SaveUnchanged(ctx, id, source.Wanted, capture)
		return r, saving(err)
	}
	if err != nil {
		return r, w.withRobots(ctx, id, err)
	}
	r.Saved, err = w.store.SaveCapture(ctx, id, source.Wanted, capture)
	return r, saving(err)
}

// readingLimit is how long the extractor may read one capture; most take milliseconds.
const readingLimit = time.Minute

func (w *Worker) extract(ctx context.Context, id int64) (result, error) {
	capture, wanted, err := w.store.Capture(ctx, id)
	if err != nil {
		return result{wanted: -1}, loading(err)
	}
	r := result{wanted: wanted, what: capture.FinalURL}
	doc, err := guarded(func() (*extractor.Document, error) {
		ctx, cancel := context.WithTimeout(ctx, readingLimit)
		defer cancel()
		return w.stages.Extract(ctx, capture)
	})
	if err != nil {
		return r, err
	}
	r.Saved, err = w.store.SaveDocument(ctx, w.Now(), id, wanted, w.stages.Versions.Extractor, doc)
	if err != nil || w.stages.Progress == nil {
		return r, saving(err)
	}
	return r, saving(w.store.SaveProgress(ctx, id, w.stages.Progress(doc, capture.At)))
}

func (w *Worker) normalize(ctx context.Context, id int64) (result, error) {
	sources, parts, wanted, err := w.store.Item(ctx, id, w.stages.Versions.Extractor)
	if err != nil {
		return result{wanted: -1}, loading(err)
	}
	r := result{wanted: wanted}
	if len(sources) == 0 {
		return r, queue.Drop("no document of this version yet; the item is put when there is one")
	}
	r.what = sources[0].URL
	if missing := withoutPart(sources); missing != nil {
		return r, missing
	}
	draft, err := guarded(func() (*normalizer.Draft, error) { return w.stages.Normalize(sources), nil })
	if err != nil {
		return r, err
	}
	r.what = title(draft, r.what)
	r.Saved, err = w.store.SaveDraft(ctx, w.Now(), id, wanted, parts, draft)
	return r, saving(err)
}

// request asks for a source, and lets its server say that the copy at hand is unchanged. A copy from an
// archive is not the server's to confirm.
func (w *Worker) request(ctx context.Context, source queue.Source) (fetcher.Request, error) {
	req := fetcher.Request{URL: source.URL, Robots: robotsFor(source)}
	if source.Capture == 0 {
		return req, nil
	}
	stored, _, err := w.store.Capture(ctx, source.Capture)
	if err != nil {
		return req, loading(err)
	}
	if stored.Archived == "" {
		req = fetcher.Again(stored)
		req.URL, req.Robots = source.URL, robotsFor(source)
	}
	return req, nil
}

// robotsFor is what robots.txt is to a fetch. A person who asks for one page is a reader; the clock is a
// crawler, unless a person has decided otherwise for the source.
func robotsFor(source queue.Source) fetcher.RobotsPolicy {
	if source.ByClock && !source.Exempt {
		return fetcher.ObeyRobots
	}
	return fetcher.RecordRobots
}

// withRobots keeps the verdict that a fetch failed by, and returns the failure.
func (w *Worker) withRobots(ctx context.Context, source int64, fetching error) error {
	var f *fetcher.Error
	if !errors.As(fetching, &f) || f.Robots == nil {
		return fetching
	}
	if err := w.store.NoteRobots(ctx, source, []fetcher.RobotsVerdict{*f.Robots}); err != nil {
		return loading(err)
	}
	return fetching
}

// putPatience is how long a worker that is told to stop takes to put what follows a saved result.
const putPatience = 5 * time.Second

// finish puts what follows and tells how the job ended.
func (w *Worker) finish(ctx context.Context, job queue.Job, r result, start time.Time) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), putPatience)
	defer cancel()
	for _, next := range r.Next {
		if _, err := w.queue.Put(ctx, next); err != nil {
			return err
		}
	}
	w.tell(Event{Job: job, Row: r.Row, What: r.what, Took: w.Now().Sub(start)})
	return nil
}

func (w *Worker) tell(e Event) {
	if w.Progress != nil {
		w.Progress(e)
	}
}

// title returns what people call a draft.
func title(draft *normalizer.Draft, otherwise string) string {
	t := draft.Case.Title
	switch {
	case t != nil && t.En != "":
		return string(t.En)
	case t != nil && t.Ko != "":
		return string(t.Ko)
	}
	return otherwise
}

// withoutPart finds a page that no longer tells of the incident that the item is about.
func withoutPart(sources []normalizer.Source) error {
	for _, s := range sources {
		if n := s.Document.Incidents(); s.Part > n {
			return &missingPartError{url: s.URL, part: s.Part, of: n}
		}
	}
	return nil
}
