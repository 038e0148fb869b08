package normalizer

import (
	"math"
	"slices"
	"strings"

	"inquest/extractor"
	"inquest/normalizer/reader"
	"inquest/vocab"
)

// fillRootCause codes what was wrong: of the classes that are about as likely as the best one, the
// first in the decision order. Unknown beats a guess.
func (d *drafting) fillRootCause() {
	cs := d.ranked(facetRootCause)
	cut := d.n.rankers.Facets[facetRootCause].Cut
	doubt := d.n.rankers.Unknown.probability(doubtsOf(d.r, cs, d.n.rankers.Company.Open(d.spoken)))
	at := d.r.unknownAt()
	switch {
	case len(cs) == 0 || cs[0].score < cut.Floor:
		d.problem(facetRootCause, CodeNoRootCause, "no sentence states what was wrong clearly enough; the sections on cause, trigger and summary were read")
	case doubt >= d.n.rankers.Unknown.Cut.Floor && at >= 0:
		d.problem(facetRootCause, CodeNoRootCause, "the source says that the cause is not known", d.r.sents[at].text)
	case doubt >= d.n.rankers.Unknown.Cut.Floor:
		d.problem(facetRootCause, CodeNoRootCause, "the source hints at a cause and states none; the sections on cause, trigger and summary were read")
	default:
		first := firstInOrder(cs, cut, d.n.vocab)[0]
		d.Case.RootCause = first.term
		d.citeTerm(facetRootCause, first, "")
		cs = slices.DeleteFunc(cs, func(c candidate) bool { return c.term == first.term })
	}
	d.citeAlternative(cs)
}

// firstInOrder returns, of the candidates that are about as likely as the best one, that for which the
// questions of the decision order ask first.
func firstInOrder(cs []candidate, cut Cut, v *vocab.Vocabulary) []candidate {
	near := chosen(cs, cut.Floor, cut.Share)
	for _, id := range v.DecisionOrder() {
		if i := slices.IndexFunc(near, func(c candidate) bool { return c.term == id }); i >= 0 {
			return near[i : i+1]
		}
	}
	return capped(near, 1)
}

// citeAlternative keeps the runner-up with its quote.
func (d *drafting) citeAlternative(cs []candidate) {
	if len(cs) > 0 {
		d.cites(facetRootCause, cs[0], alternative, 1)
	}
}

// unknownAt returns the last sentence that says that the cause is not known or comes in a later report,
// -1 when there is none. What an early update says does not count when a later text tells more.
func (r *report) unknownAt() int {
	found := -1
	for i := range r.sents {
		rd := &r.sents[i]
		if rd.bar == barLegal || rd.bar == barFrame || rd.bar == barDropped || r.overtaken(rd) {
			continue
		}
		if rd.cues.has(cueUnknownCause) || rd.cues.has(cueReportToCome) {
			found = i
		}
	}
	return found
}

// passing are the states of updates in which nobody knows the cause yet.
var passing = []string{"investigating", "identified", "monitoring", "update", "in progress", "조사 중", "확인 중", "모니터링"}

// overtaken tells whether a sentence stands in an update from the midst of the incident although the
// report holds text from after it: a postmortem, or prose that is no update.
func (r *report) overtaken(rd *reading) bool {
	return rd.block.Label != "" && r.looksBack && slices.Contains(passing, strings.ToLower(string(rd.block.Label)))
}

// doubt is something that tells whether the root cause is known.
type doubt struct {
	name  string
	value func(*report, []candidate) float64
}

// doubts are what is weighed to tell whether a report leaves its root cause open.
var doubts = []doubt{
	{"bias", func(*report, []candidate) float64 { return 1 }},
	{"says unknown", func(r *report, _ []candidate) float64 { return r.countCue(cueUnknownCause) }},
	{"report to come", func(r *report, _ []candidate) float64 { return r.countCue(cueReportToCome) }},
	{"named cause", func(r *report, _ []candidate) float64 { return r.countCue(cueNamedCause) }},
	{"strong cause", func(r *report, _ []candidate) float64 { return r.countCue(cueStrongCause) }},
	{"weak cause", func(r *report, _ []candidate) float64 { return r.countCue(cueWeakCause) }},
	{"accident", func(r *report, _ []candidate) float64 { return r.countCue(cueAccident) }},
	{"cause section", func(r *report, _ []candidate) float64 {
		return number(slices.ContainsFunc(r.sents, func(rd reading) bool { return rd.section == extractor.SectionRootCause }))
	}},
	{"length", func(r *report, _ []candidate) float64 { return math.Log(float64(1 + len(r.sents))) }},
	{"updates", func(r *report, _ []candidate) float64 { return number(r.updates) }},
	{"updates alone", func(r *report, _ []candidate) float64 { return number(r.updates && !r.looksBack) }},
	{"read", func(_ *report, cs []candidate) float64 {
		return highest(cs, func(c candidate) float64 { return c.read.Score })
	}},
	{"read alone", func(_ *report, cs []candidate) float64 {
		return highest(cs, func(c candidate) float64 { return c.read.Alone })
	}},
	{"carries", func(_ *report, cs []candidate) float64 {
		return highest(cs, func(c candidate) float64 { return c.read.Carries })
	}},
	{"words", func(_ *report, cs []candidate) float64 {
		return highest(cs, func(c candidate) float64 { return c.words })
	}},
	{"likeliest", func(_ *report, cs []candidate) float64 {
		return logit(highest(cs, func(c candidate) float64 { return c.score }))
	}},
	{"all likely", func(_ *report, cs []candidate) float64 {
		sum := 0.0
		for _, c := range cs {
			sum += c.odds
		}
		return math.Log(max(sum, 1e-9))
	}},
	{"second likeliest", func(_ *report, cs []candidate) float64 {
		if len(cs) < 2 {
			return logit(0)
		}
		scores := make([]float64, len(cs))
		for i, c := range cs {
			scores[i] = c.score
		}
		slices.Sort(scores)
		return logit(scores[len(scores)-2])
	}},
	{"read as unknown", func(r *report, _ []candidate) float64 {
		for _, b := range r.said[facetRootCause] {
			if b.Term == unknown {
				return b.Score
			}
		}
		return 0
	}},
	{"all carry", func(r *report, _ []candidate) float64 {
		sum, cause := 0.0, slices.Index(reader.Facets[:], facetRootCause)
		for i := range r.sents {
			sum += max(0, r.sents[i].carries[cause])
		}
		return math.Log1p(sum)
	}},
	{"classes", func(_ *report, cs []candidate) float64 { return math.Log1p(float64(len(cs))) }},
}

// DoubtNames are the names of what is weighed to tell whether the root cause is known.
func DoubtNames() []string {
	names := make([]string, len(doubts))
	for i, d := range doubts {
		names[i] = d.name
	}
	return append(names, "company")
}

func doubtsOf(r *report, cs []candidate, open float64) []float64 {
	list := make([]float64, len(doubts), len(doubts)+1)
	for i, d := range doubts {
		list[i] = d.value(r, cs)
	}
	return append(list, open)
}

func highest(cs []candidate, of func(candidate) float64) float64 {
	top := 0.0
	for _, c := range cs {
		top = max(top, of(c))
	}
	return top
}

// countCue counts the sentences with a wording, the logarithm taken, those aside that later ones overtake.
func (r *report) countCue(name string) float64 {
	n := 0
	for i := range r.sents {
		rd := &r.sents[i]
		if rd.cues.has(name) && rd.bar != barLegal && rd.bar != barFrame && rd.bar != barDropped && !r.overtaken(rd) {
			n++
		}
	}
	return math.Log1p(float64(n))
}
