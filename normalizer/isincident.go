package normalizer

import (
	"fmt"
	"slices"
	"strings"

	"inquest/extractor"
	"inquest/normalizer/phrase"
)

// kindOfPage is a kind of page that is no report of an incident, told by its title or by a sentence.
type kindOfPage struct {
	name        string
	title, text *phrase.Set // nil: the other one tells it
}

// otherPages are the kinds of pages that get queued by mistake, the surest first.
var otherPages = []kindOfPage{
	{name: "a log-in wall",
		text: phrase.MustSet(`(?i)\b(?:(?:sign|log) in to (?:continue|view|access|your)|please (?:log|sign) in|you (?:must|need to) (?:be logged in|log in|sign in)|access (?:to this page )?(?:is restricted|requires)|forgot (?:your )?password)|로그인이 필요|로그인 ?후 이용`)},
	{name: "a status page without an incident",
		text: phrase.MustSet(`(?i)\b(?:all systems (?:are )?operational|no incidents reported|no (?:known|active|open|current) (?:issues|incidents)|everything is (?:up and running|operational))|모든 서비스(?:가|는)? ?정상|보고된 (?:인시던트|장애)(?:가|는)? ?없`)},
	{name: "a maintenance notice",
		title: phrase.MustSet(`(?i)\b(?:scheduled|planned|upcoming|emergency|routine|weekly|monthly|system|server|database|network|infrastructure|platform)\b.{0,30}\bmaintenance\b|\bmaintenance (?:notice|window|announcement|notification|on|for)\b|^maintenance\b|(?:정기|임시|긴급|서버|시스템|서비스|사전|네트워크|데이터베이스|DB).{0,12}(?:점검|작업)|(?:점검|작업) ?(?:안내|공지|예정)`)},
	{name: "release notes",
		title: phrase.MustSet(`(?i)\b(?:release notes?|change ?log|what'?s new|new in (?:version )?v?\d)|\b(?:version|release|v)\s?\d+\.\d+(?:\.\d+)?\b.{0,20}(?:released|is out|available|notes|$)|릴리[스즈] ?노트|업데이트 ?(?:안내|소식)|변경 ?사항 ?안내`)},
	{name: "a product post",
		title: phrase.MustSet(`(?i)^(?:introducing|announcing|meet|launching)\b|\b(?:now (?:available|generally available|in beta|supports?)|general availability|new feature|product update|case study|best practices|getting started|a guide to|the ultimate guide|how to (?:write|run|build|use|set up|create)|why you should|webinar|join us)\b|출시(?: 안내| 소식|했|합니다)?$|신규 기능`)},
	{name: "an uptime report",
		title: phrase.MustSet(`(?i)\b(?:uptime|availability|sla|monthly (?:status|reliability|service)) (?:report|history|summary)\b|가동률 ?(?:보고|현황)`)},
	{name: "an article about postmortems",
		title: phrase.MustSet(`(?i)\b(?:postmortem|post-mortem|incident (?:report|review|management|response))s?\b.{0,30}\b(?:template|guide|best practices|culture|examples|tools|101|tips|checklist)\b|\b(?:how|why|what) (?:to|we|is|are|makes?)\b.{0,30}\b(?:postmortem|post-mortem|incident (?:management|response|review))`)},
}

// tellsOfIncident tells whether the text is the report of an incident. When it is not, the draft is
// cut down to what says whose page it is. In doubt it is one: an editor drops a page sooner than he
// finds one that was dropped.
func (d *drafting) tellsOfIncident() bool {
	if !d.r.weighed() {
		return true
	}
	if d.n.rankers.Incident.tells(signsOf(d.r), d.r.lang) || d.r.vouchedFor() || d.r.failsPlainly() {
		return true
	}
	d.Incident = false
	name, at := d.r.kind()
	d.problem("incident", CodeNotAnIncident, fmt.Sprintf("this is %s", name), d.r.sents[at].text)
	return false
}

// koreanOdds is what a page's odds of being a report must reach in Korean, as a part of what they must
// reach in English: the weights are fitted to few Korean pages, and reports get less from them.
const koreanOdds = .7

