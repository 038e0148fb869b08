package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/extractor"
	"inquest/normalizer"
	"inquest/queue"
)

// SaveDocument stores what a version of the extractor read from a capture. Each further incident on
// the page begins an item of its own. A document of that version which is there already stays: the
// evidence of drafts counts in its texts. Wanted is the capture's counter as the job has read it.
func (s *Store) SaveDocument(ctx context.Context, now time.Time, capture, wanted int64, version string, doc *extractor.Document) (queue.Saved, error) {
	text, err := normalizer.Encode(doc)
	if err != nil {
		return queue.Saved{}, fmt.Errorf("save document of capture %d: %w", capture, err)
	}
	d := newDocument{now: now, capture: capture, wanted: wanted, version: version, parts: doc.Incidents(), text: string(text)}
	var saved queue.Saved
	err = s.tx(ctx, func(tx pgx.Tx) (err error) {
		saved, err = d.save(ctx, tx)
		return err
	})
	if err != nil {
		return queue.Saved{}, fmt.Errorf("save document of capture %d: %w", capture, err)
	}
	return saved, nil
}

// newDocument is the row to be.
type newDocument struct {
	now             time.Time
	capture, wanted int64
	version         string
	parts           int
	text            string
}

func (d newDocument) save(ctx context.Context, tx pgx.Tx) (queue.Saved, error) {
	source, counts, err := lockSourceOf(ctx, tx, d.capture)
	if err != nil {
		return queue.Saved{}, err
	}
	saved, err := d.insert(ctx, tx)
	if err != nil {
		return queue.Saved{}, err
	}
	if counts {
		saved.Next, err = d.passOn(ctx, tx, source, saved.New)
		if err != nil {
			return queue.Saved{}, err
		}
	}
	err = tx.QueryRow(ctx, `
UPDATE captures
   SET done = greatest(done, $2),
       done_by = $3
 WHERE id = $1
RETURNING done < wanted`, d.capture, d.wanted, queue.Extract.Rules(d.version, "", "")).Scan(&saved.Again)
	if err != nil {
		return queue.Saved{}, err
	}
	return saved, clearFailure(ctx, tx, queue.Job{Stage: queue.Extract, Row: d.capture})
}

// lockSourceOf makes saves of one source follow each other, and reports whether the capture is the one
// that counts. The source comes before its captures and items in every transaction: no deadlock.
func lockSourceOf(ctx context.Context, tx pgx.Tx, capture int64) (source int64, counts bool, err error) {
	err = tx.QueryRow(ctx, `
SELECT s.id, s.capture = $1
  FROM sources s
 WHERE s.id = (SELECT source FROM captures WHERE id = $1)
   FOR NO KEY UPDATE`, capture).Scan(&source, &counts)
	return source, counts, notFound(err)
}

func (d newDocument) insert(ctx context.Context, tx pgx.Tx) (queue.Saved, error) {
	saved := queue.Saved{New: true}
	err := tx.QueryRow(ctx, `
INSERT INTO documents (capture, version, parts, document, extracted_at)
VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (capture, version) DO NOTHING
RETURNING id`, d.capture, d.version, d.parts, d.text, d.now).Scan(&saved.Row)
	if notFound(err) != ErrNotFound {
		return saved, err
	}
	saved.New = false
	err = tx.QueryRow(ctx, `
SELECT id
  FROM documents
 WHERE capture = $1 AND version = $2`, d.capture, d.version).Scan(&saved.Row)
	return saved, err
}

// passOn makes sure of an item for every incident and returns the items that wait for a draft.
func (d newDocument) passOn(ctx context.Context, tx pgx.Tx, source int64, changed bool) ([]queue.Job, error) {
	if err := ensureItems(ctx, tx, d.now, source, d.parts); err != nil {
		return nil, err
	}
	if changed {
		if err := raiseItems(ctx, tx, source); err != nil {
			return nil, err
		}
	}
	return waitingItems(ctx, tx, source)
}

// LatestDocument returns the newest document of the copy of a source that counts, and the version of
// the extractor that read it.
func (s *Store) LatestDocument(ctx context.Context, source int64) (*extractor.Document, string, error) {
	var version, text string
	err := s.pool.QueryRow(ctx, `
SELECT o.version, o.document::text
  FROM sources s
  JOIN documents o ON o.capture = s.capture
 WHERE s.id = $1
 ORDER BY o.id DESC
 LIMIT 1`, source).Scan(&version, &text)
	if err != nil {
		return nil, "", fmt.Errorf("document of source %d: %w", source, notFound(err))
	}
	doc := new(extractor.Document)
	if err := json.Unmarshal([]byte(text), doc); err != nil {
		return nil, "", fmt.Errorf("document of source %d: %w", source, err)
	}
	return doc, version, nil
}
