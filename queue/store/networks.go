package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/fetcher"
)

// network is what the processes of a machine share about its way out.
type network struct {
	outage  fetcher.Outage
	charged []string // hosts that were charged before an outage was known
}

// isQuiet reports whether nothing speaks against the network.
func (n network) isQuiet() bool { return n.outage.Since.IsZero() && len(n.outage.Suspects) == 0 }

// network reads the row of a machine, which has none as long as all is well.
func (s *Store) network(ctx context.Context, machine string) (network, error) {
	n, err := scanNetwork(s.pool.QueryRow(ctx, selectNetwork, machine))
	if notFound(err) == ErrNotFound {
		return network{}, nil
	}
	if err != nil {
		return network{}, fmt.Errorf("network of %s: %w", machine, err)
	}
	return n, nil
}

const selectNetwork = `
SELECT since, not_before, suspects::text, charged
  FROM networks
 WHERE machine = $1`

func scanNetwork(row pgx.Row) (network, error) {
	var n network
	var since, free *time.Time
	var suspects string
	if err := row.Scan(&since, &free, &suspects, &n.charged); err != nil {
		return n, err
	}
	n.outage.Since, n.outage.NotBefore = timeOrZero(since), timeOrZero(free)
	return n, json.Unmarshal([]byte(suspects), &n.outage.Suspects)
}

// Outage is a machine that reaches nothing.
type Outage struct {
	Machine string
	Since   time.Time // UTC
}

// Outages returns the machines that have no network just now, by name.
func (s *Store) Outages(ctx context.Context) ([]Outage, error) {
	rows, err := s.pool.Query(ctx, `
SELECT machine, since
  FROM networks
 WHERE since IS NOT NULL
 ORDER BY machine`)
	if err != nil {
		return nil, fmt.Errorf("list outages: %w", err)
	}
	outages, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Outage, error) {
		var o Outage
		err := row.Scan(&o.Machine, &o.Since)
		o.Since = o.Since.UTC()
		return o, err
	})
	if err != nil {
		return nil, fmt.Errorf("list outages: %w", err)
	}
	return outages, nil
}

// changeNetwork lets one process at a time change what is known of a machine's network. The change may
// be made more than once, each time from what is known then.
func (s *Store) changeNetwork(ctx context.Context, machine string, change func(*network)) error {
	err := s.tx(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
INSERT INTO networks (machine)
VALUES ($1)
    ON CONFLICT (machine) DO NOTHING`, machine)
		if err != nil {
			return err
		}
		n, err := scanNetwork(tx.QueryRow(ctx, selectNetwork+`
   FOR UPDATE`, machine))
		if err != nil {
			return err
		}
		change(&n)
		return n.save(ctx, tx, machine)
	})
	if err != nil {
		return fmt.Errorf("change network of %s: %w", machine, err)
	}
	return nil
}

func (n network) save(ctx context.Context, tx pgx.Tx, machine string) error {
	suspects := n.outage.Suspects
	if suspects == nil {
		suspects = map[string]time.Time{}
	}
	text, err := json.Marshal(suspects)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
UPDATE networks
   SET since = $2,
       not_before = $3,
       suspects = $4,
       charged = $5
 WHERE machine = $1`, machine, timeOrNull(n.outage.Since), timeOrNull(n.outage.NotBefore), string(text), append([]string{}, n.charged...))
	return err
}
