package normalizer

import (
	"slices"

	"inquest/extractor"
)

const (
	summaryPerThousand = 180 // words of the summary per 1,000 words of the source
	summaryLeast       = 60  // words that a short source may have all the same
	summaryMost        = 400
)

// fillSummary tells the story in sentences of the source: its own summary or the main impact, then
// what started it, what was wrong, what was done first and how it ended.
func (d *drafting) fillSummary() {
	budget := d.summaryBudget()
	var picked []int
	for _, i := range d.r.withoutRepeats(d.storyParts()) {
		if n := len(wordSpans(d.r.sents[i].text)); n <= budget {
			budget -= n
			picked = append(picked, i)
		}
	}
	slices.Sort(picked)
	d.Case.Summary = d.prose("summary", picked)
}

func (d *drafting) summaryBudget() int {
	words := 0
	for _, rd := range d.r.sents {
		words += len(wordSpans(rd.text))
	}
	return min(summaryMost, max(summaryLeast, words*summaryPerThousand/1000))
}

// storyParts returns the sentences of the story, the most needed first.
func (d *drafting) storyParts() []int {
	var at []int
	if i := d.r.mainImpact(); i >= 0 {
		at = append(at, i)
	}
	for _, field := range []string{facetRootCause, "trigger", "remediation[0]", "timeline.resolved_after"} {
		if i := d.citedSentence(field); i >= 0 {
			at = append(at, i)
		}
	}
	at = append(at, d.r.sentencesWhere(func(rd *reading) bool {
		return rd.section == extractor.SectionSummary && rd.role != roleFollowUp
	})...)
	at = append(at, d.r.sentencesWhere(func(rd *reading) bool { return rd.role == roleImpact || rd.cues.has(cueStrongCause) })...)
	return compactInts(at)
}

// citedSentence returns the sentence that the first evidence of a field quotes, the last one for a
// duration's end; -1 when it may not stand in prose.
func (d *drafting) citedSentence(field string) int {
	for _, e := range d.Evidence {
		if !inField(e.Field, field) || e.Role == alternative || e.Role == "start" {
			continue
		}
		for i := range d.r.sents {
			s := d.r.sents[i].sentence
			if s.block == e.Block && s.start <= e.Start && e.Start < s.end && d.r.sents[i].tells() {
				return i
			}
		}
	}
	return -1
}

// inField tells whether the path is that of the field or lies below it.
func inField(path, field string) bool {
	if len(path) <= len(field) {
		return path == field
	}
	return path[:len(field)] == field && (path[len(field)] == '.' || path[len(field)] == '[')
}

// compactInts drops repeated numbers and keeps the order of the first ones.
func compactInts(list []int) []int {
	var out []int
	for _, n := range list {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}
