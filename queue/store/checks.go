package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/fetcher"
	"inquest/queue"
)

// SaveUnchanged notes that the copy of a source that counts is still what its server gives. The answer
// holds the validators to use from now on, where they are newer. Wanted is the source's counter as the
// job has read it.
func (s *Store) SaveUnchanged(ctx context.Context, source, wanted int64, answer *fetcher.Capture) (queue.Saved, error) {
	var saved queue.Saved
	err := s.tx(ctx, func(tx pgx.Tx) (err error) {
		saved, err = saveUnchanged(ctx, tx, source, wanted, answer)
		return err
	})
	if err != nil {
		return queue.Saved{}, fmt.Errorf("save check of source %d: %w", source, err)
	}
	return saved, nil
}

func saveUnchanged(ctx context.Context, tx pgx.Tx, source, wanted int64, answer *fetcher.Capture) (queue.Saved, error) {
	capture, err := lockSource(ctx, tx, source)
	if err != nil {
		return queue.Saved{}, err
	}
	saved := queue.Saved{Row: capture}
	header, err := headerJSON(validators(answer))
	if err != nil {
		return queue.Saved{}, err
	}
	_, err = tx.Exec(ctx, `
UPDATE captures
   SET seen_at = greatest(seen_at, $2),
       header = header || $3
 WHERE id = $1`, capture, answer.At, header)
	if err != nil {
		return queue.Saved{}, err
	}
	err = tx.QueryRow(ctx, `
UPDATE sources
   SET done = greatest(done, $2),
       checked_at = greatest(checked_at, $3),
       missing_since = NULL,
       by_clock = by_clock AND $2 < wanted
 WHERE id = $1
RETURNING done < wanted`, source, wanted, answer.At).Scan(&saved.Again)
	if err != nil {
		return queue.Saved{}, err
	}
	if err := noteRobots(ctx, tx, source, answer.Robots); err != nil {
		return queue.Saved{}, err
	}
	if err := looked(ctx, tx, source, answer.At); err != nil {
		return queue.Saved{}, err
	}
	return saved, clearFailure(ctx, tx, queue.Job{Stage: queue.Fetch, Row: source})
}

// validators returns the headers of an answer that the next question needs.
func validators(answer *fetcher.Capture) map[string][]string {
	newer := make(map[string][]string)
	for _, name := range []string{"Etag", "Last-Modified"} {
		if values := answer.Header.Values(name); len(values) > 0 {
			newer[name] = values
		}
	}
	return newer
}

// Park puts the fetch of a source off without counting an attempt: nothing was asked.
func (s *Store) Park(ctx context.Context, source int64, until time.Time, because string) error {
	_, err := s.pool.Exec(ctx, `
UPDATE sources
   SET parked_until = $2,
       parked_because = $3
 WHERE id = $1`, source, until, clean(because))
	if err != nil {
		return fmt.Errorf("park source %d: %w", source, err)
	}
	return nil
}

// NoteMissing keeps when a page was first found missing since it was last given.
func (s *Store) NoteMissing(ctx context.Context, now time.Time, source int64) error {
	_, err := s.pool.Exec(ctx, `
UPDATE sources
   SET missing_since = coalesce(missing_since, $2)
 WHERE id = $1`, source, now)
	if err != nil {
		return fmt.Errorf("note that source %d is missing: %w", source, err)
	}
	return nil
}
