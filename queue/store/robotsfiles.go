package store

import (
	"context"
	"fmt"

	"inquest/fetcher"
)

// RobotsFile is the method of [fetcher.RobotsFiles].
func (s *Store) RobotsFile(ctx context.Context, origin string) (*fetcher.RobotsFile, error) {
	f := fetcher.RobotsFile{Origin: origin}
	err := s.pool.QueryRow(ctx, `
SELECT access, why, body, until
  FROM robots_files
 WHERE origin = $1`, origin).Scan(&f.Access, &f.Why, &f.Body, &f.Until)
	switch {
	case notFound(err) == ErrNotFound:
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("robots.txt of %s: %w", origin, err)
	}
	f.Until = f.Until.UTC()
	return &f, nil
}

// KeepRobotsFile is the method of [fetcher.RobotsFiles].
func (s *Store) KeepRobotsFile(ctx context.Context, f fetcher.RobotsFile) error {
	_, err := s.pool.Exec(ctx, `
INSERT INTO robots_files (origin, access, why, body, until)
VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (origin) DO UPDATE
   SET access = excluded.access,
       why = excluded.why,
       body = excluded.body,
       until = excluded.until`, f.Origin, f.Access, clean(f.Why), f.Body, f.Until)
	if err != nil {
		return fmt.Errorf("keep robots.txt of %s: %w", f.Origin, err)
	}
	return nil
}
