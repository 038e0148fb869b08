package normalizer

import (
	"fmt"
	"regexp"

	"inquest/extractor"
)

const stepsMost = 15

// noStep are sentences about the response that changed nothing: watching, announcements, escalation.
var noStep = regexp.MustCompile(`\b(?:continu\w+ to monitor|monitor(?:ing|ed)? (?:the|for|closely)|status (?:page|site)|(?:has|have) been resolved|is (?:now )?resolved|escalated|investigat\w+ (?:the|this|an)|declared|posted|announced|all systems)\b`)

// fillRemediation lists what ended or reduced the incident, one step per item, in order.
func (d *drafting) fillRemediation() {
	at := d.r.sentencesWhere(func(rd *reading) bool {
		return rd.role == roleRemediation && rd.acts() && (rd.cues.has(cuePast) || d.r.lang == "ko") && !noStep.MatchString(rd.folded.text)
	})
	if len(at) == 0 {
		at = d.r.sentencesWhere(func(rd *reading) bool { return rd.role == roleRemediation && rd.acts() })
	}
	d.Case.Remediation = d.steps("remediation", at)
}

// acts tells whether the sentence names something that was done.
func (rd *reading) acts() bool {
	return rd.cues.has(cueRepair) || rd.cues.has(cueSmallRepair)
}

// fillActionItems lists what was or will be done against recurrence, and notes the state of an item
// where the source groups them.
func (d *drafting) fillActionItems() {
	at := d.r.sentencesWhere(func(rd *reading) bool {
		return rd.section == extractor.SectionActionItems && (rd.block.Kind == extractor.Item || rd.block.Kind == extractor.Row)
	})
	if len(at) == 0 {
		at = d.r.sentencesWhere((*reading).promises)
	}
	at = d.r.firstOfItems(at)
	d.Case.ActionItems = d.steps("action_items", at)
	for n, i := range d.r.withoutRepeats(at)[:len(d.Case.ActionItems)] {
		if state := d.r.sents[i].block.State; state != extractor.StateNone {
			d.note(fmt.Sprintf("action_items[%d]", n), "the source lists it as "+string(state))
		}
	}
}

// named is what a promise must name to be an action item.
var named = regexp.MustCompile(`\b(?:add|improv|implement|creat|updat|introduc|automat|migrat|build|increas|reduc|review|chang|replac|remov|upgrad|test|alert|monitor|document|investigat|ensur|set|enabl|limit|validat|evaluat|split|isolat|provision|expand|fix|rewrit|extend|adjust|configur|deploy|train|audit)\w*`)

// promises tells whether a sentence says what will be changed.
func (rd *reading) promises() bool {
	if rd.role != roleFollowUp || rd.cues.has(cueApology) {
		return false
	}
	return rd.section == extractor.SectionActionItems || rd.cues.has(cuePlan) && named.MatchString(rd.folded.text) || hasHangul(rd.text)
}

// firstOfItems keeps the first sentence of a list item: the others explain it.
func (r *report) firstOfItems(at []int) []int {
	var kept []int
	last := -1
	for _, i := range at {
		b := r.sents[i].sentence.block
		if r.sents[i].block.Kind != extractor.Item || b != last {
			kept = append(kept, i)
		}
		last = b
	}
	return kept
}

// steps writes each sentence as a step of its own, without repeats.
func (d *drafting) steps(field string, at []int) []Step {
	list := []Step{}
	at = d.r.withoutRepeats(at)
	for n, i := range at[:min(stepsMost, len(at))] {
		list = append(list, Step{Text: d.prose(fmt.Sprintf("%s[%d].text", field, n), []int{i})})
	}
	return list
}
