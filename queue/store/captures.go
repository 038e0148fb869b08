package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/zstd"

	"inquest/fetcher"
	"inquest/queue"
)

// SaveCapture stores a copy of a source with its bytes and makes it the one that counts. The same bytes
// again only move the time at which they were seen. Wanted is the source's counter as the job has read it.
func (s *Store) SaveCapture(ctx context.Context, source, wanted int64, c *fetcher.Capture) (queue.Saved, error) {
	packed, err := pack(c.Body)
	if err != nil {
		return queue.Saved{}, fmt.Errorf("save capture of source %d: %w", source, err)
	}
	var saved queue.Saved
	err = s.tx(ctx, func(tx pgx.Tx) (err error) {
		saved, err = saveCapture(ctx, tx, source, wanted, c, packed)
		return err
	})
	if err != nil {
		return queue.Saved{}, fmt.Errorf("save capture of source %d: %w", source, err)
	}
	return saved, nil
}

func saveCapture(ctx context.Context, tx pgx.Tx, source, wanted int64, c *fetcher.Capture, packed []byte) (queue.Saved, error) {
	before, err := lockSource(ctx, tx, source)
	if err != nil {
		return queue.Saved{}, err
	}
	_, err = tx.Exec(ctx, `
INSERT INTO bodies (sha256, size, zstd)
VALUES ($1, $2, $3)
    ON CONFLICT (sha256) DO NOTHING`, c.SHA256, len(c.Body), packed)
	if err != nil {
		return queue.Saved{}, err
	}
	saved, err := upsertCapture(ctx, tx, source, c)
	if err != nil {
		return queue.Saved{}, err
	}
	if saved.Row != before {
		if err := raiseItems(ctx, tx, source); err != nil {
			return queue.Saved{}, err
		}
	}
	err = tx.QueryRow(ctx, `
UPDATE sources
   SET capture = $2,
       done = greatest(done, $3),
       checked_at = greatest(checked_at, $4),
       missing_since = NULL,
       by_clock = by_clock AND $3 < wanted
 WHERE id = $1
RETURNING done < wanted`, source, saved.Row, wanted, c.At).Scan(&saved.Again)
	if err != nil {
		return queue.Saved{}, err
	}
	if err := noteFinal(ctx, tx, source, c); err != nil {
		return queue.Saved{}, err
	}
	if err := noteRobots(ctx, tx, source, c.Robots); err != nil {
		return queue.Saved{}, err
	}
	if err := looked(ctx, tx, source, c.At); err != nil {
		return queue.Saved{}, err
	}
	saved.Next = []queue.Job{{Stage: queue.Extract, Row: saved.Row}}
	return saved, clearFailure(ctx, tx, queue.Job{Stage: queue.Fetch, Row: source})
}

// noteFinal keeps what the address is known by to which a source led, such as the incident behind a
// short link, or the page that it names as its proper one. Nothing is merged: that is for a person.
func noteFinal(ctx context.Context, tx pgx.Tx, source int64, c *fetcher.Capture) error {
	_, key, err := fetcher.Identity(cmp.Or(c.Canonical(), c.FinalURL))
	if err != nil || c.Archived != "" {
		return nil // a file without an address, or the address of an archive's copy
	}
	_, err = tx.Exec(ctx, `
UPDATE sources
   SET final_key = $2
 WHERE id = $1`, source, key)
	return err
}

// lockSource makes saves of one source follow each other and returns the capture that counts, 0 for none.
func lockSource(ctx context.Context, tx pgx.Tx, source int64) (int64, error) {
	var capture int64
	err := tx.QueryRow(ctx, `
SELECT coalesce(capture, 0)
  FROM sources
 WHERE id = $1
   FOR NO KEY UPDATE`, source).Scan(&capture)
	return capture, notFound(err)
}

