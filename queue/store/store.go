// Package store keeps sources, captures, documents, items, drafts and failures as rows of
// PostgreSQL: it turns what a stage made into rows that every machine sees, and rows into what the
// next stage reads. The rows are the truth; a message in the queue is only a hint that one waits.
package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"inquest/queue"
)

// ErrNotFound says that there is no such row.
var ErrNotFound = queue.ErrNotFound

// Config says which database the rows live in.
type Config struct {
	URL    string // connection string as PostgreSQL writes them: an address or key=value pairs
	Schema string // where the tables stand; "" leaves it to the database's search_path
	Conns  int    // most connections at a time; 0: eight
}

// Store is the rows of one database. Its methods may be called at the same time, by several
// processes too.
type Store struct {
	pool    *pgxpool.Pool
	channel string // of NOTIFY, one per schema
}

// Open connects to the database. The tables must be there already; the error says so when they are not.
func Open(ctx context.Context, config Config) (*Store, error) {
	settings, err := poolConfig(config)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, settings)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	s := &Store{pool: pool}
	if err := s.look(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	return s, nil
}

// poolConfig bounds what a statement may take: a worker that hangs on a lock holds a job that others
// could do.
func poolConfig(config Config) (*pgxpool.Config, error) {
	settings, err := pgxpool.ParseConfig(config.URL)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	settings.MaxConns = 8
	if config.Conns > 0 {
		settings.MaxConns = int32(config.Conns)
	}
	settings.MaxConnLifetimeJitter = 5 * time.Minute
	settings.PingTimeout = 2 * time.Second
	params := settings.ConnConfig.RuntimeParams
	params["application_name"] = "inquest"
	params["timezone"] = "UTC"
	params["statement_timeout"] = milliseconds(60 * time.Second)
	params["lock_timeout"] = milliseconds(30 * time.Second)
	params["idle_in_transaction_session_timeout"] = milliseconds(60 * time.Second)
	if config.Schema != "" {
		params["search_path"] = pgx.Identifier{config.Schema}.Sanitize()
		params["application_name"] += " " + config.Schema
	}
	return settings, nil
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// look asks where the tables stand, so that a missing migration is said here and not by the first job.
func (s *Store) look(ctx context.Context) error {
	var schema, last *string
	err := s.pool.QueryRow(ctx, `
SELECT current_schema(), to_regclass('hosts')::text`).Scan(&schema, &last)
	if err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	if schema == nil || last == nil {
		return errors.New("open database: its tables are not there; run inquest migrate")
	}
	s.channel = "inquest." + *schema
	return nil
}

// Close gives all connections back.
func (s *Store) Close() { s.pool.Close() }

// attempts bounds how often a transaction is begun again.
const attempts = 4

// tx runs one transaction, and again when the server says that it could not keep it: a deadlock, or a
// connection that a restarted server has dropped. Every save may run twice, so that is safe.
func (s *Store) tx(ctx context.Context, work func(pgx.Tx) error) error {
	var err error
	for range attempts {
		err = pgx.BeginFunc(ctx, s.pool, work)
		if !passing(err) || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// passing reports whether the same transaction can be expected to succeed when it is begun again.
func passing(err error) bool {
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		return pgconn.SafeToRetry(err)
	}
	return slices.Contains([]string{"40001", "40P01", "57P01", "57P02"}, server.Code) ||
		strings.HasPrefix(server.Code, "08")
}

// notFound names a row that is not there in the words of this package.
func notFound(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNotFound
	}
	return err
}
