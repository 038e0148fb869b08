package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/normalizer"
	"inquest/queue"
)

// addItem begins an item with one incident of a source.
func addItem(ctx context.Context, tx pgx.Tx, now time.Time, source int64, part int) (int64, error) {
	var item int64
	err := tx.QueryRow(ctx, `
INSERT INTO items (created_at)
VALUES ($1)
RETURNING id`, now).Scan(&item)
	if err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, `
INSERT INTO item_sources (item, source, part, role)
VALUES ($1, $2, $3, 'primary')`, item, source, part)
	return item, err
}

// ensureItems begins the items that a page with several incidents lacks. The caller holds the lock of
// the source, so no two do it at once.
func ensureItems(ctx context.Context, tx pgx.Tx, now time.Time, source int64, parts int) error {
	rows, err := tx.Query(ctx, `
SELECT part
  FROM generate_series(1, $2) AS part
 WHERE NOT EXISTS (
       SELECT FROM item_sources p
        WHERE p.source = $1 AND p.part = part.part AND p.role = 'primary')
 ORDER BY part`, source, parts)
	if err != nil {
		return err
	}
	missing, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		return err
	}
	for _, part := range missing {
		if _, err := addItem(ctx, tx, now, source, part); err != nil {
			return err
		}
	}
	return nil
}

// raiseItems tells the items of a source that it has changed: a draft that is being made from the old
// state looks at the counter before it ends.
func raiseItems(ctx context.Context, tx pgx.Tx, source int64) error {
	_, err := tx.Exec(ctx, `
WITH mine AS (
     SELECT id
       FROM items
      WHERE id IN (SELECT item FROM item_sources WHERE source = $1)
      ORDER BY id
        FOR NO KEY UPDATE)
UPDATE items
   SET wanted = wanted + 1
 WHERE id IN (SELECT id FROM mine)`, source)
	return err
}

// waitingItems returns a job for each item of a source that has changed since its draft.
func waitingItems(ctx context.Context, tx pgx.Tx, source int64) ([]queue.Job, error) {
	rows, err := tx.Query(ctx, `
SELECT DISTINCT i.id
  FROM items i
  JOIN item_sources p ON p.item = i.id
 WHERE p.source = $1
   AND i.done < i.wanted
   AND i.state IN ('waiting', 'drafted')
 ORDER BY i.id`, source)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (queue.Job, error) {
		job := queue.Job{Stage: queue.Normalize}
		return job, row.Scan(&job.Row)
	})
}

// Item is what the stage normalize reads of an item: its sources with the documents of one version of
// the extractor, primary first, then in the order in which they were queued. Parts names the same
// documents as rows; wanted is the item's counter of changes. Sources that have no such document yet
// are left out: their documents raise the counter when they come.
func (s *Store) Item(ctx context.Context, id int64, version string) (sources []normalizer.Source, parts []queue.Part, wanted int64, err error) {
	err = pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, `
SELECT wanted
  FROM items
 WHERE id = $1`, id).Scan(&wanted)
		if err != nil {
			return notFound(err)
		}
		sources, parts, err = itemSources(ctx, tx, id, version)
		return err
	})
	if err != nil {
		return nil, nil, 0, fmt.Errorf("item %d: %w", id, err)
	}
	return sources, parts, wanted, nil
}

func itemSources(ctx context.Context, tx pgx.Tx, item int64, version string) ([]normalizer.Source, []queue.Part, error) {
	rows, err := tx.Query(ctx, `
SELECT c.sha256, s.url, c.archived, s.org, c.fetched_at, p.part, o.id, o.document::text
  FROM item_sources p
  JOIN sources s ON s.id = p.source
  JOIN captures c ON c.id = s.capture
  JOIN documents o ON o.capture = c.id AND o.version = $2
 WHERE p.item = $1
 ORDER BY p.role, s.id, p.part`, item, version)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	var sources []normalizer.Source
	var parts []queue.Part
	for rows.Next() {
		source := normalizer.Source{Document: new(extractor.Document)}
		var part queue.Part
		var text string
		err := rows.Scan(&source.Capture, &source.URL, &source.Archived, &source.Org, &source.At, &source.Part, &part.Document, &text)
		if err != nil {
			return nil, nil, err
		}
		if err := json.Unmarshal([]byte(text), source.Document); err != nil {
			return nil, nil, fmt.Errorf("document %d: %w", part.Document, err)
		}
		if _, _, page, ok := fetcher.SplitReplay(source.URL); ok && source.Archived != "" {
			source.URL = page // a curator queued the copy; the report is what it is of
		}
		source.At, part.Part = source.At.UTC(), source.Part
		sources, parts = append(sources, source), append(parts, part)
	}
	return sources, parts, rows.Err()
}
