package store

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/fetcher"
	"inquest/queue"
)

// AddRequest is an address that a curator queues.
type AddRequest struct {
	URL      string // as given
	Key      string // what it is known by, as [fetcher.Identity] says: sources are unique by it
	By       string // who queued it, or ""
	Note     string // for other people, or ""
	Org      string // who published it, when the curator says so, or ""
	Priority int    // higher goes first
}

// Receipt says what became of a queued address.
type Receipt struct {
	Source int64
	Item   int64 // of the first incident on the page
	New    bool  // false: the source was there already, and stays as it was
}

// AddSource stores a source with its first item and wakes whoever schedules. A source with the same
// key is returned as it is.
func (s *Store) AddSource(ctx context.Context, now time.Time, req AddRequest) (Receipt, error) {
	var receipt Receipt
	err := s.tx(ctx, func(tx pgx.Tx) (err error) {
		receipt, err = s.addSource(ctx, tx, now, req)
		return err
	})
	if err != nil {
		return Receipt{}, fmt.Errorf("add %s: %w", req.URL, err)
	}
	return receipt, nil
}

func (s *Store) addSource(ctx context.Context, tx pgx.Tx, now time.Time, req AddRequest) (Receipt, error) {
	host, err := hostOf(req.URL)
	if err != nil {
		return Receipt{}, err
	}
	r := Receipt{New: true}
	err = tx.QueryRow(ctx, `
INSERT INTO sources (key, url, host, org, note, added_by, added_at, priority)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (key) DO NOTHING
RETURNING id`,
		req.Key, req.URL, host, req.Org, req.Note, req.By, now, req.Priority).Scan(&r.Source)
	if notFound(err) == ErrNotFound {
		return known(ctx, tx, req.Key)
	}
	if err != nil {
		return Receipt{}, err
	}
	if r.Item, err = addItem(ctx, tx, now, r.Source, 1); err != nil {
		return Receipt{}, err
	}
	return r, s.notify(ctx, tx)
}

// hostOf returns the host whose pace an address is subject to: that of its key, which undoes spellings.
func hostOf(address string) (string, error) {
	key, err := fetcher.Key(address)
	if err != nil {
		return "", err
	}
	u, err := url.Parse(key)
	if err != nil {
		return "", err
	}
	return strings.ToLower(u.Hostname()), nil
}

// known returns the receipt of a source that is there already.
func known(ctx context.Context, tx pgx.Tx, key string) (Receipt, error) {
	var r Receipt
	err := tx.QueryRow(ctx, `
SELECT s.id, p.item
  FROM sources s
  JOIN item_sources p ON p.source = s.id AND p.part = 1 AND p.role = 'primary'
 WHERE s.key = $1`, key).Scan(&r.Source, &r.Item)
	return r, notFound(err)
}

// Source returns what a fetch reads of a source.
func (s *Store) Source(ctx context.Context, id int64) (queue.Source, error) {
	source := queue.Source{ID: id}
	var missing *time.Time
	err := s.pool.QueryRow(ctx, `
SELECT url, host, wanted, done < wanted, by_clock, robots_ignored <> '', coalesce(capture, 0), missing_since
  FROM sources
 WHERE id = $1`, id).Scan(&source.URL, &source.Host, &source.Wanted, &source.Due, &source.ByClock, &source.Exempt, &source.Capture, &missing)
	if err != nil {
		return queue.Source{}, fmt.Errorf("source %d: %w", id, notFound(err))
	}
	source.Missing = timeOrZero(missing)
	return source, nil
}

// SourceByKey returns the id of the source with a normalised address.
func (s *Store) SourceByKey(ctx context.Context, key string) (int64, error) {
	var id int64
	err := s.pool.QueryRow(ctx, `
SELECT id
  FROM sources
 WHERE key = $1`, key).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("source %s: %w", key, notFound(err))
	}
	return id, nil
}
