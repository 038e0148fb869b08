package main

import (
	"errors"
	"fmt"
	"io"
	"reflect"

	"inquest/extractor"
	"inquest/normalizer"
	"inquest/queue"
	"inquest/queue/store"
)

// rebuildCmd reads stored captures again with the rules of this version.
type rebuildCmd struct {
	Stage string `enum:"extract,normalize,all" default:"all" help:"extract, normalize or all."`
	Write bool   `help:"Save the results; without it, only say what would change."`
}

// Help shows an example.
func (rebuildCmd) Help() string {
	return "Example:\n  inquest rebuild --stage normalize\n  inquest rebuild --write\n\n" +
		"Nothing is fetched. \"inquest up\" and \"inquest work\" do the same by themselves after an update;\n" +
		"this command shows beforehand what will be different."
}

// rebuild is one run of the command.
type rebuild struct {
	s     *session
	db    *database
	p     *pipeline
	write bool
	out   io.Writer
	terms termChanges
}

// Run prints a line for each document and draft that other rules have made, and what is different now.
func (c *rebuildCmd) Run(s *session) error {
	db, err := s.openDatabase(s.ctx)
	if err != nil {
		return err
	}
	defer db.close()
	p, err := s.newPipeline(nil)
	if err != nil {
		return err
	}
	r := &rebuild{s: s, db: db, p: p, write: c.Write, out: s.stdout, terms: termChanges{}}
	if c.Stage != string(queue.Normalize) {
		if err := r.each(queue.Extract, "extract", r.extract); err != nil {
			return err
		}
	}
	if c.Stage != string(queue.Extract) {
		return r.normalize()
	}
	return nil
}

// normalize says what would change, draft by draft and then term by term, before anything is written.
// For writing the drafts are made again: they come out the same, and need not be kept until then.
func (r *rebuild) normalize() error {
	compared := r.each(queue.Normalize, "normalize", r.compare)
	if compared != nil && !errors.Is(compared, errReported) {
		return compared
	}
	r.terms.print(r.out)
	if r.write {
		return r.each(queue.Normalize, "save drafts", r.save)
	}
	return compared
}

// each runs do on the stale rows of a stage; a row that fails is named and the next one goes on.
func (r *rebuild) each(stage queue.Stage, title string, do func(store.StaleRow) error) error {
	rows, err := r.db.Stale(r.s.ctx, stage, r.p.versions())
	if err != nil {
		return err
	}
	fmt.Fprintf(r.out, "%s: %d to do\n", title, len(rows))
	failed := 0
	for _, row := range rows {
		if r.s.ctx.Err() != nil {
			return r.s.ctx.Err()
		}
		if err := do(row); err != nil {
			fmt.Fprintf(r.out, "failed\t%s\t%v\n", row.URL, err)
			failed++
		}
	}
	if failed > 0 {
		return fmt.Errorf("%s: %d of %d failed: %w", title, failed, len(rows), errReported)
	}
	return nil
}

func (r *rebuild) extract(row store.StaleRow) error {
	capture, wanted, err := r.db.Capture(r.s.ctx, row.Job.Row)
	if err != nil {
		return err
	}
	doc, err := extractor.Extract(r.s.ctx, capture)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.out, "document\t%s\t%d incidents, %d blocks, read by %s (before: version %s)\n",
		row.URL, doc.Incidents(), len(doc.Part(1).Blocks), doc.Recipe, orDash(row.Have))
	if !r.write {
		return nil
	}
	_, err = r.db.SaveDocument(r.s.ctx, r.s.now(), row.Job.Row, wanted, extractor.Version, doc)
	return err
}

// compare says what is different in the draft of an item.
func (r *rebuild) compare(row store.StaleRow) error {
	sources, _, _, err := r.db.Item(r.s.ctx, row.Job.Row, extractor.Version)
	if err != nil {
		return err
	}
	if len(sources) == 0 {
		fmt.Fprintf(r.out, "draft\t%s\twaits for its document\n", row.URL)
		return nil
	}
	before, err := r.db.Draft(r.s.ctx, row.Job.Row)
	if errors.Is(err, store.ErrNotFound) {
		fmt.Fprintf(r.out, "draft\t%s\tnew\n", row.URL)
		return nil
	}
	if err != nil {
		return err
	}
	draft := r.p.normalizer.Normalize(sources)
	printChanges(r.out, row.URL, &before.Draft.Case, &draft.Case)
	r.terms.count(&before.Draft.Case, &draft.Case)
	return nil
}

func (r *rebuild) save(row store.StaleRow) error {
	sources, parts, wanted, err := r.db.Item(r.s.ctx, row.Job.Row, extractor.Version)
	if err != nil || len(sources) == 0 {
		return err
	}
	_, err = r.db.SaveDraft(r.s.ctx, r.s.now(), row.Job.Row, wanted, parts, r.p.normalizer.Normalize(sources))
	return err
}

// printChanges prints a line for each field of a case that is different now.
func printChanges(out io.Writer, url string, before, now *normalizer.Case) {
	a, b := reflect.ValueOf(*before), reflect.ValueOf(*now)
	same := true
	for i := range a.NumField() {
		if reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			continue
		}
		same = false
		was, _ := normalizer.Encode(a.Field(i).Interface())
		is, _ := normalizer.Encode(b.Field(i).Interface())
		fmt.Fprintf(out, "draft\t%s\t%s\t%s -> %s\n", url, a.Type().Field(i).Tag.Get("json"), was, is)
	}
	if same {
		fmt.Fprintf(out, "draft\t%s\tunchanged\n", url)
	}
}
