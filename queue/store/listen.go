package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// notify wakes the listeners of this schema when the transaction commits.
func (s *Store) notify(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `SELECT pg_notify($1, '')`, s.channel)
	return err
}

const (
	listenQuiet = 20 * time.Second // after which a silent connection is asked whether it lives
	listenPing  = 5 * time.Second  // in which it has to answer
	listenPause = time.Second      // before a lost connection is opened again
)

// Listen calls woken whenever a transaction of any process has made rows due, until ctx ends; then it
// returns nil. It calls woken as well each time it begins to listen, since what was said before that
// is lost. Report hears of lost connections, which are opened again.
func (s *Store) Listen(ctx context.Context, woken func(), report func(error)) error {
	for ctx.Err() == nil {
		err := s.listen(ctx, woken)
		if ctx.Err() != nil {
			return nil
		}
		report(fmt.Errorf("listen: %w", err))
		select {
		case <-ctx.Done():
		case <-time.After(listenPause):
		}
	}
	return nil
}

// listen holds a connection of its own, outside the pool: one that listens is never idle.
func (s *Store) listen(ctx context.Context, woken func()) error {
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, `LISTEN `+pgx.Identifier{s.channel}.Sanitize()); err != nil {
		return err
	}
	for {
		woken()
		if err := next(ctx, conn); err != nil {
			return err
		}
	}
}

// next waits for a notification and asks a connection that stays silent whether it is still there.
func next(ctx context.Context, conn *pgx.Conn) error {
	for {
		quiet, cancel := context.WithTimeout(ctx, listenQuiet)
		_, err := conn.WaitForNotification(quiet)
		cancel()
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		answer, cancel := context.WithTimeout(ctx, listenPing)
		err = conn.Ping(answer)
		cancel()
		if err != nil {
			return err
		}
	}
}
