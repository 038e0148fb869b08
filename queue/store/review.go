package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"inquest/extractor"
	"inquest/normalizer"
)

// DraftRow is one line of the review queue: the current draft of an item.
type DraftRow struct {
	Item      int64
	Org       string    // "" when the source names none
	Date      string    // YYYY-MM-DD, or ""
	Title     string    // in English where it is written, else in Korean; or ""
	RootCause string    // a term of the facet root_cause
	Incident  bool      // false: the text is no report of an incident
	Problems  int       // how many an editor must look at
	State     string    // of the item: drafted, in-review, accepted, excluded, merged
	SourceURL string    // address of the item's first source as the curator gave it
	DraftedAt time.Time // UTC
	ClaimedBy string    // who reviews it, or ""
	Claimed   time.Time // until when, UTC; zero: nobody does
}

// DraftView is a draft beside the documents it was made from.
type DraftView struct {
	DraftRow
	Draft   *normalizer.Draft
	Sources []SourceView // in the order in which the draft was made from them
}

// SourceView is one document of a draft, with where it comes from. Evidence names it by Capture, and
// its blocks are those of Document.Part(Part).
type SourceView struct {
	URL       string    // address as the curator gave it
	Archived  string    // replay address when an archive gave the copy, else ""
	FetchedAt time.Time // UTC
	Supplied  time.Time // when a person attached the copy, UTC; zero: it was fetched
	Supplier  string    // who did, or ""
	Capture   string    // SHA-256 of the bytes, lower-case hex
	Part      int       // which incident of the page, counted from 1
	Document  *extractor.Document
}

// draftRows selects what a [DraftRow] holds; its callers add conditions and an order.
const draftRows = `
SELECT i.id, coalesce(d.proposal->>'org', ''), coalesce(d.proposal->>'date', ''),
       coalesce(d.proposal->'title'->>'en', d.proposal->'title'->>'ko', ''),
       coalesce(d.proposal->>'root_cause', ''), d.incident, d.problems, i.state,
       (SELECT s.url
          FROM draft_documents dd
          JOIN documents o ON o.id = dd.document
          JOIN captures c ON c.id = o.capture
          JOIN sources s ON s.id = c.source
         WHERE dd.draft = d.id
         ORDER BY dd.position
         LIMIT 1),
       d.drafted_at, coalesce(i.claimed_by, ''), i.claimed_until
  FROM items i
  JOIN drafts d ON d.id = i.draft`

// Drafts returns the current draft of every item in the review queue, newest incident first, those without a date last.
// Items of one day stand newest item first. Those whose
// incident is not over are held back.
func (s *Store) Drafts(ctx context.Context) ([]DraftRow, error) {
	rows, err := s.pool.Query(ctx, draftRows+`
 WHERE NOT i.held
 ORDER BY d.proposal->>'date' DESC NULLS LAST, i.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("list drafts: %w", err)
	}
	drafts, err := pgx.CollectRows(rows, scanDraftRow)
	if err != nil {
		return nil, fmt.Errorf("list drafts: %w", err)
	}
	return drafts, nil
}

func scanDraftRow(row pgx.CollectableRow) (DraftRow, error) {
	var r DraftRow
	var claimed *time.Time
	err := row.Scan(&r.Item, &r.Org, &r.Date, &r.Title, &r.RootCause, &r.Incident, &r.Problems,
		&r.State, &r.SourceURL, &r.DraftedAt, &r.ClaimedBy, &claimed)
	r.DraftedAt, r.Claimed = r.DraftedAt.UTC(), timeOrZero(claimed)
	return r, err
}

// Draft returns the current draft of an item with its sources. The error is [ErrNotFound] when there
// is no such item or it has no draft yet.
func (s *Store) Draft(ctx context.Context, item int64) (*DraftView, error) {
	view, err := s.draft(ctx, item)
	if err != nil {
		return nil, fmt.Errorf("draft of item %d: %w", item, notFound(err))
	}
	return view, nil
}

func (s *Store) draft(ctx context.Context, item int64) (*DraftView, error) {
	rows, err := s.pool.Query(ctx, draftRows+`
 WHERE i.id = $1`, item)
	if err != nil {
		return nil, err
	}
	row, err := pgx.CollectExactlyOneRow(rows, scanDraftRow)
	if err != nil {
		return nil, err
	}
	view := &DraftView{DraftRow: row, Draft: new(normalizer.Draft)}
	id, err := s.currentDraft(ctx, item, view.Draft)
	if err != nil {
		return nil, err
	}
	view.Sources, err = s.sourceViews(ctx, id)
	return view, err
}

// currentDraft decodes the exact bytes of the item's draft and returns its row.
func (s *Store) currentDraft(ctx context.Context, item int64, into *normalizer.Draft) (int64, error) {
	var id int64
	var text string
	err := s.pool.QueryRow(ctx, `
SELECT d.id, d.draft::text
  FROM items i
  JOIN drafts d ON d.id = i.draft
 WHERE i.id = $1`, item).Scan(&id, &text)
	if err != nil {
		return 0, err
	}
	return id, json.Unmarshal([]byte(text), into)
}

func (s *Store) sourceViews(ctx context.Context, draft int64) ([]SourceView, error) {
	rows, err := s.pool.Query(ctx, `
SELECT s.url, c.archived, c.fetched_at, c.supplied_at, c.supplied_by, c.sha256, dd.part, o.document::text
  FROM draft_documents dd
  JOIN documents o ON o.id = dd.document
  JOIN captures c ON c.id = o.capture
  JOIN sources s ON s.id = c.source
 WHERE dd.draft = $1
 ORDER BY dd.position`, draft)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (SourceView, error) {
		var v SourceView
		var text string
		var supplied *time.Time
		err := row.Scan(&v.URL, &v.Archived, &v.FetchedAt, &supplied, &v.Supplier, &v.Capture, &v.Part, &text)
		if err != nil {
			return v, err
		}
		v.FetchedAt, v.Supplied = v.FetchedAt.UTC(), timeOrZero(supplied)
		v.Document = new(extractor.Document)
		return v, json.Unmarshal([]byte(text), v.Document)
	})
}
