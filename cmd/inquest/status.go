package main

import (
	"context"
	"fmt"
	"io"
	"strings"
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
	if err := printOpen(ctx, out, db); err != nil {
		return err
	}
	if err := printPauses(ctx, out, db, now); err != nil {
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

// printPauses lists what keeps fetches from being begun: machines without a network, hosts left alone.
func printPauses(ctx context.Context, out io.Writer, db *database, now time.Time) error {
	outages, err := db.Outages(ctx)
	if err != nil {
		return err
	}
	for _, o := range outages {
		fmt.Fprintf(out, "\n%s reaches no host since %s; nothing is charged to any source\n", o.Machine, o.Since.Format(time.RFC3339))
	}
	hosts, err := db.Hosts(ctx)
	if err != nil {
		return err
	}
	title := "\nhosts that are left alone\n"
	for _, h := range hosts {
		if h.State.Wait(now) > time.Second { // less is the usual gap
			fmt.Fprintf(out, "%s  %s  until %s  %s\n", title, h.Host, h.State.NotBefore.UTC().Format(time.RFC3339), h.State.Reason)
			title = ""
		}
	}
	return nil
}

// printOpen lists what is expected to say more: incidents that are not over, and postmortems promised.
func printOpen(ctx context.Context, out io.Writer, db *database) error {
	open, err := db.OpenSources(ctx)
	if err != nil {
		return err
	}
	list := func(title string, wanted func(store.OpenSource) bool) {
		for _, o := range open {
			if !wanted(o) {
				continue
			}
			fmt.Fprint(out, title)
			title = ""
			fmt.Fprintf(out, "  source %d  next look %s  %s\n", o.Source, orDash(timeOrNothing(o.Next)), o.URL)
		}
	}
	list("\nincidents that are not over\n", func(o store.OpenSource) bool { return o.Ongoing })
	list("\npostmortems that were promised\n", func(o store.OpenSource) bool { return o.Promised })
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
	for _, line := range append(about(st), inTheWay(st, s.now())...) {
		if line.value != "" {
			fmt.Fprintf(w, "%s\t%s\n", line.name, line.value)
		}
	}
	return w.Flush()
}

// fact is a line about a source; without a value there is nothing to say.
type fact struct{ name, value string }

// about says what a source is and what is at hand of it.
func about(st store.SourceStatus) []fact {
	facts := []fact{
		{"source", fmt.Sprint(st.Source)},
		{"address", st.URL},
		{"queued", strings.TrimSuffix(timeOrNothing(st.AddedAt)+" by "+st.By, " by ")},
		{"org", st.Org},
		{"note", st.Note},
		{"state", st.State},
		{"items", fmt.Sprint(st.Items)},
		{"captured", timeOrNothing(st.Captured)},
		{"archived copy", st.Archived},
	}
	if st.Unsafe {
		st.Final += ", by a redirect from https to http"
	}
	facts = append(facts, fact{"ends at", st.Final})
	if !st.Supplied.IsZero() {
		facts = append(facts, fact{"supplied", st.Supplied.Format(time.RFC3339) + " by " + orDash(st.Supplier)})
	}
	if st.SameAs != "" {
		facts = append(facts, fact{"leads to", st.SameAs + ", which is queued too: perhaps one incident"})
	}
	return append(facts, fact{"checked", timeOrNothing(st.Checked)})
}

// inTheWay says what comes next and what keeps a source from it.
func inTheWay(st store.SourceStatus, now time.Time) []fact {
	facts := []fact{{"next look", timeOrNothing(st.Look)}}
	for _, v := range st.Robots {
		facts = append(facts, fact{"robots.txt", fmt.Sprintf("%s %s: %s", v.Access, v.URL, v.Why)})
	}
	facts = append(facts, fact{"robots.txt ignored", st.Exempt})
	if st.Parked.After(now) {
		facts = append(facts, fact{"parked until", st.Parked.Format(time.RFC3339) + ": " + st.Because})
	}
	if f := st.Failure; f != nil {
		facts = append(facts,
			fact{"last error", fmt.Sprintf("%s (%s, %s)", f.Message, f.Kind, f.At.Format(time.RFC3339))},
			fact{"next", nextStep(*f, now)})
	}
	return facts
}

func timeOrNothing(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}
