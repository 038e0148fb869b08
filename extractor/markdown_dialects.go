package extractor

import (
	"regexp"
	"strings"
)

// dialect is a family of light markup.
type dialect int

const (
	markdown dialect = iota
	wiki             // MediaWiki
	asciidoc
)

var (
	wikiHeading  = regexp.MustCompile(`(?m)^(={2,6}) *([^=\s].*?) *(={2,6})\s*$`)
	adocHeading  = regexp.MustCompile(`(?m)^(={1,6}) +([^=\s].*?)\s*$`)
	mdHeading    = regexp.MustCompile(`(?m)^#{1,6} `)
	wikiLink     = regexp.MustCompile(`\[\[(?:[^|\]]*\|)?([^\]]*)\]\]`)
	wikiExternal = regexp.MustCompile(`\[(https?://[^\s\]]+) +([^\]]+)\]`)
	wikiTemplate = regexp.MustCompile(`\{\{[^{}]*\}\}`)
	adocLink     = regexp.MustCompile(`(?:link:)?(https?://[^\s\[\]]+)\[([^\]]+)\]`)
	adocBold     = regexp.MustCompile(`(^|\s)\*(\S[^*]*?)\*(\W|$)`)
	starBullet   = regexp.MustCompile(`^([*#]{1,5}) +(.*)$`)
	dotBullet    = regexp.MustCompile(`^([*.]{1,5}) +(.*)$`)
	adocTable    = regexp.MustCompile(`^\|([^=].*)$`)
)

// dialectOf tells the dialects apart by their headings: two of them, and none of Markdown's.
func dialectOf(text string) dialect {
	switch {
	case mdHeading.MatchString(text):
		return markdown
	case len(wikiHeading.FindAllStringIndex(text, 2)) == 2:
		return wiki
	case len(adocHeading.FindAllStringIndex(text, 2)) == 2:
		return asciidoc
	}
	return markdown
}

// plainMarkdown rewrites headings, lists, links and bold of the other dialects as Markdown's, and
// drops lines that speak to a site generator only. Lines inside code fences stay as they are.
func plainMarkdown(text string) string {
	kind := dialectOf(text)
	if kind == wiki {
		text = wikiTemplate.ReplaceAllString(text, "")
	}
	lines := strings.Split(text, "\n")
	fenced := false
	for i, line := range lines {
		switch {
		case codeFence.MatchString(line) || kind == asciidoc && adocFence.MatchString(line):
			fenced = !fenced
			lines[i] = adocFence.ReplaceAllString(line, "```")
		case fenced:
		case generatorLine.MatchString(line):
			lines[i] = ""
		case kind == wiki:
			lines[i] = fromWiki(line)
		case kind == asciidoc:
			lines[i] = fromAsciiDoc(line)
		}
	}
	return strings.Join(lines, "\n")
}

var (
	codeFence = regexp.MustCompile("^\\s*(```|~~~)")
	adocFence = regexp.MustCompile(`^(-{4,}|\.{4,})\s*$`)
)

// generatorLine is for the program that builds the site: fenced divs (Quarto, Docusaurus),
// attribute lists (kramdown), tables of contents, imports of components (MDX).
var generatorLine = regexp.MustCompile(`^:{3,}|^\s*\{:.*\}\s*$|^\s*\[\[?(?i:toc|_toc_)\]\]?\s*$|^import .* from ['"].*['"];?\s*$`)

func fromWiki(line string) string {
	line = wikiExternal.ReplaceAllString(line, "[$2]($1)")
	line = wikiLink.ReplaceAllString(line, "$1")
	line = strings.ReplaceAll(strings.ReplaceAll(line, "'''", "**"), "''", "*")
	if m := wikiHeading.FindStringSubmatch(line); m != nil {
		return strings.Repeat("#", len(m[1])) + " " + m[2]
	}
	return bulletOf(starBullet, line)
}

func fromAsciiDoc(line string) string {
	if m := adocHeading.FindStringSubmatch(line); m != nil {
		return strings.Repeat("#", len(m[1])) + " " + m[2]
	}
	if adocNoText.MatchString(line) {
		return ""
	}
	if m := adocTable.FindStringSubmatch(line); m != nil {
		return strings.TrimSpace(strings.ReplaceAll(m[1], "|", " | ")) + "  "
	}
	line = bulletOf(dotBullet, line)
	line = adocLink.ReplaceAllString(line, "[$2]($1)")
	return adocBold.ReplaceAllString(line, "$1**$2**$3")
}

// adocNoText is an attribute entry, a block attribute, a comment, a table's edge.
var adocNoText = regexp.MustCompile(`^(:[\w-]+:.*|\[[^\]]*\]|//.*|\|===+)\s*$`)

// bulletOf turns "**" into a nested bullet: two spaces for each level.
func bulletOf(bullet *regexp.Regexp, line string) string {
	m := bullet.FindStringSubmatch(line)
	if m == nil {
		return line
	}
	return strings.Repeat("  ", len(m[1])-1) + "- " + m[2]
}
