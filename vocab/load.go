package vocab

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed *.yaml GUIDELINES.md
var embedded embed.FS

const (
	matchingFile   = "matching.yaml"
	guidelinesFile = "GUIDELINES.md"
)

// Load reads and checks the vocabulary that is built into the program.
func Load() (*Vocabulary, error) { return LoadFS(embedded) }

// LoadFS reads and checks a vocabulary kept in the root of fsys: matching.yaml, a FACET.yaml for
// each facet named there, and GUIDELINES.md. The error names every fault that was found, with its
// file, term and field, and says how to put it right.
func LoadFS(fsys fs.FS) (*Vocabulary, error) {
	var m matchingYAML
	if err := readYAML(fsys, matchingFile, &m); err != nil {
		return nil, err
	}
	v := &Vocabulary{Version: m.Version, Languages: m.Languages, Rules: m.Rules, Decisions: m.Decisions, Ambiguous: m.Ambiguous}
	for _, id := range m.Facets {
		f, err := readFacet(fsys, id)
		if err != nil {
			return nil, err
		}
		v.Facets = append(v.Facets, f)
	}
	guidelines, err := fs.ReadFile(fsys, guidelinesFile)
	if err != nil {
		return nil, fmt.Errorf("read the guidelines: %w", err)
	}
	v.guidelines = string(guidelines)
	if err := validate(v, fsys); err != nil {
		return nil, err
	}
	v.matcher = newMatcher(v)
	v.hints = compileHints(v)
	return v, nil
}

// matchingYAML is the file of that name: all that does not belong to a single facet.
type matchingYAML struct {
	Version   int         `yaml:"version"`
	Languages []string    `yaml:"languages"`
	Facets    []string    `yaml:"facets"`
	Rules     Rules       `yaml:"matching"`
	Decisions []Decision  `yaml:"decision_order"`
	Ambiguous []Ambiguous `yaml:"ambiguous"`
}

func readFacet(fsys fs.FS, id string) (*Facet, error) {
	f := &Facet{ID: id}
	if err := readYAML(fsys, id+".yaml", f); err != nil {
		return nil, err
	}
	if i := slices.Index(f.Terms, nil); i >= 0 {
		return nil, fmt.Errorf("%s.yaml: entry %d of terms is empty; write the term or remove the dash", id, i+1)
	}
	for _, t := range f.Terms {
		t.Facet = id
	}
	return f, nil
}

// readYAML refuses fields that the program does not know: a misspelt field would otherwise be
// dropped in silence.
func readYAML(fsys fs.FS, name string, into any) error {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fmt.Errorf("read the vocabulary: %w", err)
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("%s: %s; correct the line (the fields are listed in vocab.go)", name, oneLine(err))
	}
	return nil
}

// oneLine folds the error of the YAML library, a list over several lines, into one.
func oneLine(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}
