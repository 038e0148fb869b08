package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/user"
	"path/filepath"
	"time"

	"inquest/fetcher"
)

// attachCmd takes in a page that a person has saved.
type attachCmd struct {
	Source string    `arg:"" help:"Address of the source, as it was queued."`
	File   string    `arg:"" help:"The saved page, PDF or MHTML file." placeholder:"FILE"`
	At     time.Time `required:"" help:"When it was saved, such as 2031-02-03T04:00:00Z." placeholder:"TIME"`
	By     string    `help:"Who saved it (default: the user who runs the command)." placeholder:"NAME"`
}

// Help shows an example.
func (attachCmd) Help() string {
	return "Nothing in the file is run, and nothing that it names is fetched.\n\nExample:\n  inquest attach https://status.example.com/incidents/abc page.mhtml --at 2031-02-03T04:00:00Z --by kim"
}

// Run stores the file as the source's copy, with who supplied it and when, and prints a receipt. What
// reads it follows as after a fetch.
func (c *attachCmd) Run(s *session) error {
	if now := s.now(); c.At.After(now) {
		return usageError{fmt.Sprintf("--at %s is in the future: say when the page was saved", c.At.Format(time.RFC3339))}
	}
	capture, err := c.read()
	if err != nil {
		return fmt.Errorf("attach %s: %w", c.File, err)
	}
	db, err := s.openDatabase(s.ctx)
	if err != nil {
		return err
	}
	defer db.close()
	id, err := sourceOf(s.ctx, db, c.Source)
	if err != nil {
		return err
	}
	st, err := db.SourceStatus(s.ctx, id)
	if err != nil {
		return err
	}
	capture.URL, capture.FinalURL = st.URL, cmp.Or(capture.FinalURL, st.URL)
	saved, err := db.Attach(s.ctx, s.now(), id, cmp.Or(c.By, userName()), capture)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "attached\t%s\tsource %d, capture %d, sha256 %s\n", st.URL, id, saved.Row, capture.SHA256)
	if capture.FinalURL != st.URL {
		fmt.Fprintf(s.stdout, "the file says that it was saved from %s\n", capture.FinalURL)
	}
	return nil
}

// userName names who runs the command, "" when the machine does not say.
func userName() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return u.Username
}

// read makes a capture of the file. What the file says of its address stays as the one where the way
// ended. No more is read than shows that a file is too large.
func (c *attachCmd) read() (*fetcher.Capture, error) {
	f, err := os.Open(c.File)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	body, err := io.ReadAll(io.LimitReader(f, 2*fetcher.DefaultLimits().PDF))
	if err != nil {
		return nil, err
	}
	capture, err := fetcher.FromSaved(filepath.Base(c.File), body, c.At.UTC())
	if err != nil {
		return nil, err
	}
	return capture, fetcher.Judge(capture)
}
