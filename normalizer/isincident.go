package normalizer

import (
	"fmt"
	"regexp"

	"inquest/extractor"
)

// kindOfPage is a kind of page that is no report of an incident.
type kindOfPage struct {
	name      string
	title     *regexp.Regexp // what its title says; nil when the text alone shows it
	text      *regexp.Regexp // what one of its sentences says; nil when the title is enough
	allow     int            // sentences that tell of a failure which such a page may hold
	sentences int            // most sentences that such a page has; 0 for any
}

// otherPages are the kinds of pages that get queued by mistake, the surest first. Each is told by its
// own words and by the absence of sentences about a failure: a report of an incident that happened
// during a maintenance is one.
var otherPages = []kindOfPage{
	{name: "a log-in wall", allow: 0, sentences: 15,
		text: regexp.MustCompile(`(?i)\b(?:(?:sign|log) in to (?:continue|view|access|your)|please (?:log|sign) in|you (?:must|need to) (?:be logged in|log in|sign in)|access (?:to this page )?(?:is restricted|requires)|forgot (?:your )?password)|로그인이 필요|로그인 ?후 이용`)},
	{name: "a status page without an incident", allow: 0, sentences: 60,
		text: regexp.MustCompile(`(?i)\b(?:all systems (?:are )?operational|no incidents reported|no (?:known|active|open|current) (?:issues|incidents)|everything is (?:up and running|operational))|모든 서비스(?:가|는)? ?정상|보고된 (?:인시던트|장애)(?:가|는)? ?없`)},
	{name: "a maintenance notice", allow: 3,
		title: regexp.MustCompile(`(?i)\b(?:scheduled|planned|upcoming|emergency|routine|weekly|monthly|system|server|database|network|infrastructure|platform)\b.{0,30}\bmaintenance\b|\bmaintenance (?:notice|window|announcement|notification|on|for)\b|^maintenance\b|(?:정기|임시|긴급|서버|시스템|서비스|사전|네트워크|데이터베이스|DB).{0,12}(?:점검|작업)|(?:점검|작업) ?(?:안내|공지|예정)`)},
	{name: "release notes", allow: 3,
		title: regexp.MustCompile(`(?i)\b(?:release notes?|change ?log|what'?s new|new in (?:version )?v?\d)|\b(?:version|release|v)\s?\d+\.\d+(?:\.\d+)?\b.{0,20}(?:released|is out|available|notes|$)|릴리[스즈] ?노트|업데이트 ?(?:안내|소식)|변경 ?사항 ?안내`)},
	{name: "a product post", allow: 3,
		title: regexp.MustCompile(`(?i)^(?:introducing|announcing|meet|launching)\b|\b(?:now (?:available|generally available|in beta|supports?)|general availability|new feature|product update|case study|best practices|getting started|a guide to|the ultimate guide|how to (?:write|run|build|use|set up|create)|why you should|webinar|join us)\b|출시(?: 안내| 소식|했|합니다)?$|신규 기능`)},
	{name: "an uptime report", allow: 3,
		title: regexp.MustCompile(`(?i)\b(?:uptime|availability|sla|monthly (?:status|reliability|service)) (?:report|history|summary)\b|가동률 ?(?:보고|현황)`)},
	{name: "an article about postmortems", allow: 4,
		title: regexp.MustCompile(`(?i)\b(?:postmortem|post-mortem|incident (?:report|review|management|response))s?\b.{0,30}\b(?:template|guide|best practices|culture|examples|tools|101|tips|checklist)\b|\b(?:how|why|what) (?:to|we|is|are|makes?)\b.{0,30}\b(?:postmortem|post-mortem|incident (?:management|response|review))`)},
}

var titleOfFailure = regexp.MustCompile(`(?i)\b(?:outage|incident|unavailab|degrad|fail(?:ed|ure|ing)|errors?|issues?|disrupt|downtime|post-?mortem|root cause|rca|problems?|elevated|latency|delay)|장애|오류|지연|실패|불가`)

// tellsOfIncident tells whether the text is the report of an incident. When it is not, the draft is
// cut down to what says whose page it is. In doubt it is one: an editor drops a page sooner than he
// finds one that was dropped.
func (d *drafting) tellsOfIncident() bool {
	failures := d.r.failures()
	for _, kind := range otherPages {
		if i := kind.shownBy(d.r, failures); i >= 0 {
			d.Incident = false
			d.problem("incident", CodeNotAnIncident, fmt.Sprintf("this is %s", kind.name), d.r.sents[i].text)
			return false
		}
	}
	return true
}

// shownBy returns the index of the sentence that shows that the report is such a page, else -1.
func (k kindOfPage) shownBy(r *report, failures int) int {
	if len(r.sents) == 0 || k.sentences > 0 && len(r.sents) > k.sentences || failures > k.allow {
		return -1
	}
	if k.title != nil {
		if title := r.sents[0].text; k.title.MatchString(title) && !titleOfFailure.MatchString(title) {
			return 0
		}
		return -1
	}
	for i, rd := range r.sents {
		if k.text.MatchString(rd.text) {
			return i
		}
	}
	return -1
}

// failures counts the sentences that tell what went wrong.
func (r *report) failures() int {
	n := 0
	for _, rd := range r.sents {
		if rd.section != extractor.SectionBoilerplate && rd.section != extractor.SectionLegal &&
			rd.block.Kind != extractor.Fact && !rd.cues.has(cuePlan) && rd.cues.has(cueFailure) {
			n++
		}
	}
	return n
}
