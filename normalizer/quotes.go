package normalizer

import (
	"cmp"
	"math"
	"slices"

	"inquest/extractor"
	"inquest/normalizer/reader"
)

// passage is a sentence that may be quoted for a candidate: a hit is in it, or the sentence reader
// points to it.
type passage struct {
	r     *report
	facet int // in the order of the reader's facets; -1 for none of them
	at    int // index of the sentence
	hit   *hit
	read  reader.Spot // Score is 0 when the reader names other sentences
	most  float64     // the reader's score of the candidate's best sentence
	worth float64     // how good a quote it is, once that is asked
}

func (p *passage) reading() *reading { return &p.r.sents[p.at] }

// passages returns the sentences that may be quoted for a candidate, in the order of the text.
func (r *report) passages(facet string, c candidate) []passage {
	var list []passage
	place := slices.Index(reader.Facets[:], facet)
	find := func(at int) *passage {
		if i := slices.IndexFunc(list, func(p passage) bool { return p.at == at }); i >= 0 {
			return &list[i]
		}
		list = append(list, passage{r: r, facet: place, at: at, most: c.read.Score})
		return &list[len(list)-1]
	}
	for i := range c.hits {
		if p := find(c.hits[i].at); p.hit == nil {
			p.hit = &c.hits[i]
		}
	}
	for _, s := range [...]reader.Spot{c.read.Spot, c.read.Next[0], c.read.Next[1]} {
		if s.Score > 0 {
			find(s.Sentence).read = s
		}
	}
	slices.SortFunc(list, func(a, b passage) int { return cmp.Compare(a.at, b.at) })
	return list
}

// passageFeature is something that tells whether a reader would accept a sentence as the evidence.
type passageFeature struct {
	name  string
	value func(*passage) float64
}

// passageFeatures are what is weighed to choose the quotes for a term.
var passageFeatures = []passageFeature{
	{"bias", func(*passage) float64 { return 1 }},
	{"read", func(p *passage) float64 { return p.read.Score }},
	{"read root", func(p *passage) float64 { return math.Sqrt(p.read.Score) }},
	{"read alone", func(p *passage) float64 { return p.read.Alone }},
	{"read against the best", func(p *passage) float64 { return p.read.Score / max(p.most, .01) }},
	{"read best", func(p *passage) float64 { return number(p.read.Score > 0 && p.read.Score == p.most) }},
	{"carries", func(p *passage) float64 { return p.reading().carries[p.facet] }},
	{"hit", func(p *passage) float64 { return number(p.hit != nil) }},
	{"hit score", func(p *passage) float64 { return p.ofHit(func(h *hit) float64 { return h.score }) }},
	{"hit and read", func(p *passage) float64 {
		return p.ofHit(func(h *hit) float64 { return h.score * p.read.Score })
	}},
	{"listed form", func(p *passage) float64 {
		return p.ofHit(func(h *hit) float64 { return number(h.form && !h.ambiguous) })
	}},
	{"form and shape", func(p *passage) float64 {
		return p.ofHit(func(h *hit) float64 { return number(h.form && h.shape) })
	}},
	{"ambiguous", func(p *passage) float64 { return p.ofHit(func(h *hit) float64 { return number(h.ambiguous) }) }},
	{"covered", func(p *passage) float64 { return p.ofHit(func(h *hit) float64 { return number(h.covered) }) }},
	{"long hit", func(p *passage) float64 {
		return p.ofHit(func(h *hit) float64 { return math.Log1p(float64(h.end - h.start)) })
	}},
	{"crowded", func(p *passage) float64 {
		return p.ofHit(func(h *hit) float64 { return math.Log1p(float64(h.beside)) })
	}},
	{"as impact", func(p *passage) float64 { return number(p.reading().role == roleImpact) }},
	{"as cause", func(p *passage) float64 { return number(p.reading().role == roleCause) }},
	{"as trigger", func(p *passage) float64 { return number(p.reading().role == roleTrigger) }},
	{"as detection", func(p *passage) float64 { return number(p.reading().role == roleDetection) }},
	{"as remediation", func(p *passage) float64 { return number(p.reading().role == roleRemediation) }},
	{"as background", func(p *passage) float64 { return number(p.reading().role == roleBackground) }},
	{"in title", func(p *passage) float64 { return number(p.reading().section == extractor.SectionTitle) }},
	{"in summary", func(p *passage) float64 { return number(p.reading().section == extractor.SectionSummary) }},
	{"in impact", func(p *passage) float64 { return number(p.reading().section == extractor.SectionImpact) }},
	{"in root cause", func(p *passage) float64 { return number(p.reading().section == extractor.SectionRootCause) }},
	{"in timeline", func(p *passage) float64 { return number(p.reading().section == extractor.SectionTimeline) }},
	{"in lessons", func(p *passage) float64 { return number(p.reading().section == extractor.SectionLessons) }},
	{"in heading", func(p *passage) float64 { return number(p.reading().block.Kind == extractor.Heading) }},
	{"in update", func(p *passage) float64 { return number(p.reading().block.Label != "") }},
	{"strong cause", func(p *passage) float64 { return number(p.reading().cues.has(cueStrongCause)) }},
	{"named cause", func(p *passage) float64 { return number(p.reading().cues.has(cueNamedCause)) }},
	{"weak cause", func(p *passage) float64 { return number(p.reading().cues.has(cueWeakCause)) }},
	{"effect", func(p *passage) float64 { return number(p.reading().cues.has(cueEffect)) }},
	{"contributing", func(p *passage) float64 { return number(p.reading().cues.has(cueContributing)) }},
	{"hypothesis", func(p *passage) float64 { return number(p.reading().cues.has(cueHypothesis)) }},
	{"accident", func(p *passage) float64 { return number(p.reading().cues.has(cueAccident)) }},
	{"past", func(p *passage) float64 { return number(p.reading().cues.has(cuePast)) }},
	{"at", func(p *passage) float64 { return float64(p.at) / float64(len(p.r.sents)) }},
	{"at the top", func(p *passage) float64 { return number(p.at > 0 && p.at < 4) }},
	{"length", func(p *passage) float64 { return math.Log(float64(len(p.reading().text))) }},
}

