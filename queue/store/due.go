package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/normalizer"
	"inquest/queue"
)

// versions names the rules of today in every statement of this file, so that all take the same arguments.
const versions = `
WITH v AS (SELECT $1::text AS extractor, $2::text AS normalizer, $3::text AS vocab, $4::text AS rules)`

// wanting selects the rows of a stage that have changed since the stage last read them, or that it has
// not read by today's rules: id, whose turn it is, and since when it waits. It runs every few seconds, so
// it looks at counters and versions on the rows, and at documents only for those. A draft that somebody
// reviews is left alone.
func wanting(stage queue.Stage) string {
	switch stage {
	case queue.Fetch:
		return `
SELECT s.id, s.id AS source, s.priority, s.added_at AS since
  FROM sources s
 WHERE s.done < s.wanted`
	case queue.Extract:
		return `
SELECT c.id, s.id AS source, s.priority, c.seen_at AS since
  FROM captures c
  JOIN sources s ON s.capture = c.id, v
 WHERE c.done < c.wanted OR c.done_by <> v.rules`
	}
	return `
SELECT i.id, min(s.id) AS source, max(s.priority) AS priority, max(o.extracted_at) AS since
  FROM items i
  JOIN item_sources p ON p.item = i.id
  JOIN sources s ON s.id = p.source
  JOIN v ON true
  JOIN documents o ON o.capture = s.capture AND o.version = v.extractor
 WHERE i.state IN ('waiting', 'drafted')
   AND (i.done < i.wanted OR i.done_by <> v.rules)
 GROUP BY i.id`
}

// Versions names the rules that rows are held against.
type Versions = normalizer.Versions

// args are the arguments of [versions].
func args(stage queue.Stage, v Versions) []any {
	return []any{v.Extractor, v.Normalizer, v.Vocab, stage.Rules(v.Extractor, v.Normalizer, v.Vocab)}
}

// Due returns the rows that wait for a stage and may be worked on now, highest priority first, then
// oldest first, at most limit. Dead rows are not due, unless they failed under other rules
// than v, and no source is while it is parked or its host is to be left alone for longer than a request waits.
func (s *Store) Due(ctx context.Context, now time.Time, stage queue.Stage, v Versions, limit int) ([]int64, error) {
	rows, err := s.pool.Query(ctx, versions+`
SELECT w.id
  FROM (`+wanting(stage)+`) w
 WHERE NOT EXISTS (
       SELECT FROM failures f, v
        WHERE f.stage = $5 AND f.row_id = w.id AND f.version = v.rules
          AND (f.state = 'dead' OR f.next_at > $6))
   AND NOT EXISTS (
       SELECT FROM sources s
         LEFT JOIN hosts h ON h.host = s.host AND h.service = ''
        WHERE $5 = 'fetch' AND s.id = w.id AND (s.parked_until > $6 OR h.not_before > $8))
 ORDER BY w.priority DESC, w.since, w.id
 LIMIT $7`, append(args(stage, v), stage, now, limit, now.Add(patience))...)
	if err != nil {
		return nil, fmt.Errorf("due for %s: %w", stage, err)
	}
	due, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, fmt.Errorf("due for %s: %w", stage, err)
	}
	return due, nil
}

// StaleRow is a row that other rules have read, or none.
type StaleRow struct {
	Job  queue.Job
	URL  string // of the source, as the curator gave it
	Have string // rules of the newest result, "" when there is none
}

// Stale returns the rows of a stage that the rules v have not read, failures included, by id: what a
// rebuild would do. Workers of these rules read them without being asked.
func (s *Store) Stale(ctx context.Context, stage queue.Stage, v Versions) ([]StaleRow, error) {
	rows, err := s.pool.Query(ctx, versions+`
SELECT w.id, s.url, CASE $5::text
       WHEN 'extract' THEN (SELECT o.version FROM documents o WHERE o.capture = w.id ORDER BY o.id DESC LIMIT 1)
       WHEN 'normalize' THEN (SELECT concat_ws('/', d.extractor, d.normalizer, d.vocab) FROM drafts d WHERE d.item = w.id ORDER BY d.id DESC LIMIT 1)
       END
  FROM (`+wanting(stage)+`) w
  JOIN sources s ON s.id = w.source
 ORDER BY w.id`, append(args(stage, v), stage)...)
	if err != nil {
		return nil, fmt.Errorf("stale for %s: %w", stage, err)
	}
	stale, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (StaleRow, error) {
		r := StaleRow{Job: queue.Job{Stage: stage}}
		var have *string
		err := row.Scan(&r.Job.Row, &r.URL, &have)
		if have != nil {
			r.Have = *have
		}
		return r, err
	})
	if err != nil {
		return nil, fmt.Errorf("stale for %s: %w", stage, err)
	}
	return stale, nil
}

// Count says how many rows of a stage are in which state.
type Count struct {
	Stage    queue.Stage
	Waiting  int       // may be worked on now
	Retrying int       // failed, another attempt is planned
	Dead     int       // failed, somebody must act
	Done     int       // read by today's rules
	Oldest   time.Time // since when the oldest waiting row waits, UTC; zero: none waits
}

// Counts returns the counts of all stages in their order.
func (s *Store) Counts(ctx context.Context, now time.Time, v Versions) ([]Count, error) {
	var counts []Count
	for _, stage := range queue.Stages() {
		c, err := s.count(ctx, now, stage, v)
		if err != nil {
			return nil, fmt.Errorf("count %s: %w", stage, err)
		}
		counts = append(counts, c)
	}
	return counts, nil
}

// all counts the rows that a stage has or will have read.
func all(stage queue.Stage) string {
	switch stage {
	case queue.Fetch:
		return `SELECT count(*) FROM sources`
	case queue.Extract:
		return `SELECT count(*) FROM sources WHERE capture IS NOT NULL`
	}
	return `SELECT count(DISTINCT p.item)
  FROM item_sources p
  JOIN sources s ON s.id = p.source
  JOIN documents o ON o.capture = s.capture, v
 WHERE o.version = v.extractor`
}

func (s *Store) count(ctx context.Context, now time.Time, stage queue.Stage, v Versions) (Count, error) {
	c := Count{Stage: stage}
	var oldest *time.Time
	err := s.pool.QueryRow(ctx, versions+`,
rows AS (
     SELECT w.since, CASE
            WHEN f.state = 'dead' THEN 'dead'
            WHEN f.next_at > $6 THEN 'retrying'
            ELSE 'waiting'
            END AS state
       FROM (`+wanting(stage)+`) w
       JOIN v ON true
       LEFT JOIN failures f ON f.stage = $5 AND f.row_id = w.id AND f.version = v.rules)
SELECT count(*) FILTER (WHERE state = 'waiting'),
       count(*) FILTER (WHERE state = 'retrying'),
       count(*) FILTER (WHERE state = 'dead'),
       (`+all(stage)+`) - count(*),
       min(since) FILTER (WHERE state = 'waiting')
  FROM rows`, append(args(stage, v), stage, now)...).Scan(&c.Waiting, &c.Retrying, &c.Dead, &c.Done, &oldest)
	c.Oldest = timeOrZero(oldest)
	return c, err
}
