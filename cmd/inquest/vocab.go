package main

import (
	"io/fs"
	"os"

	"inquest/vocab"
)

// vocabCmd prints the terms of the vocabulary, and the phrases that it has no terms for.
type vocabCmd struct {
	Terms    vocabTermsCmd    `cmd:"" default:"withargs" help:"Print the terms (the default)."`
	Unmapped vocabUnmappedCmd `cmd:"" help:"Print phrases that look like a symptom, component or cause and mapped to no term."`
}

// Help shows an example.
func (vocabCmd) Help() string {
	return "Example:\n  inquest vocab root_cause\n  inquest vocab --format json components\n" +
		"  inquest vocab --format skos > vocabulary.ttl\n  inquest vocab unmapped reports/*.html"
}

// vocabTermsCmd prints the terms.
type vocabTermsCmd struct {
	Facet     string `arg:"" optional:"" help:"One facet only, such as symptoms or root_cause."`
	Format    string `enum:"table,json,skos" default:"table" help:"table, json or skos (Turtle)."`
	Sentences string `help:"Folder with example sentences, for skos: a term shows up to three." placeholder:"DIR"`
}

// Help shows an example.
func (vocabTermsCmd) Help() string { return vocabCmd{}.Help() }

// Run prints the terms.
func (c *vocabTermsCmd) Run(s *session) error {
	v, err := vocab.Load()
	if err != nil {
		return err
	}
	if c.Facet != "" && v.Facet(c.Facet) == nil {
		return usageError{"there is no facet " + c.Facet + "; \"inquest vocab\" lists them all"}
	}
	switch c.Format {
	case "json":
		return v.WriteJSON(s.stdout, c.Facet)
	case "skos":
		return v.WriteSKOS(s.stdout, c.Facet, c.sentences())
	}
	return v.WriteTable(s.stdout, c.Facet)
}

func (c *vocabTermsCmd) sentences() fs.FS {
	if c.Sentences == "" {
		return nil
	}
	return os.DirFS(c.Sentences)
}
