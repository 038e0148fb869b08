package eval

import (
	"io"
	"slices"
	"strings"
)

// Evaluation is everything that is measured in one run over several sets.
type Evaluation struct {
	Sets        []*Report     `json:"sets"` // each set, then sets taken together
	Goals       []Reached     `json:"goals"`
	Kinds       []Group       `json:"kinds"`       // of text
	Operators   []Group       `json:"operators"`   // who ran what failed
	Terms       []TermCount   `json:"terms"`       // one by one, over all sets
	Confusion   Confusion     `json:"confusion"`   // of root causes, over all sets
	Calibration []Calibration `json:"calibration"` // of the scores, over all sets
	Documents   []Document    `json:"documents"`
}

// Scored is a set with the drafts of its reports.
type Scored struct {
	Set     *Set
	Results []Result
}

// Evaluate measures the sets, one by one and together.
func Evaluate(sets []Scored) *Evaluation {
	e := &Evaluation{}
	var all []Result
	for _, s := range sets {
		e.Sets = append(e.Sets, NewReport(s.Set, s.Results))
		all = append(all, s.Results...)
	}
	e.Sets = append(e.Sets, together(all)...)
	e.Goals = reached(e.Sets)
	e.Kinds, e.Operators = ByKind(all), ByOperator(all)
	e.Terms, e.Confusion, e.Calibration = CountTerms(all), Confuse(all), Calibrate(all)
	e.Documents = DocumentsOf(all)
	return e
}

// Sets taken together.
const (
	twiceEnglish = "coded twice, English"
	twiceKorean  = "coded twice, Korean"
	everySet     = "every set"
)

// together returns the figures of reports from several sets: those that are coded twice by language,
// and all that say whether a report tells of an incident.
func together(all []Result) []*Report {
	twice := func(l *Label) bool { return strings.Contains(l.Set, "gold/dev") }
	var reports []*Report
	for _, part := range []struct {
		name string
		keep func(*Label) bool
	}{
		{twiceEnglish, func(l *Label) bool { return twice(l) && !l.measuredOnly() }},
		{twiceKorean, func(l *Label) bool { return twice(l) && l.measuredOnly() }},
		{everySet, func(l *Label) bool { return l.Vendor == "" }},
	} {
		kept := slices.DeleteFunc(slices.Clone(all), func(r Result) bool { return !part.keep(r.Label) })
		if len(kept) > 0 {
			reports = append(reports, NewReport(&Set{Name: part.name}, kept))
		}
	}
	return reports
}

// Write prints the tables that every run shows: the figures of each set, by kind of text, the
// reliability of the scores, and the goals.
func (e *Evaluation) Write(out io.Writer) error {
	for _, r := range e.Sets {
		if err := r.Write(out); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(out, legend); err != nil {
		return err
	}
	if err := WriteGroups(out, "kind of text", e.Kinds); err != nil {
		return err
	}
	if err := WriteCalibration(out, e.Calibration); err != nil {
		return err
	}
	return WriteGoals(out, e.Goals)
}

const legend = `  precision: of the drafted terms, how many are labelled. recall: of the labelled terms, how many are
  drafted. F1: both in one number. root cause, known / unknown: share right where the label names a
  cause / says unknown. first quote: share of right terms whose first quote a reader would accept.
  resolved_after right: share of the labelled durations; wrong: share of all reports with a wrong or
  invented one. of: how many the share is of. blind third: operators whose reports nobody reads while
  writing rules; a figure far below "all" there means that rules fit single texts.

`
