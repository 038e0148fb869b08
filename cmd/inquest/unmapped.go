package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/normalizer"
)

// vocabUnmappedCmd prints the phrases that mapped to nothing.
type vocabUnmappedCmd struct {
	Files []string `arg:"" optional:"" help:"Reports to look into (default: the stored documents)."`
	Facet string   `enum:"symptoms,components,root_cause,all" default:"all" help:"symptoms, components, root_cause or all."`
	Least int      `default:"1" help:"Only phrases of at least this many reports." placeholder:"N"`
}

// Help shows an example.
func (vocabUnmappedCmd) Help() string {
	return "What many reports say and no term answers to is a form, or a term, that the vocabulary lacks.\n\n" +
		"Example:\n  inquest vocab unmapped --least 3\n  inquest vocab unmapped --facet components reports/*.html"
}

// Run prints a line per phrase: in how many reports it stands, what it looks like, and an example.
func (c *vocabUnmappedCmd) Run(s *session) error {
	p, err := s.newPipeline(nil)
	if err != nil {
		return err
	}
	l := &ledger{normalizer: p.normalizer, rows: map[[2]string]*ledgerRow{}}
	read := c.readStored
	if len(c.Files) > 0 {
		read = c.readFiles
	}
	if err := read(s, l); err != nil {
		return err
	}
	return l.print(s.stdout, c.Facet, c.Least)
}

// readFiles goes on after a file that cannot be read, and reports it in the end.
func (c *vocabUnmappedCmd) readFiles(s *session, l *ledger) error {
	failed := 0
	for _, file := range c.Files {
		doc, err := readDocument(s, file)
		if err != nil {
			fmt.Fprintf(s.stderr, "%s: %v\n", file, err)
			failed++
			continue
		}
		l.add(doc)
	}
	if failed == len(c.Files) {
		return errReported
	}
	return nil
}

func readDocument(s *session, file string) (*extractor.Document, error) {
	body, err := readInput(file, s.stdin)
	if err != nil {
		return nil, err
	}
	return extractor.Extract(s.ctx, fetcher.FromFile(file, "", "", body, s.now()))
}

func (c *vocabUnmappedCmd) readStored(s *session, l *ledger) error {
	db, err := s.openDatabase(s.ctx)
	if err != nil {
		return err
	}
	defer db.close()
	return db.Documents(s.ctx, func(_ string, doc *extractor.Document) error {
		l.add(doc)
		return nil
	})
}

// ledger counts unmapped phrases over documents.
type ledger struct {
	normalizer *normalizer.Normalizer
	documents  int
	rows       map[[2]string]*ledgerRow // by facet and phrase
}

type ledgerRow struct {
	normalizer.Phrase // as it was found first
	documents         int
}

// add counts each phrase of a document once, however many of its incidents say it.
func (l *ledger) add(doc *extractor.Document) {
	l.documents++
	seen := map[[2]string]bool{}
	for part := 1; part <= doc.Incidents(); part++ {
		for _, p := range l.normalizer.Unmapped(normalizer.Source{Part: part, Document: doc}) {
			key := [2]string{p.Facet, p.Text}
			if seen[key] {
				continue
			}
			seen[key] = true
			if l.rows[key] == nil {
				l.rows[key] = &ledgerRow{Phrase: p}
			}
			l.rows[key].documents++
		}
	}
}

func (l *ledger) print(out io.Writer, facet string, least int) error {
	var rows []*ledgerRow
	for _, r := range l.rows {
		if r.documents >= least && (facet == "all" || facet == r.Facet) {
			rows = append(rows, r)
		}
	}
	slices.SortFunc(rows, func(a, b *ledgerRow) int {
		return cmp.Or(cmp.Compare(b.documents, a.documents), cmp.Compare(a.Facet, b.Facet), cmp.Compare(a.Text, b.Text))
	})
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "REPORTS\tLOOKS LIKE\tPHRASE\tEXAMPLE")
	for _, r := range rows {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\n", r.documents, r.Facet, r.Text, cut(r.Sentence, 100))
	}
	fmt.Fprintf(w, "%d phrases in %d reports\n", len(rows), l.documents)
	return w.Flush()
}
