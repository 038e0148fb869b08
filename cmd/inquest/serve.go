package main

import (
	"fmt"

	"inquest/queue/review"
)

// defaultListen is where the review pages are served.
const defaultListen = "127.0.0.1:7391"

// serveCmd serves the review pages.
type serveCmd struct {
	Listen string `default:"${listen}" help:"Address on this machine (default: ${listen}); port 0 takes any free one." placeholder:"HOST:PORT"`
}

// Help shows an example.
func (serveCmd) Help() string { return "Example:\n  inquest serve --listen 127.0.0.1:8080" }

// Run serves until Ctrl-C.
func (c *serveCmd) Run(s *session) error {
	db, err := s.openDatabase(s.ctx)
	if err != nil {
		return err
	}
	defer db.close()
	site, err := review.Listen(s.lg, db.Store, c.Listen)
	if err != nil {
		return err
	}
	fmt.Fprintln(s.stdout, "review page:", site.URL())
	return site.Serve(s.ctx)
}
