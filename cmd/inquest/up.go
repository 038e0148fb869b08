package main

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/nats-io/nats.go"

	"inquest/queue"
	"inquest/queue/private"
	"inquest/queue/review"
	"inquest/queue/schedule"
	"inquest/queue/worker"
)

// upCmd runs everything in one process.
type upCmd struct {
	Samples    bool   `help:"Queue the sample reports, and print a table when they are drafted."`
	Once       bool   `help:"End when nothing more happens by itself; the exit status says whether everything was drafted."`
	Listen     string `default:"${listen}" help:"Address of the review pages, on this machine (default: ${listen}); port 0 takes any free one." placeholder:"HOST:PORT"`
	NATSListen string `name:"nats-listen" help:"Let workers on other machines join, and print the address with a token." placeholder:"HOST:PORT"`
	Jobs       int    `default:"4" help:"Jobs of each stage at a time."`
}

// Help shows an example.
func (upCmd) Help() string {
	return "Example:\n  inquest up --samples\n  INQUEST_CONTACT=ops@example.org inquest up"
}

// Run starts the servers, the scheduler, the workers and the review pages, and stops them in the
// opposite order on Ctrl-C. What was being worked on is taken up again by the next run.
func (c *upCmd) Run(s *session) error {
	if !c.Samples && s.settings.contact == "" {
		return usageError{contactVariable + " is not set: an address or page by which a site's operator reaches you goes into the User-Agent (with --samples nothing leaves the machine, and it is not needed)"}
	}
	holder, err := private.Hold(s.settings.dataDir, "inquest up")
	if err != nil {
		return err
	}
	defer holder.Release()
	db, err := s.openDatabase(s.ctx)
	if err != nil {
		return err
	}
	defer db.close()
	nc, stopNATS, err := c.startNATS(s)
	if err != nil {
		return err
	}
	defer stopNATS()
	q, err := queue.Open(s.ctx, s.lg, nc)
	if err != nil {
		return err
	}
	return c.serve(s, db, q)
}

// startNATS connects to the server that NATS_URL names, or to one in this process.
func (c *upCmd) startNATS(s *session) (*nats.Conn, func(), error) {
	if s.settings.natsURL != "" {
		nc, err := s.connectNATS()
		if err != nil {
			return nil, nil, err
		}
		return nc, nc.Close, nil
	}
	server, err := private.StartNATS(s.ctx, s.lg, s.settings.dataDir, c.NATSListen)
	if err != nil {
		return nil, nil, fmt.Errorf("embedded NATS server: %w", err)
	}
	nc, err := server.Connect(nats.Name("inquest up"))
	if err != nil {
		server.Shutdown()
		return nil, nil, fmt.Errorf("embedded NATS server: %w", err)
	}
	if c.NATSListen != "" {
		fmt.Fprintf(s.stdout, "workers on other machines: %s=%s inquest work\n", natsVariable, server.URL())
	}
	return nc, func() { nc.Close(); server.Shutdown() }, nil
}

// serve runs the parts that work on the rows until Ctrl-C, or with --once until nothing is left to do.
func (c *upCmd) serve(s *session, db *database, q *queue.Queue) error {
	site, err := c.sampleSite(s)
	if err != nil {
		return err
	}
	if site != nil {
		defer site.close()
	}
	p, err := s.newSharedPipeline(site, db)
	if err != nil {
		return err
	}
	pages, err := review.Listen(s.lg, db.Store, c.Listen)
	if err != nil {
		return err
	}
	watch, err := newProgress(s, db, site, c.Once)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return pages.Serve(ctx) })
	group.Go(func() error { return schedule.New(s.lg, q, db.Store, p.versions()).Run(ctx) })
	group.Go(func() error { return c.work(ctx, s, db, q, p, watch) })
	group.Go(func() error {
		err := watch.run(ctx, pages.URL())
		if c.Once {
			stop()
		}
		return err
	})
	if err := group.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if s.ctx.Err() != nil {
		fmt.Fprintln(s.stdout, "stopped; the next run continues here")
	}
	return nil
}

func (c *upCmd) sampleSite(s *session) (*sampleSite, error) {
	if !c.Samples {
		return nil, nil
	}
	return startSamples(s.lg)
}

func (c *upCmd) work(ctx context.Context, s *session, db *database, q *queue.Queue, p *pipeline, watch *progress) error {
	w := worker.New(s.lg, q, db.Store, p.stages())
	w.Progress = watch.tell
	return w.Run(ctx, c.Jobs, queue.Stages()...)
}
