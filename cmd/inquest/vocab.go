package main

import "inquest/vocab"

// vocabCmd prints the terms of the vocabulary.
type vocabCmd struct {
	Facet  string `arg:"" optional:"" help:"One facet only, such as symptoms or root_cause."`
	Format string `enum:"table,json" default:"table" help:"table or json."`
}

// Help shows an example.
func (vocabCmd) Help() string {
	return "Example:\n  inquest vocab root_cause\n  inquest vocab --format json components"
}

// Run prints the terms.
func (c *vocabCmd) Run(s *session) error {
	v, err := vocab.Load()
	if err != nil {
		return err
	}
	if c.Facet != "" && v.Facet(c.Facet) == nil {
		return usageError{"there is no facet " + c.Facet + "; \"inquest vocab\" lists them all"}
	}
	if c.Format == "json" {
		return v.WriteJSON(s.stdout, c.Facet)
	}
	return v.WriteTable(s.stdout, c.Facet)
}
