package extractor

import (
	"regexp"
	"slices"
	"strings"
)

// updateLabel matches the headings that status pages of all kinds put over an update.
var updateLabel = regexp.MustCompile(`(?i)^(?:` + labelWord + `)$`)

// labelUpdates finds the updates of a page that no recipe knows: two or more headings that are
// labels. The blocks under each get its label, and the instant that stands among them. What the page
// writes as label and stamp is then said by these attributes and no longer stands in the text.
func labelUpdates(d *Document) {
	starts := labelHeadings(d.Blocks)
	if len(starts) < 2 {
		return
	}
	d.statePage(starts[0])
	starts = labelHeadings(d.Blocks)
	kept := slices.Clone(d.Blocks[:starts[0]])
	for n, start := range starts {
		end := start + untilHeading(d.Blocks[start:])
		if n+1 < len(starts) {
			end = starts[n+1]
		}
		kept = append(kept, stampUpdate(d.Blocks[start:end])...)
		if n+1 == len(starts) {
			kept = append(kept, d.Blocks[end:]...)
		}
	}
	d.Blocks = kept
	setUpdateTimes(d)
}

// labelHeadings returns where the headings stand that are labels, none when a recipe has set labels.
func labelHeadings(blocks []Block) []int {
	var starts []int
	for i, b := range blocks {
		if b.Label != "" {
			return nil
		}
		if b.Kind == Heading && updateLabel.MatchString(b.Text) {
			starts = append(starts, i)
		}
	}
	return starts
}

// untilHeading ends the last update at a heading that is no label, on its level or above; a stamp
// further down says that the update goes on until there.
func untilHeading(update []Block) int {
	end := len(update)
	for i, b := range update {
		if i > 0 && b.Kind == Heading && b.Level <= update[0].Level {
			end = i
			break
		}
	}
	for i := end; i < len(update); i++ {
		if isStamp(&update[i]) {
			return i + 1
		}
	}
	return end
}

// stampUpdate gives the blocks of an update their label and instant, and takes out heading and stamp
// when more is left.
func stampUpdate(update []Block) []Block {
	label := Maybe(strings.TrimSpace(update[0].Text))
	var instant, raw Maybe
	var body []Block
	for i := range update {
		b := &update[i]
		stamp := isStamp(b)
		if b.Time != "" && (instant == "" || stamp) {
			instant, raw = b.Time, Maybe(firstOf(string(b.RawTime), strings.TrimPrefix(b.Text, "Posted ")))
		}
		if i > 0 && !stamp {
			body = append(body, *b)
		}
	}
	if instant == "" || !slices.ContainsFunc(body, func(b Block) bool { return b.Section != SectionBoilerplate }) {
		update[0].Section = SectionTimeline
		body = slices.Clone(update)
	}
	body = stamped(body, label, instant, raw)
	for i := range body {
		if body[i].Section == SectionBoilerplate {
			body[i].Label, body[i].Time, body[i].RawTime = "", "", ""
		}
	}
	return body
}

// isStamp tells the line that is nothing but the instant of an update: "Posted Mar 04, 2031 - 10:15 UTC".
func isStamp(b *Block) bool {
	return b.Time != "" && b.Kind != Heading && len(b.Text) < 60 &&
		(b.Text == string(b.RawTime) || postedStamp.MatchString(b.Text))
}

var postedStamp = regexp.MustCompile(`^(?i:posted|published|updated)?:?\s*(?:on |at )?(?:\w{3,9},? )?(?:` + dayShape + `|\d{1,2} \p{L}{3,9})[ T|,–-]*(?:at )?\d{1,2}:\d{2}(?::\d{2})?(?: ?(?:UTC|GMT|[AP]M|[A-Z]{2,4}T))*$`)

// affectedSentence is how Statuspage and its like end a page.
var affectedSentence = regexp.MustCompile(`^This (?:incident|(?:scheduled )?maintenance) affect(?:s|ed): `)

// statePage takes what a status page says of an incident as a whole out of its text: the publisher
// above the updates, which begin at a block, and the components below them.
func (d *Document) statePage(first int) {
	var facts, rest []Block
	for i, b := range d.Blocks {
		switch {
		case i < first && b.Kind == Para && reportFor(b.Text) != "":
			if d.Org == "" {
				d.Org = reportFor(b.Text)
			}
		case b.Kind == Para && affectedSentence.MatchString(b.Text):
			names := affected(b.Text)
			d.Window.Components = append(d.Window.Components, names...)
			for _, name := range names {
				facts = append(facts, fact("component", name))
			}
			facts = append(facts, Block{Kind: Fact, Section: SectionPlatform, Text: b.Text})
		default:
			rest = append(rest, b)
		}
	}
	d.Blocks = append(facts, rest...)
}
