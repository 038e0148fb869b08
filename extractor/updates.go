package extractor

import (
	"regexp"
	"strings"
)

// updateLabel matches the headings that status pages of all kinds put over an update.
var updateLabel = regexp.MustCompile(`(?i)^(?:(?:partially |fully )?resolved|monitoring|identified|investigating|update|in progress|verifying|scheduled|completed|postmortem|post-mortem|mitigated|recovering|해결(?:됨)?|조사 중|모니터링|확인됨)$`)

// labelUpdates finds the updates of a page that no recipe knows: two or more headings that are
// labels. The blocks under each get its label, and the instant of a <time> among them.
func labelUpdates(d *Document) {
	var starts []int
	for i, b := range d.Blocks {
		if b.Label != "" {
			return
		}
		if i > 0 && b.Kind == Heading && updateLabel.MatchString(b.Text) {
			starts = append(starts, i)
		}
	}
	if len(starts) < 2 {
		return
	}
	for n, start := range starts {
		end := len(d.Blocks)
		if n+1 < len(starts) {
			end = starts[n+1]
		}
		update := d.Blocks[start:end]
		stampUpdate(update[:untilHeading(update)])
	}
}

// untilHeading ends the last update at a heading that is no label, on its level or above.
func untilHeading(update []Block) int {
	for i, b := range update {
		if i > 0 && b.Kind == Heading && b.Level <= update[0].Level {
			return i
		}
	}
	return len(update)
}

func stampUpdate(update []Block) {
	var instant, raw Maybe
	for _, b := range update {
		if b.Time != "" {
			instant, raw = b.Time, Maybe(firstOf(string(b.RawTime), strings.TrimPrefix(b.Text, "Posted ")))
			break
		}
	}
	label := Maybe(strings.TrimSpace(update[0].Text))
	body := update[1:]
	stamped(body, label, instant, raw)
	update[0].Label, update[0].Time, update[0].RawTime, update[0].Section = label, instant, raw, SectionTimeline
}
