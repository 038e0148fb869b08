package normalizer

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"inquest/extractor"
	"inquest/normalizer/phrase"
)

// role says what a sentence is to the report.
type role string

const (
	roleNone        role = ""
	roleImpact      role = "impact"      // what customers or operators observed
	roleCause       role = "cause"       // what was wrong
	roleTrigger     role = "trigger"     // what brought it out
	roleDetection   role = "detection"   // how it became known
	roleRemediation role = "remediation" // what was done against it
	roleFollowUp    role = "follow-up"   // what was or will be done against recurrence
	roleBackground  role = "background"  // how things normally work
)

// bar says why a sentence is no evidence for any term.
type bar string

const (
	barNone      bar = ""
	barFrame     bar = "frame of the page" // navigation, comments, code, platform facts
	barLegal     bar = "legal text"
	barApology   bar = "apology"
	barNegated   bar = "says that nothing happened"
	barDropped   bar = "theory that was dropped"
	barElsewhere bar = "another incident"
	barStaging   bar = "staging"
)

// A cue is a kind of wording that binds a sentence to a role or takes it out of evidence; its
// wordings stand in patterns.txt.
const (
	cueStrongCause  = "strong-cause"
	cueNamedCause   = "named-cause"
	cueWeakCause    = "weak-cause"
	cueAccident     = "accident"
	cueTrigger      = "trigger"
	cueDetection    = "detection"
	cueRepair       = "repair"
	cueSmallRepair  = "small-repair" // a step that repairs only where the response is told
	cuePurpose      = "purpose"
	cueConsequence  = "consequence" // what a step brought about against its purpose
	cueEffect       = "effect"
	cuePlan         = "plan"
	cueHypothesis   = "hypothesis"
	cueDropped      = "dropped"
	cueNegation     = "negation"
	cueApology      = "apology"
	cueLegal        = "legal"
	cueStaging      = "staging"
	cueElsewhere    = "elsewhere"
	cueContributing = "contributing"
	cueUnknownCause = "unknown-cause"
	cueReportToCome = "report-to-come"
	cueBackground   = "background"
	cuePast         = "past"
	cueFailure      = "failure" // what a report of an incident speaks of
)

// cues are the kinds of wording in a sentence, sorted by name.
type cues []cue

// cue is a kind of wording with the offset in the folded text at which the first of its kind ends.
type cue struct {
	name string
	end  int
}

func (c cues) has(name string) bool {
	_, ok := c.endOf(name)
	return ok
}

// endOf returns where the first wording of a kind ends, and whether there is one.
func (c cues) endOf(name string) (int, bool) {
	for i := range c {
		if c[i].name == name {
			return c[i].end, true
		}
	}
	return 0, false
}

// cuesOf returns the cues among the wordings of a text.
func (n *Normalizer) cuesOf(text *phrase.Text, wordings []phrase.Match) cues {
	var found cues
	var room [1]patternHit
	for _, m := range wordings {
		if n.patterns.list[m.Expr].facet != facetCues {
			continue
		}
		for _, h := range n.patterns.appendHit(room[:0], text, m) {
			found = found.with(cue{h.term, h.end})
		}
	}
	return found
}

// with returns the cues with one more.
func (c cues) with(one cue) cues {
	i, ok := slices.BinarySearchFunc(c, one.name, func(c cue, name string) int { return strings.Compare(c.name, name) })
	if ok {
		c[i].end = min(c[i].end, one.end)
		return c
	}
	return slices.Insert(c, i, one)
}

// judge returns the role of the sentence and why it is no evidence, if it is none.
func (rd *reading) judge() (role, bar) {
	if b := rd.barOf(); b != barNone {
		return roleNone, b
	}
	if r := rd.roleOfSection(); r != roleNone {
		return r, barNone
	}
	return rd.roleOfCues(), barNone
}

func (rd *reading) barOf() bar {
	c := rd.cues
	switch {
	case rd.section == extractor.SectionBoilerplate, rd.section == extractor.SectionPlatform,
		rd.block.Kind == extractor.Code, rd.block.Kind == extractor.Fact:
		return barFrame
	case rd.section == extractor.SectionLegal, c.has(cueLegal):
		return barLegal
	case rd.section == extractor.SectionApology, rd.apologises():
		return barApology
	case c.has(cueDropped):
		return barDropped
	case rd.section == extractor.SectionActionItems: // what is promised is no evidence as it is
		return barNone
	case c.has(cueStaging) && !rd.mayMentionStaging():
		return barStaging
	case c.has(cueElsewhere) && !c.has(cueStrongCause):
		return barElsewhere
	case c.has(cueNegation) && !c.has(cueStrongCause):
		return barNegated
	}
	return barNone
}

// apologises tells whether the sentence is a courtesy: it has the words of one, is short and names
// no cause.
func (rd *reading) apologises() bool {
	c := rd.cues
	return c.has(cueApology) && len(rd.text) < 200 && !c.has(cueStrongCause) && !c.has(cueWeakCause)
}

