package normalizer

import (
	"math"
	"slices"
	"strings"

	"inquest/extractor"
	"inquest/normalizer/reader"
)

// sign is something that tells whether a text reports an incident.
type sign struct {
	name  string
	value func(*page) float64
}

// page is a report as it is weighed whether it is one.
type page struct {
	*report
	own   []*reading // sentences of the page's own text: neither its frame nor legal text
	heard []*reading // those that the sentence reader has read
}

func pageOf(r *report) *page {
	p := &page{report: r}
	for i := range r.sents {
		rd := &r.sents[i]
		if rd.bar != barFrame && rd.bar != barLegal {
			p.own = append(p.own, rd)
		}
		if rd.states() {
			p.heard = append(p.heard, rd)
		}
	}
	return p
}

// speech is a way of speaking that sentences are counted by.
type speech struct {
	name string
	is   func(manner) bool
}

// in tells of speech that has all of some manners and none of others.
func in(all, none manner) func(manner) bool {
	return func(m manner) bool { return m.has(all) && !m.any(none) }
}

// signs are what is weighed to tell reports of incidents from other pages.
var signs = slices.Concat(ofLength, ofSpeech(), ofPlatforms, ofReading())

var ofLength = []sign{
	{"bias", func(*page) float64 { return 1 }},
	{"length", func(p *page) float64 { return math.Log1p(float64(len(p.own))) }},
	{"heard", func(p *page) float64 { return float64(len(p.heard)) / float64(max(1, len(p.own))) }},
}

// ofSpeech returns the signs in how the sentences speak: how many do so, as a share and as a number,
// and whether the title does.
func ofSpeech() []sign {
	var (
		failures = speech{"failures", in(mannerFailure, 0)}
		many     = speech{"failures in general", in(mannerMany, 0)}
		this     = speech{"this failure", in(mannerThis, 0)}
		ahead    = speech{"ahead", in(mannerAhead, 0)}
		general  = speech{"general", in(mannerGeneral, 0)}
		address  = speech{"address", in(mannerAddress, 0)}
		orders   = speech{"orders", in(mannerOrder, 0)}
		asking   = speech{"questions", in(mannerQuestion, 0)}
		planned  = speech{"planned work", in(mannerPlanned, 0)}
		upkeep   = speech{"maintenance", in(mannerUpkeep, 0)}
		versions = speech{"versions", in(mannerRelease, 0)}
		failed   = speech{"failed", in(mannerFailure|mannerPast, mannerAhead)}
		plainly  = speech{"failed plainly", in(mannerFailure|mannerPast, mannerAhead|mannerGeneral|mannerAddress)}
		did      = speech{"did", in(mannerOwn|mannerPast, mannerAhead)}
		atTime   = speech{"past at a time", in(mannerPast|mannerClock, mannerAhead)}
		onDay    = speech{"past on a day", in(mannerPast|mannerDay, mannerAhead)}
		past     = speech{"plain past", in(mannerPast, mannerAhead|mannerGeneral|mannerAddress|mannerOrder)}
		response = speech{"plain response", in(mannerResponse, mannerAhead|mannerGeneral|mannerAddress)}
		mayFail  = speech{"may fail", func(m manner) bool {
			return m.has(mannerFailure) && !m.has(mannerPast) && m.any(mannerGeneral|mannerAhead|mannerQuestion)
		}}
	)
	return slices.Concat(
		each("part", (*page).part, failures, many, this, ahead, general, address, orders, asking, planned, upkeep, versions,
			failed, plainly, did, atTime, onDay, past, response, mayFail,
			speech{"past", in(mannerPast, 0)}, speech{"own", in(mannerOwn, 0)}, speech{"response", in(mannerResponse, 0)},
			speech{"harmless", in(mannerHarmless, 0)}, speech{"percentages", in(mannerPercent, 0)},
			speech{"times", in(mannerClock, 0)}, speech{"days", in(mannerDay, 0)}, speech{"durations", in(mannerLasting, 0)},
			speech{"planned ahead", in(mannerPlanned|mannerAhead, 0)}),
		each("number", (*page).number, failed, plainly, did, atTime, onDay, past, response, mayFail, this, upkeep, orders),
		each("title", (*page).titled, failures, many, failed, planned, upkeep, versions, ahead, general, address, orders, asking),
	)
}

// ofPlatforms are the signs that status platforms and the headings of reports give.
var ofPlatforms = []sign{
	{"updates", func(p *page) float64 { return number(p.updates) }},
	{"states of an incident", func(p *page) float64 { return number(p.labelled()) }},
	{"stated by a platform", func(p *page) float64 { return number(ofPlatform(p.doc)) }},
	{"impact none", func(p *page) float64 { return number(slices.Contains(lightImpacts, p.impact())) }},
	{"impact grave", func(p *page) float64 { return number(slices.Contains(graveImpacts, p.impact())) }},
	{"told sections", func(p *page) float64 { return number(p.hasSection()) }},
}

