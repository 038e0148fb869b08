package extractor

import (
	"strings"
)

// finish runs after every recipe: every text is cleaned, block 0 becomes the title, blocks get
// their section, the document its publisher, language, dates and warnings.
func finish(d *Document, p *page) {
	d.URL = Maybe(addressOf(p))
	for _, part := range d.Parts {
		address := firstOf(string(part.URL), string(d.URL))
		part.Recipe = d.Recipe
		finish(part, p)
		part.URL = Maybe(address)
	}
	d.Archived = Maybe(p.capture.Archived)
	cleanBlocks(d)
	labelUpdates(d)
	stateMeta(d, p)
	putTitle(d)
	if p.root != nil && (d.Recipe == "article" || d.Recipe == "incident-page") {
		markHead(d)
	}
	markSections(d)
	if d.Lang == "" {
		d.Lang = languageOf(d, p)
	}
	lendLanguage(d)
	d.Warnings = append(d.Warnings, p.warnings...)
	fillEmpty(d)
}

func addressOf(p *page) string {
	if p.url == nil {
		return ""
	}
	return p.url.String()
}

// cleanBlocks cleans every text and drops the blocks that are empty then.
func cleanBlocks(d *Document) {
	d.Title, d.Org = Maybe(cleanText(string(d.Title))), Maybe(cleanText(string(d.Org)))
	kept := d.Blocks[:0]
	for _, b := range d.Blocks {
		if b.Kind == Code {
			b.Text = cleanCode(b.Text)
		} else {
			b.Text = cleanText(b.Text)
		}
		if b.Text != "" && (b.Kind == Code || strings.IndexFunc(b.Text, isSpoken) >= 0) {
			kept = append(kept, b)
		}
	}
	d.Blocks = kept
}

// isSpoken tells signs that say something from rules and bullets that stand alone.
func isSpoken(r rune) bool { return isWord(r) || r > 0x2100 }

// putTitle makes the title block 0, without text when the source has none, and takes out the
// heading that repeats it.
func putTitle(d *Document) {
	if d.Title == "" {
		d.Title = titleLine(d.Blocks)
	}
	for i := range min(8, len(d.Blocks)) {
		b := d.Blocks[i]
		if b.Kind != Fact && d.Title != "" && sameTitle(b.Text, string(d.Title)) {
			d.Blocks = append(d.Blocks[:i:i], d.Blocks[i+1:]...)
			break
		}
	}
	title := Block{Kind: Heading, Level: 1, Section: SectionTitle, Text: string(d.Title)}
	d.Blocks = append([]Block{title}, d.Blocks...)
}

// titleLine stands in for a title that the page does not mark: a heading or a short line at the very
// top that is neither a sentence, an entry of a timeline nor the name of a section.
func titleLine(blocks []Block) Maybe {
	for _, b := range blocks[:min(3, len(blocks))] {
		shown := b.Kind == Heading || b.Kind == Para && len(b.Text) <= 120 && !endsSentence(b.Text)
		if shown && b.Section == "" && sectionOf(b.Text) == "" && clockTimes(b.Text) == 0 && !strings.HasSuffix(b.Text, ":") {
			return Maybe(b.Text)
		}
	}
	return ""
}

func sameTitle(a, b string) bool {
	return strings.EqualFold(strings.Trim(a, " .:#*"), strings.Trim(b, " .:#*"))
}

// fillEmpty makes lists of JSON [] and never null.
func fillEmpty(d *Document) {
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Section == "" {
			b.Section = SectionUnknown
		}
		if b.Links == nil {
			b.Links = []Link{}
		}
	}
	if d.Warnings == nil {
		d.Warnings = []string{}
	}
	if d.Window.Components == nil {
		d.Window.Components = []string{}
	}
	if d.Confidence == 0 {
		d.Confidence = 0.9
	}
}
