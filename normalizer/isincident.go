package normalizer

import (
	"fmt"
	"math"
	"regexp"
	"slices"

	"inquest/extractor"
	"inquest/normalizer/reader"
)

// kindOfPage is a kind of page that is no report of an incident, told by its title or by a sentence.
type kindOfPage struct {
	name        string
	title, text *regexp.Regexp // nil: the other one tells it
}

// otherPages are the kinds of pages that get queued by mistake, the surest first.
var otherPages = []kindOfPage{
	{name: "a log-in wall",
		text: regexp.MustCompile(`(?i)\b(?:(?:sign|log) in to (?:continue|view|access|your)|please (?:log|sign) in|you (?:must|need to) (?:be logged in|log in|sign in)|access (?:to this page )?(?:is restricted|requires)|forgot (?:your )?password)|로그인이 필요|로그인 ?후 이용`)},
	{name: "a status page without an incident",
		text: regexp.MustCompile(`(?i)\b(?:all systems (?:are )?operational|no incidents reported|no (?:known|active|open|current) (?:issues|incidents)|everything is (?:up and running|operational))|모든 서비스(?:가|는)? ?정상|보고된 (?:인시던트|장애)(?:가|는)? ?없`)},
	{name: "a maintenance notice",
		title: regexp.MustCompile(`(?i)\b(?:scheduled|planned|upcoming|emergency|routine|weekly|monthly|system|server|database|network|infrastructure|platform)\b.{0,30}\bmaintenance\b|\bmaintenance (?:notice|window|announcement|notification|on|for)\b|^maintenance\b|(?:정기|임시|긴급|서버|시스템|서비스|사전|네트워크|데이터베이스|DB).{0,12}(?:점검|작업)|(?:점검|작업) ?(?:안내|공지|예정)`)},
	{name: "release notes",
		title: regexp.MustCompile(`(?i)\b(?:release notes?|change ?log|what'?s new|new in (?:version )?v?\d)|\b(?:version|release|v)\s?\d+\.\d+(?:\.\d+)?\b.{0,20}(?:released|is out|available|notes|$)|릴리[스즈] ?노트|업데이트 ?(?:안내|소식)|변경 ?사항 ?안내`)},
	{name: "a product post",
		title: regexp.MustCompile(`(?i)^(?:introducing|announcing|meet|launching)\b|\b(?:now (?:available|generally available|in beta|supports?)|general availability|new feature|product update|case study|best practices|getting started|a guide to|the ultimate guide|how to (?:write|run|build|use|set up|create)|why you should|webinar|join us)\b|출시(?: 안내| 소식|했|합니다)?$|신규 기능`)},
	{name: "an uptime report",
		title: regexp.MustCompile(`(?i)\b(?:uptime|availability|sla|monthly (?:status|reliability|service)) (?:report|history|summary)\b|가동률 ?(?:보고|현황)`)},
	{name: "an article about postmortems",
		title: regexp.MustCompile(`(?i)\b(?:postmortem|post-mortem|incident (?:report|review|management|response))s?\b.{0,30}\b(?:template|guide|best practices|culture|examples|tools|101|tips|checklist)\b|\b(?:how|why|what) (?:to|we|is|are|makes?)\b.{0,30}\b(?:postmortem|post-mortem|incident (?:management|response|review))`)},
}

var titleOfFailure = regexp.MustCompile(`(?i)\b(?:outage|incident|unavailab|degrad|fail(?:ed|ure|ing)|errors?|issues?|disrupt|downtime|post-?mortem|root cause|rca|problems?|elevated|latency|delay)|장애|오류|지연|실패|불가`)

// tellsOfIncident tells whether the text is the report of an incident. When it is not, the draft is
// cut down to what says whose page it is. In doubt it is one: an editor drops a page sooner than he
// finds one that was dropped.
func (d *drafting) tellsOfIncident() bool {
	name, at := d.r.kind()
	if !d.r.written() || len(d.r.sents) == 0 || d.n.rankers.Incident.probability(signsOf(d.r)) >= d.floorFor(at) {
		return true
	}
	d.Incident = false
	if at < 0 {
		name, at = "no report of an incident: its sentences do not tell what failed", 0
	}
	d.problem("incident", CodeNotAnIncident, fmt.Sprintf("this is %s", name), d.r.sents[at].text)
	return false
}

