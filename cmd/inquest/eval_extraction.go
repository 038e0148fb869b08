package main

import extraction "inquest/extractor/eval"

// extraction prints how much of labelled pages the extractor reads, and what that costs. It needs the
// page collections below the root.
func (c *evalCmd) extraction(s *session) error {
	if c.Root == "" || len(c.Labels) > 0 {
		return nil
	}
	_, err := extraction.Run(s.ctx, extraction.Options{Root: c.Root, Engine: c.Engine, Verbose: c.Lost}, s.stdout)
	return err
}
