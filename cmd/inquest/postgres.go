package main

import (
	"fmt"

	"inquest/queue/private"
)

// postgresCmd says where PostgreSQL's server programs are, or how to get them; make uses it.
type postgresCmd struct{}

// Run prints the folder and the version.
func (c *postgresCmd) Run(s *session) error {
	if s.settings.databaseURL != "" {
		fmt.Fprintln(s.stdout, databaseVariable, "is set: no server programs are needed")
		return nil
	}
	found, err := private.FindBinaries(s.settings.getenv, "/", s.settings.dataDir)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s (PostgreSQL %d)\n", found.Dir, found.Major)
	return nil
}
