package main

import (
	"fmt"

	"inquest/queue/store"
)

// requeueCmd lists dead letters and puts them back to work.
type requeueCmd struct {
	List   bool   `help:"Only list them."`
	ID     int64  `arg:"" optional:"" help:"Number of one failure, as --list shows it."`
	Reason string `help:"All with this reason, such as timeout." placeholder:"KIND"`
	Host   string `help:"All of this host." placeholder:"HOST"`
	Source string `help:"All of this address." placeholder:"URL"`
}

// Help shows an example.
func (requeueCmd) Help() string {
	return "Example:\n  inquest requeue --list\n  inquest requeue --reason timeout\n  inquest requeue 17"
}

// Run lists, or gives the chosen jobs another chance and says how many.
func (c *requeueCmd) Run(s *session) error {
	db, err := s.openDatabase(s.ctx)
	if err != nil {
		return err
	}
	defer db.close()
	filter := store.Filter{ID: c.ID, Kind: c.Reason, Host: c.Host}
	if c.Source != "" {
		if filter.Source, err = sourceOf(s.ctx, db, c.Source); err != nil {
			return err
		}
	}
	if c.List {
		return listDead(s, db, filter)
	}
	if filter == (store.Filter{}) {
		return usageError{"say which: a number, --reason, --host or --source; \"inquest requeue --list\" shows them"}
	}
	jobs, err := db.Requeue(s.ctx, filter)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%d back to work\n", len(jobs))
	return nil
}

func listDead(s *session, db *database, filter store.Filter) error {
	filter.Dead = true
	failures, err := db.Failures(s.ctx, filter)
	if err != nil {
		return err
	}
	if len(failures) == 0 {
		fmt.Fprintln(s.stdout, "no dead letters")
	}
	printFailures(s.stdout, failures, s.now())
	return nil
}
