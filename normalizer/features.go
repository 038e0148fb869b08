package normalizer

import (
	"math"
	"regexp"
	"slices"

	"inquest/extractor"
)

// view is a candidate as it is judged: with its place among the others of its facet.
type view struct {
	r     *report
	c     candidate
	rank  int     // among the candidates, 0 for the best
	of    int     // how many candidates there are
	top   float64 // score of the best
	child bool    // a narrower term is a candidate as well
}

// best returns the best sentence of the candidate.
func (w view) best() *reading { return &w.r.sents[w.c.hits[0].at] }

// feature is something that speaks for or against a candidate; its weights stand in ranker.tsv.
type feature struct {
	name  string
	value func(view) float64
}

// features are what the ranker looks at.
var features = []feature{
	{"bias", func(view) float64 { return 1 }},
	{"best sentence", func(w view) float64 { return logit(w.c.hits[0].score) }},
	{"all sentences", func(w view) float64 { return logit(w.c.score) }},
	{"sentences", func(w view) float64 { return math.Log1p(float64(len(w.c.hits))) }},
	{"share of report", func(w view) float64 { return float64(len(w.c.hits)) / float64(len(w.r.sents)) }},
	{"against the best", func(w view) float64 { return w.c.score / w.top }},
	{"rank", func(w view) float64 { return math.Log1p(float64(w.rank)) }},
	{"candidates", func(w view) float64 { return math.Log(float64(w.of)) }},
	{"report length", func(w view) float64 { return math.Log(float64(len(w.r.sents))) }},
	{"in title", func(w view) float64 { return w.share(inSection(extractor.SectionTitle)) }},
	{"in summary", func(w view) float64 { return w.any(inSection(extractor.SectionSummary)) }},
	{"in lessons", func(w view) float64 { return w.any(inSection(extractor.SectionLessons)) }},
	{"as impact", func(w view) float64 { return w.any(inRole(roleImpact)) }},
	{"as cause", func(w view) float64 { return w.any(inRole(roleCause)) }},
	{"as trigger", func(w view) float64 { return w.any(inRole(roleTrigger)) }},
	{"as detection", func(w view) float64 { return w.any(inRole(roleDetection)) }},
	{"as remediation", func(w view) float64 { return w.share(inRole(roleRemediation)) }},
	{"in timeline", func(w view) float64 { return w.share(inSection(extractor.SectionTimeline)) }},
	{"strong cause", func(w view) float64 { return w.any(withCue(cueStrongCause)) }},
	{"named cause", func(w view) float64 { return w.any(withCue(cueNamedCause)) }},
	{"effect", func(w view) float64 { return w.any(withCue(cueEffect)) }},
	{"contributing words", func(w view) float64 { return w.any(withCue(cueContributing)) }},
	{"hypothesis", func(w view) float64 { return w.share(withCue(cueHypothesis)) }},
	{"accident", func(w view) float64 { return w.any(withCue(cueAccident)) }},
	{"listed form", func(w view) float64 { return w.anyHit(func(h hit) bool { return h.form && !h.ambiguous }) }},
	{"form and shape", func(w view) float64 { return w.anyHit(func(h hit) bool { return h.form && h.shape }) }},
	{"long hit", func(w view) float64 {
		h := w.c.hits[0]
		return math.Log1p(float64(len(wordSpans(w.best().text[h.start:h.end]))))
	}},
	{"first mention", func(w view) float64 { return float64(w.c.first) / float64(len(w.r.sents)) }},
	{"narrower is there", func(w view) float64 { return number(w.child) }},
	{"covered", func(w view) float64 { return w.hitShare(func(h hit) bool { return h.covered }) }},
	{"as actor", func(w view) float64 { return w.anyHit(w.acts) }},
	{"crowded sentence", func(w view) float64 { return math.Log1p(float64(w.c.hits[0].beside)) }},
}

func inSection(s extractor.Section) func(*reading) bool {
	return func(rd *reading) bool { return rd.section == s }
}

func inRole(r role) func(*reading) bool {
	return func(rd *reading) bool { return rd.role == r }
}

func withCue(name string) func(*reading) bool {
	return func(rd *reading) bool { return rd.cues.has(name) }
}

// any is 1 when one of the candidate's sentences is like this.
func (w view) any(ok func(*reading) bool) float64 {
	return w.anyHit(func(h hit) bool { return ok(&w.r.sents[h.at]) })
}

func (w view) anyHit(ok func(hit) bool) float64 {
	return number(slices.ContainsFunc(w.c.hits, ok))
}

// share is the part of the candidate's sentences that are like this.
func (w view) share(ok func(*reading) bool) float64 {
	return w.hitShare(func(h hit) bool { return ok(&w.r.sents[h.at]) })
}

func (w view) hitShare(ok func(hit) bool) float64 {
	n := 0
	for _, h := range w.c.hits {
		if ok(h) {
			n++
		}
	}
	return float64(n) / float64(len(w.c.hits))
}

// failing is how a sentence goes on behind what failed.
var failing = regexp.MustCompile(`^\W{0,3}(?:\w+ ){0,2}(?:was|were|is|are|had|has|began|became|started|stopped|failed|fail|crashed|could|did|went|ran|returned|experienced|lost|hit|would|reached|broke)\b|^ (?:failure|failures|outage|errors?|issues?|problems?|bug|misconfiguration|overload)\b`)

// acts tells whether the hit's words are said to do something or to have a fault.
func (w view) acts(h hit) bool {
	return failing.MatchString(w.r.sents[h.at].text[h.end:])
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// logit is the inverse of the logistic function, kept within what a score can mean.
func logit(p float64) float64 {
	p = min(max(p, .01), .99)
	return math.Log(p / (1 - p))
}
