package main

import (
	"fmt"
	"text/tabwriter"

	"inquest/normalizer"
)

// schemaCmd prints what other tools rely on.
type schemaCmd struct {
	Name string `arg:"" enum:"case,draft,problems" help:"case, draft or problems."`
}

// Help shows an example.
func (schemaCmd) Help() string { return "Example:\n  inquest schema draft > draft.schema.json" }

// Run prints a JSON Schema, or the codes of problems with a sentence each.
func (c *schemaCmd) Run(s *session) error {
	switch c.Name {
	case "case":
		_, err := fmt.Fprint(s.stdout, normalizer.CaseSchema)
		return err
	case "draft":
		_, err := fmt.Fprint(s.stdout, normalizer.DraftSchema)
		return err
	}
	w := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
	for _, p := range normalizer.Codes() {
		fmt.Fprintf(w, "%s\t%s\n", p.Code, p.Sentence)
	}
	return w.Flush()
}
