package normalizer

import (
	"math"
	"slices"

	"inquest/extractor"
	"inquest/normalizer/phrase"
)

// view is a candidate as it is judged: with its place among the others of its facet.
type view struct {
	r     *report
	c     *candidate
	rank  int     // among the candidates, 0 for the best
	of    int     // how many candidates there are
	top   float64 // score of the best
	heard int     // how many candidates the reader speaks for more
	most  float64 // the reader's score of the one it speaks for most
	words float64 // how surely the words of a hit say the candidate of which they say it most
	facet int     // in the order of the reader's facets
	child bool    // a narrower term is a candidate that looks as likely
}

// best returns the best sentence of the candidate.
func (w *view) best() *reading { return &w.r.sents[w.c.at] }

// feature is something that speaks for or against a candidate.
type feature struct {
	name  string
	value func(*view) float64
}

// features are what the ranker looks at.
var features = []feature{
	{"bias", func(*view) float64 { return 1 }},

	{"read", func(w *view) float64 { return w.c.read.Score }},
	{"read alone", func(w *view) float64 { return w.c.read.Alone }},
	{"read root", func(w *view) float64 { return math.Sqrt(w.c.read.Score) }},
	{"carries", func(w *view) float64 { return w.c.read.Carries }},
	{"second sentence", func(w *view) float64 { return w.c.read.Next[0].Score }},
	{"mean of report", func(w *view) float64 { return 10 * w.c.read.Mean }},
	{"above mean", func(w *view) float64 { return math.Log1p(w.c.read.Score / (w.c.read.Mean + .01)) }},
	{"read rank", func(w *view) float64 { return math.Log1p(float64(w.heard)) }},
	{"read first", func(w *view) float64 { return number(w.heard == 0) }},
	{"read against the best", func(w *view) float64 { return w.c.read.Score / max(w.most, .01) }},
	{"below the best", func(w *view) float64 { return w.most - w.c.read.Score }},
	{"unread", func(w *view) float64 { return number(w.c.read.Score == 0) }},
	{"read in a long report", func(w *view) float64 { return w.c.read.Score * math.Log(float64(len(w.r.sents))) }},
	{"read in updates", func(w *view) float64 { return w.c.read.Score * number(w.r.updates) }},
	{"read in a hit", func(w *view) float64 {
		return number(slices.ContainsFunc(w.c.hits, func(h hit) bool { return h.at == w.c.read.Sentence }))
	}},
	{"read and hit", func(w *view) float64 { return w.c.read.Score * w.c.words }},
	{"read as impact", func(w *view) float64 { return number(w.best().role == roleImpact) }},
	{"read as cause", func(w *view) float64 { return number(w.best().role == roleCause) }},
	{"read as remediation", func(w *view) float64 { return number(w.best().role == roleRemediation) }},
	{"read as follow-up", func(w *view) float64 { return number(w.best().role == roleFollowUp) }},
	{"read in title", func(w *view) float64 { return number(w.best().section == extractor.SectionTitle) }},
	{"read in summary", func(w *view) float64 { return number(w.best().section == extractor.SectionSummary) }},
	{"read in heading", func(w *view) float64 { return number(w.best().block.Kind == extractor.Heading) }},
	{"read at", func(w *view) float64 { return float64(w.c.at) / float64(len(w.r.sents)) }},
	{"read strong cause", func(w *view) float64 { return number(w.best().cues.has(cueStrongCause)) }},
	{"read named cause", func(w *view) float64 { return number(w.best().cues.has(cueNamedCause)) }},
	{"read contributing", func(w *view) float64 { return number(w.best().cues.has(cueContributing)) }},
	{"read hypothesis", func(w *view) float64 { return number(w.best().cues.has(cueHypothesis)) }},

	{"hit carries", func(w *view) float64 { return w.hitCarries(func(top, x float64) float64 { return max(top, x) }) }},
	{"hits carry", func(w *view) float64 {
		return math.Log1p(w.hitCarries(func(sum, x float64) float64 { return sum + x }))
	}},
	{"sure hit carries", func(w *view) float64 {
		top := 0.0
		for _, h := range w.c.hits {
			top = max(top, h.score*w.r.sents[h.at].carries[w.facet])
		}
		return top
	}},
	{"first hit carries", func(w *view) float64 {
		if len(w.c.hits) == 0 {
			return 0
		}
		return w.r.sents[w.c.first].carries[w.facet]
	}},
	{"no hit", func(w *view) float64 { return number(len(w.c.hits) == 0) }},
	{"best sentence", func(w *view) float64 {
		if len(w.c.hits) == 0 {
			return 0
		}
		return 3 + logit(w.c.hits[0].score)
	}},
	{"all sentences", func(w *view) float64 {
		if len(w.c.hits) == 0 {
			return 0
		}
		return 3 + logit(w.c.words)
	}},
	{"sentences", func(w *view) float64 { return math.Log1p(float64(len(w.c.hits))) }},
	{"share of report", func(w *view) float64 { return float64(len(w.c.hits)) / float64(len(w.r.sents)) }},
	{"words against the best", func(w *view) float64 { return w.c.words / max(w.words, .01) }},
	{"against the best", func(w *view) float64 { return w.c.score / w.top }},
	{"rank", func(w *view) float64 { return math.Log1p(float64(w.rank)) }},
	{"candidates", func(w *view) float64 { return math.Log(float64(w.of)) }},
	{"report length", func(w *view) float64 { return math.Log(float64(len(w.r.sents))) }},
	{"updates", func(w *view) float64 { return number(w.r.updates) }},
	{"in title", func(w *view) float64 { return w.share(inSection(extractor.SectionTitle)) }},
	{"in summary", func(w *view) float64 { return w.any(inSection(extractor.SectionSummary)) }},
	{"in lessons", func(w *view) float64 { return w.any(inSection(extractor.SectionLessons)) }},
	{"as impact", func(w *view) float64 { return w.any(inRole(roleImpact)) }},
	{"as cause", func(w *view) float64 { return w.any(inRole(roleCause)) }},
	{"as trigger", func(w *view) float64 { return w.any(inRole(roleTrigger)) }},
	{"as detection", func(w *view) float64 { return w.any(inRole(roleDetection)) }},
	{"as remediation", func(w *view) float64 { return w.share(inRole(roleRemediation)) }},
	{"in timeline", func(w *view) float64 { return w.share(inSection(extractor.SectionTimeline)) }},
	{"strong cause", func(w *view) float64 { return w.any(withCue(cueStrongCause)) }},
	{"named cause", func(w *view) float64 { return w.any(withCue(cueNamedCause)) }},
	{"effect", func(w *view) float64 { return w.any(withCue(cueEffect)) }},
	{"contributing words", func(w *view) float64 { return w.any(withCue(cueContributing)) }},
	{"hypothesis", func(w *view) float64 { return w.share(withCue(cueHypothesis)) }},
	{"accident", func(w *view) float64 { return w.any(withCue(cueAccident)) }},
	{"listed form", func(w *view) float64 { return w.anyHit(func(h hit) bool { return h.form && !h.ambiguous }) }},
	{"form and shape", func(w *view) float64 { return w.anyHit(func(h hit) bool { return h.form && h.shape }) }},
	{"long hit", func(w *view) float64 {
		if len(w.c.hits) == 0 {
			return 0
		}
		h := w.c.hits[0]
		return math.Log1p(float64(len(wordSpans(w.r.sents[h.at].text[h.start:h.end]))))
	}},
	{"first mention", func(w *view) float64 { return float64(w.c.first) / float64(len(w.r.sents)) }},
	{"narrower is there", func(w *view) float64 { return number(w.child) }},
	{"covered", func(w *view) float64 { return w.hitShare(func(h hit) bool { return h.covered }) }},
	{"as actor", func(w *view) float64 { return w.anyHit(w.acts) }},
	{"crowded sentence", func(w *view) float64 {
		if len(w.c.hits) == 0 {
			return 0
		}
		return math.Log1p(float64(w.c.hits[0].beside))
	}},
}

