package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/fetcher"
)

// aroundOutage is how long before and after our own outage is known failures are those of the outage.
const aroundOutage = 2 * time.Minute

// Forgive takes from hosts, and from the sources at them, what our own network did to them around the
// time since.
func (s *Store) Forgive(ctx context.Context, now, since time.Time, hosts []string) error {
	err := s.tx(ctx, func(tx pgx.Tx) error {
		if err := forgiveHosts(ctx, tx, now, hosts); err != nil {
			return err
		}
		if err := forgiveSources(ctx, tx, since, hosts); err != nil {
			return err
		}
		return s.notify(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("forgive %v: %w", hosts, err)
	}
	return nil
}

// forgiveHosts leaves out a host that is being asked just now: its answer will tell.
func forgiveHosts(ctx context.Context, tx pgx.Tx, now time.Time, hosts []string) error {
	_, err := tx.Exec(ctx, `
UPDATE hosts
   SET failures = 0,
       penalties = 0,
       opened = 0,
       slowing = '0',
       not_before = NULL,
       reason = '',
       changed_at = $2
 WHERE host = ANY ($1) AND service = '' AND holder IS NULL`, hosts, now)
	return err
}

// forgiveSources makes the sources due again. What failed before that in a row is forgiven with it, so
// that it may be done twice.
func forgiveSources(ctx context.Context, tx pgx.Tx, since time.Time, hosts []string) error {
	_, err := tx.Exec(ctx, `
DELETE FROM failures f
 USING sources s
 WHERE s.id = f.source
   AND s.host = ANY ($1)
   AND f.kind = ANY ($2)
   AND f.last_at BETWEEN $3 AND $4`,
		hosts, []fetcher.Kind{fetcher.DNS, fetcher.Reset, fetcher.Timeout, fetcher.ServerError},
		since.Add(-aroundOutage), since.Add(aroundOutage))
	return err
}
