package main

import (
	"fmt"
	"os"

	"inquest/normalizer"
	"inquest/vocab"
)

// lintCmd checks case files.
type lintCmd struct {
	Files []string `arg:"" name:"file" help:"Case files, JSON."`
}

// Help shows an example.
func (lintCmd) Help() string { return "Example:\n  inquest lint cases/*.json" }

// Run prints one line per problem; files without problems print nothing.
func (c *lintCmd) Run(s *session) error {
	v, err := vocab.Load()
	if err != nil {
		return err
	}
	clean := true
	for _, name := range c.Files {
		problems, err := lintFile(name, v)
		if err != nil {
			fmt.Fprintf(s.stderr, "%s: %v\n", name, err)
			clean = false
			continue
		}
		for _, p := range problems {
			fmt.Fprintf(s.stdout, "%s: %s: %s (%s)\n", name, p.Field, p.Message, p.Code)
			clean = false
		}
	}
	if !clean {
		return errReported
	}
	return nil
}

func lintFile(name string, v *vocab.Vocabulary) ([]normalizer.Problem, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	c, err := normalizer.DecodeCase(b)
	if err != nil {
		return nil, err
	}
	return normalizer.Lint(c, v), nil
}
