package main

import "inquest/queue/private"

// keeperCmd is the process that looks after the private PostgreSQL; inquest starts it by itself.
type keeperCmd struct {
	Dir string `arg:"" help:"Data directory."`
}

// Run keeps the server until nobody uses it any more.
func (c *keeperCmd) Run(s *session) error {
	return private.RunKeeper(s.ctx, s.lg, c.Dir, private.Options{Getenv: s.settings.getenv})
}