// mayMentionStaging tells whether a sentence that speaks of staging still tells of production: it
// is about why tests did not show the fault.
func (rd *reading) mayMentionStaging() bool {
	return rd.cues.has(cueContributing) && !rd.cues.has(cueRepair)
}

// roleOfSection returns the role that the section decides whatever the wording.
func (rd *reading) roleOfSection() role {
	c := rd.cues
	switch rd.section {
	case extractor.SectionActionItems:
		return roleFollowUp
	case extractor.SectionRootCause:
		if c.has(cuePlan) {
			return roleFollowUp
		}
		return roleCause
	case extractor.SectionTrigger:
		return roleTrigger
	case extractor.SectionImpact:
		if c.has(cueStrongCause) {
			return roleCause
		}
		return roleImpact
	case extractor.SectionDetection:
		switch {
		case c.has(cueStrongCause):
			return roleCause
		case rd.repairs() && !c.has(cueDetection):
			return roleRemediation
		}
		return roleDetection
	case extractor.SectionResolution, extractor.SectionRemediation:
		if c.has(cuePlan) && !c.has(cuePast) {
			return roleFollowUp
		}
		return roleRemediation
	}
	return roleNone
}

// roleOfCues returns the role that the wording shows, the surest kind of wording first.
func (rd *reading) roleOfCues() role {
	c := rd.cues
	switch {
	case c.has(cuePlan) && !c.has(cueStrongCause):
		return roleFollowUp
	case c.has(cueStrongCause), c.has(cueAccident):
		return roleCause
	case c.has(cueTrigger) && c.has(cueEffect):
		return roleTrigger
	case c.has(cueDetection):
		return roleDetection
	case rd.repairs():
		return roleRemediation
	case c.has(cueTrigger):
		return roleTrigger
	case c.has(cueWeakCause):
		return roleCause
	case c.has(cueEffect):
		return roleImpact
	case c.has(cueBackground) && !c.has(cuePast):
		return roleBackground
	}
	return roleNone
}

// repairs tells whether the sentence tells a step against the incident. A step that could as well have
// led to it counts where the response is told or its purpose is named.
func (rd *reading) repairs() bool {
	c := rd.cues
	if c.has(cueConsequence) {
		return false
	}
	if c.has(cueRepair) {
		return true
	}
	return c.has(cueSmallRepair) && (c.has(cuePurpose) || rd.section == extractor.SectionTimeline && !c.has(cueWeakCause))
}

var leadInHead = regexp.MustCompile(`^\W{0,3}([a-z가-힣 ]{3,30}?) ?: `)

// longestLeadIn is how many bytes a lead-in has at most.
const longestLeadIn = (3+30+2)*utf8.UTFMax + 1

// leadIns are the headings that stand as the first words of a paragraph, before a colon.
var leadIns = map[string]extractor.Section{
	"root cause": extractor.SectionRootCause, "cause": extractor.SectionRootCause, "root cause analysis": extractor.SectionRootCause,
	"preliminary root cause": extractor.SectionRootCause, "underlying cause": extractor.SectionRootCause,
	"impact": extractor.SectionImpact, "summary of impact": extractor.SectionImpact, "customer impact": extractor.SectionImpact,
	"symptoms": extractor.SectionImpact, "effect": extractor.SectionImpact, "scope": extractor.SectionImpact,
	"summary": extractor.SectionSummary, "description": extractor.SectionSummary, "overview": extractor.SectionSummary,
	"trigger": extractor.SectionTrigger, "detection": extractor.SectionDetection,
	"mitigation": extractor.SectionRemediation, "remediation": extractor.SectionRemediation,
	"resolution": extractor.SectionResolution, "workaround": extractor.SectionRemediation, "fix": extractor.SectionRemediation,
	"next steps": extractor.SectionActionItems, "action items": extractor.SectionActionItems, "follow up": extractor.SectionActionItems,
	"원인": extractor.SectionRootCause, "장애 원인": extractor.SectionRootCause, "발생 원인": extractor.SectionRootCause,
	"근본 원인": extractor.SectionRootCause, "영향": extractor.SectionImpact, "영향 범위": extractor.SectionImpact,
	"장애 내용": extractor.SectionImpact, "현상": extractor.SectionImpact, "조치": extractor.SectionRemediation,
	"조치 내용": extractor.SectionRemediation, "대응": extractor.SectionRemediation, "재발 방지": extractor.SectionActionItems,
	"재발 방지 대책": extractor.SectionActionItems, "향후 계획": extractor.SectionActionItems,
}

// leadIn returns the section that the first words of a sentence open, else the current one.
func leadIn(text string, current extractor.Section) extractor.Section {
	if !strings.Contains(text[:min(len(text), longestLeadIn)], ": ") && !strings.HasSuffix(text, ":") {
		return current
	}
	m := leadInHead.FindStringSubmatch(text + " ")
	if m == nil {
		return current
	}
	if s, ok := leadIns[m[1]]; ok {
		return s
	}
	return current
}
