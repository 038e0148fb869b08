package normalizer

import "fmt"

// evidence reports values of the draft that no quote supports.
func (l *linter) evidence(d *Draft) {
	c := &d.Case
	terms := []struct {
		field  string
		values []string
	}{
		{facetSymptoms, c.Symptoms}, {facetComponents, c.Components}, {facetDomain, c.Domain}, {facetContributing, c.Contributing},
		{facetRootCause, stated(c.RootCause)}, {"severity", stated(c.Severity)}, {"impact.region", stated(c.Impact.Region)},
		{"timeline.detected_after", stated(string(c.Timeline.DetectedAfter))}, {"timeline.resolved_after", stated(string(c.Timeline.ResolvedAfter))},
	}
	for _, t := range terms {
		for _, v := range t.values {
			l.quoted(d, t.field, v)
		}
	}
	texts := []struct {
		field string
		text  *Text
	}{
		{"title", c.Title}, {"summary", c.Summary}, {"symptoms_text", c.SymptomsText}, {"trigger", c.Trigger}, {"detection", c.Detection},
	}
	for _, t := range texts {
		l.quotedText(d, t.field, t.text)
	}
	for i, s := range c.Remediation {
		l.quotedText(d, fmt.Sprintf("remediation[%d].text", i), s.Text)
	}
	for i, s := range c.ActionItems {
		l.quotedText(d, fmt.Sprintf("action_items[%d].text", i), s.Text)
	}
}

// stated returns the values that need a quote: none for what the source does not state.
func stated(value string) []string {
	if value == "" || value == unknown {
		return nil
	}
	return []string{value}
}

func (l *linter) quoted(d *Draft, field, value string) {
	for _, e := range d.Evidence {
		if e.Field == field && e.Role != alternative && (string(e.Value) == value || e.Role != "") {
			return
		}
	}
	l.report(field, CodeMissingEvidence, "no quote supports %q", value)
}

func (l *linter) quotedText(d *Draft, field string, t *Text) {
	if t == nil {
		return
	}
	for _, e := range d.Evidence {
		if inField(e.Field, field) {
			return
		}
	}
	l.report(field, CodeMissingEvidence, "no sentence of the source supports the text")
}
