package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"

	"inquest/migrations"
	"inquest/queue"
	"inquest/queue/private"
	"inquest/queue/store"
)

// database is the store with what keeps its server running.
type database struct {
	*store.Store
	private *private.Postgres // nil when DATABASE_URL names a server
}

// openDatabase connects to the user's PostgreSQL, or attaches to the private one and starts it if
// nobody has; then it brings the tables up to date. The caller closes it.
func (s *session) openDatabase(ctx context.Context) (*database, error) {
	url, keeper, err := s.databaseServer(ctx)
	if err != nil {
		return nil, err
	}
	db := &database{private: keeper}
	if err := s.migrate(ctx, url, keeper != nil); err != nil {
		return nil, errors.Join(err, db.close())
	}
	if db.Store, err = store.Open(ctx, store.Config{URL: url}); err != nil {
		return nil, errors.Join(err, db.close())
	}
	return db, nil
}

// databaseServer returns how to connect, and the hold on the private server if it is that one.
func (s *session) databaseServer(ctx context.Context) (string, *private.Postgres, error) {
	if s.settings.databaseURL != "" {
		return s.settings.databaseURL, nil, nil
	}
	pg, err := private.Open(ctx, s.lg, s.settings.dataDir, private.Options{Getenv: s.settings.getenv})
	if err != nil {
		return "", nil, fmt.Errorf("private PostgreSQL in %s: %w", s.settings.dataDir, err)
	}
	return pg.ConnString(), pg, nil
}

// migrate brings the private database up to date. On a server of the user's only "inquest migrate"
// changes tables, so that an update is a decision; others say when it is due.
func (s *session) migrate(ctx context.Context, url string, may bool) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("connect to PostgreSQL: %w; check %s", err, databaseVariable)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if may {
		_, _, err := migrations.Up(ctx, conn)
		return err
	}
	return migrations.Check(ctx, conn)
}

func (db *database) close() error {
	if db.Store != nil {
		db.Store.Close()
	}
	if db.private == nil {
		return nil
	}
	err := db.private.Close()
	if os.Getpid() == 1 {
		// The first process of a container takes all others down with it: let the database end first.
		ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
		defer cancel()
		err = errors.Join(err, db.private.AwaitStop(ctx))
	}
	return err
}

// connectNATS connects to the server that NATS_URL names.
func (s *session) connectNATS() (*nats.Conn, error) {
	if s.settings.natsURL == "" {
		return nil, usageError{"no NATS server: set " + natsVariable + " to the address of yours, or to the one that \"inquest up --nats-listen :4222\" prints"}
	}
	nc, err := nats.Connect(s.settings.natsURL, nats.Name("inquest"), nats.MaxReconnects(-1))
	if err != nil {
		return nil, fmt.Errorf("connect to NATS at %s: %w; check %s", withoutSecrets(s.settings.natsURL), err, natsVariable)
	}
	return nc, nil
}

// openQueue connects to NATS and opens the stream there; the caller calls the returned function.
func (s *session) openQueue() (*queue.Queue, func(), error) {
	nc, err := s.connectNATS()
	if err != nil {
		return nil, nil, err
	}
	q, err := queue.Open(s.ctx, s.lg, nc)
	if err != nil {
		nc.Close()
		return nil, nil, err
	}
	return q, nc.Close, nil
}

// withoutSecrets returns an address without user and password, for messages.
func withoutSecrets(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the given address"
	}
	u.User = nil
	return u.String()
}
