package extractor

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"
)

// Pages of unknown platforms show an incident as an article with a list of updates, each with a label
// and a <time>, and as a table of names and values. Both are read off the blocks of the article, so
// that nothing of the page is lost when the guess is wrong. Evidence: field notes of hand-made status
// pages and archives, 2026-09.

func isIncidentPage(p *page) bool {
	return p.count(atom.Time) >= 2 || p.count(atom.Th) > 0 || p.count(atom.Dt) > 0
}

func readIncidentPage(ctx context.Context, p *page) (*Document, error) {
	d, err := readArticle(ctx, p)
	if err != nil {
		return nil, err
	}
	listed, paired := d.labelTimed(), d.takePairs(find(p.root, isTopHeading) != nil)
	if !listed && !paired {
		d.Recipe = "article"
	}
	return d, nil
}

// labelWord is how status pages of all kinds name the state of an update, in the languages of the
// sections.
const labelWord = `(?:partially |fully )?resolved|monitoring|identified|investigating|update|in progress|verifying|scheduled|completed|post-?mortem|mitigated|recovering|` +
	`behoben|gelöst|wird untersucht|untersuchung|identifiziert|wird beobachtet|überwachung|aktualisierung|` +
	`résolu|en cours d'analyse|identifié|surveillance|mise à jour|resuelto|investigando|identificado|supervisando|actualización|` +
	`해결(?:됨|됐음|되었음)?|조사 ?중|모니터링(?: ?중)?|(?:원인 ?)?확인(?:됨)?|업데이트|解決(?:済み)?|復旧|調査中|監視中|原因特定|経過観察中`

// labelStart matches a label that is a whole text or leads it, a dash, colon or stop after it.
var labelStart = regexp.MustCompile(`(?i)^[\[(【]?(` + labelWord + `)[\])】]?(?:$|\s*[-–—:：|·.]\s*)`)

// updateHead is the block that begins an update.
type updateHead struct {
	at    int // index of the block
	label Maybe
	time  Maybe
	raw   Maybe
}

// labelTimed labels the updates among the blocks and reports whether there are two or more, each with
// an instant. Label and stamp are then said by these attributes and no longer stand in the text.
// Updates under headings are left to the step that knows headings.
func (d *Document) labelTimed() bool {
	heads := updateHeads(d.Blocks)
	if len(heads) < 2 {
		return false
	}
	kept := slices.Clone(d.Blocks[:heads[0].at])
	for i, h := range heads {
		next := len(d.Blocks)
		if i+1 < len(heads) {
			next = heads[i+1].at
		}
		end := h.at + untilNext(d.Blocks[h.at:next], i+1 == len(heads))
		kept = append(kept, stamped(h.body(d.Blocks[h.at:end]), h.label, h.time, h.raw)...)
		kept = append(kept, d.Blocks[end:next]...)
	}
	d.Blocks = kept
	setUpdateTimes(d)
	return true
}

// body returns the blocks of an update without its label and its stamp, the first block as it is when
// there is no more.
func (h updateHead) body(update []Block) []Block {
	var left []Block
	for i, b := range update {
		if b.Text = unstamped(b); i == 0 {
			b.Text = labelStart.ReplaceAllString(b.Text, "")
		}
		if b.Text != "" {
			left = append(left, b)
		}
	}
	if len(left) == 0 {
		return slices.Clone(update[:1])
	}
	return left
}

// unstamped is the text of a block without the stamp at either end of it.
func unstamped(b Block) string {
	raw := string(b.RawTime)
	rest, cut := strings.CutPrefix(b.Text, raw)
	if !cut {
		rest, cut = strings.CutSuffix(b.Text, raw)
	}
	if raw == "" || !cut {
		return b.Text
	}
	return strings.Trim(rest, " -–—|·,:")
}

// untilNext ends an update at a heading, which no update of this kind has; the last one after three
// blocks, since nothing else says where the list ends.
func untilNext(update []Block, last bool) int {
	for i, b := range update {
		if i > 0 && (b.Kind == Heading || b.Section == SectionBoilerplate || last && i > 3) {
			return i
		}
	}
	return len(update)
}

// updateHeads finds the blocks with a label. The instant stands in the same block or in one of the
// next, before the next label. A list without instants is none.
func updateHeads(blocks []Block) []updateHead {
	var heads []updateHead
	for i, b := range blocks {
		m := labelStart.FindStringSubmatch(unstamped(b))
		switch {
		case m != nil && b.Kind == Heading:
			return nil
		case m != nil && b.Kind != Fact:
			heads = append(heads, updateHead{at: i, label: Maybe(m[1]), time: b.Time, raw: b.RawTime})
		case len(heads) > 0 && b.Time != "" && heads[len(heads)-1].time == "":
			last := &heads[len(heads)-1]
			last.time, last.raw = b.Time, b.RawTime
		}
	}
	for _, h := range heads {
		if h.time == "" {
			return nil
		}
	}
	return heads
}
