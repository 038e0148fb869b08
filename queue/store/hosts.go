package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/fetcher"
)

// turn is the row of a host, or of one service of it that has a pace of its own.
type turn struct {
	host    string
	service string // "": the host itself
}

// leased is what a request takes along that has the turn of a row.
type leased struct {
	turn
	holder string // whoever is not named in the row has lost it
	state  fetcher.HostState
}

// lease takes the turn of a row for the time of one request, or says how long to wait and why. Busy: a
// request is under way that may end any moment.
func (s *Store) lease(ctx context.Context, now time.Time, t turn, holder string, until time.Time) (l leased, wait time.Duration, busy bool, err error) {
	err = s.tx(ctx, func(tx pgx.Tx) error {
		var other *time.Time
		l = leased{turn: t, holder: holder}
		l.state, other, err = lockTurn(ctx, tx, now, t)
		if err != nil {
			return err
		}
		wait, busy = l.state.Wait(now), false
		if other != nil && other.After(now) {
			wait, busy = other.Sub(now), true
		}
		if wait > 0 {
			return nil
		}
		_, err = tx.Exec(ctx, `
UPDATE hosts
   SET holder = $3,
       leased_until = $4
 WHERE host = $1 AND service = $2`, t.host, t.service, holder, until)
		return err
	})
	if err != nil {
		return leased{}, 0, false, fmt.Errorf("take a turn at %s: %w", t.host, err)
	}
	return l, wait, busy, nil
}

// lockTurn reads a row, which it makes when there is none, and keeps others from it until the
// transaction ends.
func lockTurn(ctx context.Context, tx pgx.Tx, now time.Time, t turn) (fetcher.HostState, *time.Time, error) {
	var h fetcher.HostState
	var free, leased *time.Time
	_, err := tx.Exec(ctx, `
INSERT INTO hosts (host, service, changed_at)
VALUES ($1, $2, $3)
    ON CONFLICT (host, service) DO NOTHING`, t.host, t.service, now)
	if err != nil {
		return h, nil, err
	}
	err = tx.QueryRow(ctx, `
SELECT failures, penalties, opened, slowing, not_before, reason, leased_until
  FROM hosts
 WHERE host = $1 AND service = $2
   FOR UPDATE`, t.host, t.service).Scan(&h.Failures, &h.Penalties, &h.Opened, &h.Slowing, &free, &h.Reason, &leased)
	h.NotBefore = timeOrZero(free)
	return h, leased, err
}

// ofDomain is the service under which the pace of a domain stands, beside that of a host of its name.
const ofDomain = "domain"

// place returns when the next request to a host of a domain may begin, and takes that place unless it is
// later than a request waits.
func (s *Store) place(ctx context.Context, now time.Time, domain string) (time.Time, error) {
	var next time.Time
	err := s.pool.QueryRow(ctx, `
INSERT INTO hosts (host, service, not_before, changed_at)
VALUES ($1, $2, $3::timestamptz + $4, $3)
    ON CONFLICT (host, service) DO UPDATE
   SET not_before = greatest(hosts.not_before, $3) + $4,
       changed_at = $3
 WHERE hosts.not_before <= $5
RETURNING not_before`, domain, ofDomain, now, fetcher.DomainGap, now.Add(patience)).Scan(&next)
	switch {
	case notFound(err) == ErrNotFound:
		return now.Add(2 * patience), nil
	case err != nil:
		return time.Time{}, fmt.Errorf("take a place at %s: %w", domain, err)
	}
	return next.Add(-fetcher.DomainGap), nil
}

// giveBack ends the turn and writes down what the request has shown. It writes nothing when the turn
// had run out and somebody else has it.
func (s *Store) giveBack(ctx context.Context, now time.Time, l leased) error {
	h := l.state
	_, err := s.pool.Exec(ctx, `
UPDATE hosts
   SET failures = $4,
       penalties = $5,
       opened = $6,
       slowing = $7,
       not_before = $8,
       reason = $9,
       holder = NULL,
       leased_until = NULL,
       changed_at = $10
 WHERE host = $1 AND service = $2 AND holder = $3`,
		l.host, l.service, l.holder, h.Failures, h.Penalties, h.Opened, h.Slowing, timeOrNull(h.NotBefore), clean(h.Reason), now)
	if err != nil {
		return fmt.Errorf("give back the turn at %s: %w", l.host, err)
	}
	return nil
}

// Host is what the fetchers of all machines share about a host.
type Host struct {
	Host  string
	State fetcher.HostState
}

// Hosts returns the hosts that have failed since they last answered, by name.
func (s *Store) Hosts(ctx context.Context) ([]Host, error) {
	rows, err := s.pool.Query(ctx, `
SELECT host, failures, penalties, opened, slowing, not_before, reason
  FROM hosts
 WHERE service = '' AND (failures > 0 OR penalties > 0)
 ORDER BY host`)
	if err != nil {
		return nil, fmt.Errorf("list hosts: %w", err)
	}
	hosts, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Host, error) {
		var h Host
		var free *time.Time
		err := row.Scan(&h.Host, &h.State.Failures, &h.State.Penalties, &h.State.Opened, &h.State.Slowing, &free, &h.State.Reason)
		h.State.NotBefore = timeOrZero(free)
		return h, err
	})
	if err != nil {
		return nil, fmt.Errorf("list hosts: %w", err)
	}
	return hosts, nil
}
