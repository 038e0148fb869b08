package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"inquest/fetcher"
	"inquest/queue/store"
)

// addCmd queues addresses.
type addCmd struct {
	URLs         []string `arg:"" optional:"" name:"url" help:"Addresses of status pages and postmortems."`
	File         string   `short:"f" help:"Take addresses from a file, one per line (- for standard input); # begins a comment." placeholder:"FILE"`
	Org          string   `help:"Who published them, if the pages do not say so." placeholder:"NAME"`
	Note         string   `help:"A note for the editors." placeholder:"TEXT"`
	IgnoreRobots string   `help:"Fetch them again by the clock although robots.txt forbids it, for this reason, which is kept." placeholder:"REASON"`
	Review       bool     `help:"Let the drafts into the review queue although the incident is not over."`
	By           string   `help:"Who queues them." placeholder:"NAME"`
}

// Help shows an example.
func (addCmd) Help() string {
	return "Example:\n  inquest add https://status.example.com/incidents/abc\n  inquest add --file addresses.txt\n  inquest add --review https://status.example.com/incidents/abc"
}

// Run prints one receipt line for each address: queued, known already, or refused and why. A running
// "inquest up" or "inquest schedule" begins with it within a second.
func (c *addCmd) Run(s *session) error {
	urls, err := c.addresses(s.stdin)
	if err != nil {
		return err
	}
	if len(urls) == 0 {
		return usageError{"no address given; try: inquest add https://status.example.com/incidents/abc"}
	}
	db, err := s.openDatabase(s.ctx)
	if err != nil {
		return err
	}
	defer db.close()
	refused := 0
	for _, u := range urls {
		if err := c.add(s, db, u); err != nil {
			if s.ctx.Err() != nil {
				return err
			}
			fmt.Fprintf(s.stdout, "refused\t%s\t%v\n", withoutPassword(u), err)
			refused++
		}
	}
	if refused > 0 {
		return errReported
	}
	return nil
}

func (c *addCmd) add(s *session, db *database, u string) error {
	receipt, err := queueAddress(s, db, store.AddRequest{URL: u, Org: c.Org, Note: c.Note, By: c.By})
	if err != nil {
		return err
	}
	what := "queued"
	if !receipt.New {
		what = "known"
	}
	if c.IgnoreRobots != "" {
		if err := db.IgnoreRobots(s.ctx, receipt.Source, c.IgnoreRobots); err != nil {
			return err
		}
	}
	if c.Review {
		if err := db.PullIn(s.ctx, s.now(), receipt.Source); err != nil {
			return err
		}
	}
	fmt.Fprintf(s.stdout, "%s\t%s\tsource %d, item %d%s\n", what, u, receipt.Source, receipt.Item, fate(receipt))
	return nil
}

// withoutPassword keeps what a person may have pasted with an address out of logs and screens.
func withoutPassword(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.User == nil {
		return address
	}
	return u.Redacted()
}

// fate says what became of an org and a note that were given for a known source.
func fate(r store.Receipt) string {
	said := ""
	if r.Took != "" {
		said += "; takes " + r.Took
	}
	if r.Kept != "" {
		said += "; keeps its own " + r.Kept
	}
	return said
}

// queueAddress checks an address and puts it among the sources under what it is known by: all addresses
// of one incident of a platform are one source.
func queueAddress(s *session, db *database, req store.AddRequest) (store.Receipt, error) {
	if err := fetcher.Check(req.URL); err != nil {
		return store.Receipt{}, err
	}
	var err error
	if req.URL, req.Key, err = fetcher.Identity(req.URL); err != nil {
		return store.Receipt{}, err
	}
	return db.AddSource(s.ctx, s.now(), req)
}

// sourceOf finds the source of an address that a person names.
func sourceOf(ctx context.Context, db *database, address string) (int64, error) {
	_, key, err := fetcher.Identity(address)
	if err != nil {
		return 0, err
	}
	id, err := db.SourceByKey(ctx, key)
	if errors.Is(err, store.ErrNotFound) {
		return 0, fmt.Errorf("%s is not queued; queue it with: inquest add %s", address, address)
	}
	return id, err
}

func (c *addCmd) addresses(stdin io.Reader) ([]string, error) {
	urls := c.URLs
	if c.File == "" {
		return urls, nil
	}
	in := stdin
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line != "" && !strings.HasPrefix(line, "#") {
			urls = append(urls, line)
		}
	}
	return urls, lines.Err()
}
