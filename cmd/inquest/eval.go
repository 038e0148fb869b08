package main

import (
	"fmt"
	"os"
	"path/filepath"

	"inquest/normalizer"
	"inquest/normalizer/eval"
)

// evalCmd scores drafts against gold labels.
type evalCmd struct {
	Labels []string `arg:"" optional:"" name:"labels" help:"Files of gold labels, JSON Lines (default: those below --root)."`
	Root   string   `help:"Folder with gold labels; \"file\" of a label may be relative to it." placeholder:"DIR"`
	JSON   string   `help:"Write the figures to this file as well." placeholder:"FILE"`
}

// Help shows an example.
func (evalCmd) Help() string {
	return "Example:\n  inquest eval gold/labels.jsonl\n  inquest eval --root gold-folder --json figures.json"
}

// Run prints the figures of each set, and whether finished cases keep their bytes.
func (c *evalCmd) Run(s *session) error {
	files, err := c.files()
	if err != nil {
		return err
	}
	p, err := s.newPipeline(nil)
	if err != nil {
		return err
	}
	var reports []*eval.Report
	for _, file := range files {
		fmt.Fprintf(s.stderr, "scoring %s\n", file)
		r, err := c.score(s, p.normalizer, file)
		if err != nil {
			return err
		}
		if err := r.Write(s.stdout); err != nil {
			return err
		}
		reports = append(reports, r)
	}
	if err := c.writeJSON(reports); err != nil {
		return err
	}
	return c.seeds(s)
}

func (c *evalCmd) files() ([]string, error) {
	if len(c.Labels) > 0 {
		return c.Labels, nil
	}
	if c.Root == "" {
		return nil, usageError{"name a file of gold labels, or a folder with --root"}
	}
	var files []string
	for _, pattern := range []string{"gold/dev/*/labels.jsonl", "gold/silver/labels.jsonl"} {
		found, err := filepath.Glob(filepath.Join(c.Root, pattern))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there are no gold/*/labels.jsonl below %s; name a folder that holds them", c.Root)
	}
	return files, nil
}

func (c *evalCmd) score(s *session, n *normalizer.Normalizer, file string) (*eval.Report, error) {
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
	return eval.NewReport(set, results), nil
}

func (c *evalCmd) writeJSON(reports []*eval.Report) error {
	if c.JSON == "" {
		return nil
	}
	b, err := normalizer.Encode(reports)
	if err != nil {
		return err
	}
	return os.WriteFile(c.JSON, append(b, '\n'), 0o644)
}

// seeds checks that finished cases below the root keep their bytes.
func (c *evalCmd) seeds(s *session) error {
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
	return nil
}
