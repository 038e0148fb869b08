package extractor

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLiteralsOfAPatternStandInWhateverItMatches(t *testing.T) {
	for _, c := range []struct {
		name, pattern string
		want          []string
	}{
		{"a word", `^rain$`, []string{"rain"}},
		{"alternatives", `^(?:.*[^a-z])?(?:rain|hail)s?$`, []string{"rain", "hail"}},
		{"the longer of two in a row", `to-?morrow`, []string{"morrow"}},
		{"an alternative that may be anything", `rain|.*`, nil},
		{"letters of either case", `(?i)rain`, nil},
		{"what may be missing", `(?:rain)?`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, literalsOf(c.pattern)); diff != "" {
				t.Errorf("literals of %s (-want +got):\n%s", c.pattern, diff)
			}
		})
	}
}

func TestEverySectionPatternNamesItsLiterals(t *testing.T) {
	for _, s := range sectionHeadings {
		if len(s.words.literals) == 0 || shortest(s.words.literals) < 2 {
			t.Errorf("%s: the pattern names %q, which spares no heading the search: %.60s", s.section, s.words.literals, s.words.pattern)
		}
	}
}

func TestAHeadingWithoutItsWordsIsNotSearched(t *testing.T) {
	never := wordPattern{pattern: regexp.MustCompile(`.*`), literals: []string{"harbour"}}
	if never.matches("the crane stood still") {
		t.Error("the pattern was asked although the heading has none of its words")
	}
	if !never.matches(strings.ToLower("The HARBOUR froze")) {
		t.Error("the pattern was not asked although the heading has its word")
	}
}
