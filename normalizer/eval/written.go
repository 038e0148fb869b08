package eval

import (
	"strings"
	"unicode/utf8"

	"inquest/normalizer"
)

// writtenTally counts what the written fields hold of what the labels name.
type writtenTally struct {
	trigger, triggerRight     share
	detection, detectionRight share
	facts, length, whole      share // of the summary: facts that stand in it, its length, all of these together
	title                     share
}

const (
	summaryPerThousand = 180 // words that a summary may have per 1,000 of the source
	summaryMost        = 400
)

func (w *writtenTally) add(r Result, d *normalizer.Draft) {
	l, c := r.Label, &d.Case
	if l.Remediation == nil {
		return // the set does not code the written fields
	}
	countSentence(&w.trigger, &w.triggerRight, l.Trigger, c.Trigger)
	countSentence(&w.detection, &w.detectionRight, l.Detection, c.Detection)
	w.addSummary(r, d)
	if l.TitleGist != "" {
		w.title.add(holdsHalf(c.Title, l.TitleGist))
	}
}

// countSentence counts "found where one is labelled" and "right where one is drafted".
func countSentence(found, right *share, want []string, got *normalizer.Text) {
	ok := holds(wordsOf(got), want)
	if len(want) > 0 {
		found.add(ok)
	}
	if got != nil {
		right.add(ok)
	}
}

// addSummary counts whether the trigger, the first step of the remediation and the end stand in the
// summary, and whether it keeps to its length.
func (w *writtenTally) addSummary(r Result, d *normalizer.Draft) {
	words := wordsOf(d.Case.Summary)
	var facts share
	if len(r.Label.Trigger) > 0 {
		facts.add(holds(words, r.Label.Trigger))
	}
	if len(r.Label.Remediation) > 0 {
		facts.add(holds(words, r.Label.Remediation[0]))
	}
	if r.Label.ResolvedAt != nil {
		facts.add(summaryEnds(r.Label, d))
	}
	short := d.Case.Summary != nil && summaryWords(d) <= min(summaryMost, r.Words*summaryPerThousand/1000)
	w.facts.right += facts.right
	w.facts.of += facts.of
	w.length.add(short)
	w.whole.add(short && facts.right == facts.of)
}

func summaryWords(d *normalizer.Draft) int {
	return len(strings.Fields(string(d.Case.Summary.En) + " " + string(d.Case.Summary.Ko)))
}

// summaryEnds reports whether a sentence of the summary writes the labelled end.
func summaryEnds(l *Label, d *normalizer.Draft) bool {
	want, ok := instant(l.ResolvedAt)
	for i := range d.Events {
		e := &d.Events[i]
		if ok && nearInstant(e, want) && (quotes(d, "summary.en", "", e) || quotes(d, "summary.ko", "", e)) {
			return true
		}
	}
	return false
}

// holdsHalf reports whether a title has at least half of the content words of a gist; inflections of
// a word count as the word.
func holdsHalf(title *normalizer.Text, gist string) bool {
	words := wordsOf(title)
	var found share
	for _, w := range fields(gist) {
		if !functionWords[w] {
			found.add(hasInflection(words, w))
		}
	}
	return 2*found.right >= found.of
}

var functionWords = map[string]bool{
	"a": true, "an": true, "the": true, "of": true, "in": true, "on": true, "for": true, "to": true, "and": true, "or": true,
	"with": true, "by": true, "at": true, "from": true, "after": true, "during": true, "while": true, "when": true, "so": true,
	"that": true, "which": true, "was": true, "were": true, "is": true, "are": true, "as": true, "it": true, "its": true,
	"not": true, "no": true, "some": true, "into": true, "could": true, "had": true, "then": true, "because": true,
}

func hasInflection(words map[string]bool, w string) bool {
	for have := range words {
		if sameStem(have, w) {
			return true
		}
	}
	return false
}

// sameStem reports whether two words agree but for endings of at most three letters behind a stem of
// at least three.
func sameStem(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if a == b {
		return true
	}
	longest := max(len(a), len(b))
	return n >= 3 && longest-n <= 3 && 2*n > longest && utf8.ValidString(a[:n])
}

func (w *writtenTally) figures() []Figure {
	return []Figure{
		w.trigger.figure("trigger found"),
		w.triggerRight.figure("trigger right"),
		w.detection.figure("detection found"),
		w.detectionRight.figure("detection right"),
		w.facts.figure("summary facts"),
		w.length.figure("summary length"),
		w.whole.figure("summary complete"),
		w.title.figure("title"),
	}
}
