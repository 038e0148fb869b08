package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"inquest/queue"
	"inquest/queue/store"
)

// statusCmd shows what waits and what is in its way.
type statusCmd struct {
	Source string `arg:"" optional:"" help:"Address of one source."`
	Watch  bool   `help:"Print again every two seconds, until Ctrl-C."`
}

// Help shows an example.
func (statusCmd) Help() string {
	return "Example:\n  inquest status\n  inquest status https://status.example.com/incidents/abc"
}

// Run prints the counts of each stage and what failed, or the whole state of one source.
func (c *statusCmd) Run(s *session) error {
	db, err := s.openDatabase(s.ctx)
	if err != nil {
		return err
	}
	defer db.close()
	p, err := s.newPipeline(nil)
	if err != nil {
		return err
	}
	if c.Source != "" {
		return c.one(s, db)
	}
	ticker := time.NewTicker(2 * time.Second)
	defer ticker.Stop()
	for {
		if err := printStatus(s.ctx, s.stdout, db, s.now(), p); err != nil || !c.Watch {
			return err
		}
		select {
		case <-s.ctx.Done():
			return nil
		case <-ticker.C:
			fmt.Fprintln(s.stdout)
		}
	}
}

func printStatus(ctx context.Context, out io.Writer, db *database, now time.Time, p *pipeline) error {
	counts, err := db.Counts(ctx, now, p.versions())
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "STAGE\tWAITING\tRETRYING\tDEAD\tDONE\tOLDEST WAITS")
	for _, n := range counts {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\n", n.Stage, n.Waiting, n.Retrying, n.Dead, n.Done, since(now, n.Oldest))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	failures, err := db.Failures(ctx, store.Filter{})
	if err != nil || len(failures) == 0 {
		return err
	}
	fmt.Fprintln(out)
	printFailures(out, failures, now)
	return nil
}

// printFailures prints a line for each failure: what, where, and what happens next.
func printFailures(out io.Writer, failures []store.FailureRow, now time.Time) {
	for _, f := range failures {
		fmt.Fprintf(out, "%d  %s  %s  %s\n    %s\n    %s\n", f.ID, f.Kind, f.Job.Stage, f.URL, f.Message, nextStep(f.Failure, now))
	}
}

// nextStep says what happens to a failed job, and who must act when nothing does by itself.
func nextStep(f queue.Failure, now time.Time) string {
	if f.Dead() {
		return fmt.Sprintf("given up after %s; %s must act", attempts(f.Attempts), f.Actor)
	}
	return fmt.Sprintf("%s so far, next in %s", attempts(f.Attempts), f.Next.Sub(now).Round(time.Second))
}

func attempts(n int) string {
	if n == 1 {
		return "1 attempt"
	}
	return fmt.Sprintf("%d attempts", n)
}

func since(now, t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return now.Sub(t).Round(time.Second).String()
}

// one prints everything that is known of how a source is doing.
func (c *statusCmd) one(s *session, db *database) error {
	id, err := sourceOf(s.ctx, db, c.Source)
	if err != nil {
		return err
	}
	st, err := db.SourceStatus(s.ctx, id)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "source\t%d\n", st.Source)
	fmt.Fprintf(w, "address\t%s\n", st.URL)
	fmt.Fprintf(w, "queued\t%s\n", st.AddedAt.Format(time.RFC3339))
	fmt.Fprintf(w, "state\t%s\n", st.State)
	fmt.Fprintf(w, "items\t%d\n", st.Items)
	if !st.Captured.IsZero() {
		fmt.Fprintf(w, "captured\t%s\n", st.Captured.Format(time.RFC3339))
	}
	if !st.Supplied.IsZero() {
		fmt.Fprintf(w, "supplied\t%s by %s\n", st.Supplied.Format(time.RFC3339), orDash(st.Supplier))
	}
	if !st.Checked.IsZero() {
		fmt.Fprintf(w, "checked\t%s\n", st.Checked.Format(time.RFC3339))
	}
	if st.Parked.After(s.now()) {
		fmt.Fprintf(w, "parked until\t%s: %s\n", st.Parked.Format(time.RFC3339), st.Because)
	}
	if st.SameAs != "" {
		fmt.Fprintf(w, "leads to\t%s, which is queued too: perhaps one incident\n", st.SameAs)
	}
	if st.Archived != "" {
		fmt.Fprintf(w, "archived copy\t%s\n", st.Archived)
	}
	if f := st.Failure; f != nil {
		fmt.Fprintf(w, "last error\t%s (%s, %s)\n", f.Message, f.Kind, f.At.Format(time.RFC3339))
		fmt.Fprintf(w, "next\t%s\n", nextStep(*f, s.now()))
	}
	return w.Flush()
}
