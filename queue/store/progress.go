package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/fetcher"
	"inquest/queue"
)

// SaveProgress keeps how far the incidents of a capture had come, one by one in page order, when it is
// the one that counts: when its source is fetched again, and when their items enter the review queue.
func (s *Store) SaveProgress(ctx context.Context, capture int64, parts []queue.Progress) error {
	err := s.tx(ctx, func(tx pgx.Tx) error { return saveProgress(ctx, tx, capture, parts) })
	if err != nil {
		return fmt.Errorf("save progress of capture %d: %w", capture, err)
	}
	return nil
}

func saveProgress(ctx context.Context, tx pgx.Tx, capture int64, parts []queue.Progress) error {
	source, counts, err := lockSourceOf(ctx, tx, capture)
	if err != nil || !counts {
		return err
	}
	l := lookout{source: source}
	err = tx.QueryRow(ctx, `
SELECT CASE WHEN s.ongoing THEN s.looks ELSE 0 END, c.seen_at
  FROM sources s
  JOIN captures c ON c.id = s.capture
 WHERE s.id = $1`, source).Scan(&l.looks, &l.seen)
	if err != nil {
		return err
	}
	for i, p := range parts {
		if err := l.hold(ctx, tx, i+1, p); err != nil {
			return err
		}
	}
	return l.save(ctx, tx)
}

// lookout gathers what the incidents of a page come to for their source.
type lookout struct {
	source               int64
	looks                int
	seen                 time.Time
	open                 bool
	postmortem, promised bool
	resolved             time.Time // the latest end of those without a postmortem; zero: none
	next                 time.Time // the earliest look that one of them asks for; zero: none
}

// hold keeps the item of one incident out of the review queue, or lets it in. An item that people have
// pulled in, or decided on, stays where it is.
func (l *lookout) hold(ctx context.Context, tx pgx.Tx, part int, p queue.Progress) error {
	now := fetcher.Progress{Looks: max(1, l.looks), Fetched: l.seen, Resolved: p.Resolved, Postmortem: p.Postmortem, Promised: p.Promised}
	if !p.Open && (p.Resolved.IsZero() || p.Resolved.After(l.seen)) {
		now.Resolved = l.seen.AddDate(-1, 0, 0) // over, nobody knows when: nothing is waited for
	}
	l.add(now)
	held := !now.ReadyForReview(l.seen)
	var from time.Time
	if held {
		from = now.ReviewFrom()
	}
	_, err := tx.Exec(ctx, `
UPDATE items i
   SET held = $3 AND i.pulled_at IS NULL,
       review_from = $4
  FROM item_sources p
 WHERE p.item = i.id AND p.source = $1 AND p.part = $2 AND p.role = 'primary'
   AND i.state IN ('waiting', 'drafted')`, l.source, part, held, timeOrNull(from))
	return err
}

func (l *lookout) add(now fetcher.Progress) {
	l.open = l.open || now.Ongoing()
	l.postmortem, l.promised = l.postmortem || now.Postmortem, l.promised || now.Promised
	if !now.Postmortem && now.Resolved.After(l.resolved) {
		l.resolved = now.Resolved
	}
	if next := now.NextLook(); !next.IsZero() && (l.next.IsZero() || next.Before(l.next)) {
		l.next = next
	}
}

func (l *lookout) save(ctx context.Context, tx pgx.Tx) error {
	looks := 0
	if l.open {
		looks, l.resolved = max(1, l.looks), time.Time{}
	}
	_, err := tx.Exec(ctx, `
UPDATE sources
   SET ongoing = $2,
       looks = $3,
       look_at = $4,
       postmortem = $5,
       promised = $6,
       resolved_at = $7
 WHERE id = $1`, l.source, l.open, looks, timeOrNull(l.next), l.postmortem, l.promised, timeOrNull(l.resolved))
	return err
}

