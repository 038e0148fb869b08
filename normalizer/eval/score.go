package eval

import (
	"slices"
	"strings"
	"unicode"

	"inquest/normalizer"
)

// Figure is one measured quantity.
type Figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"` // 0 to 1; -1 when nothing was counted
	Count int     `json:"count"` // of what the value is a share of
}

// Score measures the results whose labels keep chooses. Lists are scored by micro precision, recall
// and F1 over the set of (document, term), single values by accuracy. Fields that the labels do not
// code are left out.
func Score(results []Result, keep func(*Label) bool) []Figure {
	t := &tally{}
	for _, r := range results {
		if keep(r.Label) {
			t.add(r)
		}
	}
	return t.figures()
}

// tally is the counts behind the figures.
type tally struct {
	symptoms, components, domain, contributing overlap
	causeKnown, causeUnknown, severity, date   share
	incident, other                            share
	resolved, resolvedWrong                    share
	detected, detectedWrong                    share
	stepsFound, stepsRight                     share
	itemsFound, itemsRight                     share
	read                                       share
}

// share counts how many of a kind are right.
type share struct{ right, of int }

func (s *share) add(right bool) {
	s.of++
	if right {
		s.right++
	}
}

func (s share) figure(name string) Figure {
	if s.of == 0 {
		return Figure{Name: name, Value: -1}
	}
	return Figure{Name: name, Value: float64(s.right) / float64(s.of), Count: s.of}
}

// overlap counts terms that are in both of two sets, and in one only.
type overlap struct{ both, extra, missed int }

func (o *overlap) add(want, got []string) {
	for _, id := range got {
		if slices.Contains(want, id) {
			o.both++
		} else {
			o.extra++
		}
	}
	for _, id := range want {
		if !slices.Contains(got, id) {
			o.missed++
		}
	}
}

func (o overlap) figures(name string) []Figure {
	return []Figure{
		share{o.both, o.both + o.extra}.figure(name + " precision"),
		share{o.both, o.both + o.missed}.figure(name + " recall"),
		share{2 * o.both, 2*o.both + o.extra + o.missed}.figure(name + " F1"),
	}
}

// add counts one result. A report that could not be read counts as a draft without values.
func (t *tally) add(r Result) {
	d := r.Draft
	t.read.add(d != nil)
	if d == nil {
		d = &normalizer.Draft{}
	}
	l := r.Label
	if !l.IsIncident {
		t.other.add(r.Draft != nil && !d.Incident)
		return
	}
	t.incident.add(d.Incident)
	t.addTerms(l, &d.Case)
	t.addTimes(l, &d.Case)
	if l.Remediation != nil {
		countSteps(&t.stepsFound, &t.stepsRight, l.Remediation, d.Case.Remediation)
		countSteps(&t.itemsFound, &t.itemsRight, l.ActionItems, d.Case.ActionItems)
	}
}

func (t *tally) addTerms(l *Label, c *normalizer.Case) {
	t.symptoms.add(l.Symptoms, c.Symptoms)
	t.components.add(l.Components, c.Components)
	t.contributing.add(l.Contributing, c.Contributing)
	if l.Domain != nil {
		t.domain.add(l.Domain, c.Domain)
	}
	if l.RootCause == "unknown" {
		t.causeUnknown.add(c.RootCause == "unknown")
	} else {
		t.causeKnown.add(c.RootCause == l.RootCause)
	}
	if l.Severity != "" {
		t.severity.add(c.Severity == l.Severity)
	}
}

func (t *tally) addTimes(l *Label, c *normalizer.Case) {
	if l.DateKind == nil {
		return
	}
	t.date.add(string(c.Date) == text(l.Date) && c.DateKind == *l.DateKind)
	countDuration(&t.resolved, &t.resolvedWrong, l.ResolvedAfter, c.Timeline.ResolvedAfter)
	countDuration(&t.detected, &t.detectedWrong, l.DetectedAfter, c.Timeline.DetectedAfter)
}

// countDuration counts "right where one is stated" and, over all reports, "wrong or invented".
func countDuration(right, wrong *share, want *string, got normalizer.Maybe) {
	if want != nil {
		right.add(string(got) == *want)
	}
	wrong.add(got != "" && string(got) != text(want))
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// countSteps matches labelled steps with drafted ones: a step is found when one drafted text holds two
// thirds of its words, and a drafted text is right when it holds two thirds of the words of a labelled
// step that no other text has taken.
func countSteps(found, right *share, want [][]string, got []normalizer.Step) {
	taken := make([]bool, len(want))
	hit := make([]bool, len(want))
	for _, step := range got {
		words := wordsOf(step.Text)
		ok := false
		for i, w := range want {
			if !holds(words, w) {
				continue
			}
			hit[i] = true
			if !ok && !taken[i] {
				taken[i], ok = true, true
			}
		}
		right.add(ok)
	}
	for i := range want {
		found.add(hit[i])
	}
}

func wordsOf(t *normalizer.Text) map[string]bool {
	words := map[string]bool{}
	if t == nil {
		return words
	}
	for _, w := range fields(string(t.En) + " " + string(t.Ko)) {
		words[w] = true
	}
	return words
}

func fields(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '-' && r != '\''
	})
}

// holds reports whether at least two thirds of the words stand among those of a text.
func holds(text map[string]bool, words []string) bool {
	n := 0
	for _, w := range words {
		if text[strings.ToLower(w)] || text[strings.Trim(strings.ToLower(w), ".'-")] {
			n++
		}
	}
	return len(words) > 0 && 3*n >= 2*len(words)
}

func (t *tally) figures() []Figure {
	all := []Figure{t.read.figure("read")}
	all = append(all, t.symptoms.figures("symptoms")...)
	all = append(all, t.components.figures("components")...)
	all = append(all, t.domain.figures("domain")...)
	all = append(all, t.contributing.figures("contributing")...)
	all = append(all,
		t.causeKnown.figure("root cause, known"),
		t.causeUnknown.figure("root cause, unknown"),
		t.severity.figure("severity"),
		t.incident.figure("is incident, incidents"),
		t.other.figure("is incident, others"),
		t.date.figure("date and kind"),
		t.resolved.figure("resolved_after right"),
		t.resolvedWrong.figure("resolved_after wrong"),
		t.detected.figure("detected_after right"),
		t.detectedWrong.figure("detected_after wrong"),
		t.stepsFound.figure("remediation found"),
		t.stepsRight.figure("remediation right"),
		t.itemsFound.figure("action items found"),
		t.itemsRight.figure("action items right"),
	)
	return all
}
