package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"inquest/migrations"
)

// migrateCmd brings the database up to date.
type migrateCmd struct{}

// Help shows an example.
func (migrateCmd) Help() string {
	return "Example:\n  DATABASE_URL=postgres://inquest@db/inquest inquest migrate"
}

// Run applies the migrations that are missing and says which.
func (c *migrateCmd) Run(s *session) error {
	url, keeper, err := s.databaseServer(s.ctx)
	if err != nil {
		return err
	}
	if keeper != nil {
		defer keeper.Close()
	}
	conn, err := pgx.Connect(s.ctx, url)
	if err != nil {
		return fmt.Errorf("connect to PostgreSQL: %w; check %s", err, databaseVariable)
	}
	defer conn.Close(context.WithoutCancel(s.ctx))
	from, to, err := migrations.Up(s.ctx, conn)
	if err != nil {
		return err
	}
	if from == to {
		fmt.Fprintf(s.stdout, "the database is up to date (version %d)\n", to)
		return nil
	}
	fmt.Fprintf(s.stdout, "the database went from version %d to %d\n", from, to)
	return nil
}
