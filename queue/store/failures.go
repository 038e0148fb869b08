package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/queue"
)

// home returns the table whose rows the jobs of a stage name, and the column of failures that points there.
func home(stage queue.Stage) (table, column string) {
	switch stage {
	case queue.Fetch:
		return "sources", "source"
	case queue.Extract:
		return "captures", "capture"
	}
	return "items", "item"
}

// Attempts returns how often a job has failed in a row under the given rules.
func (s *Store) Attempts(ctx context.Context, job queue.Job, version string) (int, error) {
	var n int
	err := s.pool.QueryRow(ctx, `
SELECT coalesce(max(attempts), 0)
  FROM failures
 WHERE stage = $1 AND row_id = $2 AND version = $3`, job.Stage, job.Row, version).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("attempts of %s: %w", job, err)
	}
	return n, nil
}

// Fail records how a job ended. It records nothing and reports true when the row has changed since
// the job read the counter wanted: the failure is of a state that is no more. With a negative wanted
// the counter is not looked at. The error is [ErrNotFound] when the row is gone.
func (s *Store) Fail(ctx context.Context, wanted int64, f queue.Failure) (again bool, err error) {
	err = s.tx(ctx, func(tx pgx.Tx) (err error) {
		again, err = fail(ctx, tx, wanted, f)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("record failure of %s: %w", f.Job, err)
	}
	return again, nil
}

func fail(ctx context.Context, tx pgx.Tx, wanted int64, f queue.Failure) (again bool, err error) {
	table, column := home(f.Job.Stage)
	var now int64
	err = tx.QueryRow(ctx, `
SELECT wanted
  FROM `+table+`
 WHERE id = $1
   FOR NO KEY UPDATE`, f.Job.Row).Scan(&now)
	if err != nil {
		return false, notFound(err)
	}
	if wanted >= 0 && now > wanted {
		return true, nil
	}
	state := "retrying"
	if f.Dead() {
		state = "dead"
	}
	_, err = tx.Exec(ctx, `
INSERT INTO failures (stage, `+column+`, state, kind, message, actor, version, attempts, first_at, last_at, next_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)
    ON CONFLICT (stage, row_id) DO UPDATE
   SET state = excluded.state,
       kind = excluded.kind,
       message = excluded.message,
       actor = excluded.actor,
       version = excluded.version,
       attempts = excluded.attempts,
       last_at = greatest(failures.last_at, excluded.last_at),
       next_at = excluded.next_at`,
		f.Job.Stage, f.Job.Row, state, f.Kind, clean(f.Message), f.Actor, f.Version, f.Attempts, f.At, timeOrNull(f.Next))
	return false, err
}

// clearFailure forgets how a job failed, once it has succeeded.
func clearFailure(ctx context.Context, tx pgx.Tx, job queue.Job) error {
	_, err := tx.Exec(ctx, `
DELETE FROM failures
 WHERE stage = $1 AND row_id = $2`, job.Stage, job.Row)
	return err
}

// Filter chooses failures. Conditions that are zero choose all.
type Filter struct {
	ID     int64  // of the failure, as lists show it
	Kind   string // such as timeout
	Host   string // of the source
	Source int64
	Dead   bool // dead letters only
}

// FailureRow is a failure with the source it belongs to.
type FailureRow struct {
	ID int64
	queue.Failure
	Source int64
	URL    string // as the curator gave it
	Host   string
	First  time.Time // since when the job fails, UTC
}

// chain finds the source of a failure, whichever stage it is of, and applies a [Filter].
const chain = `
  FROM failures f
  JOIN sources s ON s.id = coalesce(f.source,
       (SELECT c.source FROM captures c WHERE c.id = f.capture),
       (SELECT p.source FROM item_sources p WHERE p.item = f.item AND p.role = 'primary'))
 WHERE ($1::bigint = 0 OR f.id = $1)
   AND ($2::text = '' OR f.kind = $2)
   AND ($3::text = '' OR s.host = $3)
   AND ($4::bigint = 0 OR s.id = $4)
   AND (NOT $5::boolean OR f.state = 'dead')`

func (f Filter) args() []any { return []any{f.ID, f.Kind, f.Host, f.Source, f.Dead} }

// Failures returns the failures that a filter chooses, by reason, then oldest first.
func (s *Store) Failures(ctx context.Context, filter Filter) ([]FailureRow, error) {
	rows, err := s.pool.Query(ctx, `
SELECT f.id, f.stage, f.row_id, f.kind, f.message, f.actor, f.version, f.attempts, f.last_at, f.next_at,
       s.id, s.url, s.host, f.first_at`+chain+`
 ORDER BY f.kind, f.id`, filter.args()...)
	if err != nil {
		return nil, fmt.Errorf("list failures: %w", err)
	}
	failures, err := pgx.CollectRows(rows, scanFailure)
	if err != nil {
		return nil, fmt.Errorf("list failures: %w", err)
	}
	return failures, nil
}

func scanFailure(row pgx.CollectableRow) (FailureRow, error) {
	var f FailureRow
	var next *time.Time
	err := row.Scan(&f.ID, &f.Job.Stage, &f.Job.Row, &f.Kind, &f.Message, &f.Actor, &f.Version, &f.Attempts, &f.At, &next,
		&f.Source, &f.URL, &f.Host, &f.First)
	f.At, f.First, f.Next = f.At.UTC(), f.First.UTC(), timeOrZero(next)
	return f, err
}

func timeOrZero(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.UTC()
}

// ErrNoFilter says that a requeue names neither a failure nor a reason, host or source.
var ErrNoFilter = errors.New("requeue: name a failure, a reason, a host or a source")

// Requeue gives the jobs whose failures a filter chooses another chance, wakes whoever schedules, and
// returns them. A job that runs at this moment runs once more.
func (s *Store) Requeue(ctx context.Context, filter Filter) ([]queue.Job, error) {
	if filter == (Filter{Dead: filter.Dead}) {
		return nil, ErrNoFilter
	}
	var jobs []queue.Job
	err := s.tx(ctx, func(tx pgx.Tx) (err error) {
		jobs, err = s.requeue(ctx, tx, filter)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("requeue: %w", err)
	}
	return jobs, nil
}

func (s *Store) requeue(ctx context.Context, tx pgx.Tx, filter Filter) ([]queue.Job, error) {
	rows, err := tx.Query(ctx, `
WITH chosen AS (SELECT f.id`+chain+`)
DELETE FROM failures
 WHERE id IN (SELECT id FROM chosen)
RETURNING stage, row_id`, filter.args()...)
	if err != nil {
		return nil, err
	}
	jobs, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (queue.Job, error) {
		var job queue.Job
		return job, row.Scan(&job.Stage, &job.Row)
	})
	if err != nil {
		return nil, err
	}
	for _, job := range jobs {
		if err := raise(ctx, tx, job); err != nil {
			return nil, err
		}
	}
	return jobs, s.notify(ctx, tx)
}

// raise asks for a job by the counter of its row.
func raise(ctx context.Context, tx pgx.Tx, job queue.Job) error {
	table, _ := home(job.Stage)
	person := ""
	if job.Stage == queue.Fetch {
		person = ", by_clock = false"
	}
	_, err := tx.Exec(ctx, `
UPDATE `+table+`
   SET wanted = wanted + 1`+person+`
 WHERE id = $1`, job.Row)
	return err
}
