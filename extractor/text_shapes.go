package extractor

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a line of text is by its shape alone. Plain text, PDF and loosely written Markdown have no
// other sign of headings, lists and rows.

// headingShape says whether a line could be a heading: short, begun like a title, without the stop
// of a sentence. One that ends in a colon must be shorter still, since sentences introduce lists.
func headingShape(s string) bool {
	words := len(strings.Fields(s))
	first, _ := utf8.DecodeRuneInString(s)
	switch {
	case words == 0 || words > 14 || utf8.RuneCountInString(s) > 90:
		return false
	case unicode.IsLower(first) || strings.ContainsRune(`"'“(>|<@`, first):
		return false
	case strings.HasSuffix(s, ":") && (words > 6 || utf8.RuneCountInString(s) > 50):
		return false
	case !strings.HasSuffix(s, "?") && endsSentence(s), strings.ContainsAny(s[len(s)-1:], ",;-"):
		return false
	}
	return strings.IndexFunc(s, unicode.IsLetter) >= 0 && !noHeading.MatchString(s) && !sentenceLike(s)
}

// sentenceLike says whether a short line is a sentence that only lacks its stop: it has a subject or
// a finite verb and asks nothing, or breaks off at a word that cannot end a line.
func sentenceLike(s string) bool {
	if questionWord.MatchString(s) {
		return false
	}
	return sentenceStart.MatchString(s) || finiteVerb.MatchString(s) || breaksOff.MatchString(s) ||
		strings.Count(s, "(") > strings.Count(s, ")")
}

var (
	questionWord  = regexp.MustCompile(`^(?i:what|how|why|where|when|who|which)\b`)
	sentenceStart = regexp.MustCompile(`^(?i:we|i|it|this|there|they|see|not|but|and|some|all times|all timelines|the following)\b`)
	finiteVerb    = regexp.MustCompile(`\b(?i:was|were|is|are|has|had|have|got|did|should|could|can|will)\b`)
	breaksOff     = regexp.MustCompile(`\b(?i:and|or|the|an?|that|of|to|in|with|its|our|which)$`)
)

// noHeading are short lines that head nothing: a second sentence, an address, a greeting, a
// signature, a row "label: value".
var noHeading = regexp.MustCompile(`[a-z)][.!?] +[A-Z]|https?://|^(?i:hi|hello|hey|dear|thanks|thank you|best|kind|regards|sincerely|cheers|yours|by|author|posted|published|written|updated|last updated)\b|\w: +\S`)

// endsSentence says whether a line ends with a stop, closing quotes and brackets aside.
func endsSentence(s string) bool {
	s = strings.TrimRight(s, `"'”’)]* `)
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".!?…。！？", last)
}

// rowShape says which kind of row a line is: "time" when it begins with a clock time (a date before
// it or not), "label" for "Label: value", else "".
func rowShape(s string) string {
	switch {
	case timeRow.MatchString(s):
		return "time"
	case labelRow.MatchString(s):
		return "label"
	}
	return ""
}

var (
	timeRow = regexp.MustCompile(`^[\[(~≈*]*(?:(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?` +
		`|[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,?(?: \d{4})?|\d{1,2} [A-Z][a-z]{2,8}\.?(?: \d{4})?` +
		`|\d{4}년 \d{1,2}월 \d{1,2}일),?(?: at| -)?[ T:]+)?[~≈]?\d{1,2}[:h]\d{2}(?:\D|$)`)
	labelRow = regexp.MustCompile(`^\p{L}[^\s:.!?]*(?: [^\s:.!?]+){0,4} ?[:：] *\S`)
)

// bullets are the signs that begin an item: a dot or dash, or a number or letter with a stop or
// bracket. A dash may also begin a line of speech; as in lists, a space must follow.
var (
	signBullet   = regexp.MustCompile(`^([•●○◦▪▫■□‣⁃∙·➢➔➤✓✔✗❖*+–—\x{f0b7}\x{f0a7}\x{f0d8}-])[ \t]+(\S.*)$`)
	tightBullet  = regexp.MustCompile(`^([•●○◦▪▫‣⁃∙\x{f0b7}\x{f0a7}])(\S.*)$`)
	numberBullet = regexp.MustCompile(`^(\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])[ \t]+(\S.*)$`)
	letterBullet = regexp.MustCompile(`^(o)[ \t]+(\p{Lu}.*)$`)
)

// cutBullet splits a line into the sign of a list item and its text; sign is "" when there is none.
func cutBullet(line string) (sign, rest string) {
	for _, bullet := range []*regexp.Regexp{signBullet, tightBullet, numberBullet, letterBullet} {
		if m := bullet.FindStringSubmatch(line); m != nil {
			return m[1], m[2]
		}
	}
	return "", line
}

// bulletFamily is the same for signs of one list: all numbers, all letters, else the sign itself.
func bulletFamily(sign string) string {
	switch r, _ := utf8.DecodeRuneInString(strings.TrimLeft(sign, "(")); {
	case sign == "o":
		return sign
	case unicode.IsDigit(r):
		return "1"
	case unicode.IsLetter(r):
		return "a"
	}
	return sign
}

// joinWords joins two parts of a text by a space, and by none inside CJK text, after a slash within
// an address or next to nothing.
func joinWords(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	if a == "" || b == "" || isSpaceless(last) && isSpaceless(first) {
		return a + b
	}
	return a + " " + b
}

// isSpaceless says whether a character belongs to a script written without spaces.
func isSpaceless(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || strings.ContainsRune("、。「」・ー", r)
}

// bareLinks finds the addresses that stand in a text.
func bareLinks(text string) []Link {
	var links []Link
	for _, href := range bareURL.FindAllString(text, -1) {
		href = strings.TrimRight(href, ".,;:!?'\"”’")
		for strings.HasSuffix(href, ")") && strings.Count(href, "(") < strings.Count(href, ")") {
			href = strings.TrimRight(strings.TrimSuffix(href, ")"), ".,")
		}
		links = append(links, Link{Text: href, Href: href})
	}
	return links
}

var bareURL = regexp.MustCompile(`https?://[^\s<>"“”|]+`)

// sectionName are headings that name a part of a report and not the report.
var sectionName = regexp.MustCompile(`^(?i:(executive |incident |issue )?(summary|overview|timeline|impact|background|introduction|details|description|root cause( analysis)?|what happened|context|detection|resolution|actionables|conclusions?|abstract|contents|table of contents|updates?|status))[:?]?$`)
