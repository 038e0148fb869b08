package normalizer

import (
	_ "embed"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

//go:embed patterns.txt
var patternData string

// patterns are the shapes in which reports speak of terms. Most sentences hold none of the words
// that most patterns need, so a pattern runs only where one of its literals stands.
type patterns struct {
	list     []pattern
	always   []int                // patterns without a literal that must occur
	literals map[[3]byte][]needle // by their first three bytes
}

type pattern struct {
	facet, term string
	korean      bool // runs on Korean text only
	re          *regexp.Regexp
	guard       guard
	after       *regexp.Regexp
}

// guard says what the text behind a match must be like.
type guard string

const (
	guardNone      guard = ""
	guardUnless    guard = "unless"     // must not go on like this
	guardIf        guard = "if"         // must go on like this
	guardUnlessEnd guard = "unless-end" // the match must not be the end of this
)

type needle struct {
	literal string
	pattern int
}

// patternHit is a match of a pattern in a folded sentence.
type patternHit struct {
	facet, term string
	start, end  int
}

// loadPatterns compiles the embedded patterns: those of terms, and the cues of roles.
func loadPatterns() (terms, cues *patterns, err error) {
	terms = &patterns{literals: map[[3]byte][]needle{}}
	cues = &patterns{literals: map[[3]byte][]needle{}}
	var slots []string // {NAME}, text, {NAME}, text, ...
	facet, into := "", terms
	for n, line := range strings.Split(patternData, "\n") {
		cols := strings.Split(line, "\t")
		switch {
		case line == "", strings.HasPrefix(line, "# "):
		case line == "[cues]":
			facet, into = "cues", cues
		case strings.HasPrefix(line, "["):
			facet, into = strings.Trim(line, "[]"), terms
		case facet == "slots":
			slots = append(slots, "{"+cols[0]+"}", fill(cols[1], slots))
		default:
			if err := into.add(facet, cols, slots); err != nil {
				return nil, nil, fmt.Errorf("patterns.txt line %d: %w", n+1, err)
			}
		}
	}
	return terms, cues, nil
}

func fill(body string, slots []string) string {
	return strings.NewReplacer(slots...).Replace(body)
}

// add compiles one line: term, pattern and perhaps a guard with its own pattern.
func (p *patterns) add(facet string, cols []string, slots []string) error {
	if len(cols) != 2 && len(cols) != 4 {
		return fmt.Errorf("%d columns where 2 or 4 belong", len(cols))
	}
	one := pattern{facet: facet, term: cols[0], korean: hasHangul(cols[1])}
	if len(cols) == 4 {
		one.guard = guard(cols[2])
		after, err := regexp.Compile(guardSource(one.guard, cols[3]))
		if err != nil {
			return fmt.Errorf("guard of %s: %w", cols[0], err)
		}
		one.after = after
	}
	tree, err := syntax.Parse(fill(cols[1], slots), syntax.Perl)
	if err != nil {
		return fmt.Errorf("pattern of %s: %w", cols[0], err)
	}
	for _, branch := range branches(tree) {
		if err := p.addBranch(one, branch); err != nil {
			return fmt.Errorf("pattern of %s: %w", cols[0], err)
		}
	}
	return nil
}

// branches returns the alternatives of a pattern: each runs only where its own literals stand.
func branches(tree *syntax.Regexp) []*syntax.Regexp {
	if tree.Op == syntax.OpAlternate {
		return tree.Sub
	}
	return []*syntax.Regexp{tree}
}

// addBranch compiles one alternative and files it under the literals of which one must occur.
func (p *patterns) addBranch(one pattern, branch *syntax.Regexp) error {
	source := `(?:` + branch.String() + `)`
	if !one.korean { // Korean particles and compounds hide where a word starts
		source = `\b` + source
	}
	re, err := regexp.Compile(source)
	if err != nil {
		return err
	}
	one.re = re
	p.list = append(p.list, one)
	n := len(p.list) - 1
	literals := needed(branch.Simplify())
	if literals == nil {
		p.always = append(p.always, n)
	}
	for _, l := range literals {
		key := [3]byte([]byte(l[:3]))
		p.literals[key] = append(p.literals[key], needle{l, n})
	}
	return nil
}

func guardSource(g guard, body string) string {
	if g == guardUnlessEnd {
		return `(?:` + body + `)$`
	}
	return `^(?:` + body + `)`
}

// match returns at most one hit per alternative of a pattern, in the order of the patterns.
func (p *patterns) match(text string) []patternHit {
	wanted := make([]bool, len(p.list))
	for _, n := range p.always {
		wanted[n] = true
	}
	for i := 0; i+3 <= len(text); i++ {
		for _, l := range p.literals[[3]byte([]byte(text[i:i+3]))] {
			if !wanted[l.pattern] && strings.HasPrefix(text[i:], l.literal) {
				wanted[l.pattern] = true
			}
		}
	}
	var hits []patternHit
	korean := hasHangul(text)
	for n, one := range p.list {
		if wanted[n] && (korean || !one.korean) {
			hits = one.appendHit(hits, text)
		}
	}
	return hits
}

// appendHit adds the first match whose guard holds.
func (p pattern) appendHit(hits []patternHit, text string) []patternHit {
	if p.guard == guardNone {
		if m := p.re.FindStringIndex(text); m != nil {
			return append(hits, patternHit{p.facet, p.term, m[0], m[1]})
		}
		return hits
	}
	for _, m := range p.re.FindAllStringIndex(text, -1) {
		if p.holds(text, m[1]) {
			return append(hits, patternHit{p.facet, p.term, m[0], m[1]})
		}
	}
	return hits
}

func (p pattern) holds(text string, end int) bool {
	switch p.guard {
	case guardIf:
		return p.after.MatchString(text[end:])
	case guardUnlessEnd:
		return !p.after.MatchString(text[:end])
	default:
		return !p.after.MatchString(text[end:])
	}
}
