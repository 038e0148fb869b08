package migrations

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// BehindError says that the database lacks tables or columns that this inquest needs.
type BehindError struct {
	Has, Wants int // numbers of migrations
}

// Error says what to run.
func (e *BehindError) Error() string {
	return fmt.Sprintf("the database has seen migration %d of %d; run \"inquest migrate\" first", e.Has, e.Wants)
}

// Check returns a *BehindError when migrations are missing. It changes nothing but the table that
// counts them, which it makes when there is none.
func Check(ctx context.Context, conn *pgx.Conn) error {
	m, err := load(ctx, conn)
	if err != nil {
		return fmt.Errorf("check migrations: %w", err)
	}
	has, err := seen(ctx, m)
	if err != nil {
		return fmt.Errorf("check migrations: %w", err)
	}
	if wants := len(m.Migrations); has < wants {
		return &BehindError{Has: has, Wants: wants}
	}
	return nil
}
