package main

import (
	"fmt"
	"os"

	"inquest/normalizer"
	"inquest/normalizer/eval"
	"inquest/normalizer/reader"
	"inquest/vocab"
)

// fitCmd fits the sentence reader, the rankers and the weights for the written fields again.
type fitCmd struct {
	Labels    string `arg:"" optional:"" help:"Folder with coded reports, dev/*/labels.jsonl and silver/labels.jsonl (default: none, the example sentences and invented reports)."`
	Sentences string `default:"vocab/sentences" help:"Folder with the example sentences." placeholder:"DIR"`
	To        string `default:"normalizer/reader/weights.bin" help:"File to write; the program must be built again to use it." placeholder:"FILE"`
	Written   string `default:"normalizer/fits.tsv" help:"File to write the weights for the written fields to." placeholder:"FILE"`
	Measure   bool   `help:"Do not write: fit ten times, each time without a tenth of the operators, and score their reports."`
	Check     bool   `help:"Do not write: say whether the reader in the program is out of date."`
}

// Help shows an example.
func (fitCmd) Help() string {
	return "For maintainers, in the folder of the sources.\n\nExample:\n  inquest fit gold-folder\n  inquest fit --check"
}

// Run fits the reader, the rankers and the weights for the written fields and writes their files, or does
// what the flags ask for instead. Without reports there is nothing to fit the latter to.
func (c *fitCmd) Run(s *session) error {
	v, err := vocab.Load()
	if err != nil {
		return err
	}
	if c.Check {
		return c.check(s, v)
	}
	m, err := eval.ReadMaterial(s.ctx, v, os.DirFS(c.Sentences), c.Labels, s.stderr)
	if err != nil {
		return err
	}
	if c.Measure {
		return c.measure(s, m)
	}
	cache, err := eval.CacheDir()
	if err != nil {
		return err
	}
	r, err := m.Fit(s.ctx, cache, s.stderr)
	if err != nil {
		return err
	}
	if err := eval.WriteFile(c.To, r); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s: fitted to %s; build the program again to use it\n", c.To, r.Header.FittedTo)
	if c.Labels == "" {
		return nil
	}
	return c.fitWritten(s, m, cache)
}

// fitWritten fits the weights for the written fields to what normalizers see of the reports that have not
// seen their operators.
func (c *fitCmd) fitWritten(s *session, m *eval.Material, cache string) error {
	folds, err := m.FitFolds(s.ctx, cache, s.stderr)
	if err != nil {
		return err
	}
	list, err := m.FoldNormalizers(s.ctx, folds)
	if err != nil {
		return err
	}
	w, err := m.FitWritten(s.ctx, list)
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.Written, []byte(w.Table()), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s: fitted as well\n", c.Written)
	return nil
}

func (c *fitCmd) check(s *session, v *vocab.Vocabulary) error {
	r, err := reader.Load()
	if err != nil {
		return err
	}
	if err := r.Stale(v, os.DirFS(c.Sentences)); err != nil {
		return err
	}
	if err := normalizer.StalePatterns(r.Header.Patterns); err != nil {
		return err
	}
	if err := normalizer.StaleWritten(r.Header.Dev); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "the sentence reader is fitted to %s, terms and sentences as they are\n", r.Header.FittedTo)
	return nil
}

// measure prints what the reader alone says of reports whose operators it has not seen, and how well
// reports of incidents are told from other pages.
func (c *fitCmd) measure(s *session, m *eval.Material) error {
	if c.Labels == "" {
		return usageError{"name the folder with coded reports to measure on"}
	}
	cache, err := eval.CacheDir()
	if err != nil {
		return err
	}
	folds, err := m.FitFolds(s.ctx, cache, s.stderr)
	if err != nil {
		return err
	}
	apart, err := m.ScoreIncidents(s.ctx, folds)
	if err != nil {
		return err
	}
	for _, r := range append(m.ScoreAlone(folds), apart...) {
		if err := r.Write(s.stdout); err != nil {
			return err
		}
	}
	return nil
}
