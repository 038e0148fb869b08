// Package migrations brings a database up to the tables that this version of inquest reads and
// writes: it runs the numbered SQL files of this folder that the database has not seen.
package migrations

import (
	"context"
	"embed"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/tern/v2/migrate"
)

//go:embed *.sql
var files embed.FS

// versionTable holds the number of the last migration that the database has seen.
const versionTable = "schema_version"

// Up runs what is missing, each file in a transaction of its own, and returns the number of the last
// file that the database had seen before and has seen now; they are equal when nothing was to do. The
// tables stand in the first schema of the connection's search_path. Several processes may call it at
// once: an advisory lock lets one of them do the work. A database that a newer inquest has migrated
// is an error and stays as it is.
func Up(ctx context.Context, conn *pgx.Conn) (from, to int, err error) {
	m, err := load(ctx, conn)
	if err != nil {
		return 0, 0, fmt.Errorf("migrate database: %w", err)
	}
	from, err = seen(ctx, m)
	if err != nil {
		return from, from, fmt.Errorf("migrate database: %w", err)
	}
	if err := m.Migrate(ctx); err != nil {
		return from, from, fmt.Errorf("migrate database: %w", err)
	}
	return from, len(m.Migrations), nil
}

func load(ctx context.Context, conn *pgx.Conn) (*migrate.Migrator, error) {
	m, err := migrate.NewMigrator(ctx, conn, versionTable)
	if err != nil {
		return nil, err
	}
	return m, m.LoadMigrations(files)
}

// seen returns the number of the last file that the database has seen.
func seen(ctx context.Context, m *migrate.Migrator) (int, error) {
	have, err := m.GetCurrentVersion(ctx)
	if err != nil {
		return 0, err
	}
	if latest := len(m.Migrations); int(have) > latest {
		return int(have), fmt.Errorf("it has seen migration %d and this inquest knows %d; use the newer inquest", have, latest)
	}
	return int(have), nil
}
