package eval

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"inquest/normalizer"
	"inquest/normalizer/reader"
	"inquest/vocab"
)

// readInvented reads the invented reports and cuts them into sentences. An error names file and report.
func readInvented(ctx context.Context, n *normalizer.Normalizer, sentences fs.FS, v *vocab.Vocabulary) ([]Text, error) {
	files, err := fs.Glob(sentences, reader.InventedFiles)
	if err != nil {
		return nil, err
	}
	s := &Set{Name: "invented"}
	for _, name := range files {
		b, err := fs.ReadFile(sentences, name)
		if err != nil {
			return nil, err
		}
		labels, err := parseInvented(string(b), v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		s.Labels = append(s.Labels, labels...)
	}
	return s.Texts(ctx, n)
}

func parseInvented(file string, v *vocab.Vocabulary) ([]Label, error) {
	var labels []Label
	for _, part := range strings.Split("\n"+file, "\n=== ")[1:] {
		l, err := parseReport(part, v)
		if err != nil {
			first, _, _ := strings.Cut(part, "\n")
			return nil, fmt.Errorf("report %q: %w", first, err)
		}
		labels = append(labels, *l)
	}
	return labels, nil
}

// parseReport reads one invented report: its name, its codes, a line of dashes, and its text, in which
// tags at the end of a line say what that sentence is evidence for.
func parseReport(part string, v *vocab.Vocabulary) (*Label, error) {
	head, body, found := strings.Cut(part, "\n---\n")
	lines := strings.Split(head, "\n")
	name := strings.Split(lines[0], " | ")
	if !found || len(name) != 4 {
		return nil, errors.New(`begin with "id | language | kind | operator", the codes and a line "---"`)
	}
	l := &Label{
		ID: name[0], File: name[0] + ".md", Operator: "invented " + name[3], IsIncident: true, Invented: true,
		Symptoms: []string{}, Components: []string{}, Contributing: []string{},
		Evidence: map[string][]string{}, Mention: map[string][]string{}, Written: map[string][]string{},
	}
	for _, line := range lines[1:] {
		if err := l.readCodes(line, v); err != nil {
			return nil, err
		}
	}
	return l, l.readTagged(body, v)
}

// readCodes reads a line of the head: a facet and its terms.
func (l *Label) readCodes(line string, v *vocab.Vocabulary) error {
	facet, list, _ := strings.Cut(line, ":")
	terms := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
	for _, id := range terms {
		if v.Term(facet, id) == nil {
			return fmt.Errorf("%s/%s is no term of the vocabulary", facet, id)
		}
	}
	switch facet {
	case "symptoms":
		l.Symptoms = terms
	case "components":
		l.Components = terms
	case "contributing":
		l.Contributing = terms
	case "root_cause":
		if len(terms) != 1 {
			return errors.New("name one root cause")
		}
		l.RootCause = terms[0]
	default:
		return fmt.Errorf("%q is no facet", facet)
	}
	return nil
}

// tagged is a line with its tags at the end.
var tagged = regexp.MustCompile(`^(.*?)\s*\{([^{}]*)\}\s*$`)

func (l *Label) readTagged(body string, v *vocab.Vocabulary) error {
	var text strings.Builder
	for line := range strings.Lines(body) {
		line = strings.TrimSuffix(line, "\n")
		if m := tagged.FindStringSubmatch(line); m != nil {
			line = m[1]
			for _, tag := range strings.Fields(m[2]) {
				if err := l.tag(tag, line, v); err != nil {
					return err
				}
			}
		}
		text.WriteString(line + "\n")
	}
	l.Text = text.String()
	return nil
}

// tag notes what a sentence is evidence for, or with "!" that it is none, or in which written field it belongs.
func (l *Label) tag(tag, sentence string, v *vocab.Vocabulary) error {
	into, id := l.Evidence, tag
	switch {
	case slices.Contains(taggedFields, tag):
		into = l.Written
	case strings.HasPrefix(tag, "!"):
		into, id = l.Mention, tag[1:]
	}
	if facet, term, isTerm := strings.Cut(id, "/"); isTerm && v.Term(facet, term) == nil || !isTerm && !slices.Contains(taggedFields, id) {
		return fmt.Errorf("%q is no tag", tag)
	}
	into[id] = append(into[id], sentence)
	return nil
}

// taggedFields are the written fields that tags name, in the order of [normalizer.WrittenFields].
var taggedFields = append(reader.WrittenFields[:], "action")