// FeatureNames are the names of what the rankers look at: what the report says of a candidate, in the
// order of [Candidate.Features], then what company says.
func FeatureNames() []string {
	names := make([]string, len(features))
	for i, f := range features {
		names[i] = f.name
	}
	return append(names, companyFeatures...)
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

// any is 1 when one of the candidate's hits is in a sentence like this.
func (w *view) any(ok func(*reading) bool) float64 {
	return w.anyHit(func(h hit) bool { return ok(&w.r.sents[h.at]) })
}

func (w *view) anyHit(ok func(hit) bool) float64 {
	return number(slices.ContainsFunc(w.c.hits, ok))
}

// share is the part of the candidate's hits that are in sentences like this.
func (w *view) share(ok func(*reading) bool) float64 {
	return w.hitShare(func(h hit) bool { return ok(&w.r.sents[h.at]) })
}

func (w *view) hitShare(ok func(hit) bool) float64 {
	n := 0
	for _, h := range w.c.hits {
		if ok(h) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(w.c.hits)))
}

// failing is how a sentence goes on behind what failed.
var failing = phrase.MustSet(`^\W{0,3}(?:\w+ ){0,2}(?:was|were|is|are|had|has|began|became|started|stopped|failed|fail|crashed|could|did|went|ran|returned|experienced|lost|hit|would|reached|broke)\b|^ (?:failure|failures|outage|errors?|issues?|problems?|bug|misconfiguration|overload)\b`)

// acts tells whether the hit's words are said to do something or to have a fault.
func (w *view) acts(h hit) bool {
	return failing.Any(w.r.sents[h.at].text[h.end:])
}

// hitCarries joins how likely the sentences of the hits carry evidence.
func (w *view) hitCarries(join func(sum, x float64) float64) float64 {
	sum := 0.0
	for _, h := range w.c.hits {
		sum = join(sum, w.r.sents[h.at].carries[w.facet])
	}
	return sum
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
