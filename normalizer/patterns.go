package normalizer

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"inquest/normalizer/phrase"
)

//go:embed patterns.txt
var patternData string

// StalePatterns returns an error when the patterns are not those of this sum, which the sentence reader was
// fitted with: it hears which of them a sentence matches.
func StalePatterns(fitted string) error {
	if fitted != PatternsSum() {
		return errors.New("normalizer/patterns.txt has changed since the sentence reader was fitted; fit it again with make fit")
	}
	return nil
}

// PatternsSum is the SHA-256 of patterns.txt, in hexadecimal.
func PatternsSum() string { return sumOf(patternData) }

// patterns are wordings, one alternative of an expression each: the shapes in which reports speak of terms
// and the cues of roles, or what told.txt lists.
type patterns struct {
	list    []pattern
	english *phrase.Set // the alternatives without Hangul
	korean  *phrase.Set // the others, which run on Korean text only
	numbers [2][]int    // by language: the index in list of each alternative of its set
}

type pattern struct {
	facet, term string
	source      string
	korean      bool
	number      int // in the set of its language
	guard       guard
	re, after   *regexp.Regexp // for a guard; else nil
}

// guard says what the text behind a match must be like.
type guard string

const (
	guardNone      guard = ""
	guardUnless    guard = "unless"     // must not go on like this
	guardIf        guard = "if"         // must go on like this
	guardUnlessEnd guard = "unless-end" // the match must not be the end of this
)

// patternHit is a match of a pattern in a folded sentence.
type patternHit struct {
	facet, term string
	start, end  int
}

// facetCues is the part of patterns.txt that holds the cues of roles.
const facetCues = "cues"

// loadPatterns compiles the embedded patterns: those of terms, and the cues of roles.
func loadPatterns() (*patterns, error) {
	p := &patterns{}
	var slots []string // {NAME}, text, {NAME}, text, ...
	facet := ""
	for n, line := range strings.Split(patternData, "\n") {
		cols := strings.Split(line, "\t")
		switch {
		case line == "", strings.HasPrefix(line, "# "):
		case strings.HasPrefix(line, "["):
			facet = strings.Trim(line, "[]")
		case facet == "slots":
			slots = append(slots, "{"+cols[0]+"}", fill(cols[1], slots))
		default:
			if err := p.add(facet, cols, slots); err != nil {
				return nil, fmt.Errorf("patterns.txt line %d: %w", n+1, err)
			}
		}
	}
	return p, p.compile()
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

// branches returns the alternatives of a pattern: each has its own match.
func branches(tree *syntax.Regexp) []*syntax.Regexp {
	if tree.Op == syntax.OpAlternate {
		return tree.Sub
	}
	return []*syntax.Regexp{tree}
}

func (p *patterns) addBranch(one pattern, branch *syntax.Regexp) (err error) {
	one.source = `(?:` + branch.String() + `)`
	if !one.korean { // Korean particles and compounds hide where a word starts
		one.source = `\b` + one.source
	}
	if one.guard != guardNone {
		one.re, err = regexp.Compile(one.source)
	}
	p.list = append(p.list, one)
	return err
}

// compile makes what matches the patterns, when all have been added.
func (p *patterns) compile() (err error) {
	var sources [2][]string
	for n := range p.list {
		one, language := &p.list[n], 0
		if one.korean {
			language = 1
		}
		one.number = len(sources[language])
		sources[language] = append(sources[language], one.source)
		p.numbers[language] = append(p.numbers[language], n)
	}
	if p.english, err = phrase.NewSet(sources[0]); err != nil {
		return err
	}
	p.korean, err = phrase.NewSet(sources[1])
	return err
}

func guardSource(g guard, body string) string {
	if g == guardUnlessEnd {
		return `(?:` + body + `)$`
	}
	return `^(?:` + body + `)`
}

// find appends the patterns that match a text to list, in their order.
func (p *patterns) find(list []phrase.Match, text *phrase.Text) []phrase.Match {
	start := len(list)
	list = renumber(p.english.Find(list, text), start, p.numbers[0])
	if hasHangul(text.String()) {
		english := len(list)
		list = renumber(p.korean.Find(list, text), english, p.numbers[1])
	}
	slices.SortFunc(list[start:], func(a, b phrase.Match) int { return cmp.Compare(a.Expr, b.Expr) })
	return list
}

// renumber turns the indices of expressions into those of patterns, from list[start] on.
func renumber(list []phrase.Match, start int, numbers []int) []phrase.Match {
	for i := start; i < len(list); i++ {
		list[i].Expr = numbers[list[i].Expr]
	}
	return list
}

// spanOf returns where a pattern matches the text.
func (p *patterns) spanOf(text *phrase.Text, m phrase.Match) (start, end int) {
	one := &p.list[m.Expr]
	m.Expr = one.number
	if one.korean {
		return p.korean.Span(text, m)
	}
	return p.english.Span(text, m)
}

// appendHit adds the match of a pattern, with a guard the first one for which it holds.
func (p *patterns) appendHit(hits []patternHit, text *phrase.Text, m phrase.Match) []patternHit {
	one := &p.list[m.Expr]
	if one.guard == guardNone {
		start, end := p.spanOf(text, m)
		return append(hits, patternHit{one.facet, one.term, start, end})
	}
	for _, at := range one.re.FindAllStringIndex(text.String(), -1) {
		if one.holds(text.String(), at[1]) {
			return append(hits, patternHit{one.facet, one.term, at[0], at[1]})
		}
	}
	return hits
}

func (p *pattern) holds(text string, end int) bool {
	switch p.guard {
	case guardIf:
		return p.after.MatchString(text[end:])
	case guardUnlessEnd:
		return !p.after.MatchString(text[:end])
	default:
		return !p.after.MatchString(text[end:])
	}
}
