package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"inquest/fetcher"
)

// NoteRobots keeps what robots.txt said of a source whose fetch it forbade.
func (s *Store) NoteRobots(ctx context.Context, source int64, verdicts []fetcher.RobotsVerdict) error {
	err := s.tx(ctx, func(tx pgx.Tx) error { return noteRobots(ctx, tx, source, verdicts) })
	if err != nil {
		return fmt.Errorf("note robots.txt of source %d: %w", source, err)
	}
	return nil
}

// noteRobots leaves what it has when robots.txt was not asked.
func noteRobots(ctx context.Context, tx pgx.Tx, source int64, verdicts []fetcher.RobotsVerdict) error {
	if len(verdicts) == 0 {
		return nil
	}
	text, err := robotsJSON(verdicts)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
UPDATE sources
   SET robots = $2
 WHERE id = $1`, source, text)
	return err
}

// robotsJSON writes verdicts as PostgreSQL can hold them: what a file says may be anything.
func robotsJSON(verdicts []fetcher.RobotsVerdict) (string, error) {
	cleaned := []fetcher.RobotsVerdict{}
	for _, v := range verdicts {
		v.URL, v.File, v.Rule, v.Why = clean(v.URL), clean(v.File), clean(v.Rule), clean(v.Why)
		cleaned = append(cleaned, v)
	}
	b, err := json.Marshal(cleaned)
	return string(b), err
}

// ErrNoReason says that a robots.txt shall be passed over without a reason.
var ErrNoReason = errors.New("say why robots.txt may be passed over for this source")

// IgnoreRobots lets the clock fetch a source although robots.txt forbids it, for a reason that stays on
// its row, and gives a fetch that was forbidden another chance.
func (s *Store) IgnoreRobots(ctx context.Context, source int64, reason string) error {
	if reason == "" {
		return ErrNoReason
	}
	err := s.tx(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
UPDATE sources
   SET robots_ignored = $2
 WHERE id = $1`, source, clean(reason))
		if err != nil {
			return err
		}
		_, err = s.requeue(ctx, tx, Filter{Source: source, Kind: string(fetcher.Robots)})
		return err
	})
	if err != nil {
		return fmt.Errorf("pass over robots.txt of source %d: %w", source, err)
	}
	return nil
}
