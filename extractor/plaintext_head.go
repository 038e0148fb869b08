package extractor

import (
	"regexp"
	"slices"
	"strings"
)

// mailHeader is a line of a mail's head as mail programs and list archives print it.
var mailHeader = regexp.MustCompile(`^(?i:(from|to|cc|subject|date|sent|reply-to|message-id|list-id|in-reply-to|references|x-[\w-]+)): *(.*)$`)

// subjectMarks are what mailing lists put before a subject.
var subjectMarks = regexp.MustCompile(`^(?i:\s*(re|fwd?|aw):|\s*\[[^\]]+\])*\s*`)

// cutMailHead takes title and date from the head of a mail and returns the lines below it; other
// texts it returns as they are.
func (d *Document) cutMailHead(lines []textLine) []textLine {
	start := slices.IndexFunc(lines, func(l textLine) bool { return l.text != "" })
	if start < 0 {
		return nil
	}
	head, last := map[string]string{}, ""
	i := start
	for ; i < len(lines) && lines[i].text != ""; i++ {
		m := mailHeader.FindStringSubmatch(lines[i].text)
		switch {
		case m != nil:
			last = strings.ToLower(m[1])
			head[last] = m[2]
		case lines[i].indent > 0 && last != "":
			head[last] += " " + lines[i].text
		default:
			return lines
		}
	}
	if len(head) < 2 || head["subject"] == "" {
		return lines
	}
	d.Title = Maybe(cleanText(subjectMarks.ReplaceAllString(head["subject"], "")))
	sent := head["date"] + head["sent"]
	d.PublishedAt = Maybe(statedTime(mailZoneName.ReplaceAllString(sent, "")))
	d.fact("published", sent)
	d.fact("author", head["from"])
	return lines[i:]
}

// mailZoneName is the comment with the zone's name after its offset (RFC 5322, section 3.3).
var mailZoneName = regexp.MustCompile(`\s*\([A-Z]+\)$`)

// cutPageHead marks what a page's frame says above the report, and takes publisher and date from
// it. The head ends with the first sentence or item.
func (d *Document) cutPageHead(pieces []piece) {
	for i := range pieces {
		p := &pieces[i]
		if p.Kind == Item || len(p.Text) > 60 && endsSentence(p.Text) {
			return
		}
		if m := publishedLine.FindStringSubmatch(p.Text); m != nil {
			d.statePublished(m[1], m[2])
			continue
		}
		if m := originalLink.FindStringSubmatch(p.Text); m != nil {
			d.Org = Maybe(m[1])
		}
		if p.Kind == Para && frameLine(p.Text) {
			p.Section = SectionBoilerplate
		}
	}
}

var (
	// publishedLine states a date of the page: "Published on August 13, 2025".
	publishedLine = regexp.MustCompile(`^(?i:(published|posted|date|last updated|updated|last modified))(?: on| at)?:? +(?:\w+day,? )?(.*\d{4}.*)$`)
	// originalLink is the line by which a library of incidents leads to the publisher's own page.
	originalLink = regexp.MustCompile(`^(.*?) *(?i:read|view|see) (?i:the )?original\b`)
	menuEntry    = regexp.MustCompile(`^(?i:incident|incidents|status|home|menu|blog|news|log ?in|sign ?in|sign ?up|search|share|back|skip to (main )?content|subscribe( to updates)?|beta|report|all incidents|navigation)$`)
	siteAddress  = regexp.MustCompile(`^\S+\.(io|com|org|net|dev|app|co|cloud)\b`)
	arrowSign    = regexp.MustCompile(`[↗→←›»«‹]`)
)

// frameLine says whether a short line above the report belongs to the site: its own name, a menu
// entry, a link out.
func frameLine(s string) bool {
	words := len(strings.Fields(s))
	return menuEntry.MatchString(s) || words <= 3 && siteAddress.MatchString(s) || words <= 9 && arrowSign.MatchString(s)
}

// factPublished makes facts of the lines above the report that state a date of the page.
func factPublished(pieces []piece) {
	for i := range pieces {
		p := &pieces[i]
		if p.Kind == Item || len(p.Text) > 60 && endsSentence(p.Text) {
			return
		}
		if p.Section == "" && publishedLine.MatchString(p.Text) {
			p.Kind, p.Level, p.Section = Fact, 0, SectionPlatform
		}
	}
}

func (d *Document) statePublished(word, value string) {
	stated := Maybe(statedTime(strings.TrimSpace(value)))
	if strings.Contains(strings.ToLower(word), "updated") || strings.Contains(strings.ToLower(word), "modified") {
		if d.UpdatedAt == "" {
			d.UpdatedAt = stated
		}
		return
	}
	if d.PublishedAt == "" {
		d.PublishedAt = stated
	}
}
