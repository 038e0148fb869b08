package normalizer

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"time"

	"inquest/vocab"
)

var (
	idFormat       = regexp.MustCompile(`^[A-Z][A-Z0-9]*-\d{3,}$`)
	durationFormat = regexp.MustCompile(`^(?:0|[1-9]\d*)h (?:0|[1-5]?\d)m$`)
)

const (
	dayFormat     = "2006-01-02"
	updatedFormat = "2006-01-02T15:04:05.000000Z"
)

// listCaps are the most terms that the coding guidelines allow in a list.
var listCaps = map[string]int{facetSymptoms: 6, facetComponents: 5, facetDomain: 2, facetContributing: 5}

// Lint returns the problems of a case, field by field: unknown terms, wrong formats, lists that are
// too long, empty fields that every case has, and fields of the editor in a case that no editor has
// reviewed.
func Lint(c *Case, v *vocab.Vocabulary) []Problem {
	l := linter{c: c, v: v}
	l.identity()
	l.times()
	l.terms()
	l.sources()
	l.prose()
	l.review()
	return l.problems
}

// LintDraft returns the problems of the draft's case and of its evidence: values without a quote.
func LintDraft(d *Draft, v *vocab.Vocabulary) []Problem {
	l := linter{c: &d.Case, v: v, problems: Lint(&d.Case, v)}
	if !d.Incident {
		return l.problems
	}
	l.evidence(d)
	return l.problems
}

type linter struct {
	c        *Case
	v        *vocab.Vocabulary
	problems []Problem
}

func (l *linter) report(field, code, format string, args ...any) {
	l.problems = append(l.problems, Problem{Field: field, Code: code, Message: fmt.Sprintf(format, args...), Quotes: []string{}})
}

// format reports a value that is there and does not fit.
func (l *linter) format(field string, value Maybe, fits bool, like string) {
	if value != "" && !fits {
		l.report(field, CodeWrongFormat, "%q is not written like %s", value, like)
	}
}

func (l *linter) identity() {
	c := l.c
	l.format("id", c.ID, idFormat.MatchString(string(c.ID)), "IL-0352")
	l.format("recurrence_of", c.RecurrenceOf, idFormat.MatchString(string(c.RecurrenceOf)), "IL-0352")
	for i, id := range c.Related {
		l.format(fmt.Sprintf("related[%d]", i), Maybe(id), idFormat.MatchString(id), "IL-0352")
	}
	l.format("url", c.URL, webAddress(string(c.URL)), "https://library.example/IL-0352")
	if c.Org == "" {
		l.report("org", CodeMissingValue, "the case does not say whose incident it is")
	}
	if want := slug(string(c.Org)); string(c.OrgSlug) != want {
		l.report("org_slug", CodeWrongFormat, "the slug of %q is %q, not %q", c.Org, want, c.OrgSlug)
	}
	l.repeats("docs", c.Docs)
	for i, doc := range c.Docs {
		l.format(fmt.Sprintf("docs[%d]", i), Maybe(doc), webAddress(doc), "https://docs.example/page")
	}
}

func (l *linter) times() {
	c := l.c
	l.format("date", c.Date, isTime(dayFormat, c.Date), dayFormat)
	l.format("updated_at", c.UpdatedAt, isTime(updatedFormat, c.UpdatedAt), updatedFormat)
	l.format("timeline.detected_after", c.Timeline.DetectedAfter, durationFormat.MatchString(string(c.Timeline.DetectedAfter)), "42h 46m")
	l.format("timeline.resolved_after", c.Timeline.ResolvedAfter, durationFormat.MatchString(string(c.Timeline.ResolvedAfter)), "42h 46m")
	switch {
	case c.Date == "" && c.DateKind != unknown:
		l.report("date_kind", CodeWrongFormat, "there is no date, so its kind is %q, not %q", unknown, c.DateKind)
	case c.Date != "" && c.DateKind == unknown:
		l.report("date_kind", CodeMissingValue, "the case has a date and does not say what happened on it")
	}
}

