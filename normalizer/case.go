package normalizer

import (
	"bytes"
	"encoding/json"
	"fmt"

	"inquest/extractor"
)

// Case is the published record of an incident. Its fields stand in the order in which PostgreSQL's
// jsonb prints keys (by length, then alphabet), with updated_at, url and org_slug at the end, so that
// a case decoded and encoded again has the same bytes. In a draft ID, UpdatedAt and URL are null:
// they are set at acceptance.
type Case struct {
	ID           Maybe        `json:"id"`
	Org          Maybe        `json:"org"`
	Date         Maybe        `json:"date"` // first day of the impact, YYYY-MM-DD
	Docs         []string     `json:"docs"` // addresses of documentation and related reports
	Title        *Text        `json:"title"`
	Domain       []string     `json:"domain"`
	Impact       Impact       `json:"impact"`
	Review       Review       `json:"review"`
	Lessons      *Text        `json:"lessons"` // the editor's
	Related      []string     `json:"related"`
	Sources      []CaseSource `json:"sources"`
	Summary      *Text        `json:"summary"`
	Trigger      *Text        `json:"trigger"`
	Severity     string       `json:"severity"`
	Symptoms     []string     `json:"symptoms"`
	Timeline     Timeline     `json:"timeline"`
	DateKind     string       `json:"date_kind"`
	Detection    *Text        `json:"detection"`
	Components   []string     `json:"components"`
	RootCause    string       `json:"root_cause"`
	Remediation  []Step       `json:"remediation"`
	ActionItems  []Step       `json:"action_items"`
	Contributing []string     `json:"contributing"`
	RecurrenceOf Maybe        `json:"recurrence_of"`
	SymptomsText *Text        `json:"symptoms_text"`
	UpdatedAt    Maybe        `json:"updated_at"` // UTC with six decimals
	URL          Maybe        `json:"url"`
	OrgSlug      Maybe        `json:"org_slug"`
}

// Maybe is a string that JSON shows as null when it is empty.
type Maybe = extractor.Maybe

// Text is prose in the two languages of the library; the one that is not written is null.
type Text struct {
	En Maybe `json:"en"`
	Ko Maybe `json:"ko"`
}

// Impact says what was affected, for whom and where, in the source's language.
type Impact struct {
	Scope  Maybe  `json:"scope"`
	Users  Maybe  `json:"users"`
	Region string `json:"region"` // "unknown" when the source names none
}

// Review says who wrote the case and which editor has accepted it. The machine fills WrittenBy only.
type Review struct {
	WrittenBy  string `json:"written_by"`
	ReviewedAt Maybe  `json:"reviewed_at"`
	ReviewedBy Maybe  `json:"reviewed_by"`
}

// CaseSource is one published source of a case.
type CaseSource struct {
	URL      string `json:"url"`
	Kind     string `json:"kind"`     // a term of the facet source_kind
	Archived Maybe  `json:"archived"` // replay address of an archived copy
}

// Timeline holds durations from the start of the impact, written like "42h 46m"; null when the
// source does not give both ends.
type Timeline struct {
	DetectedAfter Maybe `json:"detected_after"`
	ResolvedAfter Maybe `json:"resolved_after"`
}

// Step is one step of the remediation, or one action item.
type Step struct {
	Text *Text `json:"text"`
}

// Encode writes v as one line of JSON without a line end; <, > and & are not escaped.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// DecodeCase reads a case. Unknown keys are an error, so that a record of another shape is noticed.
func DecodeCase(b []byte) (*Case, error) {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	var c Case
	if err := dec.Decode(&c); err != nil {
		return nil, fmt.Errorf("decode case: %w", err)
	}
	return &c, nil
}

// Terms returns the terms that the case has of a coded facet, the domain included; none for a root cause
// that is not filled.
func (c *Case) Terms(facet string) []string {
	switch facet {
	case facetSymptoms:
		return c.Symptoms
	case facetComponents:
		return c.Components
	case facetContributing:
		return c.Contributing
	case "domain":
		return c.Domain
	case facetRootCause:
		if c.RootCause != "" {
			return []string{c.RootCause}
		}
	}
	return nil
}