// shortPage is how many sentences a page has at most that is too short for its sentences to show much.
const shortPage = 5

// floorFor returns how likely the text must be a report to be taken for one. at is the sentence that
// shows that it is another kind of page, negative when none does. A title that names a failure,
// updates, and many sentences of failures are how reports look, most of all when they are short.
func (d *drafting) floorFor(at int) float64 {
	floor := d.n.rankers.Incident.Cut.Floor
	short := len(d.r.sents) <= shortPage
	named := titleOfFailure.MatchString(d.r.sents[0].text)
	switch {
	case at < 0 && (d.r.updates || ofPlatform(d.r.doc)):
		return 0
	case at < 0 && d.r.lang == "ko": // the weights are fitted to English pages
		return floor / 8
	case short && (at < 0 || named || d.r.part(toldOfFailure) > .5):
		return floor / 40
	case at < 0: // nothing shows it to be another kind of page
		return floor / 4
	case named:
		return floor * .75
	}
	return floor
}

// ofPlatform reports whether a status platform states when the incident was or how grave it is: what
// it lists as an incident is one, however little its text says.
func ofPlatform(doc *extractor.Document) bool {
	w := doc.Window
	return w.Impact != "maintenance" && (w.StartedAt != "" || w.ResolvedAt != "" || w.Impact != "")
}

// kind names the kind of page that a sentence shows the text to be, with its index; -1 when none does.
func (r *report) kind() (string, int) {
	for _, k := range otherPages {
		if at := k.shownBy(r); at >= 0 {
			return k.name, at
		}
	}
	return "", -1
}

// shownBy returns the index of the sentence that shows that the report is such a page, else -1.
func (k kindOfPage) shownBy(r *report) int {
	if k.title != nil {
		if len(r.sents) > 0 && k.title.MatchString(r.sents[0].text) {
			return 0
		}
		return -1
	}
	return slices.IndexFunc(r.sents, func(rd reading) bool { return k.text.MatchString(rd.text) })
}

// sign is something that tells whether a text reports an incident.
type sign struct {
	name  string
	value func(*report) float64
}

var (
	toReader  = regexp.MustCompile(`(?i)\byou(?:r|rs)?\b|세요|십시오|하실 수|드립니다|당신`)
	asking    = regexp.MustCompile(`\?\W*$`)
	atTime    = regexp.MustCompile(`\d{1,2}:\d\d|\d ?(?:am|pm)\b|\d{1,2}시|\d+ ?(?:minutes|hours|분|시간)`)
	ahead     = regexp.MustCompile(`(?i)\b(?:will|going to|plan(?:ned|s)? to|scheduled|upcoming)\b|예정|계획|될 것`)
	inGeneral = regexp.MustCompile(`(?i)\b(?:can|may|should|if|when|whenever|every|always|often)\b|수 있|경우|때마다|항상`)
	trouble   = regexp.MustCompile(`(?i)\b(?:outages?|incidents?|downtime|unavailab\w+|interruption)\b|장애|사고|중단`)
)

