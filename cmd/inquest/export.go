package main

import (
	"fmt"
	"time"
)

// exportCmd prints cases.
type exportCmd struct {
	Since  time.Time `format:"2006-01-02T15:04:05Z07:00" help:"Only cases accepted at or after this time (RFC 3339)." placeholder:"TIME"`
	Drafts bool      `help:"The current draft of every item instead of the accepted cases."`
}

// Help shows an example.
func (exportCmd) Help() string {
	return "Example:\n  inquest export > cases.jsonl\n  inquest export --drafts | jq .case.title"
}

// Run prints one JSON object per line, the bytes that were stored.
func (c *exportCmd) Run(s *session) error {
	db, err := s.openDatabase(s.ctx)
	if err != nil {
		return err
	}
	defer db.close()
	if c.Drafts {
		return db.ExportDrafts(s.ctx, func(_ int64, draft []byte) error { return printLine(s, draft) })
	}
	return db.Accepted(s.ctx, c.Since, func(record []byte) error { return printLine(s, record) })
}

func printLine(s *session, line []byte) error {
	_, err := fmt.Fprintf(s.stdout, "%s\n", line)
	return err
}
