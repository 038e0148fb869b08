package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Accepted hands every accepted case that was decided at or after since to line, as the exact bytes
// that were accepted, in the order of the decisions. It stops at the first error of line.
func (s *Store) Accepted(ctx context.Context, since time.Time, line func(record []byte) error) error {
	rows, err := s.pool.Query(ctx, `
SELECT d.record::text
  FROM items i
  JOIN LATERAL (
       SELECT id, record, decided_at
         FROM decisions
        WHERE item = i.id AND kind = 'accept'
        ORDER BY id DESC
        LIMIT 1) d ON true
 WHERE i.state = 'accepted' AND d.decided_at >= $1
 ORDER BY d.id`, since)
	if err != nil {
		return fmt.Errorf("export cases: %w", err)
	}
	return each("export cases", rows, line)
}

// ExportDrafts hands the current draft of every item to line, as the exact bytes that were stored, in
// the order of the items.
func (s *Store) ExportDrafts(ctx context.Context, line func(item int64, draft []byte) error) error {
	rows, err := s.pool.Query(ctx, `
SELECT i.id, d.draft::text
  FROM items i
  JOIN drafts d ON d.id = i.draft
 ORDER BY i.id`)
	if err != nil {
		return fmt.Errorf("export drafts: %w", err)
	}
	var item int64
	var text string
	_, err = pgx.ForEachRow(rows, []any{&item, &text}, func() error { return line(item, []byte(text)) })
	if err != nil {
		return fmt.Errorf("export drafts: %w", err)
	}
	return nil
}

func each(what string, rows pgx.Rows, line func([]byte) error) error {
	var text string
	_, err := pgx.ForEachRow(rows, []any{&text}, func() error { return line([]byte(text)) })
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
