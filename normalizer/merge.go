package normalizer

import (
	"fmt"
	"strings"
)

// complete fills what the draft of the main source leaves open from the draft of another source, with
// its evidence, and reports where the two state different values.
func complete(main, other *Draft) {
	m := merger{main: main, other: other}
	main.Case.Sources = append(main.Case.Sources, other.Case.Sources...)
	if !other.Incident {
		return
	}
	c, o := &main.Case, &other.Case
	m.maybe("org", &c.Org, o.Org)
	m.maybe("org_slug", &c.OrgSlug, o.OrgSlug)
	if c.Date == "" || c.DateKind == unknown {
		c.DateKind = o.DateKind
	}
	m.maybe("date", &c.Date, o.Date)
	m.maybe("timeline.detected_after", &c.Timeline.DetectedAfter, o.Timeline.DetectedAfter)
	m.maybe("timeline.resolved_after", &c.Timeline.ResolvedAfter, o.Timeline.ResolvedAfter)
	m.maybe("impact.scope", &c.Impact.Scope, o.Impact.Scope)
	m.maybe("impact.users", &c.Impact.Users, o.Impact.Users)
	m.term("impact.region", &c.Impact.Region, o.Impact.Region)
	m.term("severity", &c.Severity, o.Severity)
	m.term("root_cause", &c.RootCause, o.RootCause)
	m.list("docs", &c.Docs, o.Docs)
	m.list("symptoms", &c.Symptoms, o.Symptoms)
	m.list("components", &c.Components, o.Components)
	m.list("domain", &c.Domain, o.Domain)
	m.list("contributing", &c.Contributing, o.Contributing)
	m.text("title", &c.Title, o.Title)
	m.text("summary", &c.Summary, o.Summary)
	m.text("trigger", &c.Trigger, o.Trigger)
	m.text("detection", &c.Detection, o.Detection)
	m.text("symptoms_text", &c.SymptomsText, o.SymptomsText)
	m.steps("remediation", &c.Remediation, o.Remediation)
	m.steps("action_items", &c.ActionItems, o.ActionItems)
}

type merger struct{ main, other *Draft }

// take moves the evidence of a field from the other draft.
func (m merger) take(field string) {
	for _, e := range m.other.Evidence {
		if e.Field == field || strings.HasPrefix(e.Field, field+".") || strings.HasPrefix(e.Field, field+"[") {
			m.main.Evidence = append(m.main.Evidence, e)
		}
	}
}

func (m merger) maybe(field string, value *Maybe, other Maybe) {
	switch {
	case *value == "" && other != "":
		*value = other
		m.take(field)
	case other != "" && *value != other:
		m.differ(field, string(*value), string(other))
	}
}

func (m merger) term(field string, value *string, other string) {
	switch {
	case *value == unknown && other != unknown:
		*value = other
		m.take(field)
	case other != unknown && *value != other:
		m.differ(field, *value, other)
	}
}

func (m merger) differ(field, value, other string) {
	m.main.Problems = append(m.main.Problems, Problem{
		Field: field, Code: CodeSourcesDiffer, Quotes: []string{},
		Message: fmt.Sprintf("the main source gives %q, another one %q", value, other),
	})
}

func (m merger) list(field string, value *[]string, other []string) {
	if len(*value) == 0 && len(other) > 0 {
		*value = other
		m.take(field)
	}
}

func (m merger) text(field string, value **Text, other *Text) {
	if *value == nil && other != nil {
		*value = other
		m.take(field)
	}
}

func (m merger) steps(field string, value *[]Step, other []Step) {
	if len(*value) == 0 && len(other) > 0 {
		*value = other
		m.take(field)
	}
}
