package eval

import (
	"strconv"
	"strings"

	"inquest/normalizer"
)

// Document is what label and draft say of one report, so that two runs can be compared.
type Document struct {
	Set    string  `json:"set"`
	ID     string  `json:"id"`
	Fields []Field `json:"fields"`
}

// Field is the values of one coded field.
type Field struct {
	Name string   `json:"name"`
	Want []string `json:"want"` // as labelled; empty: nothing is the right answer
	Got  []string `json:"got"`  // as drafted
}

// DocumentsOf lists the coded fields of every result.
func DocumentsOf(results []Result) []Document {
	docs := make([]Document, 0, len(results))
	for _, r := range results {
		docs = append(docs, Document{Set: r.Label.Set, ID: r.Label.ID, Fields: fieldsOf(r)})
	}
	return docs
}

func fieldsOf(r Result) []Field {
	l, d := r.Label, r.Draft
	if d == nil {
		d = &normalizer.Draft{}
	}
	if l.Vendor != "" {
		return cloudFields(r, d)
	}
	fields := []Field{{"incident", []string{strconv.FormatBool(l.IsIncident)}, []string{strconv.FormatBool(d.Incident)}}}
	if !l.IsIncident {
		return fields
	}
	for _, facet := range termFacets {
		if want, coded := l.wanted(facet); coded {
			fields = append(fields, field(facet, want, d.Case.Terms(facet)))
		}
	}
	if l.Severity != "" {
		fields = append(fields, field("severity", one(l.Severity), one(d.Case.Severity)))
	}
	if l.DateKind != nil {
		fields = append(fields, timeFields(l, &d.Case)...)
	}
	if l.Remediation != nil {
		fields = append(fields, stepField("remediation", l.Remediation, d.Case.Remediation), stepField("action_items", l.ActionItems, d.Case.ActionItems))
	}
	return fields
}

// cloudFields are the classes of a cloud provider's entry.
func cloudFields(r Result, d *normalizer.Draft) []Field {
	fields := []Field{field("symptom_class", r.Label.SymptomClasses, symptomClassesOf(d.Case.Symptoms))}
	if r.Label.CauseClass != "" {
		fields = append(fields, field("root_cause_class", one(r.Label.CauseClass), one(causeClassOf(d.Case.RootCause, r.Maintenance))))
	}
	return fields
}

func timeFields(l *Label, c *normalizer.Case) []Field {
	return []Field{
		field("date", one(text(l.Date)), one(string(c.Date))),
		field("date_kind", one(text(l.DateKind)), one(c.DateKind)),
		field("resolved_after", one(text(l.ResolvedAfter)), one(string(c.Timeline.ResolvedAfter))),
		field("detected_after", one(text(l.DetectedAfter)), one(string(c.Timeline.DetectedAfter))),
	}
}

// stepField names the labelled steps by their words, and which of them were found.
func stepField(name string, want [][]string, got []normalizer.Step) Field {
	f := field(name, nil, nil)
	for _, words := range want {
		step := strings.Join(words, " ")
		f.Want = append(f.Want, step)
		for _, s := range got {
			if holds(wordsOf(s.Text), words) {
				f.Got = append(f.Got, step)
				break
			}
		}
	}
	return f
}

func field(name string, want, got []string) Field {
	return Field{Name: name, Want: append([]string{}, want...), Got: append([]string{}, got...)}
}

// one is a single value as a list, empty for none.
func one(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