// ofReading returns the signs in what the sentence reader says: how surely the sentences carry evidence
// of each facet, and how surely they are such as only reports of incidents have.
func ofReading() []sign {
	told := func(rd *reading) float64 { return rd.told }
	list := []sign{
		{"told best", func(p *page) float64 { return p.top(1, told) }},
		{"told in three", func(p *page) float64 { return p.top(3, told) }},
		{"told on average", func(p *page) float64 { return p.mean(told) }},
		{"told in part", func(p *page) float64 { return p.mean(func(rd *reading) float64 { return number(rd.told > .5) }) }},
		{"told in number", func(p *page) float64 {
			return math.Log1p(p.mean(func(rd *reading) float64 { return number(rd.told > .7) }) * float64(len(p.heard)))
		}},
		{"told in title", (*page).titleTold},
	}
	for k, facet := range reader.Facets {
		carries := func(rd *reading) float64 { return rd.carries[k] }
		list = append(list,
			sign{"carries " + facet, func(p *page) float64 { return p.top(3, carries) }},
			sign{"carries " + facet + " on average", func(p *page) float64 { return p.mean(carries) }})
	}
	return list
}

// SignNames are the names of what is weighed to tell reports of incidents from other pages.
func SignNames() []string {
	names := make([]string, len(signs))
	for i, s := range signs {
		names[i] = s.name
	}
	return names
}

func signsOf(r *report) []float64 {
	p := pageOf(r)
	list := make([]float64, len(signs))
	for i, s := range signs {
		list[i] = s.value(p)
	}
	return list
}

// each returns a sign for each way of speaking, measured in the same way.
func each(measure string, value func(*page, func(manner) bool) float64, speeches ...speech) []sign {
	list := make([]sign, len(speeches))
	for i, s := range speeches {
		list[i] = sign{measure + ": " + s.name, func(p *page) float64 { return value(p, s.is) }}
	}
	return list
}

// count is how many of the page's sentences speak so.
func (p *page) count(is func(manner) bool) float64 {
	n := 0
	for _, rd := range p.own {
		if is(rd.manner) {
			n++
		}
	}
	return float64(n)
}

// part is the share of the page's sentences that speak so.
func (p *page) part(is func(manner) bool) float64 {
	return p.count(is) / float64(max(1, len(p.own)))
}

// number grows with how many of the page's sentences speak so, more and more slowly.
func (p *page) number(is func(manner) bool) float64 { return math.Log1p(p.count(is)) }

// titled is 1 when the first line speaks so.
func (p *page) titled(is func(manner) bool) float64 {
	return number(len(p.sents) > 0 && is(p.sents[0].manner))
}

// top is the mean of the n highest values.
func (p *page) top(n int, value func(*reading) float64) float64 {
	highest := make([]float64, n)
	for _, rd := range p.heard {
		if x := value(rd); x > highest[0] {
			highest[0] = x
			slices.Sort(highest)
		}
	}
	sum := 0.0
	for _, x := range highest {
		sum += x
	}
	return sum / float64(n)
}

// mean is the mean over the sentences that the reader has read.
func (p *page) mean(value func(*reading) float64) float64 {
	sum := 0.0
	for _, rd := range p.heard {
		sum += value(rd)
	}
	return sum / float64(max(1, len(p.heard)))
}

func (p *page) titleTold() float64 {
	if len(p.sents) == 0 {
		return 0
	}
	return p.sents[0].told
}

// Impacts as platforms name them.
var (
	lightImpacts = []string{"none", "notice", "maintenance"}
	graveImpacts = []string{"major", "critical", "down", "disrupted", "major_outage"}
)

func (p *page) impact() string { return strings.ToLower(string(p.doc.Window.Impact)) }

// statesOfIncident are the states of updates that platforms give to incidents and to nothing else.
var statesOfIncident = []string{"investigating", "identified", "monitoring", "resolved", "update"}

func (p *page) labelled() bool {
	return slices.ContainsFunc(p.sents, func(rd reading) bool {
		return rd.block.Label != "" && slices.Contains(statesOfIncident, strings.ToLower(string(rd.block.Label)))
	})
}

// toldSections are those into which reports of incidents are divided.
var toldSections = []extractor.Section{extractor.SectionRootCause, extractor.SectionTimeline, extractor.SectionImpact, extractor.SectionResolution, extractor.SectionRemediation}

func (p *page) hasSection() bool {
	return slices.ContainsFunc(p.own, func(rd *reading) bool { return slices.Contains(toldSections, rd.section) })
}

// ofPlatform reports whether a status platform states when the incident was or how grave it is.
func ofPlatform(doc *extractor.Document) bool {
	w := doc.Window
	return w.Impact != "maintenance" && (w.StartedAt != "" || w.ResolvedAt != "" || w.Impact != "")
}
