package eval

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"inquest/extractor"
)

// label is what the gold of this project holds of a report's own words.
type label struct {
	ID          string              `json:"id"`
	File        string              `json:"file"` // relative to the labels' folder
	Trigger     []string            `json:"trigger"`
	Detection   []string            `json:"detection"`
	Remediation [][]string          `json:"remediation"`
	ActionItems [][]string          `json:"action_items"`
	Evidence    map[string][]string `json:"evidence"`
}

// words are all evidence words of a label, each once, in lower case.
func (l label) words() []string {
	all := append(slices.Clone(l.Trigger), l.Detection...)
	for _, w := range append(slices.Clone(l.Remediation), l.ActionItems...) {
		all = append(all, w...)
	}
	for _, w := range l.Evidence {
		all = append(all, w...)
	}
	for i, w := range all {
		all[i] = strings.ToLower(w)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// measureEvidence counts the evidence words that stand in the document.
func measureEvidence(s *session) ([]Figure, error) {
	labels, err := readLines[label](filepath.Join(s.dir, "labels.jsonl"))
	if err != nil {
		return nil, err
	}
	var found share
	for _, l := range labels {
		d, err := s.extractGold(l.File)
		if err != nil {
			return nil, err
		}
		missing := missingWords(l.words(), d)
		found.of += len(l.words())
		found.right += len(l.words()) - len(missing)
		if len(missing) > 0 {
			s.lost(l.ID, "words (recipe %s): %s", recipeOf(d), strings.Join(missing, " "))
		}
	}
	return []Figure{s.figure("evidence words in blocks", found.value(), .98, .995, found.of)}, nil
}

// extractGold reads a report below the session's folder; meta.json beside it is what a server would
// have said of it.
func (s *session) extractGold(file string) (*extractor.Document, error) {
	path := filepath.Join(s.dir, filepath.FromSlash(file))
	body, err := readFile(path)
	if err != nil {
		return nil, err
	}
	var meta struct {
		URL string `json:"url"`
	}
	if err := readJSON(filepath.Join(filepath.Dir(path), "meta.json"), &meta); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return s.extract(page{name: filepath.Base(path), url: meta.URL, body: body})
}

// missingWords returns the words that no block outside of the page's frame holds, with its label
// and facts. A word with marks in it, "impact-major", is there when its parts are.
func missingWords(words []string, d *extractor.Document) []string {
	have := map[string]bool{}
	for _, b := range blocksOf(d) {
		if b.Section == extractor.SectionBoilerplate {
			continue
		}
		for _, w := range strings.Fields(wordsOf(fmt.Sprint(b.Text, " ", b.Label, " ", b.RawTime))) {
			have[w] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return !slices.ContainsFunc(strings.Fields(wordsOf(w)), func(part string) bool { return !have[part] })
	})
}

// cloudLabel is what the public set of cloud incidents marks in a report.
type cloudLabel struct {
	ID        string `json:"id"`
	File      string `json:"file"`
	Symptom   string `json:"symptom_sentence"`    // "" for none
	RootCause string `json:"root_cause_sentence"` // "" for none
}

// measureSentences counts the labelled sentences that stand whole in one block.
func measureSentences(s *session) ([]Figure, error) {
	labels, err := readLines[cloudLabel](filepath.Join(s.dir, "labels.jsonl"))
	if err != nil {
		return nil, err
	}
	var found share
	for _, l := range labels {
		d, err := s.extractGold(l.File)
		if err != nil {
			return nil, err
		}
		for _, text := range []string{l.Symptom, l.RootCause} {
			if text == "" {
				continue
			}
			broken := brokenSentences(text, d)
			found.add(len(broken) == 0)
			for _, b := range broken {
				s.lost(l.ID, "sentence (recipe %s): %s", recipeOf(d), b)
			}
		}
	}
	return []Figure{s.figure("labelled sentences whole in one block", found.value(), .97, .995, found.of)}, nil
}

// brokenSentences returns those of a label's sentences that do not stand whole in one block.
func brokenSentences(text string, d *extractor.Document) []string {
	return slices.DeleteFunc(sentences(text), func(s string) bool { return inOneBlock(s, d) })
}

// breaks stand between the sentences that one label joins, which need not be side by side; the set
// writes some line ends as backslashes and letters.
var breaks = strings.NewReplacer(". ", "\n", "; ", "\n", `\r`, "", `\n`, "\n")

// marker is what begins an item of a list; the document keeps it as the block's kind.
var marker = regexp.MustCompile(`^(\d+[.)]|[-*#•]+)\s`)

// sentences cuts a label into its sentences.
func sentences(s string) []string {
	var all []string
	for line := range strings.Lines(breaks.Replace(s)) {
		line = strings.TrimSpace(marker.ReplaceAllString(strings.TrimSpace(line), ""))
		if len(tokens(line)) > 0 {
			all = append(all, line)
		}
	}
	return all
}

func inOneBlock(sentence string, d *extractor.Document) bool {
	want := wordsOf(sentence)
	return slices.ContainsFunc(blocksOf(d), func(b extractor.Block) bool {
		return b.Section != extractor.SectionBoilerplate && strings.Contains(wordsOf(b.Text), want)
	})
}
