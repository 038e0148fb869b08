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
	t := &tally{vendors: map[string]*vendorTally{}, classes: newClassTally()}
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
	observed                                   overlap // symptoms and components together
	causeKnown, causeUnknown, severity, date   share
	incident, other                            share
	resolved, resolvedWrong                    share
	detected, detectedWrong                    share
	stepsFound, stepsRight                     share
	itemsFound, itemsRight                     share
	firstQuote                                 share
	read                                       share
	startedAt, resolvedAt                      share
	vendors                                    map[string]*vendorTally
	classes                                    classTally
	written                                    writtenTally
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
	if l.Vendor != "" {
		t.addVendor(l, &d.Case)
		t.addClasses(r, d)
		return
	}
	if !l.IsIncident {
		t.other.add(r.saysNoIncident())
		return
	}
	t.incident.add(d.Incident)
	t.addTerms(l, &d.Case)
	t.addQuotes(l, d)
	t.addTimes(l, &d.Case)
	t.addInstants(l, d)
	t.written.add(r, d)
	if l.Remediation != nil {
		countSteps(&t.stepsFound, &t.stepsRight, l.Remediation, d.Case.Remediation)
		countSteps(&t.itemsFound, &t.itemsRight, l.ActionItems, d.Case.ActionItems)
	}
}

func (t *tally) addTerms(l *Label, c *normalizer.Case) {
	for facet, counts := range map[string][]*overlap{
		"symptoms":     {&t.symptoms, &t.observed},
		"components":   {&t.components, &t.observed},
		"domain":       {&t.domain},
		"contributing": {&t.contributing},
	} {
		if want, coded := l.wanted(facet); coded {
			for _, o := range counts {
				o.add(want, c.Terms(facet))
			}
		}
	}
	switch l.RootCause {
	case "":
	case "unknown":
		t.causeUnknown.add(c.RootCause == "unknown")
	default:
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

// fields returns the words of a text in lower case. Dots, hyphens and apostrophes belong to a word only
// inside it.
func fields(s string) []string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '-' && r != '\''
	})
	for i, w := range words {
		words[i] = strings.Trim(w, ".'-")
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// holds reports whether at least two thirds of the words stand among those of a text.
func holds(text map[string]bool, words []string) bool {
	return len(words) > 0 && 3*countIn(text, words) >= 2*len(words)
}

// countIn returns how many of the words stand among those of a text.
func countIn(text map[string]bool, words []string) int {
	n := 0
	for _, w := range words {
		if text[strings.ToLower(w)] || text[strings.Trim(strings.ToLower(w), ".'-")] {
			n++
		}
	}
	return n
}

func (t *tally) figures() []Figure {
	all := []Figure{t.read.figure("read")}
	all = append(all, t.symptoms.figures("symptoms")...)
	all = append(all, t.components.figures("components")...)
	all = append(all, t.observed.figures("symptoms and components")[2])
	all = append(all, t.domain.figures("domain")...)
	all = append(all, t.contributing.figures("contributing")...)
	all = append(all,
		t.causeKnown.figure("root cause, known"),
		t.causeUnknown.figure("root cause, unknown"),
		t.severity.figure("severity"),
		t.firstQuote.figure("first quote"),
		t.incident.figure("is incident, incidents"),
		t.other.figure("is incident, others"),
		balanced(t.incident, t.other),
		t.date.figure("date and kind"),
		t.resolved.figure("resolved_after right"),
		t.resolvedWrong.figure("resolved_after wrong"),
		t.detected.figure("detected_after right"),
		t.detectedWrong.figure("detected_after wrong"),
		t.startedAt.figure("started instant"),
		t.resolvedAt.figure("resolved instant"),
		t.stepsFound.figure("remediation found"),
		t.stepsRight.figure("remediation right"),
		t.itemsFound.figure("action items found"),
		t.itemsRight.figure("action items right"),
	)
	all = append(all, t.written.figures()...)
	all = append(all, t.vendorFigures()...)
	return append(all, t.classes.figures()...)
}

// balanced is the mean of the two shares, so that a rare answer counts as much as a frequent one.
func balanced(a, b share) Figure {
	if a.of == 0 || b.of == 0 {
		return Figure{Name: "is incident, balanced", Value: -1}
	}
	mean := (a.figure("").Value + b.figure("").Value) / 2
	return Figure{Name: "is incident, balanced", Value: mean, Count: a.of + b.of}
}