// looked counts a fetch that gave the page of an incident that was open, or may get a postmortem, and sets
// the next one. What the page says now is for whoever reads it.
func looked(ctx context.Context, tx pgx.Tx, source int64, at time.Time) error {
	p := fetcher.Progress{Fetched: at}
	var resolved *time.Time
	err := tx.QueryRow(ctx, `
UPDATE sources
   SET looks = CASE WHEN ongoing THEN looks + 1 ELSE looks END
 WHERE id = $1 AND (ongoing OR resolved_at IS NOT NULL)
RETURNING looks, resolved_at, promised`, source).Scan(&p.Looks, &resolved, &p.Promised)
	if notFound(err) == ErrNotFound {
		return nil
	}
	if err != nil {
		return err
	}
	p.Resolved = timeOrZero(resolved)
	_, err = tx.Exec(ctx, `
UPDATE sources
   SET look_at = $2
 WHERE id = $1`, source, timeOrNull(p.NextLook()))
	return err
}

// Tick does what the clock asks for: it makes sources due whose time to be looked at has come, lets
// items into the review queue that have waited long enough for a postmortem, or whose source will not
// say more by itself because its fetch was given up, and ends claims that were forgotten.
func (s *Store) Tick(ctx context.Context, now time.Time) error {
	_, err := s.pool.Exec(ctx, `
UPDATE sources
   SET wanted = wanted + 1,
       by_clock = by_clock OR done = wanted,
       look_at = NULL
 WHERE look_at <= $1`, now)
	if err != nil {
		return fmt.Errorf("look at open incidents: %w", err)
	}
	_, err = s.pool.Exec(ctx, `
UPDATE items i
   SET held = false
 WHERE i.held
   AND (i.review_from <= $1 OR EXISTS (
       SELECT FROM item_sources p
         JOIN failures f ON f.source = p.source AND f.stage = 'fetch' AND f.state = 'dead'
        WHERE p.item = i.id AND p.role = 'primary'))`, now)
	if err != nil {
		return fmt.Errorf("let items into review: %w", err)
	}
	return s.endClaims(ctx, now)
}

// PullIn lets the items of a source into the review queue although its incident is not over.
func (s *Store) PullIn(ctx context.Context, now time.Time, source int64) error {
	_, err := s.pool.Exec(ctx, `
UPDATE items
   SET held = false,
       pulled_at = $2
 WHERE id IN (SELECT item FROM item_sources WHERE source = $1 AND role = 'primary')
   AND pulled_at IS NULL`, source, now)
	if err != nil {
		return fmt.Errorf("pull source %d into review: %w", source, err)
	}
	return nil
}

// OpenSource is a source that is expected to say more.
type OpenSource struct {
	Source   int64
	URL      string    // as the curator gave it
	Ongoing  bool      // its incident is not over; else a postmortem is promised
	Promised bool      // its page says that a postmortem will follow
	Held     bool      // it has drafts that are kept out of the review queue until then
	Next     time.Time // when it is looked at again, UTC; zero: when somebody asks for it
}

// OpenSources returns the sources whose incident is not over, and those that promised a postmortem and
// hold none yet, oldest first.
func (s *Store) OpenSources(ctx context.Context) ([]OpenSource, error) {
	rows, err := s.pool.Query(ctx, `
SELECT s.id, s.url, s.ongoing, s.promised AND NOT s.postmortem, s.look_at,
       EXISTS (
       SELECT FROM item_sources p
         JOIN items i ON i.id = p.item
        WHERE p.source = s.id AND p.role = 'primary' AND i.held AND i.draft IS NOT NULL)
  FROM sources s
 WHERE s.ongoing OR (s.promised AND NOT s.postmortem)
 ORDER BY s.id`)
	if err != nil {
		return nil, fmt.Errorf("list open incidents: %w", err)
	}
	open, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (OpenSource, error) {
		var o OpenSource
		var next *time.Time
		err := row.Scan(&o.Source, &o.URL, &o.Ongoing, &o.Promised, &next, &o.Held)
		o.Next = timeOrZero(next)
		return o, err
	})
	if err != nil {
		return nil, fmt.Errorf("list open incidents: %w", err)
	}
	return open, nil
}