// upsertCapture takes the validators of bytes that came before from the newest answer: with others the
// next question would get all of them again.
func upsertCapture(ctx context.Context, tx pgx.Tx, source int64, c *fetcher.Capture) (queue.Saved, error) {
	header, err := headerJSON(c.Header)
	if err != nil {
		return queue.Saved{}, err
	}
	hops, err := json.Marshal(append([]fetcher.Hop{}, c.Hops...))
	if err != nil {
		return queue.Saved{}, err
	}
	robots, err := robotsJSON(c.Robots)
	if err != nil {
		return queue.Saved{}, err
	}
	newer, err := headerJSON(validators(c))
	if err != nil {
		return queue.Saved{}, err
	}
	var saved queue.Saved
	err = tx.QueryRow(ctx, `
INSERT INTO captures (source, sha256, url, final_url, status, header, hops, fetched_at, seen_at, archived, memento, robots)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11)
    ON CONFLICT (source, sha256) DO UPDATE
   SET seen_at = greatest(captures.seen_at, excluded.seen_at),
       header = captures.header - '{Etag,Last-Modified}'::text[] || $12,
       robots = excluded.robots
RETURNING id, xmax = 0`,
		source, c.SHA256, clean(c.URL), clean(c.FinalURL), c.Status, header, string(hops), c.At,
		c.Archived, timeOrNull(c.Memento), robots, newer).Scan(&saved.Row, &saved.New)
	return saved, err
}

// clean takes away what PostgreSQL's text cannot hold.
func clean(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

func headerJSON(header http.Header) (string, error) {
	cleaned := make(http.Header, len(header))
	for name, values := range header {
		for _, value := range values {
			cleaned[clean(name)] = append(cleaned[clean(name)], clean(value))
		}
	}
	b, err := json.Marshal(cleaned)
	return string(b), err
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// Capture returns a stored capture as it was fetched, and its counter of changes.
func (s *Store) Capture(ctx context.Context, id int64) (*fetcher.Capture, int64, error) {
	c := new(fetcher.Capture)
	var wanted int64
	var header, hops, robots string
	var memento *time.Time
	var packed []byte
	err := s.pool.QueryRow(ctx, `
SELECT c.url, c.final_url, c.status, c.header::text, c.hops::text, c.fetched_at, c.sha256, c.archived, c.memento,
       c.robots::text,
       c.wanted, b.zstd
  FROM captures c
  JOIN bodies b USING (sha256)
 WHERE c.id = $1`, id).Scan(&c.URL, &c.FinalURL, &c.Status, &header, &hops, &c.At, &c.SHA256, &c.Archived, &memento,
		&robots,
		&wanted, &packed)
	if err != nil {
		return nil, 0, fmt.Errorf("capture %d: %w", id, notFound(err))
	}
	c.At = c.At.UTC()
	if memento != nil {
		c.Memento = memento.UTC()
	}
	if err := fill(c, header, hops, robots, packed); err != nil {
		return nil, 0, fmt.Errorf("capture %d: %w", id, err)
	}
	return c, wanted, nil
}

// fill completes a capture from the columns that are not plain values.
func fill(c *fetcher.Capture, header, hops, robots string, packed []byte) error {
	if err := json.Unmarshal([]byte(header), &c.Header); err != nil {
		return fmt.Errorf("header: %w", err)
	}
	if err := json.Unmarshal([]byte(hops), &c.Hops); err != nil {
		return fmt.Errorf("hops: %w", err)
	}
	if err := json.Unmarshal([]byte(robots), &c.Robots); err != nil {
		return fmt.Errorf("robots: %w", err)
	}
	if len(c.Robots) == 0 {
		c.Robots = nil // none was asked for
	}
	body, err := unpack(packed)
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	c.Body = body
	return nil
}

func pack(body []byte) ([]byte, error) {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer w.Close()
	return w.EncodeAll(body, nil), nil
}

func unpack(packed []byte) ([]byte, error) {
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.DecodeAll(packed, nil)
}
