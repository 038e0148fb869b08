package extractor

import "regexp"

// buttonLine matches lines that are controls or notices of a site and never of a report.
var buttonLine = regexp.MustCompile(`(?i)^(?:share(?: this)?(?: (?:with|on|via|article|story|post)\b.{0,30})?|tweet(?: this)?|print(?: this page)?|e-?mail(?: this)?|copy link|advertisements?|sponsored|log ?out|log ?in|sign ?in|sign ?up|subscribe(?: now)?|back to (?:top|gallery)|read more|explore further|skip to .{0,40}|loading\W*|view comments|leave a (?:comment|reply)|topics?:?|tags?:?|photo: .{0,60}|(?:copyright )?©.{0,120}|media playback is unsupported on your device|view more articles|captions?|close(?: \(x\))?|image \d+ of \d+|photos?|(?:re)?play(?: video)?|watch now|just watched|must watch|listen|save|share|follow us.{0,40}|newsletter|supported by|continue reading.{0,40}|to read the full story|related tags:?|(?:post|add|leave|write) (?:a )?comments?\b.{0,10}|comments?(?: \(\W*\d*\W*\))|key points|\d+ min(?:ute)?s? read|facebook|twitter|whatsapp|pinterest|linkedin|reddit|instagram|youtube|get short url|click here to .{0,60}|filed (?:under|in):? .{0,80}|this slideshow requires javascript\.?|find your next .{0,20}|previous|next|\d+ (?:comments?|shares?|likes?))$`)

// elsewhere matches headings over lists that lead away from a report.
var elsewhere = regexp.MustCompile(`(?i)^(?:(?:most|more) (?:popular|read|viewed|recent|shared|discussed)\b.{0,40}|popular (?:now|posts|stories)|trending\b.{0,20}|more (?:from|on|in|stories|news|articles|posts)\b.{0,40}|related (?:links|stories|news|articles|posts|topics|reading|content|coverage)\b:?|recommended\b.{0,30}|you (?:may|might) (?:also )?(?:like|be interested in)\b.{0,30}|(?:our |the )?(?:top|latest) (?:stories|videos?|news)\b.{0,20}|don't miss|must[- ]read|recommends|partner news|more great .{0,30}stories|want more\b.{0,40}|você (?:pode|também) .{0,30}|what others are reading.{0,20}|sponsored (?:links|stories|content)|around the web|read (?:next|also|this next)\b.{0,20}|(?:latest|recent) (?:news|stories|posts|articles|headlines)\b.{0,20}|(?:about|by) the author.{0,20}|leave a (?:comment|reply)|comments?)\W*$`)

// credit finds who made a picture, in the captions of the press.
var credit = regexp.MustCompile(`(?i)(?:^|[.)] )[(\[]?(?:photo|image|picture|photograph|illustration|video|foto|bild)s?(?: credits?| by| via| courtesy)?: ?\S|\b(?:photos?|image|picture|photograph|illustration|foto) (?:credit|courtesy|by)\b|\((?:ap |file )?(?:photo|image|picture)\b|\bgetty images\b|\b(?:ap|afp|reuters) ?/|/ ?(?:ap|afp|reuters)\b|\bap photo\b|\bshutterstock\b|\b(?:credit|source|copyright)(?:\.\.\.|: ?)(?:\p{Lu}|©)|©`)

// creditWords stand in every credit. They are looked for first, because most blocks have none.
var creditWords = []string{"oto", "PHOTO", "mage", "icture", "llustration", "ideo", "ild:", "ilder:", "etty", "AFP", "AP", "euters", "REUTERS", "hutterstock", "redit", "ource", "opyright", "©"}

// pointer matches lines in the middle of a text that lead to another one.
var pointer = regexp.MustCompile(`(?i)^\W?(?:related|read (?:more|also|next)|more|also read|watch|see also|don't miss|subscribe|sign up)\b[^.]{0,20}:`)

// readsOn tells a paragraph of the report, which goes on behind a box in its middle, from a teaser.
func readsOn(b *Block) bool {
	return b.Kind == Para && len(b.Text) > 160 && endsSentence(b.Text)
}

// markLeftovers marks what stands within an article's root and is of the page around it: controls,
// lists that lead away, captions that a gallery repeats.
func markLeftovers(blocks []Block) {
	away := 0 // level of the heading whose list leads away
	for i := range blocks {
		b := &blocks[i]
		if b.Kind == Heading && b.Level <= away || readsOn(b) {
			away = 0
		}
		switch {
		case b.Kind == Fact || b.Kind == Code || clockTimes(b.Text) > 0:
		case len(b.Text) <= 80 && b.Kind != Item && b.Kind != Row && elsewhere.MatchString(b.Text):
			away = max(1, b.Level)
		case len(b.Links) > 0 && len(b.Text) <= 200 && pointer.MatchString(b.Text):
			b.Section = SectionBoilerplate
		case b.Kind != Heading && len(b.Text) <= 140 && buttonLine.MatchString(b.Text):
			b.Section = SectionBoilerplate
		case b.Kind != Heading && len(b.Text) <= 600 && hasAny(b.Text, creditWords) && credit.MatchString(b.Text):
			b.Section = SectionBoilerplate
		}
		if away > 0 {
			b.Section = SectionBoilerplate
		}
	}
}
