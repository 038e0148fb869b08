package review

import (
	"fmt"
	"strings"

	"inquest/normalizer"
)

// field is one field of the case with what supports it.
type field struct {
	Name     string
	Anchor   string   // its id on the page
	Paths    []string // into the case, that it shows
	Values   []value
	Further  []value // evidence for what the case does not hold: alternatives
	Notes    []string
	Problems int
}

// value is one value of a field, or with Text "" one that the source does not state.
type value struct {
	Label  string // what it is, where the field has several; else ""
	Text   string
	Href   string // for an address
	Quotes []quote

	path string // of its evidence
	term string // value of its evidence; "" for any but an alternative
}

// quote leads from a value to the words of the source.
type quote struct {
	Href  string // of the mark; "" when the words are not at their place
	Text  string
	Score string // two digits, or ""
	Role  string
	By    string
}

// fields lists the case in the order of reading, each value with its evidence. Evidence and notes that
// belong to none of the fields stand in one more at the end: nothing is left out.
func fields(d *normalizer.Draft, m *marking) []field {
	out := caseFields(&d.Case)
	rest := field{Name: "Further", Anchor: "f-further"}
	for i, e := range m.evidence {
		f := fieldOf(out, e.Field)
		if f == nil {
			f = &rest
		}
		f.support(e, m.quote(i))
	}
	for _, n := range d.Notes {
		if f := fieldOf(out, n.Field); f != nil {
			f.Notes = append(f.Notes, f.noteText(n))
		} else {
			rest.Notes = append(rest.Notes, n.Field+": "+n.Note)
		}
	}
	for _, p := range d.Problems {
		if f := fieldOf(out, p.Field); f != nil {
			f.Problems++
		}
	}
	if len(rest.Further) > 0 || len(rest.Notes) > 0 {
		out = append(out, rest)
	}
	return out
}

// caseFields are the fields of a case without their evidence.
func caseFields(c *normalizer.Case) []field {
	return []field{
		prose("Title", "title", c.Title),
		single("Organisation", "org", string(c.Org)),
		several("Date", part("", "date", string(c.Date)), part("kind", "date_kind", c.DateKind)),
		single("Detected after", "timeline.detected_after", string(c.Timeline.DetectedAfter)),
		single("Resolved after", "timeline.resolved_after", string(c.Timeline.ResolvedAfter)),
		single("Severity", "severity", c.Severity),
		list("Symptoms", "symptoms", c.Symptoms),
		list("Components", "components", c.Components),
		list("Domain", "domain", c.Domain),
		single("Root cause", "root_cause", c.RootCause),
		list("Contributing", "contributing", c.Contributing),
		several("Impact", part("scope", "impact.scope", string(c.Impact.Scope)),
			part("users", "impact.users", string(c.Impact.Users)), part("region", "impact.region", c.Impact.Region)),
		prose("Trigger", "trigger", c.Trigger),
		prose("Detection", "detection", c.Detection),
		steps("Remediation", "remediation", c.Remediation),
		steps("Action items", "action_items", c.ActionItems),
		prose("Summary", "summary", c.Summary),
		prose("Symptoms as told", "symptoms_text", c.SymptomsText),
		list("Docs", "docs", c.Docs),
		sourcesField(c.Sources),
	}
}

func newField(name, path string, values []value) field {
	if len(values) == 0 {
		values = []value{{path: path}}
	}
	anchor := "f-" + strings.ReplaceAll(path, ".", "-")
	return field{Name: name, Anchor: anchor, Paths: []string{path}, Values: values}
}

func part(label, path, text string) value { return value{Label: label, Text: text, path: path} }

// single is a field of one value.
func single(name, path, text string) field {
	return newField(name, path, []value{part("", path, text)})
}

// several is a field of values that have paths of their own.
func several(name string, parts ...value) field {
	f := newField(name, topField(parts[0].path), parts)
	for _, p := range parts[1:] {
		f.Paths = append(f.Paths, p.path)
	}
	return f
}

// list is a field of terms or addresses.
func list(name, path string, terms []string) field {
	var values []value
	for _, t := range terms {
		values = append(values, value{Text: t, Href: webLink(t), path: path, term: t})
	}
	return newField(name, path, values)
}

// prose is a text in the languages in which it is written.
func prose(name, path string, t *normalizer.Text) field {
	return newField(name, path, texts(path, t))
}

func texts(path string, t *normalizer.Text) []value {
	var values []value
	if t != nil && t.En != "" {
		values = append(values, value{Text: string(t.En), path: path + ".en"})
	}
	if t != nil && t.Ko != "" {
		values = append(values, value{Text: string(t.Ko), path: path + ".ko"})
	}
	return values
}

func steps(name, path string, steps []normalizer.Step) field {
	var values []value
	for i, s := range steps {
		values = append(values, texts(fmt.Sprintf("%s[%d].text", path, i), s.Text)...)
	}
	return newField(name, path, values)
}

func sourcesField(sources []normalizer.CaseSource) field {
	var values []value
	for i, s := range sources {
		path := fmt.Sprintf("sources[%d]", i)
		values = append(values, value{Label: s.Kind, Text: s.URL, Href: webLink(s.URL), path: path})
		if s.Archived != "" {
			values = append(values, value{Label: "archived", Text: string(s.Archived), Href: webLink(string(s.Archived)), path: path})
		}
	}
	return newField("Sources", "sources", values)
}

// fieldOf returns the field that shows a path, or nil. A path above that of a field, like timeline, is
// shown at the first field below it.
func fieldOf(fields []field, path string) *field {
	for i := range fields {
		for _, own := range fields[i].Paths {
			if within(path, own) || within(own, path) {
				return &fields[i]
			}
		}
	}
	return nil
}

// within reports whether path is that of above or lies below it.
func within(path, above string) bool {
	rest, found := strings.CutPrefix(path, above)
	return found && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// anchorOf returns the id of the field that shows a path, or "".
func anchorOf(fields []field, path string) string {
	if f := fieldOf(fields, path); f != nil {
		return f.Anchor
	}
	return ""
}

// support puts a quote beside the value it is evidence for, or beside one that the case does not hold.
func (f *field) support(e normalizer.Evidence, q quote) {
	for i := range f.Values {
		if v := &f.Values[i]; v.supportedBy(e) {
			v.Quotes = append(v.Quotes, q)
			return
		}
	}
	for i := range f.Further {
		if v := &f.Further[i]; v.path == e.Field && v.term == string(e.Value) {
			v.Quotes = append(v.Quotes, q)
			return
		}
	}
	label := string(e.Role)
	if label == "" {
		label = e.Field
	}
	f.Further = append(f.Further, value{Label: label, Text: string(e.Value), path: e.Field, term: string(e.Value), Quotes: []quote{q}})
}

func (v *value) supportedBy(e normalizer.Evidence) bool {
	if v.Text == "" || v.path != e.Field || e.Role == "alternative" {
		return false
	}
	return v.term == "" || e.Value == "" || v.term == string(e.Value)
}

// noteText names the path of a note where the field's name does not say it.
func (f *field) noteText(n normalizer.Note) string {
	if n.Field == f.Paths[0] {
		return n.Note
	}
	return n.Field + ": " + n.Note
}

// quote makes the link to an evidence's mark.
func (m *marking) quote(i int) quote {
	e := m.evidence[i]
	q := quote{Text: e.Quote, Score: scoreText(e.Score), Role: string(e.Role), By: e.By}
	if m.placed[i] {
		q.Href = "#" + evidenceID(i+1)
	}
	return q
}
