package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/normalizer"
	"inquest/queue"
)

// SaveDraft stores a draft of an item and makes it the current one, unless it was made without a model
// and the current one with a model. Parts are the documents it was made from, in the normalizer's
// order; wanted is the item's counter as the job has read it. The same documents, versions and model
// again leave the stored draft alone when it reads the same. An item that somebody reviews, or has decided on, keeps its draft. The error is an [EvidenceError] when a quote of the evidence does
// not stand where it says; then nothing is stored.
func (s *Store) SaveDraft(ctx context.Context, now time.Time, item, wanted int64, parts []queue.Part, draft *normalizer.Draft) (queue.Saved, error) {
	var saved queue.Saved
	d, err := prepare(now, item, wanted, parts, draft)
	if err == nil {
		err = s.tx(ctx, func(tx pgx.Tx) (err error) {
			saved, err = d.save(ctx, tx)
			return err
		})
	}
	if err != nil {
		return queue.Saved{}, fmt.Errorf("save draft of item %d: %w", item, err)
	}
	return saved, nil
}

// newDraft is the row to be.
type newDraft struct {
	now          time.Time
	item, wanted int64
	parts        []queue.Part
	draft        *normalizer.Draft
	text         string // of the whole draft
	proposal     string // of its case
}

func prepare(now time.Time, item, wanted int64, parts []queue.Part, draft *normalizer.Draft) (newDraft, error) {
	text, err := normalizer.Encode(draft)
	if err != nil {
		return newDraft{}, err
	}
	proposal, err := normalizer.Encode(draft.Case)
	if err != nil {
		return newDraft{}, err
	}
	return newDraft{now, item, wanted, parts, draft, string(text), string(proposal)}, nil
}

func (d newDraft) save(ctx context.Context, tx pgx.Tx) (queue.Saved, error) {
	if err := d.lockItem(ctx, tx); err != nil {
		return queue.Saved{}, err
	}
	saved, err := d.insert(ctx, tx)
	if err != nil {
		return queue.Saved{}, err
	}
	if saved.New {
		if err := d.insertParts(ctx, tx, saved.Row); err != nil {
			return queue.Saved{}, err
		}
		if err := d.insertEvidence(ctx, tx, saved.Row); err != nil {
			return queue.Saved{}, err
		}
	}
	saved.Again, err = d.makeCurrent(ctx, tx, saved.Row)
	if err != nil {
		return queue.Saved{}, err
	}
	return saved, clearFailure(ctx, tx, queue.Job{Stage: queue.Normalize, Row: d.item})
}

func (d newDraft) lockItem(ctx context.Context, tx pgx.Tx) error {
	var id int64
	err := tx.QueryRow(ctx, `
SELECT id
  FROM items
 WHERE id = $1
   FOR NO KEY UPDATE`, d.item).Scan(&id)
	return notFound(err)
}

// documents writes the set of documents so that equal sets are equal texts.
func (d newDraft) documents() string {
	sorted := slices.SortedFunc(slices.Values(d.parts), func(a, b queue.Part) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Part, b.Part))
	})
	var names []string
	for _, p := range sorted {
		names = append(names, fmt.Sprintf("%d#%d", p.Document, p.Part))
	}
	return strings.Join(names, ",")
}

// insert stores the row. A draft of the same documents and versions that reads otherwise was made before a
// person said who published them; it is made anew, unless somebody has seen it.
func (d newDraft) insert(ctx context.Context, tx pgx.Tx) (queue.Saved, error) {
	v := d.draft.Versions
	saved := queue.Saved{New: true}
	err := tx.QueryRow(ctx, `
INSERT INTO drafts (item, documents, extractor, normalizer, vocab, model, incident, problems, draft, proposal, drafted_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (item, documents, normalizer, vocab, model) DO UPDATE
   SET incident = excluded.incident,
       problems = excluded.problems,
       draft = excluded.draft,
       proposal = excluded.proposal,
       drafted_at = excluded.drafted_at
 WHERE drafts.draft::text <> excluded.draft::text
   AND EXISTS (SELECT FROM items i WHERE i.id = excluded.item AND i.state IN ('waiting', 'drafted'))
RETURNING id`,
		d.item, d.documents(), v.Extractor, v.Normalizer, v.Vocab, string(v.Model), d.draft.Incident,
		len(d.draft.Problems), d.text, d.proposal, d.now).Scan(&saved.Row)
	if notFound(err) != ErrNotFound {
		return saved, err
	}
	saved.New = false
	err = tx.QueryRow(ctx, `
SELECT id
  FROM drafts
 WHERE item = $1 AND documents = $2 AND normalizer = $3 AND vocab = $4 AND model = $5`,
		d.item, d.documents(), v.Normalizer, v.Vocab, string(v.Model)).Scan(&saved.Row)
	return saved, err
}

// insertParts takes those of an older text away, and with them their evidence.
func (d newDraft) insertParts(ctx context.Context, tx pgx.Tx, draft int64) error {
	if _, err := tx.Exec(ctx, `DELETE FROM draft_documents WHERE draft = $1`, draft); err != nil {
		return err
	}
	var documents []int64
	var parts []int
	for _, p := range d.parts {
		documents, parts = append(documents, p.Document), append(parts, p.Part)
	}
	_, err := tx.Exec(ctx, `
INSERT INTO draft_documents (draft, document, part, position)
SELECT $1, document, part, position
  FROM unnest($2::bigint[], $3::integer[]) WITH ORDINALITY AS p (document, part, position)`,
		draft, documents, parts)
	return err
}

// makeCurrent points the item at the draft and reports whether the item has changed meanwhile. An item
// in people's hands stays behind its sources, and is due when it is given back.
func (d newDraft) makeCurrent(ctx context.Context, tx pgx.Tx, draft int64) (again bool, err error) {
	v := d.draft.Versions
	err = tx.QueryRow(ctx, `
UPDATE items i
   SET draft = CASE
               WHEN state NOT IN ('waiting', 'drafted') THEN i.draft
               WHEN $3 = '' AND EXISTS (SELECT FROM drafts c WHERE c.id = i.draft AND c.model <> '') THEN i.draft
               ELSE $2
               END,
       state = CASE WHEN state = 'waiting' THEN 'drafted' ELSE state END,
       done = CASE WHEN state IN ('waiting', 'drafted') THEN greatest(done, $4) ELSE done END,
       done_by = CASE WHEN state IN ('waiting', 'drafted') THEN $5 ELSE done_by END
 WHERE id = $1
RETURNING done < wanted AND state IN ('waiting', 'drafted')`, d.item, draft, string(v.Model), d.wanted, queue.Normalize.Rules(v.Extractor, v.Normalizer, v.Vocab)).Scan(&again)
	return again, err
}
