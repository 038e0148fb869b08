package main

import (
	"fmt"
	"slices"

	"inquest/queue"
	"inquest/queue/worker"
)

// workCmd runs workers against the servers that NATS_URL and DATABASE_URL name.
type workCmd struct {
	Stages []string `arg:"" optional:"" name:"stage" help:"Stages to work on (default: all): fetch, extract, normalize."`
	Jobs   int      `default:"4" help:"Jobs of each stage at a time."`
}

// Help shows an example.
func (workCmd) Help() string {
	return "Example:\n  NATS_URL=nats://queue:4222 DATABASE_URL=postgres://inquest@db/inquest INQUEST_CONTACT=ops@example.org inquest work fetch"
}

// Run works until Ctrl-C; what it holds then is given back.
func (c *workCmd) Run(s *session) error {
	stages, err := c.stages()
	if err != nil {
		return err
	}
	if s.settings.contact == "" && slices.Contains(stages, queue.Fetch) {
		return usageError{contactVariable + " is not set: an address or page by which a site's operator reaches you goes into the User-Agent"}
	}
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
	p, err := s.newSharedPipeline(nil, db)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stderr, "working on %v, %d jobs each; Ctrl-C stops\n", stages, c.Jobs)
	return worker.New(s.lg, q, db.Store, p.stages()).Run(s.ctx, c.Jobs, stages...)
}

func (c *workCmd) stages() ([]queue.Stage, error) {
	if len(c.Stages) == 0 {
		return queue.Stages(), nil
	}
	var stages []queue.Stage
	for _, name := range c.Stages {
		if !slices.Contains(queue.Stages(), queue.Stage(name)) {
			return nil, usageError{fmt.Sprintf("there is no stage %q; the stages are %v", name, queue.Stages())}
		}
		stages = append(stages, queue.Stage(name))
	}
	return stages, nil
}
