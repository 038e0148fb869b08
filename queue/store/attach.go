package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/fetcher"
	"inquest/queue"
)

// Attach makes a copy that a person has saved the one of a source that counts, and wakes whoever
// schedules. Its time is when it was saved; now and by say when it was supplied and by whom, which may
// be "". A fetch that waits is no longer needed, and what kept it from succeeding is forgotten.
func (s *Store) Attach(ctx context.Context, now time.Time, source int64, by string, c *fetcher.Capture) (queue.Saved, error) {
	packed, err := pack(c.Body)
	if err != nil {
		return queue.Saved{}, fmt.Errorf("attach to source %d: %w", source, err)
	}
	var saved queue.Saved
	err = s.tx(ctx, func(tx pgx.Tx) (err error) {
		saved, err = s.attach(ctx, tx, now, source, by, c, packed)
		return err
	})
	if err != nil {
		return queue.Saved{}, fmt.Errorf("attach to source %d: %w", source, err)
	}
	return saved, nil
}

func (s *Store) attach(ctx context.Context, tx pgx.Tx, now time.Time, source int64, by string, c *fetcher.Capture, packed []byte) (queue.Saved, error) {
	wanted, err := wantedOf(ctx, tx, source)
	if err != nil {
		return queue.Saved{}, err
	}
	saved, err := saveCapture(ctx, tx, source, wanted, c, packed)
	if err != nil {
		return queue.Saved{}, err
	}
	if saved.New { // bytes that were fetched once need nobody's word
		_, err = tx.Exec(ctx, `
UPDATE captures
   SET supplied_at = $2,
       supplied_by = $3
 WHERE id = $1`, saved.Row, now, clean(by))
		if err != nil {
			return queue.Saved{}, err
		}
	}
	return saved, s.notify(ctx, tx)
}

// wantedOf locks a source and returns its counter of changes.
func wantedOf(ctx context.Context, tx pgx.Tx, source int64) (int64, error) {
	var wanted int64
	err := tx.QueryRow(ctx, `
SELECT wanted
  FROM sources
 WHERE id = $1
   FOR NO KEY UPDATE`, source).Scan(&wanted)
	return wanted, notFound(err)
}
