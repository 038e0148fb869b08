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
	name   string
	value  func(*view) float64
	ofHits bool // it is 0 for a candidate without hits
}

// of returns the value for a candidate.
func (f *feature) of(w *view) float64 {
	if f.ofHits && len(w.c.hits) == 0 {
		return 0
	}
	return f.value(w)
}

// plain is a feature of all candidates.
func plain(name string, value func(*view) float64) feature { return feature{name, value, false} }

// ofHits is a feature of the candidates that have hits.
func ofHits(name string, value func(*view) float64) feature { return feature{name, value, true} }

// features are what the ranker looks at.
var features = []feature{
	plain("bias", func(*view) float64 { return 1 }),

	plain("read", func(w *view) float64 { return w.c.read.Score }),
	plain("read alone", func(w *view) float64 { return w.c.read.Alone }),
	plain("read root", func(w *view) float64 { return math.Sqrt(w.c.read.Score) }),
	plain("carries", func(w *view) float64 { return w.c.read.Carries }),
	plain("second sentence", func(w *view) float64 { return w.c.read.Next[0].Score }),
	plain("mean of report", func(w *view) float64 { return 10 * w.c.read.Mean }),
	plain("above mean", func(w *view) float64 { return math.Log1p(w.c.read.Score / (w.c.read.Mean + .01)) }),
	plain("read rank", func(w *view) float64 { return math.Log1p(float64(w.heard)) }),
	plain("read first", func(w *view) float64 { return number(w.heard == 0) }),
	plain("read against the best", func(w *view) float64 { return w.c.read.Score / max(w.most, .01) }),
	plain("below the best", func(w *view) float64 { return w.most - w.c.read.Score }),
	plain("unread", func(w *view) float64 { return number(w.c.read.Score == 0) }),
	plain("read in a long report", func(w *view) float64 { return w.c.read.Score * math.Log(float64(len(w.r.sents))) }),
	plain("read in updates", func(w *view) float64 { return w.c.read.Score * number(w.r.updates) }),
	ofHits("read in a hit", func(w *view) float64 {
		return number(slices.ContainsFunc(w.c.hits, func(h hit) bool { return h.at == w.c.read.Sentence }))
	}),
	ofHits("read and hit", func(w *view) float64 { return w.c.read.Score * w.c.words }),
	plain("read as impact", func(w *view) float64 { return number(w.best().role == roleImpact) }),
	plain("read as cause", func(w *view) float64 { return number(w.best().role == roleCause) }),
	plain("read as remediation", func(w *view) float64 { return number(w.best().role == roleRemediation) }),
	plain("read as follow-up", func(w *view) float64 { return number(w.best().role == roleFollowUp) }),
	plain("read in title", func(w *view) float64 { return number(w.best().section == extractor.SectionTitle) }),
	plain("read in summary", func(w *view) float64 { return number(w.best().section == extractor.SectionSummary) }),
	plain("read in heading", func(w *view) float64 { return number(w.best().block.Kind == extractor.Heading) }),
	plain("read at", func(w *view) float64 { return float64(w.c.at) / float64(len(w.r.sents)) }),
	plain("read strong cause", func(w *view) float64 { return number(w.best().cues.has(cueStrongCause)) }),
	plain("read named cause", func(w *view) float64 { return number(w.best().cues.has(cueNamedCause)) }),
	plain("read contributing", func(w *view) float64 { return number(w.best().cues.has(cueContributing)) }),
	plain("read hypothesis", func(w *view) float64 { return number(w.best().cues.has(cueHypothesis)) }),

	ofHits("hit carries", func(w *view) float64 { return w.hitCarries(func(top, x float64) float64 { return max(top, x) }) }),
	ofHits("hits carry", func(w *view) float64 {
		return math.Log1p(w.hitCarries(func(sum, x float64) float64 { return sum + x }))
	}),
	ofHits("sure hit carries", func(w *view) float64 {
		top := 0.0
		for _, h := range w.c.hits {
			top = max(top, h.score*w.r.sents[h.at].carries[w.facet])
		}
		return top
	}),
	ofHits("first hit carries", func(w *view) float64 { return w.r.sents[w.c.first].carries[w.facet] }),
	plain("no hit", func(w *view) float64 { return number(len(w.c.hits) == 0) }),
	ofHits("best sentence", func(w *view) float64 { return 3 + logit(w.c.hits[0].score) }),
	ofHits("all sentences", func(w *view) float64 { return 3 + logit(w.c.words) }),
	ofHits("sentences", func(w *view) float64 { return math.Log1p(float64(len(w.c.hits))) }),
	ofHits("share of report", func(w *view) float64 { return float64(len(w.c.hits)) / float64(len(w.r.sents)) }),
	ofHits("words against the best", func(w *view) float64 { return w.c.words / max(w.words, .01) }),
	plain("against the best", func(w *view) float64 { return w.c.score / w.top }),
	plain("rank", func(w *view) float64 { return math.Log1p(float64(w.rank)) }),
	plain("candidates", func(w *view) float64 { return math.Log(float64(w.of)) }),
	plain("report length", func(w *view) float64 { return math.Log(float64(len(w.r.sents))) }),
	plain("updates", func(w *view) float64 { return number(w.r.updates) }),
	ofHits("in title", func(w *view) float64 { return w.share(inSection(extractor.SectionTitle)) }),
	ofHits("in summary", func(w *view) float64 { return w.any(inSection(extractor.SectionSummary)) }),
	ofHits("in lessons", func(w *view) float64 { return w.any(inSection(extractor.SectionLessons)) }),
	ofHits("as impact", func(w *view) float64 { return w.any(inRole(roleImpact)) }),
	ofHits("as cause", func(w *view) float64 { return w.any(inRole(roleCause)) }),
	ofHits("as trigger", func(w *view) float64 { return w.any(inRole(roleTrigger)) }),
	ofHits("as detection", func(w *view) float64 { return w.any(inRole(roleDetection)) }),
	ofHits("as remediation", func(w *view) float64 { return w.share(inRole(roleRemediation)) }),
	ofHits("in timeline", func(w *view) float64 { return w.share(inSection(extractor.SectionTimeline)) }),
	ofHits("strong cause", func(w *view) float64 { return w.any(withCue(cueStrongCause)) }),
	ofHits("named cause", func(w *view) float64 { return w.any(withCue(cueNamedCause)) }),
	ofHits("effect", func(w *view) float64 { return w.any(withCue(cueEffect)) }),
	ofHits("contributing words", func(w *view) float64 { return w.any(withCue(cueContributing)) }),
	ofHits("hypothesis", func(w *view) float64 { return w.share(withCue(cueHypothesis)) }),
	ofHits("accident", func(w *view) float64 { return w.any(withCue(cueAccident)) }),
	ofHits("listed form", func(w *view) float64 { return w.anyHit(func(h hit) bool { return h.form && !h.ambiguous }) }),
	ofHits("form and shape", func(w *view) float64 { return w.anyHit(func(h hit) bool { return h.form && h.shape }) }),
	ofHits("long hit", func(w *view) float64 {
		h := w.c.hits[0]
		return math.Log1p(float64(countWords(w.r.sents[h.at].text[h.start:h.end])))
	}),
	plain("first mention", func(w *view) float64 { return float64(w.c.first) / float64(len(w.r.sents)) }),
	plain("narrower is there", func(w *view) float64 { return number(w.child) }),
	ofHits("covered", func(w *view) float64 { return w.hitShare(func(h hit) bool { return h.covered }) }),
	ofHits("as actor", func(w *view) float64 { return w.anyHit(w.acts) }),
	ofHits("crowded sentence", func(w *view) float64 { return math.Log1p(float64(w.c.hits[0].beside)) }),
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
