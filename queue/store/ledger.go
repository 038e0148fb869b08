package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"inquest/extractor"
)

// Documents hands the newest document of the copy that counts of every source to each, in the order
// of the sources, with the address as the curator gave it. It stops at the first error of each.
func (s *Store) Documents(ctx context.Context, each func(url string, doc *extractor.Document) error) error {
	rows, err := s.pool.Query(ctx, `
SELECT DISTINCT ON (s.id) s.url, o.document::text
  FROM sources s
  JOIN documents o ON o.capture = s.capture
 ORDER BY s.id, o.id DESC`)
	if err != nil {
		return fmt.Errorf("stored documents: %w", err)
	}
	var url, text string
	_, err = pgx.ForEachRow(rows, []any{&url, &text}, func() error {
		doc := new(extractor.Document)
		if err := json.Unmarshal([]byte(text), doc); err != nil {
			return fmt.Errorf("document of %s: %w", url, err)
		}
		return each(url, doc)
	})
	if err != nil {
		return fmt.Errorf("stored documents: %w", err)
	}
	return nil
}
