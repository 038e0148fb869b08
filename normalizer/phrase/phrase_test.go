package phrase

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// bounded begin where a word begins or ends, so they run word by word.
var bounded = []string{
	`\b(?:requests?|calls?)(?:\W+[\w'.%]+){0,4}\W+(?:fail(?:s|ed)?|errors?)`,
	`\b(?:was|were)`,
	`\b(?:down|out)\b`,
	`\b(?:the |a )?disk(?: was)? full$`,
	`\b(?:a|ab|abc)`,
	`\b(?:abc|ab|a)`,
	`\b(?:a+?b*)`,
	`\b(?:,? and)`,
	`\b(?:\d+ ?%|5\d\d)\B`,
	`\b(?:it is[^.]{0,12}down)`,
	`\b(?:(?i:Über|naïve))`,
	`\b(?:x*)`,
}

// free begin anywhere.
var free = []string{`장애`, `(?:오류|에러)[^.]{0,6}증가`, `timeout`, `(?i)^in \w+`, `\?\W*$`, `(?m)^- `, `a.c`, `[^\x00-\x7f]+$`}

func TestMatchesAreThoseOfRegexp(t *testing.T) {
	for _, exprs := range [][]string{bounded, free} {
		s, l, plain := MustSet(exprs...), NewLexicon(), compiled(exprs)
		for _, text := range texts() {
			if diff := gocmp.Diff(oneByOne(plain, text), found(s, l.Cut(text))); diff != "" {
				t.Errorf("%q (-regexp +set):\n%s", text, diff)
			}
			if got, want := s.Any(text), len(oneByOne(plain, text)) > 0; got != want {
				t.Errorf("%q: any match %v, want %v", text, got, want)
			}
		}
	}
}

// texts are the same in every run.
func texts() []string {
	list := []string{
		"", " ", "a", "requests", "requests to the api failed", "the calls, all of them in one zone, failed", "the disk was full",
		"disk full ", "it is, as far as we know, down", "down, and out", "503 404x 12 % 7%", "NAÏVE über", "x\ny", "- a\n- b\nabc",
		"장애로 오류율이 증가", "timeout이 났다", "in short: why?", "a\xffc", "aéc", strings.Repeat("w", 60) + " down", "ends with an ab",
	}
	words := []string{"requests", "call", "failed", "was", "down", "the", "disk", "full", "abc", "ab", ",", ".", "and", "5%", "503", "it", "is", "장애", "오류", "é", "'", "x", "-"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		var b strings.Builder
		for range random.IntN(14) {
			b.WriteString(words[random.IntN(len(words))])
			b.WriteString([]string{" ", " ", " ", "", "  "}[random.IntN(5)])
		}
		list = append(list, b.String())
	}
	return list
}

// found returns the matches of a set as "expression start end", sorted.
func found(s *Set, text *Text) []string {
	matches := s.Find(nil, text)
	slices.SortFunc(matches, func(a, b Match) int { return cmp.Compare(a.Expr, b.Expr) })
	var list []string
	for _, m := range matches {
		start, end := s.Span(text, m)
		list = append(list, fmt.Sprint(m.Expr, start, end))
	}
	return list
}

func compiled(exprs []string) []*regexp.Regexp {
	var list []*regexp.Regexp
	for _, expr := range exprs {
		list = append(list, regexp.MustCompile(expr))
	}
	return list
}

func oneByOne(plain []*regexp.Regexp, text string) []string {
	var list []string
	for i, re := range plain {
		if at := re.FindStringIndex(text); at != nil {
			list = append(list, fmt.Sprint(i, at[0], at[1]))
		}
	}
	return list
}

func TestGoroutinesShareASet(t *testing.T) {
	s, l := MustSet(bounded...), NewLexicon()
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for _, text := range texts() {
				found(s, l.Cut(text))
			}
		})
	}
	wait.Wait()
}

func TestWhatIsForgottenIsFoundAgain(t *testing.T) {
	s, l := MustSet(bounded...), NewLexicon()
	const text = "requests to the api failed while it was down"
	want := found(s, l.Cut(text))
	for _, m := range []*machine{s.starts, s.ends} {
		old := m.states.Load()
		empty := m.newStates(firstStates)
		empty.generation = old.generation + 1
		m.states.Store(empty)
	}
	old := l.Cut(text) // numbered by words that are thrown away now
	l.words.Store(newWords())
	for range 2 {
		if diff := gocmp.Diff(want, found(s, l.Cut(text))); diff != "" {
			t.Errorf("after the states and words were thrown away (-before +after):\n%s", diff)
		}
		if diff := gocmp.Diff(want, found(s, old)); diff != "" {
			t.Errorf("in a text that was cut before (-before +after):\n%s", diff)
		}
	}
}

func TestAnExpressionWithAnErrorIsNamed(t *testing.T) {
	if _, err := NewSet([]string{`a`, `(b`}); err == nil || !strings.Contains(err.Error(), "(b") {
		t.Errorf("error %v, want one that shows the expression", err)
	}
}
