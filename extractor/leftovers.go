package extractor

import "regexp"

// buttonLine matches lines that are controls or notices of a site and never of a report.
var buttonLine = regexp.MustCompile(`(?i)^(?:share(?: this)?(?: (?:with|on|via|article|story|post)\b.{0,30})?|tweet(?: this)?|print(?: this page)?|e-?mail(?: this)?|copy link|advertisements?|sponsored|log ?out|log ?in|sign ?in|sign ?up|subscribe(?: now)?|back to (?:top|gallery)|read more|explore further|skip to .{0,40}|loading\W*|view comments|leave a (?:comment|reply)|topics?:?|tags?:?|photo: .{0,60}|(?:copyright )?©.{0,120}|media playback is unsupported on your device|view more articles|find your next .{0,20}|previous|next|\d+ (?:comments?|shares?|likes?))$`)

// elsewhere matches headings over lists that lead away from a report.
var elsewhere = regexp.MustCompile(`(?i)^(?:(?:most|more) (?:popular|read|viewed|recent|shared|discussed)\b.{0,40}|popular (?:now|posts|stories)|trending\b.{0,20}|more (?:from|on|in|stories|news|articles|posts)\b.{0,40}|related (?:links|stories|news|articles|posts|topics|reading|content|coverage)\b:?|recommended\b.{0,30}|you (?:may|might) (?:also )?(?:like|be interested in)\b.{0,30}|read (?:next|also|this next)\b.{0,20}|(?:latest|recent) (?:news|stories|posts|articles|headlines)\b.{0,20}|(?:about|by) the author.{0,20}|leave a (?:comment|reply)|comments?)\W*$`)

// readsOn tells a paragraph of the report, which goes on behind a box in its middle, from a teaser.
func readsOn(b *Block) bool {
	return b.Kind == Para && len(b.Text) > 160 && endsSentence(b.Text)
}

// markLeftovers marks what stands within an article's root and is of the page around it: controls,
// lists that lead away, captions that a gallery repeats.
func markLeftovers(blocks []Block) {
	seen := map[string]bool{}
	away := 0 // level of the heading whose list leads away
	for i := range blocks {
		b := &blocks[i]
		if b.Kind == Heading && b.Level <= away || readsOn(b) {
			away = 0
		}
		switch {
		case b.Kind == Fact || b.Kind == Code || clockTimes(b.Text) > 0:
		case b.Kind == Heading && elsewhere.MatchString(b.Text):
			away = max(1, b.Level)
		case b.Kind != Heading && len(b.Text) <= 140 && buttonLine.MatchString(b.Text):
			b.Section = SectionBoilerplate
		case len(b.Text) > 60 && seen[b.Text]:
			b.Section = SectionBoilerplate
		}
		seen[b.Text] = true
		if away > 0 {
			b.Section = SectionBoilerplate
		}
	}
}
