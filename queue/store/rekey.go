package store

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"inquest/fetcher"
)

// Rekey gives every source the key that it would get today, and returns how many got another one: rules
// about what is one incident are added with time. Where another source has that key already nothing is
// merged; the source then says that it leads there.
func (s *Store) Rekey(ctx context.Context) (int, error) {
	rows, err := s.pool.Query(ctx, `
SELECT id, key, url
  FROM sources
 ORDER BY id`)
	if err != nil {
		return 0, fmt.Errorf("rekey sources: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[keyed])
	if err != nil {
		return 0, fmt.Errorf("rekey sources: %w", err)
	}
	changed := 0
	for _, source := range all {
		_, key, err := fetcher.Identity(source.URL)
		if err != nil || key == source.Key {
			continue // an address that is none by today's rules keeps its key
		}
		n, err := s.rekey(ctx, source.ID, key)
		if err != nil {
			return changed, fmt.Errorf("rekey source %d: %w", source.ID, err)
		}
		changed += n
	}
	return changed, nil
}

// keyed is a source with what it is known by.
type keyed struct {
	ID       int64
	Key, URL string
}

func (s *Store) rekey(ctx context.Context, source int64, key string) (int, error) {
	done, err := s.pool.Exec(ctx, `
UPDATE sources
   SET key = $2
 WHERE id = $1 AND NOT EXISTS (SELECT FROM sources WHERE key = $2)`, source, key)
	if err != nil || done.RowsAffected() > 0 {
		return int(done.RowsAffected()), err
	}
	_, err = s.pool.Exec(ctx, `
UPDATE sources
   SET final_key = $2
 WHERE id = $1`, source, key)
	return 0, err
}