func isTime(layout string, value Maybe) bool {
	_, err := time.Parse(layout, string(value))
	return err == nil
}

func (l *linter) terms() {
	c := l.c
	l.list(facetDomain, c.Domain)
	l.list(facetSymptoms, c.Symptoms)
	l.list(facetComponents, c.Components)
	l.list(facetContributing, c.Contributing)
	l.term("severity", "severity", c.Severity)
	l.term("date_kind", "date_kind", c.DateKind)
	l.term("root_cause", facetRootCause, c.RootCause)
}

func (l *linter) term(field, facet, id string) {
	if l.v.Term(facet, id) == nil {
		l.report(field, CodeUnknownTerm, "%q is no term of %s; `inquest vocab %s` lists them", id, facet, facet)
	}
}

func (l *linter) list(facet string, ids []string) {
	for i, id := range ids {
		l.term(fmt.Sprintf("%s[%d]", facet, i), facet, id)
	}
	l.repeats(facet, ids)
	if most := listCaps[facet]; len(ids) > most {
		l.report(facet, CodeTooMany, "%d terms, at most %d are coded", len(ids), most)
	}
}

func (l *linter) repeats(field string, values []string) {
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			l.report(fmt.Sprintf("%s[%d]", field, i), CodeRepeatedValue, "%q is in the list already", v)
		}
	}
}

func (l *linter) sources() {
	for i, s := range l.c.Sources {
		field := fmt.Sprintf("sources[%d]", i)
		l.format(field+".url", Maybe(s.URL), webAddress(s.URL), "https://status.example/incidents/1")
		l.format(field+".archived", s.Archived, webAddress(string(s.Archived)), "https://web.archive.org/web/20250102030405/https://...")
		l.term(field+".kind", "source_kind", s.Kind)
	}
}

func webAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

func (l *linter) prose() {
	c := l.c
	if c.Title == nil {
		l.report("title", CodeMissingValue, "the case has no title")
	}
	texts := map[string]*Text{
		"title": c.Title, "summary": c.Summary, "symptoms_text": c.SymptomsText, "trigger": c.Trigger,
		"detection": c.Detection, "lessons": c.Lessons,
	}
	for _, field := range []string{"title", "summary", "symptoms_text", "trigger", "detection", "lessons"} {
		l.text(field, texts[field])
	}
	for i, s := range c.Remediation {
		l.step(fmt.Sprintf("remediation[%d].text", i), s)
	}
	for i, s := range c.ActionItems {
		l.step(fmt.Sprintf("action_items[%d].text", i), s)
	}
	if c.Impact.Region == "" {
		l.report("impact.region", CodeMissingValue, "a case without a region has %q", unknown)
	}
}

func (l *linter) step(field string, s Step) {
	if s.Text == nil {
		l.report(field, CodeMissingValue, "the step has no text")
		return
	}
	l.text(field, s.Text)
}

func (l *linter) text(field string, t *Text) {
	if t != nil && t.En == "" && t.Ko == "" {
		l.report(field, CodeMissingValue, "a text without a language is null as a whole")
	}
}

// review reports what only an editor may fill.
func (l *linter) review() {
	c := l.c
	reviewed := c.Review.ReviewedAt != "" && c.Review.ReviewedBy != ""
	l.format("review.reviewed_at", c.Review.ReviewedAt, isTime(time.RFC3339, c.Review.ReviewedAt), time.RFC3339)
	switch {
	case (c.Review.ReviewedAt == "") != (c.Review.ReviewedBy == ""):
		l.report("review", CodeMachineReview, "reviewed_at and reviewed_by are filled by the same person at the same time; one of them is empty")
	case !reviewed && c.Review.WrittenBy == "pipeline" && c.Lessons != nil:
		l.report("lessons", CodeMachineReview, "lessons are written by an editor, and no editor has reviewed this case")
	case !reviewed && c.Review.WrittenBy == "pipeline" && c.RecurrenceOf != "":
		l.report("recurrence_of", CodeMachineReview, "an editor says of what a case is a recurrence, and no editor has reviewed this case")
	}
}
