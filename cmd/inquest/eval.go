package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"inquest/normalizer"
	"inquest/normalizer/eval"
	"inquest/vocab"
)

// evalCmd scores drafts against gold labels.
type evalCmd struct {
	Labels    []string `arg:"" optional:"" name:"labels" help:"Files of gold labels, JSON Lines (default: those below --root)."`
	Root      string   `help:"Folder with gold labels; \"file\" of a label may be relative to it." placeholder:"DIR"`
	Also      []string `help:"A file of gold labels to score beside those below --root." placeholder:"FILE"`
	Sentences string   `default:"vocab/sentences" help:"Folder with the example sentences." placeholder:"DIR"`
	AsIs      bool     `help:"Score the weights in the program, although they have seen the reports below --root."`
	Terms     bool     `help:"Print how each term fares, most mistakes first, and in which reports."`
	Confusion bool     `help:"Print which root cause was drafted where which one is labelled."`
	Operators bool     `help:"Print the figures of each operator."`
	Against   string   `help:"Print what was gained and lost since the run that wrote this file." placeholder:"PREVIOUS.json"`
	Engine    string   `enum:",readeck" default:"" help:"Measure a second article engine beside the extractor's: readeck." placeholder:"NAME"`
	Lost      bool     `help:"Name every page, update, node and sentence that the extractor loses."`
	JSON      string   `help:"Write all figures and values to this file as well." placeholder:"FILE"`
}

// Help shows examples.
func (evalCmd) Help() string {
	return `Drafts every labelled report and says how often each field is as labelled. You need no Go for it: change
a file in vocab/, build with "make", and see what the change did.

Example:
  inquest eval gold/labels.jsonl                     the figures of one set
  inquest eval --root gold-folder --json before.json   everything, kept for comparison
  inquest eval --root gold-folder --against before.json
                                                     ... and after the change: what each report gained and lost
  inquest eval --root gold-folder --terms              which terms fare worst, and in which reports
  inquest eval --root gold-folder --confusion          which causes are taken for which`
}

// Run prints the figures of the sets, and whether finished cases keep their bytes and codes.
func (c *evalCmd) Run(s *session) error {
	previous, err := c.previous()
	if err != nil {
		return err
	}
	files, err := c.files()
	if err != nil {
		return err
	}
	p, err := s.newPipeline(nil)
	if err != nil {
		return err
	}
	weights, err := c.weights(s, p.normalizer)
	if err != nil {
		return err
	}
	e, err := c.evaluate(s, weights, files)
	if err != nil {
		return err
	}
	if err := c.print(s.stdout, e, previous); err != nil {
		return err
	}
	if err := c.writeJSON(e); err != nil {
		return err
	}
	if err := c.extraction(s); err != nil {
		return err
	}
	if err := c.updates(s, p.normalizer); err != nil {
		return err
	}
	return c.seeds(s, p.normalizer)
}

func (c *evalCmd) previous() (*eval.Evaluation, error) {
	if c.Against == "" {
		return nil, nil
	}
	return eval.ReadPrevious(c.Against)
}