// signs are what is weighed to tell reports of incidents from other pages.
var signs = []sign{
	{"bias", func(*report) float64 { return 1 }},
	{"length", func(r *report) float64 { return math.Log(float64(1 + len(r.sents))) }},
	{"title of a failure", func(r *report) float64 {
		return number(len(r.sents) > 0 && titleOfFailure.MatchString(r.sents[0].text))
	}},
	{"other title", func(r *report) float64 {
		return number(slices.ContainsFunc(otherPages, func(k kindOfPage) bool { return k.title != nil && k.shownBy(r) >= 0 }))
	}},
	{"other text", func(r *report) float64 {
		return number(slices.ContainsFunc(otherPages, func(k kindOfPage) bool { return k.text != nil && k.shownBy(r) >= 0 }))
	}},
	{"updates", func(r *report) float64 { return number(r.updates) }},
	{"told sections", func(r *report) float64 {
		told := []extractor.Section{extractor.SectionRootCause, extractor.SectionTimeline, extractor.SectionImpact, extractor.SectionResolution, extractor.SectionRemediation}
		return number(slices.ContainsFunc(r.sents, func(rd reading) bool { return slices.Contains(told, rd.section) }))
	}},
	{"failures", func(r *report) float64 { return math.Log1p(r.count(toldOfFailure)) }},
	{"share of failures", func(r *report) float64 { return r.part(toldOfFailure) }},
	{"past effects", func(r *report) float64 {
		return r.part(func(rd *reading) bool { return rd.cues.has(cueEffect) && rd.cues.has(cuePast) && !rd.cues.has(cuePlan) })
	}},
	{"past", func(r *report) float64 { return r.part(withCue(cuePast)) }},
	{"detection", func(r *report) float64 { return r.part(withCue(cueDetection)) }},
	{"repair", func(r *report) float64 { return r.part((*reading).repairs) }},
	{"causes", func(r *report) float64 { return math.Log1p(r.count(withCue(cueStrongCause))) }},
	{"named cause", func(r *report) float64 { return number(r.count(withCue(cueNamedCause)) > 0) }},
	{"apology", func(r *report) float64 { return number(r.count(withCue(cueApology)) > 0) }},
	{"plans", func(r *report) float64 { return r.part(withCue(cuePlan)) }},
	{"ahead", func(r *report) float64 { return r.part(saying(ahead)) }},
	{"general", func(r *report) float64 { return r.part(saying(inGeneral)) }},
	{"address", func(r *report) float64 { return r.part(saying(toReader)) }},
	{"questions", func(r *report) float64 { return r.part(saying(asking)) }},
	{"clock", func(r *report) float64 { return r.part(saying(atTime)) }},
	{"trouble", func(r *report) float64 { return r.part(saying(trouble)) }},
	{"symptoms read", func(r *report) float64 { return r.heard(facetSymptoms) }},
	{"causes read", func(r *report) float64 { return r.heard(facetRootCause) }},
	{"carries symptoms", func(r *report) float64 { return r.carrying(facetSymptoms) }},
	{"carries components", func(r *report) float64 { return r.carrying(facetComponents) }},
	{"carries causes", func(r *report) float64 { return r.carrying(facetRootCause) }},
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
	list := make([]float64, len(signs))
	for i, s := range signs {
		list[i] = s.value(r)
	}
	return list
}

func toldOfFailure(rd *reading) bool { return rd.cues.has(cueFailure) && !rd.cues.has(cuePlan) }

func saying(re *regexp.Regexp) func(*reading) bool {
	return func(rd *reading) bool { return re.MatchString(rd.text) }
}

// count counts the sentences of the page's own text that are like this.
func (r *report) count(ok func(*reading) bool) float64 {
	n := 0
	for i := range r.sents {
		rd := &r.sents[i]
		if rd.bar != barFrame && rd.bar != barLegal && ok(rd) {
			n++
		}
	}
	return float64(n)
}

// part is the share of the sentences that are like this.
func (r *report) part(ok func(*reading) bool) float64 {
	return r.count(ok) / max(1, r.count(func(*reading) bool { return true }))
}

// heard is the best score that the sentence reader gives a term of the facet.
func (r *report) heard(facet string) float64 {
	if list := r.said[facet]; len(list) > 0 {
		return list[0].Score
	}
	return 0
}

// carrying is how likely the three surest sentences carry evidence of the facet, on the average.
func (r *report) carrying(facet string) float64 {
	k := slices.Index(reader.Facets[:], facet)
	var top [3]float64
	for i := range r.sents {
		if x := r.sents[i].carries[k]; x > top[2] {
			top[2] = x
			slices.SortFunc(top[:], func(a, b float64) int {
				if a > b {
					return -1
				}
				return 1
			})
		}
	}
	return (top[0] + top[1] + top[2]) / 3
}
