package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// claimLasts is how long a draft stays somebody's who does not come back to it.
const claimLasts = 24 * time.Hour

// ErrDecided says that there is nothing to claim: the item is accepted, excluded or merged.
var ErrDecided = errors.New("the item has been decided on")

// ClaimedError says that a draft is somebody else's just now.
type ClaimedError struct {
	By    string
	Until time.Time // UTC
}

// Error says who reviews it and until when.
func (e *ClaimedError) Error() string {
	return fmt.Sprintf("%s reviews it until %s", e.By, e.Until.Format(time.RFC3339))
}

// Claim makes the draft of an item that of a reviewer, until it is given back or a day has passed: what
// the reviewer sees is not made again meanwhile, whatever its sources say. An item whose incident is
// not over enters the review queue with it. A claim of one's own begins anew. The error is
// [ErrNotFound] for an item without a draft, [ErrDecided], or a [ClaimedError].
func (s *Store) Claim(ctx context.Context, now time.Time, item int64, by string) error {
	err := s.tx(ctx, func(tx pgx.Tx) error { return claim(ctx, tx, now, item, clean(by)) })
	if err != nil {
		return fmt.Errorf("claim item %d: %w", item, err)
	}
	return nil
}

func claim(ctx context.Context, tx pgx.Tx, now time.Time, item int64, by string) error {
	var state string
	var holder *string
	var until *time.Time
	err := tx.QueryRow(ctx, `
SELECT state, claimed_by, claimed_until
  FROM items
 WHERE id = $1 AND draft IS NOT NULL
   FOR NO KEY UPDATE`, item).Scan(&state, &holder, &until)
	switch {
	case err != nil:
		return notFound(err)
	case state != "drafted" && state != "in-review":
		return ErrDecided
	case holder != nil && *holder != by && until.After(now):
		return &ClaimedError{By: *holder, Until: until.UTC()}
	}
	_, err = tx.Exec(ctx, `
UPDATE items
   SET state = 'in-review',
       claimed_by = $2,
       claimed_until = $3,
       pulled_at = CASE WHEN held THEN $4 ELSE pulled_at END,
       held = false
 WHERE id = $1`, item, by, now.Add(claimLasts), now)
	return err
}

// Release gives a claimed draft back, and wakes whoever schedules: it is made again when its sources
// have changed meanwhile. An item that nobody has claimed stays as it is.
func (s *Store) Release(ctx context.Context, item int64) error {
	err := s.tx(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
UPDATE items
   SET state = 'drafted',
       claimed_by = NULL,
       claimed_until = NULL
 WHERE id = $1 AND state = 'in-review'`, item)
		if err != nil {
			return err
		}
		return s.notify(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("give item %d back: %w", item, err)
	}
	return nil
}

// endClaims gives back what nobody has come back to.
func (s *Store) endClaims(ctx context.Context, now time.Time) error {
	_, err := s.pool.Exec(ctx, `
UPDATE items
   SET state = 'drafted',
       claimed_by = NULL,
       claimed_until = NULL
 WHERE claimed_until <= $1`, now)
	if err != nil {
		return fmt.Errorf("end claims: %w", err)
	}
	return nil
}
