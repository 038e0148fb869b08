package normalizer

import (
	"fmt"
	"regexp"
	"strings"

	"inquest/extractor"
)

const stepsMost = 15

// fillRemediation lists what ended or reduced the incident, one step per item, in order.
func (d *drafting) fillRemediation() {
	var at []int
	for i := range d.r.sents {
		if d.takes(fitRemediation, i) && d.isStep(i) && !d.citesSentence("action_items", i) && !d.elsewhere("trigger", fitTrigger, i) && !d.elsewhere("detection", fitDetection, i) {
			at = append(at, i)
		}
	}
	d.Case.Remediation = d.steps("remediation", at)
}

// isStep tells whether a sentence tells of something that was done, and not only of what it did, of what was
// wrong, of how things are or of watching them. The wordings know English only.
func (d *drafting) isStep(i int) bool {
	rd, told := &d.r.sents[i], d.told[i]
	if d.r.lang == "ko" {
		return true
	}
	repairs := rd.cues.has(cueRepair)
	switch {
	case !told[toldStep] && !told[toldHeadStep] && !told[toldResponse] && !told[toldBareFix] && !rd.acts():
		return false
	case !repairs && (told[toldWatch] || told["cites cause"] || told["before the start"]):
		return false
	}
	return told[toldHeadStep] || rd.cues.has(cuePast) || rd.block.Kind == extractor.Row || rd.section == extractor.SectionTimeline
}

// elsewhere tells whether a sentence is taken for a field that it fits better than the remediation.
func (d *drafting) elsewhere(path string, field, i int) bool {
	return d.citesSentence(path, i) && d.fits[i][field] >= d.fits[i][fitRemediation]
}

// takes tells whether a sentence fits a list well enough, and better than the other one.
func (d *drafting) takes(field, i int) bool {
	return d.told[i] != nil && d.fits[i][field] >= enough[field] && d.fits[i][field] >= d.fits[i][fitRemediation+fitActionItems-field]
}

// fillActionItems lists what was or will be done against recurrence, and notes the state of an item
// where the source groups them.
func (d *drafting) fillActionItems() {
	var at []int
	listed := len(d.r.sentencesWhere((*reading).listsAction)) > 0 // then the paragraphs around the list frame it
	for i := range d.r.sents {
		rd := &d.r.sents[i]
		if d.told[i] != nil && (rd.listsAction() || d.takes(fitActionItems, i) && !(listed && rd.section == extractor.SectionActionItems)) {
			at = append(at, i)
		}
	}
	d.Case.ActionItems = d.steps("action_items", d.r.firstOfItems(at))
	for _, e := range d.Evidence {
		if path, _, ok := strings.Cut(e.Field, ".text"); ok && strings.HasPrefix(path, "action_items[") {
			d.noteState(path, &d.r.doc.Blocks[e.Block])
		}
	}
}

// listsAction tells whether the sentence stands in a list of what is to be done.
func (rd *reading) listsAction() bool {
	return rd.section == extractor.SectionActionItems && (rd.block.Kind == extractor.Item || rd.block.Kind == extractor.Row)
}

// itemState is a cell that says how far an action item has come.
var itemState = regexp.MustCompile(`(?i)^(?:done|completed?|finished|shipped|to[- ]?do|open|planned|not started|in[- ]progress|ongoing|started|pending|완료|진행 ?중|예정)$`)

// noteState notes what the source says of an action item's state: with the heading over its list, or in
// a cell beside it.
func (d *drafting) noteState(path string, b *extractor.Block) {
	state := string(b.State)
	for _, cell := range strings.Split(b.Text, " | ") {
		if b.Kind == extractor.Row && itemState.MatchString(cell) {
			state = strings.ToLower(cell)
		}
	}
	if state != "" {
		d.note(path, "the source lists it as "+state)
	}
}

// acts tells whether the sentence names something that was done.
func (rd *reading) acts() bool {
	return rd.cues.has(cueRepair) || rd.cues.has(cueSmallRepair)
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

// steps writes each measure as a step of its own, without repeats. What stands in another list is left
// out.
func (d *drafting) steps(field string, at []int) []Step {
	list := []Step{}
	for _, i := range d.r.withoutRepeats(at) {
		rd := &d.r.sents[i]
		for _, m := range rd.measures() {
			if len(list) == stepsMost {
				return list
			}
			path := fmt.Sprintf("%s[%d].text", field, len(list))
			list = append(list, Step{Text: d.inLanguage(d.span(path, rd, m[0], m[1]))})
		}
	}
	return list
}

// nextMeasure is a place at which a sentence goes on to another measure: a verb like those of steps,
// behind a comma or "and".
var nextMeasure = regexp.MustCompile(`(?:, and (?:then )?|, then |; (?:and )?|, |(?: and then) )((?:(?:also|then|finally|manually) )?(?:re[a-z]+ed|reset|rebuilt|rolled back|brought|took|put|turned|switched|failed over|shut|scaled|disabled|enabled|added|increased|raised|lowered|blocked|isolated|drained|cordoned|moved|shifted|stopped|paused|killed|terminated|cleared|purged|flushed|deleted|cleaned|fixed|corrected|patched|deployed|applied|upgraded|downgraded|updated|changed|adjusted|forced|marked|ran|kept|set|split|started|opened)) `)

const shortestMeasure = 3 // words that a measure has

// measures returns the spans of the measures that a sentence lists.
func (rd *reading) measures() [][2]int {
	start, end := rd.statement()
	var spans [][2]int
	for _, m := range nextMeasure.FindAllStringSubmatchIndex(rd.text[start:end], -1) {
		spans = append(spans, [2]int{start + m[0], start + m[2]})
	}
	return cutAt(rd.text, start, end, spans)
}

// cutAt cuts text[start:end] at the separators; a piece that is too short to be a measure stays with
// the one before it.
func cutAt(text string, start, end int, separators [][2]int) [][2]int {
	var pieces [][2]int
	for _, s := range append(separators, [2]int{end, end}) {
		if countWords(text[start:s[0]]) < shortestMeasure || s[1] < end && countWords(text[s[1]:end]) < shortestMeasure {
			continue
		}
		pieces = append(pieces, [2]int{start, s[0]})
		start = s[1]
	}
	if len(pieces) == 0 {
		return [][2]int{{start, end}}
	}
	pieces[len(pieces)-1][1] = end
	return pieces
}