// ofHit returns what a hit is worth, 0 without one.
func (p *passage) ofHit(value func(*hit) float64) float64 {
	if p.hit == nil {
		return 0
	}
	return value(p.hit)
}

// PassageNames are the names of what is weighed to choose the quotes for a term.
func PassageNames() []string {
	names := make([]string, len(passageFeatures))
	for i, f := range passageFeatures {
		names[i] = f.name
	}
	return names
}

func (p *passage) features() []float64 {
	list := make([]float64, len(passageFeatures))
	for i, f := range passageFeatures {
		list[i] = f.value(p)
	}
	return list
}

// quotesOf returns the spans that speak for a candidate, best first and most at most, a sentence that is
// repeated once.
func (d *drafting) quotesOf(facet string, c candidate, most int) []span {
	passages := d.r.passages(facet, c)
	for i := range passages {
		passages[i].worth = d.worth(facet, &passages[i])
	}
	slices.SortStableFunc(passages, func(a, b passage) int { return cmp.Compare(b.worth, a.worth) })
	list := make([]span, 0, most)
	for i := 0; i < min(len(passages), 2*quotesPer) && len(list) < most; i++ {
		text := passages[i].reading().text
		if !slices.ContainsFunc(list, func(s span) bool { return d.r.sents[s.at].text == text }) {
			list = append(list, d.n.cutPassage(&passages[i], facet, c.term))
		}
	}
	return list
}

// worth returns how likely a reader would accept a passage as the evidence. Where nothing is fitted, as
// for the domain, the surest words are taken.
func (d *drafting) worth(facet string, p *passage) float64 {
	if k, ok := d.n.rankers.Quotes[facet]; ok && p.facet >= 0 {
		return k.probability(p.features())
	}
	return p.ofHit(func(h *hit) float64 { return h.score })
}

// cutPassage returns the part of a passage that is quoted for a term.
func (n *Normalizer) cutPassage(p *passage, facet, term string) span {
	text := p.reading().text
	s := span{at: p.at, end: len(text)}
	if p.hit != nil {
		s.start, s.end = p.hit.start, p.hit.end
	} else {
		s.start = n.pointIn(text, facet, term)
	}
	s.start, s.end = cutQuote(text, s.start, s.end)
	return s
}
