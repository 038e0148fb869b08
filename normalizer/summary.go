package normalizer

import (
	"cmp"
	"slices"
	"strings"

	"inquest/extractor"
)

const (
	summaryPerThousand = 180 // words of the summary per 1,000 words of the source
	summaryMost        = 400
)

// fillSummary tells the story in sentences of the source: what set it off, what was done first, when it
// was over, what was observed and what was wrong, then what else its own summary says.
func (d *drafting) fillSummary() {
	budget := d.summaryBudget()
	var picked []int
	parts := d.r.withoutRepeats(d.storyParts())
	for _, i := range parts {
		if n := d.statedWords(i); n <= budget {
			budget -= n
			picked = append(picked, i)
		}
	}
	if len(picked) == 0 && len(parts) > 0 { // a source of a few sentences
		picked = []int{slices.MinFunc(parts, func(a, b int) int { return cmp.Compare(d.statedWords(a), d.statedWords(b)) })}
	}
	slices.Sort(picked)
	d.writeSummary(picked)
}

// writeSummary writes the sentences one after the other, with the time at the head of one that tells an
// end.
func (d *drafting) writeSummary(at []int) {
	var words []string
	for _, i := range at {
		rd := &d.r.sents[i]
		start, end := d.statedWithEnd(rd)
		words = append(words, strings.ReplaceAll(d.span("summary", rd, start, end), " | ", ": "))
	}
	if len(words) > 0 {
		d.Case.Summary = d.inLanguage(strings.Join(words, " "))
	}
}

// statedWithEnd returns the span of a sentence that states something, from the time on when that is an
// end of the incident.
func (d *drafting) statedWithEnd(rd *reading) (start, end int) {
	start, end = rd.statement()
	for _, e := range d.Events {
		if at := e.Start - rd.sentence.start; e.Kind == kindResolved && e.Block == rd.sentence.block && 0 <= at && at < start {
			start = at
		}
	}
	return start, end
}

// statedWords counts the words that a sentence adds to the summary, the organisation named for "we".
func (d *drafting) statedWords(i int) int {
	rd := &d.r.sents[i]
	start, end := d.statedWithEnd(rd)
	return len(strings.Fields(d.worded(rd.text[start:end])))
}

func (d *drafting) summaryBudget() int {
	words := 0
	for _, rd := range d.r.sents {
		if rd.block.Kind != extractor.Fact && rd.section != extractor.SectionBoilerplate {
			words += countWords(rd.text)
		}
	}
	return min(summaryMost, words*summaryPerThousand/1000)
}

// storyParts returns the sentences of the story, the most needed first: the impact when its sentence
// tells the end, what set it off, the first step against it and the end, then the impact, what else may have
// set it off or ended it, and the cause.
func (d *drafting) storyParts() []int {
	var at, list []int
	if i := d.impactInShort(); i >= 0 && i == d.citedSentence(fieldResolved) {
		list = append(list, i) // the impact with its end
	}
	list = append(list,
		d.citedSentence("trigger"), d.citedSentence("remediation[0]"), d.citedSentence(fieldResolved), d.lastEnd(),
		d.impactInShort(),
	)
	list = append(list, d.runnersUp(fitTrigger)...)
	list = append(list, d.runnersUp(fitRemediation)...)
	list = append(list, d.citedSentence(facetRootCause), d.r.mainImpact(), d.citedSentence(facetSymptoms))
	for _, i := range list {
		if i >= 0 && d.r.sents[i].bar == barNone {
			at = append(at, i)
		}
	}
	for _, want := range []func(*reading) bool{
		func(rd *reading) bool { return rd.section == extractor.SectionSummary && rd.role != roleNone },
		func(rd *reading) bool { return rd.role == roleImpact || rd.cues.has(cueStrongCause) },
		func(rd *reading) bool { return rd.section == extractor.SectionSummary },
	} {
		at = append(at, d.r.sentencesWhere(func(rd *reading) bool {
			return rd.bar == barNone && rd.role != roleFollowUp && rd.role != roleBackground && want(rd)
		})...)
	}
	return compactInts(at)
}

// lastEnd returns the sentence with the last moment at which the incident was over, -1 when there is none.
func (d *drafting) lastEnd() int {
	at := -1
	for _, e := range d.Events {
		for i := range d.r.sents {
			s := &d.r.sents[i].sentence
			if e.Kind == kindResolved && s.block == e.Block && s.start <= e.Start && e.Start < s.end && d.r.sents[i].tells() {
				at = max(at, i)
			}
		}
	}
	return at
}

const storyChoices = 3 // sentences that the summary takes for one fact

// runnersUp returns the sentences that fit a field best and well enough, the best first.
func (d *drafting) runnersUp(field int) []int {
	at := d.r.sentencesWhere(func(rd *reading) bool { return rd.role != roleFollowUp })
	at = slices.DeleteFunc(at, func(i int) bool { return d.fits[i][field] < enough[field] })
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(d.fits[b][field], d.fits[a][field]) })
	return at[:min(storyChoices, len(at))]
}

// impactInShort returns the sentence that states the impact with its end, else the one that says best
// what was observed, when it leaves room for the rest; else -1.
func (d *drafting) impactInShort() int {
	for _, i := range []int{d.citedSentence(fieldResolved), d.r.mainImpact(), d.citedSentence(facetSymptoms)} {
		if i >= 0 && d.r.sents[i].role == roleImpact && 3*d.statedWords(i) <= 2*d.summaryBudget() {
			return i
		}
	}
	return -1
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