// tells tells whether signs, as the ranker weighs them, are those of a report of an incident.
func (k Ranker) tells(signs []float64, lang string) bool {
	floor := k.Cut.Floor
	if lang == "ko" {
		floor = koreanOdds * floor / (1 - floor + koreanOdds*floor)
	}
	return k.probability(signs) >= floor
}

// weighed tells whether it is weighed what the text is: it says something in a language that is read.
func (r *report) weighed() bool { return r.written() && len(r.sents) > 0 }

// shortPage is how many sentences a page has at most, facts aside, that says too little to be weighed
// against what a status platform states of it.
const shortPage = 6

// vouchedFor tells whether a status platform lists the page as an incident, and its text says too little
// to tell otherwise: its title alone, or a few sentences in updates.
func (r *report) vouchedFor() bool {
	if _, at := r.shown(); at >= 0 || !listed(r.doc) {
		return false
	}
	n := 0
	for i := range r.sents {
		if r.sents[i].block.Kind != extractor.Fact {
			n++
		}
	}
	return n <= 1 || n <= shortPage && r.updates
}

// plainFailures is how many sentences must say that something failed on a page whose title promises another kind.
const plainFailures = 3

// failsPlainly tells whether half of the page's own sentences say outright that something failed: a notice of a
// sentence or two, which says too little to be weighed, or one that a title calls something else.
func (r *report) failsPlainly() bool {
	own, failed := 0, 0
	for _, rd := range pageOf(r).own {
		if rd.section == extractor.SectionTitle {
			continue
		}
		own++
		if in(mannerFailure|mannerPast, mannerAhead|mannerGeneral|mannerAddress|mannerPlanned)(rd.manner) {
			failed++
		}
	}
	_, at := r.shown()
	return failed > 0 && 2*failed >= own && (at < 0 || failed >= plainFailures)
}

// noOutage are the words by which status platforms say that what they list is no incident.
var noOutage = []string{"", "none", "maintenance", "undermaintenance", "service_information", "operational"}

// listed tells whether a status platform lists the page as an incident, by its impact.
func listed(doc *extractor.Document) bool {
	impact := strings.ToLower(string(doc.Window.Impact))
	return !slices.Contains(noOutage, strings.ReplaceAll(impact, " ", ""))
}

// kind names the kind of page that a sentence shows the text to be, with its index.
func (r *report) kind() (string, int) {
	if name, at := r.shown(); at >= 0 {
		return name, at
	}
	return "no report of an incident: its sentences do not tell what failed", r.leastTold()
}

// shown names the kind of page that is no report, with the index of the sentence that says so outright; -1
// when none does.
func (r *report) shown() (string, int) {
	for _, k := range otherPages {
		if at := k.shownBy(r); at >= 0 {
			return k.name, at
		}
	}
	return "a notice of planned work", slices.IndexFunc(r.sents, reading.announces)
}

// announces tells whether a sentence says that work will be done.
func (rd reading) announces() bool {
	return rd.bar != barFrame && rd.manner.has(mannerPlanned|mannerAhead) && !rd.manner.has(mannerPast)
}

// tellingLength is from how many bytes on a sentence shows what kind of page it stands in.
const tellingLength = 30

// leastTold returns the index of the sentence that is least like those of reports, the title when all
// are short.
func (r *report) leastTold() int {
	least, told := 0, 1.0
	for i := range r.sents {
		if rd := &r.sents[i]; rd.states() && len(rd.text) >= tellingLength && rd.told < told {
			least, told = i, rd.told
		}
	}
	return least
}

// shownBy returns the index of the sentence that shows that the report is such a page, else -1.
func (k kindOfPage) shownBy(r *report) int {
	if k.title != nil {
		if len(r.sents) > 0 && k.title.Any(r.sents[0].text) {
			return 0
		}
		return -1
	}
	return slices.IndexFunc(r.sents, func(rd reading) bool { return k.text.Any(rd.text) })
}
