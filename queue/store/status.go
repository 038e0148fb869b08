package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/fetcher"
	"inquest/queue"
)

// SourceStatus says how far a source has come and what is in its way.
type SourceStatus struct {
	Source   int64
	URL      string // as the curator gave it
	Org      string // as the curator said, or ""
	Note     string
	By       string // who queued it, or ""
	AddedAt  time.Time
	State    string                  // waiting, captured, extracted, ongoing, postmortem-promised, or the state of its first item: drafted, accepted, ...
	Items    int                     // that it has begun, one per incident
	Captured time.Time               // when the copy that counts was last seen, UTC; zero: never
	Archived string                  // replay address when an archive gave that copy, else ""
	Final    string                  // where the way to that copy ended, when that is another address, else ""
	Unsafe   bool                    // that way led from https to http: anybody between may have changed what followed
	Supplied time.Time               // when a person attached that copy, UTC; zero: it was fetched
	Supplier string                  // who did, or ""
	Checked  time.Time               // when its server, or an archive, last gave the page or said that it is unchanged, UTC; zero: never
	Look     time.Time               // when the clock asks for another fetch, UTC; zero: it does not
	Robots   []fetcher.RobotsVerdict // what robots.txt said of each address on the way; empty: it was not asked
	Exempt   string                  // why a person lets the clock pass over robots.txt, or ""
	Parked   time.Time               // no fetch before, and that is not its fault, UTC; zero or past: it is not parked
	Because  string                  // why it is, or was, parked
	SameAs   string                  // address of another source that this one leads to: perhaps one incident; else ""
	Failure  *queue.Failure          // the latest of its stages, nil when nothing is wrong
}

// statuses selects what a [SourceStatus] holds; its callers add conditions.
const statuses = `
SELECT s.id, s.url, s.org, s.note, s.added_by, s.added_at, s.look_at, s.robots::text, s.robots_ignored,
       CASE
       WHEN first.state = 'drafted' AND s.ongoing THEN 'ongoing'
       WHEN first.state = 'drafted' AND s.promised AND NOT s.postmortem THEN 'postmortem-promised'
       WHEN first.state <> 'waiting' THEN first.state
       WHEN EXISTS (SELECT FROM documents o WHERE o.capture = s.capture) THEN 'extracted'
       WHEN s.capture IS NOT NULL THEN 'captured'
       ELSE 'waiting'
       END,
       (SELECT count(*) FROM item_sources p WHERE p.source = s.id AND p.role = 'primary'),
       c.seen_at, coalesce(c.archived, ''), coalesce(nullif(c.final_url, s.url), ''),
       coalesce(jsonb_path_exists(c.hops, '$[*] ? (@.downgrade == true)'), false), c.supplied_at, coalesce(c.supplied_by, ''), s.checked_at,
       greatest(s.parked_until, h.not_before),
       CASE WHEN h.not_before > coalesce(s.parked_until, '-infinity') THEN h.reason ELSE s.parked_because END,
       coalesce((SELECT other.url FROM sources other WHERE other.key = s.final_key AND other.id <> s.id), ''),
       f.stage, f.row_id, f.kind, f.message, f.actor, f.version, f.attempts, f.last_at, f.next_at
  FROM sources s
  LEFT JOIN captures c ON c.id = s.capture
  LEFT JOIN hosts h ON h.host = s.host AND h.service = '' AND h.failures + h.penalties > 0
  LEFT JOIN LATERAL (
       SELECT i.state
         FROM item_sources p
         JOIN items i ON i.id = p.item
        WHERE p.source = s.id AND p.role = 'primary'
        ORDER BY p.part
        LIMIT 1) first ON true
  LEFT JOIN LATERAL (
       SELECT f.*
         FROM failures f
        WHERE f.source = s.id
           OR f.capture = s.capture
           OR f.item IN (SELECT p.item FROM item_sources p WHERE p.source = s.id AND p.role = 'primary')
        ORDER BY f.last_at DESC, f.id DESC
        LIMIT 1) f ON true`

// Sources returns the status of every source, oldest first.
func (s *Store) Sources(ctx context.Context) ([]SourceStatus, error) {
	rows, err := s.pool.Query(ctx, statuses+`
 ORDER BY s.id`)
	if err != nil {
		return nil, fmt.Errorf("list sources: %w", err)
	}
	all, err := pgx.CollectRows(rows, scanStatus)
	if err != nil {
		return nil, fmt.Errorf("list sources: %w", err)
	}
	return all, nil
}

// SourceStatus returns the status of one source.
func (s *Store) SourceStatus(ctx context.Context, source int64) (SourceStatus, error) {
	rows, err := s.pool.Query(ctx, statuses+`
 WHERE s.id = $1`, source)
	if err != nil {
		return SourceStatus{}, fmt.Errorf("status of source %d: %w", source, err)
	}
	status, err := pgx.CollectExactlyOneRow(rows, scanStatus)
	if err != nil {
		return SourceStatus{}, fmt.Errorf("status of source %d: %w", source, notFound(err))
	}
	return status, nil
}

func scanStatus(row pgx.CollectableRow) (SourceStatus, error) {
	var r SourceStatus
	var stage, kind, message, actor, version *string
	var robots string
	var job *int64
	var attempts *int
	var look, captured, supplied, checked, parked, at, next *time.Time
	err := row.Scan(&r.Source, &r.URL, &r.Org, &r.Note, &r.By, &r.AddedAt, &look, &robots, &r.Exempt, &r.State, &r.Items, &captured, &r.Archived,
		&r.Final, &r.Unsafe, &supplied, &r.Supplier, &checked, &parked, &r.Because, &r.SameAs,
		&stage, &job, &kind, &message, &actor, &version, &attempts, &at, &next)
	if err != nil {
		return r, err
	}
	r.AddedAt, r.Captured, r.Checked, r.Parked = r.AddedAt.UTC(), timeOrZero(captured), timeOrZero(checked), timeOrZero(parked)
	r.Look = timeOrZero(look)
	if err := json.Unmarshal([]byte(robots), &r.Robots); err != nil {
		return r, fmt.Errorf("robots: %w", err)
	}
	if len(r.Robots) == 0 {
		r.Robots = nil
	}
	r.Supplied = timeOrZero(supplied)
	if job != nil {
		r.Failure = &queue.Failure{
			Job:  queue.Job{Stage: queue.Stage(*stage), Row: *job},
			Kind: *kind, Message: *message, Actor: *actor, Version: *version, Attempts: *attempts,
			At: timeOrZero(at), Next: timeOrZero(next),
		}
	}
	return r, nil
}
