package extractor

import (
	"regexp"
	"strings"
	"unicode"
)

// headBlocks is how many blocks may stand between the title and the text.
const headBlocks = 15

// markHead takes what stands between the title of an article and its first sentences out of its
// text: who wrote it is frame, and when it was published becomes a fact.
func markHead(d *Document) {
	for i := 1; i < min(headBlocks, len(d.Blocks)); i++ {
		b := &d.Blocks[i]
		switch {
		case readsOn(b):
			return
		case b.Kind == Fact || b.Kind == Heading || b.Label != "" || b.Section == SectionBoilerplate || len(b.Text) > 140:
		case isDateline(b.Text, d):
			b.Kind, b.Section, b.Depth = Fact, SectionPlatform, 0
			if !datelineWord.MatchString(b.Text) {
				b.Text = "published: " + b.Text
			}
		case byline.MatchString(b.Text) && clockTimes(b.Text) == 0 && !endsSentence(b.Text):
			b.Section = SectionBoilerplate
		}
	}
}

// byline is who wrote an article: "By Ada Ferrer, Example News".
var byline = regexp.MustCompile(`^(?:(?i:(?:written |posted |published |analysis |reported |words )?by|por|von|par)(?: |: ?)[\p{Lu}@][^.!?]{1,80}|(?i:by|author):?)$`)

var (
	datelineWord = regexp.MustCompile(`(?i)\b(?:(?:first |last )?(?:published|posted|updated|modified)|date published)\b`)
	// datelinePart is what a dateline is made of beside names: days, times of day, zones.
	datelinePart = regexp.MustCompile(`(?i)\b(?:\d+(?:st|nd|rd|th)?|\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\.?|(?:mon|tues?|wed(?:nes)?|thurs?|thu|fri|sat(?:ur)?|sun)(?:day)?|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|utc|gmt|[a-z]{1,2}[sd]?t|hkt|ist|on|at|by|hours? ago|min(?:ute)?s?|read|first|last|published|posted|updated|modified|date)\b`)
)

// isDateline tells a line that says when the page was published or changed, and at most by whom,
// from a line of the report that begins with a time: it names the act, or the day that the page's
// head gives.
func isDateline(s string, d *Document) bool {
	if !strings.ContainsAny(s, "0123456789") || len(s) > 110 {
		return false
	}
	day := string(statedDay(s))
	known := day != "" && (strings.HasPrefix(string(d.PublishedAt), day) || strings.HasPrefix(string(d.UpdatedAt), day))
	if !known && !datelineWord.MatchString(s) {
		return false
	}
	rest := datelinePart.ReplaceAllString(s, "")
	names := strings.FieldsFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '.' && r != '-' })
	for _, name := range names {
		if first := []rune(name)[0]; unicode.IsLower(first) && len(name) > 2 {
			return false
		}
	}
	return len(names) <= 6
}
