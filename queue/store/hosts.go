package store

import (
	"context"
	"fmt"
	"time"
)

// Host is what the fetchers of all machines share about a host.
type Host struct {
	Host      string
	Open      bool      // the breaker is open: too many failures in a row
	Failures  int       // in a row, of the host and not of a page
	NotBefore time.Time // no request before, UTC; zero: at any time
	Reason    string    // why, as the last failure said it
}

// HostFree returns the time before which a host is to be left alone, zero when it may be asked at once.
func (s *Store) HostFree(ctx context.Context, now time.Time, host string) (time.Time, error) {
	var free *time.Time
	err := s.pool.QueryRow(ctx, `
SELECT max(not_before)
  FROM hosts
 WHERE host = $1 AND not_before > $2`, host, now).Scan(&free)
	if err != nil {
		return time.Time{}, fmt.Errorf("host %s: %w", host, err)
	}
	return timeOrZero(free), nil
}

const (
	breakerAfter = 5                // failures in a row that open the breaker
	breakerPause = 10 * time.Minute // for which it stays open
)

// HostFailed counts a failure that speaks of the host: a timeout, a broken connection, a request to
// slow down. The host is left alone until the given time, zero for none, and for ten minutes after
// the fifth failure in a row.
func (s *Store) HostFailed(ctx context.Context, now time.Time, host string, until time.Time, reason string) error {
	_, err := s.pool.Exec(ctx, `
INSERT INTO hosts (host, failures, not_before, reason, changed_at)
VALUES ($1, 1, $3, $4, $2)
    ON CONFLICT (host) DO UPDATE
   SET failures = hosts.failures + 1,
       breaker = CASE WHEN hosts.failures + 1 >= $5 THEN 'open' ELSE 'closed' END,
       not_before = greatest(hosts.not_before, excluded.not_before,
                             CASE WHEN hosts.failures + 1 >= $5 THEN $6::timestamptz END),
       reason = excluded.reason,
       changed_at = excluded.changed_at`,
		host, now, timeOrNull(until), clean(reason), breakerAfter, now.Add(breakerPause))
	if err != nil {
		return fmt.Errorf("host %s: %w", host, err)
	}
	return nil
}

// HostAnswered forgets the failures of a host that has answered as hosts do.
func (s *Store) HostAnswered(ctx context.Context, now time.Time, host string) error {
	_, err := s.pool.Exec(ctx, `
UPDATE hosts
   SET failures = 0,
       breaker = 'closed',
       not_before = NULL,
       reason = '',
       changed_at = $2
 WHERE host = $1 AND failures > 0`, host, now)
	if err != nil {
		return fmt.Errorf("host %s: %w", host, err)
	}
	return nil
}

// Hosts returns the hosts that have failed since they last answered, by name.
func (s *Store) Hosts(ctx context.Context) ([]Host, error) {
	rows, err := s.pool.Query(ctx, `
SELECT host, breaker = 'open', failures, not_before, reason
  FROM hosts
 WHERE failures > 0
 ORDER BY host`)
	if err != nil {
		return nil, fmt.Errorf("list hosts: %w", err)
	}
	defer rows.Close()
	var hosts []Host
	for rows.Next() {
		var h Host
		var free *time.Time
		if err := rows.Scan(&h.Host, &h.Open, &h.Failures, &free, &h.Reason); err != nil {
			return nil, fmt.Errorf("list hosts: %w", err)
		}
		h.NotBefore = timeOrZero(free)
		hosts = append(hosts, h)
	}
	return hosts, rows.Err()
}