func (c *evalCmd) files() ([]string, error) {
	if len(c.Labels) > 0 {
		return append(c.Labels, c.Also...), nil
	}
	if c.Root == "" {
		return nil, usageError{"name a file of gold labels, or a folder with --root; try: inquest eval gold/labels.jsonl"}
	}
	var files []string
	for _, pattern := range []string{"gold/dev/*/labels.jsonl", "gold/silver/labels.jsonl", "gold/cloud/labels.jsonl"} {
		found, err := filepath.Glob(filepath.Join(c.Root, pattern))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there are no gold/*/labels.jsonl below %s; name a folder that holds them", c.Root)
	}
	return append(files, c.Also...), nil
}

// weights returns what drafts the reports of each operator. The reports below --root are those that
// everything is fitted to: there it is fitted again, without the operators of a fold at a time.
func (c *evalCmd) weights(s *session, n *normalizer.Normalizer) (*eval.Normalizers, error) {
	if c.Root == "" || c.AsIs {
		return eval.Same(n), nil
	}
	v, err := vocab.Load()
	if err != nil {
		return nil, err
	}
	m, err := eval.ReadMaterial(s.ctx, v, os.DirFS(c.Sentences), filepath.Join(c.Root, "gold"), s.stderr)
	if err != nil {
		return nil, fmt.Errorf("%w (--as-is scores the weights of the program, which have seen these reports)", err)
	}
	cache, err := eval.CacheDir()
	if err != nil {
		return nil, err
	}
	folds, err := m.FitFolds(s.ctx, cache, s.stderr)
	if err != nil {
		return nil, err
	}
	list, err := m.FoldNormalizers(s.ctx, folds)
	if err != nil {
		return nil, err
	}
	return m.FoldWritten(s.ctx, list)
}

func (c *evalCmd) evaluate(s *session, n *eval.Normalizers, files []string) (*eval.Evaluation, error) {
	var sets []eval.Scored
	for _, file := range files {
		fmt.Fprintf(s.stderr, "scoring %s\n", file)
		root := c.Root
		if root == "" {
			root = filepath.Dir(file)
		}
		set, err := eval.Load(file, root)
		if err != nil {
			return nil, err
		}
		results, err := set.Run(s.ctx, n)
		if err != nil {
			return nil, err
		}
		sets = append(sets, eval.Scored{Set: set, Results: results})
	}
	return eval.Evaluate(sets), nil
}

func (c *evalCmd) print(out io.Writer, e, previous *eval.Evaluation) error {
	if err := e.Write(out); err != nil {
		return err
	}
	for _, table := range []struct {
		asked bool
		write func() error
	}{
		{c.Terms, func() error { return eval.WriteTerms(out, e.Terms) }},
		{c.Confusion, func() error { return e.Confusion.Write(out) }},
		{c.Operators, func() error { return eval.WriteGroups(out, "operator", e.Operators) }},
		{previous != nil, func() error { return e.WriteChanges(out, previous) }},
	} {
		if !table.asked {
			continue
		}
		if err := table.write(); err != nil {
			return err
		}
	}
	return nil
}

func (c *evalCmd) writeJSON(e *eval.Evaluation) error {
	if c.JSON == "" {
		return nil
	}
	b, err := normalizer.Encode(e)
	if err != nil {
		return err
	}
	return os.WriteFile(c.JSON, append(b, '\n'), 0o644)
}

// updates prints how many updates of the status entries below the root stand in the events of drafts.
func (c *evalCmd) updates(s *session, n *normalizer.Normalizer) error {
	if c.Root == "" {
		return nil
	}
	f, err := eval.ScoreUpdates(s.ctx, n, filepath.Join(c.Root, "corpus", "statuspage-json"))
	if err == nil && f.Count > 0 {
		_, err = fmt.Fprintf(s.stdout, "%d status updates, of which stand as events in the drafts: %.3f\n", f.Count, f.Value)
	}
	return err
}

// reportOf names the report from which a finished case was written.
var reportOf = map[string]string{"IL-0351.json": "IL-0351-page.txt", "IL-0352.json": "heroku-rca.txt"}

// seeds checks that finished cases below the root keep their bytes, and says in which codes the drafts
// of their reports differ.
func (c *evalCmd) seeds(s *session, n *normalizer.Normalizer) error {
	found, err := filepath.Glob(filepath.Join(c.Root, "seeds", "*.json"))
	if c.Root == "" || err != nil {
		return err
	}
	for _, path := range found {
		if err := eval.SameBytes(path); err != nil {
			return err
		}
	}
	fmt.Fprintf(s.stdout, "%d finished cases decode and encode to the same bytes\n", len(found))
	for _, path := range found {
		if report := reportOf[filepath.Base(path)]; report != "" {
			if err := printCodes(s, n, filepath.Join(c.Root, "seeds", report), path); err != nil {
				return err
			}
		}
	}
	return nil
}

func printCodes(s *session, n *normalizer.Normalizer, report, finished string) error {
	differing, err := eval.DifferingCodes(s.ctx, n, report, finished)
	if err != nil {
		return err
	}
	if len(differing) == 0 {
		fmt.Fprintf(s.stdout, "%s: the draft of %s has its codes\n", filepath.Base(finished), filepath.Base(report))
	}
	for _, f := range differing {
		fmt.Fprintf(s.stdout, "%s: %s is %q in the draft of %s, not %q\n", filepath.Base(finished), f.Name, f.Got, filepath.Base(report), f.Want)
	}
	return nil
}
