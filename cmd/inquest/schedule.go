package main

import (
	"fmt"

	"inquest/queue/schedule"
)

// scheduleCmd puts what is due.
type scheduleCmd struct {
	Once bool `help:"Put what is due now, and end."`
}

// Help shows an example.
func (scheduleCmd) Help() string {
	return "Example:\n  NATS_URL=nats://queue:4222 DATABASE_URL=postgres://inquest@db/inquest inquest schedule"
}

// Run puts jobs until Ctrl-C.
func (c *scheduleCmd) Run(s *session) error {
	db, err := s.openDatabase(s.ctx)
	if err != nil {
		return err
	}
	defer db.close()
	q, closeQueue, err := s.openQueue()
	if err != nil {
		return err
	}
	defer closeQueue()
	p, err := s.newPipeline(nil)
	if err != nil {
		return err
	}
	scheduler := schedule.New(s.lg, q, db.Store, p.versions())
	if !c.Once {
		fmt.Fprintln(s.stderr, "scheduling; Ctrl-C stops")
		return scheduler.Run(s.ctx)
	}
	n, err := scheduler.Put(s.ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%d jobs put\n", n)
	return nil
}
