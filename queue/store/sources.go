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
	Item   int64  // of the first incident on the page
	New    bool   // false: the source was there already
	Took   string // names of what it lacked until now and took from the request, as "org, note"; or ""
	Kept   string // names of what it has otherwise than the request says, and keeps; or ""
}

// AddSource stores a source with its first item and wakes whoever schedules. A source with the same key,
// or one that has led to the incident of a platform which the key names, is known: it takes what it
// lacks, and otherwise stays as it is.
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
	if id, err := knownSource(ctx, tx, req.Key); err == nil {
		return s.known(ctx, tx, id, req)
	} else if err != ErrNotFound {
		return Receipt{}, err
	}
	r := Receipt{New: true}
	err = tx.QueryRow(ctx, `
INSERT INTO sources (key, url, host, org, note, added_by, added_at, priority)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (key) DO NOTHING
RETURNING id`,
		req.Key, req.URL, host, req.Org, req.Note, req.By, now, req.Priority).Scan(&r.Source)
	if notFound(err) == ErrNotFound { // somebody has just added it
		id, err := knownSource(ctx, tx, req.Key)
		if err != nil {
			return Receipt{}, err
		}
		return s.known(ctx, tx, id, req)
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

// knownSource finds the source that a key stands for. Where an address led is believed when a platform
// names its incident; other addresses lead many to one page, such as the home page.
func knownSource(ctx context.Context, rows querier, key string) (int64, error) {
	var id int64
	err := rows.QueryRow(ctx, `
SELECT id
  FROM sources
 WHERE key = $1 OR (final_key = $1 AND $2)
 ORDER BY key = $1 DESC, id
 LIMIT 1`, key, !strings.HasPrefix(key, "http")).Scan(&id)
	return id, notFound(err)
}

// querier is a pool of connections, or a transaction.
type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// known returns the receipt of a source that is there already, after it has taken what it lacks. Who
// published it is part of its drafts, which are made again.
func (s *Store) known(ctx context.Context, tx pgx.Tx, source int64, req AddRequest) (Receipt, error) {
	r := Receipt{Source: source}
	var org, note string
	err := tx.QueryRow(ctx, `
SELECT p.item, s.org, s.note
  FROM sources s
  JOIN item_sources p ON p.source = s.id AND p.part = 1 AND p.role = 'primary'
 WHERE s.id = $1
   FOR NO KEY UPDATE OF s`, source).Scan(&r.Item, &org, &note)
	if err != nil {
		return r, notFound(err)
	}
	r.merge("org", org, req.Org)
	r.merge("note", note, req.Note)
	if r.Took == "" {
		return r, nil
	}
	_, err = tx.Exec(ctx, `
UPDATE sources
   SET org = CASE WHEN org = '' THEN $2 ELSE org END,
       note = CASE WHEN note = '' THEN $3 ELSE note END
 WHERE id = $1`, source, req.Org, req.Note)
	if err == nil && org == "" && req.Org != "" {
		err = raiseItems(ctx, tx, source)
	}
	if err != nil {
		return r, err
	}
	return r, s.notify(ctx, tx)
}

// merge notes what happens to one field of a known source.
func (r *Receipt) merge(field, has, given string) {
	list := &r.Kept
	switch {
	case given == "" || given == has:
		return
	case has == "":
		list = &r.Took
	}
	*list = strings.TrimPrefix(*list+", "+field, ", ")
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

// SourceByKey returns the id of the source that a key stands for, as [Store.AddSource] does.
func (s *Store) SourceByKey(ctx context.Context, key string) (int64, error) {
	id, err := knownSource(ctx, s.pool, key)
	if err != nil {
		return 0, fmt.Errorf("source %s: %w", key, err)
	}
	return id, nil
}
