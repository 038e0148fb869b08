package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"inquest/extractor"
	"inquest/normalizer"
	"inquest/queue"
)

// EvidenceError says that a quote does not stand in the stored text where the evidence says it does.
type EvidenceError struct {
	Field  string // of the evidence
	Quote  string
	Detail string // what is there instead
}

// Error names the field, the quote and what is wrong.
func (e *EvidenceError) Error() string {
	return fmt.Sprintf("evidence for %s refused: %q %s; this is a fault of the normalizer, please report it", e.Field, e.Quote, e.Detail)
}

// Failure says how the failure is listed and who must act: another attempt would end the same way.
func (e *EvidenceError) Failure() (kind, actor string) { return "evidence", "operator" }

// text is one part of a stored document with the capture it was read from.
type text struct {
	part    queue.Part
	capture string
	blocks  []extractor.Block
}

// insertEvidence re-reads every span in the stored documents, those of events too, and stores the evidence.
func (d newDraft) insertEvidence(ctx context.Context, tx pgx.Tx, draft int64) error {
	texts, err := d.texts(ctx, tx)
	if err != nil {
		return err
	}
	var rows evidenceRows
	for _, e := range d.draft.Evidence {
		part, err := find(texts, e)
		if err != nil {
			return err
		}
		rows.add(e, part)
	}
	for _, e := range d.draft.Events {
		if err := findEvent(texts, e); err != nil {
			return err
		}
	}
	return rows.insert(ctx, tx, draft)
}

// findEvent wants the quote of an event to stand in one of the texts: events name no capture. One without
// a quote is the stamp of a block.
func findEvent(texts []text, e normalizer.Event) error {
	err := errors.New("stands in no text at all")
	for _, t := range texts {
		if err = checkSpan(t.blocks, e.Block, e.Start, e.End, e.Quote); err == nil {
			return nil
		}
	}
	return &EvidenceError{Field: "event " + e.Kind, Quote: e.Quote, Detail: err.Error()}
}

// texts reads the documents of the draft as they are stored, not as the normalizer had them.
func (d newDraft) texts(ctx context.Context, tx pgx.Tx) ([]text, error) {
	var texts []text
	for _, part := range d.parts {
		t := text{part: part}
		var stored string
		err := tx.QueryRow(ctx, `
SELECT c.sha256, o.document::text
  FROM documents o
  JOIN captures c ON c.id = o.capture
 WHERE o.id = $1`, part.Document).Scan(&t.capture, &stored)
		if err != nil {
			return nil, fmt.Errorf("document %d: %w", part.Document, notFound(err))
		}
		doc := new(extractor.Document)
		if err := json.Unmarshal([]byte(stored), doc); err != nil {
			return nil, fmt.Errorf("document %d: %w", part.Document, err)
		}
		if doc = doc.Part(part.Part); doc == nil {
			return nil, fmt.Errorf("document %d has no incident %d", part.Document, part.Part)
		}
		t.blocks = doc.Blocks
		texts = append(texts, t)
	}
	return texts, nil
}

// find returns the part that holds the quote. Two incidents of one capture share its hash: the quote
// must stand in one of them.
func find(texts []text, e normalizer.Evidence) (queue.Part, error) {
	err := errors.New("names a capture that the draft was not made from")
	for _, t := range texts {
		if t.capture != e.Capture {
			continue
		}
		if err = check(t.blocks, e); err == nil {
			return t.part, nil
		}
	}
	return queue.Part{}, &EvidenceError{Field: e.Field, Quote: e.Quote, Detail: err.Error()}
}

func check(blocks []extractor.Block, e normalizer.Evidence) error {
	if e.Start == e.End {
		return fmt.Errorf("has the empty span at %d of block %d", e.Start, e.Block)
	}
	return checkSpan(blocks, e.Block, e.Start, e.End, e.Quote)
}

func checkSpan(blocks []extractor.Block, block, start, end int, quote string) error {
	if block < 0 || block >= len(blocks) {
		return fmt.Errorf("stands in block %d of %d", block, len(blocks))
	}
	in := blocks[block].Text
	switch {
	case start < 0 || end > len(in) || start > end:
		return fmt.Errorf("has the span %d to %d of block %d, which has %d bytes", start, end, block, len(in))
	case in[start:end] != quote:
		return fmt.Errorf("is not the text at %d to %d of block %d, which is %q", start, end, block, in[start:end])
	}
	return nil
}

// evidenceRows holds the columns, which go to the server as arrays: one statement for all rows.
type evidenceRows struct {
	fields, values, roles, by, quotes []string
	documents                         []int64
	parts, blocks, starts, ends       []int
	scores                            []*float64
}

func (r *evidenceRows) add(e normalizer.Evidence, part queue.Part) {
	r.fields = append(r.fields, e.Field)
	r.values = append(r.values, string(e.Value))
	r.roles = append(r.roles, string(e.Role))
	r.by = append(r.by, e.By)
	r.documents = append(r.documents, part.Document)
	r.parts = append(r.parts, part.Part)
	r.blocks = append(r.blocks, e.Block)
	r.starts = append(r.starts, e.Start)
	r.ends = append(r.ends, e.End)
	r.quotes = append(r.quotes, e.Quote)
	r.scores = append(r.scores, e.Score)
}

func (r *evidenceRows) insert(ctx context.Context, tx pgx.Tx, draft int64) error {
	_, err := tx.Exec(ctx, `
INSERT INTO evidence (draft, position, field, value, role, made_by, document, part, block, start_byte, end_byte, quote, score)
SELECT $1, position, field, value, role, made_by, document, part, block, start_byte, end_byte, quote, score
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::integer[], $8::integer[],
              $9::integer[], $10::integer[], $11::text[], $12::double precision[])
  WITH ORDINALITY AS e (field, value, role, made_by, document, part, block, start_byte, end_byte, quote, score, position)`,
		draft, r.fields, r.values, r.roles, r.by, r.documents, r.parts, r.blocks, r.starts, r.ends, r.quotes, r.scores)
	return err
}
