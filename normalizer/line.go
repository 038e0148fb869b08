package normalizer

import (
	"fmt"
	"io"
	"strings"

	"inquest/extractor"
)

// Line is one line of `inquest draft`: the answer for one incident of an input, with its keys in the
// order that other tools rely on.
type Line struct {
	Input    string              `json:"input"` // as given on the command line
	Part     int                 `json:"part"`  // which incident of the page, counted from 1
	Incident bool                `json:"incident"`
	Case     Case                `json:"case"`
	Evidence []Evidence          `json:"evidence"`
	Events   []Event             `json:"events"`
	Notes    []Note              `json:"notes"`
	Problems []Problem           `json:"problems"`
	Versions Versions            `json:"versions"`
	Document *extractor.Document `json:"document,omitempty"` // with --with-document only
}

// ErrorLine is the line of an input that gave no draft.
type ErrorLine struct {
	Input string    `json:"input"`
	Error LineError `json:"error"`
}

// LineError says why there is no draft: the kind for programs, the message for people.
type LineError struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// NewLine returns the line of a draft.
func NewLine(input string, part int, d *Draft) *Line {
	return &Line{
		Input: input, Part: part, Incident: d.Incident, Case: d.Case, Evidence: d.Evidence, Events: d.Events,
		Notes: d.Notes, Problems: d.Problems, Versions: d.Versions,
	}
}

// NewErrorLine returns the line of an input that gave no draft.
func NewErrorLine(input, kind, message string) *ErrorLine {
	return &ErrorLine{Input: input, Error: LineError{Kind: kind, Message: message}}
}

// WriteText writes a draft for people: the fields with their best quote, then problems and notes.
func (l *Line) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (incident %d)\n", l.Input, l.Part)
	if !l.Incident {
		b.WriteString("  no incident\n")
	}
	for _, f := range l.fields() {
		l.appendField(&b, f.name, f.values)
	}
	for _, p := range l.Problems {
		fmt.Fprintf(&b, "  ! %s: %s (%s)\n", p.Field, p.Message, p.Code)
		for _, q := range p.Quotes {
			fmt.Fprintf(&b, "      %q\n", q)
		}
	}
	for _, n := range l.Notes {
		fmt.Fprintf(&b, "  . %s: %s\n", n.Field, n.Note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// textField is a field as the text format shows it.
type textField struct {
	name   string
	values []string
}

// fields returns the fields that hold something, in the order in which a person asks for them.
func (l *Line) fields() []textField {
	c := &l.Case
	list := []textField{
		{"title", textValues(c.Title)},
		{"org", []string{string(c.Org)}},
		{"date", []string{string(c.Date)}},
		{"timeline.detected_after", []string{string(c.Timeline.DetectedAfter)}},
		{"timeline.resolved_after", []string{string(c.Timeline.ResolvedAfter)}},
		{"severity", []string{c.Severity}},
		{"symptoms", c.Symptoms},
		{"components", c.Components},
		{"domain", c.Domain},
		{"root_cause", []string{c.RootCause}},
		{"contributing", c.Contributing},
		{"impact.users", []string{string(c.Impact.Users)}},
		{"impact.region", []string{c.Impact.Region}},
		{"trigger", textValues(c.Trigger)},
		{"detection", textValues(c.Detection)},
	}
	for i, s := range c.Remediation {
		list = append(list, textField{fmt.Sprintf("remediation[%d]", i), textValues(s.Text)})
	}
	for i, s := range c.ActionItems {
		list = append(list, textField{fmt.Sprintf("action_items[%d]", i), textValues(s.Text)})
	}
	return append(list, textField{"summary", textValues(c.Summary)})
}

func textValues(t *Text) []string {
	if t == nil {
		return nil
	}
	return []string{string(t.En), string(t.Ko)}
}

// appendField writes the values of a field, each term with its first quote below it.
func (l *Line) appendField(b *strings.Builder, name string, values []string) {
	for _, v := range values {
		if v == "" || v == unknown {
			continue
		}
		fmt.Fprintf(b, "  %-24s %s\n", name, v)
		for _, e := range l.Evidence {
			if e.Field == name && string(e.Value) == v && e.Role != alternative {
				fmt.Fprintf(b, "  %-24s   %q\n", "", e.Quote)
				break
			}
		}
	}
}
