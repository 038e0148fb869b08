package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"text/tabwriter"
	"time"

	"inquest/queue"
	"inquest/queue/store"
	"inquest/queue/worker"
)

// progress lets a person watch sources become drafts: a line per finished stage, and a table of the
// drafts when the sources it waits for have come to an end.
type progress struct {
	s       *session
	db      *database
	sources []int64 // waited for
	once    bool
	start   time.Time

	mu      sync.Mutex    // orders the lines
	changed chan struct{} // holds a note when a job has ended since the last look
}

// newProgress queues the samples, if there are any, and waits for them.
func newProgress(s *session, db *database, site *sampleSite, once bool) (*progress, error) {
	p := &progress{s: s, db: db, once: once, start: s.now(), changed: make(chan struct{}, 1)}
	if site == nil {
		return p, nil
	}
	for _, u := range site.urls() {
		receipt, err := queueAddress(s, db, store.AddRequest{URL: u, By: "samples"})
		if err != nil {
			return nil, fmt.Errorf("queue sample %s: %w", u, err)
		}
		p.sources = append(p.sources, receipt.Source)
	}
	fmt.Fprintf(s.stdout, "%d sample reports queued\n", len(p.sources))
	return p, nil
}

// done names a finished stage.
var done = map[queue.Stage]string{
	queue.Fetch:     "fetched",
	queue.Extract:   "read",
	queue.Normalize: "drafted",
}

// tell prints a line for the end of a job.
func (p *progress) tell(e worker.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.s.now().Sub(p.start).Seconds()
	if f := e.Failure; f != nil {
		fmt.Fprintf(p.s.stdout, "%6.2fs  failed   %s %s: %s; %s\n", at, e.Job.Stage, e.What, f.Message, nextStep(*f, p.s.now()))
	} else {
		fmt.Fprintf(p.s.stdout, "%6.2fs  %-8s %s\n", at, done[e.Job.Stage], e.What)
	}
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// run prints the address of the review page, waits for the sources, and prints the table of drafts.
// With once the error is errReported when a source could not be drafted.
func (p *progress) run(ctx context.Context, reviewURL string) error {
	if len(p.sources) == 0 && !p.once {
		p.print(func(out io.Writer) { fmt.Fprintln(out, "review page:", reviewURL) })
		return nil
	}
	failed, err := p.wait(ctx)
	if err != nil {
		return err
	}
	drafts, err := p.db.Drafts(ctx)
	if err != nil {
		return err
	}
	p.print(func(out io.Writer) {
		printDrafts(out, drafts)
		if !p.once {
			fmt.Fprintf(out, "\nreview page: %s\nCtrl-C stops; \"inquest add\", \"status\" and \"export\" work in another terminal\n", reviewURL)
		}
	})
	if p.once && failed > 0 {
		return fmt.Errorf("%d sources were not drafted: %w", failed, errReported)
	}
	return nil
}

func (p *progress) print(write func(io.Writer)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	write(p.s.stdout)
}

// wait returns when every source has come to an end, and how many of them without a draft.
func (p *progress) wait(ctx context.Context) (failed int, err error) {
	for {
		open, failed, err := p.count(ctx)
		if err != nil || open == 0 {
			return failed, err
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-p.changed:
		}
	}
}

// count says how many of the sources are still on their way, and how many were given up, at least for now.
func (p *progress) count(ctx context.Context) (open, failed int, err error) {
	all, err := p.waitedFor(ctx)
	if err != nil {
		return 0, 0, err
	}
	for _, st := range all {
		switch {
		case st.Failure != nil && !p.comesSoon(*st.Failure):
			failed++
		case st.State == "waiting" || st.State == "captured" || st.State == "extracted":
			open++
		}
	}
	return open, failed, nil
}

// comesSoon reports whether a job that failed is tried again while somebody watches.
func (p *progress) comesSoon(f queue.Failure) bool {
	return !f.Dead() && f.Next.Sub(p.s.now()) <= time.Minute
}

// waitedFor returns the status of the samples, or of all sources when there are none.
func (p *progress) waitedFor(ctx context.Context) ([]store.SourceStatus, error) {
	if len(p.sources) == 0 {
		return p.db.Sources(ctx)
	}
	var all []store.SourceStatus
	for _, id := range p.sources {
		st, err := p.db.SourceStatus(ctx, id)
		if err != nil {
			return nil, err
		}
		all = append(all, st)
	}
	return all, nil
}

func printDrafts(out io.Writer, drafts []store.DraftRow) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nITEM\tORG\tDATE\tROOT CAUSE\tPROBLEMS\tTITLE")
	for _, d := range drafts {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%d\t%s\n", d.Item, orDash(d.Org), orDash(d.Date), orDash(d.RootCause), d.Problems, cut(d.Title, 70))
	}
	w.Flush()
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// cut shortens a text to n characters for a table.
func cut(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
