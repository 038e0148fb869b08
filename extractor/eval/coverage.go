package eval

import (
	"bytes"
	_ "embed"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"inquest/extractor"
)

// droppedList says what recipes leave out on purpose; people read it.
//
//go:embed dropped.txt
var droppedList string

// drop is a line of the list: what a selector matches on the pages of a file pattern is left out.
type drop struct {
	files    string // pattern of file names
	selector cascadia.Matcher
}

// measureCoverage counts the pages on which every text that tells something stands in a block.
func measureCoverage(s *session) ([]Figure, error) {
	drops, err := parseDrops(droppedList)
	if err != nil {
		return nil, err
	}
	pages, err := readPages(filepath.Join(s.dir, "*.html*"))
	if err != nil {
		return nil, err
	}
	whole := 0
	var nodes share
	for _, p := range pages {
		root, err := html.Parse(bytes.NewReader(withoutFrontMatter(p.body)))
		if err != nil {
			return nil, fmt.Errorf("parse %s: %w", p.name, err)
		}
		d, err := s.extract(p)
		if err != nil {
			return nil, err
		}
		telling := tellingNodes(root, dropsFor(drops, p.name, root))
		missing := lostNodes(telling, d)
		nodes.of += len(telling)
		nodes.right += len(telling) - len(missing)
		if len(missing) == 0 {
			whole++
		}
		for _, text := range missing {
			s.lost(p.name, "lost (recipe %s): %.160s", recipeOf(d), text)
		}
	}
	return []Figure{
		{Set: s.folder, Name: "pages with every telling text node in a block", Value: float64(whole), Must: 36, Aim: 40, Count: len(pages)},
		s.figure("telling text nodes in a block", nodes.value(), 0, 0, nodes.of),
	}, nil
}

func recipeOf(d *extractor.Document) string {
	if d == nil {
		return "none"
	}
	return d.Recipe
}

// parseDrops reads the list: pattern of files, selector and reason, separated by " | ". Lines that
// begin with # speak to people only. An error names the line.
func parseDrops(list string) ([]drop, error) {
	var drops []drop
	n := 0
	for line := range strings.Lines(list) {
		n++
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 3 {
			return nil, fmt.Errorf("dropped.txt:%d: want files | selector | reason", n)
		}
		if _, err := filepath.Match(parts[0], ""); err != nil {
			return nil, fmt.Errorf("dropped.txt:%d: %w", n, err)
		}
		selector, err := cascadia.ParseGroup(parts[1])
		if err != nil {
			return nil, fmt.Errorf("dropped.txt:%d: %w", n, err)
		}
		drops = append(drops, drop{files: parts[0], selector: selector})
	}
	return drops, nil
}

// withoutFrontMatter cuts the values between two lines of dashes that begin a page's source.
func withoutFrontMatter(body []byte) []byte {
	rest, ok := bytes.CutPrefix(body, []byte("---\n"))
	if !ok {
		return body
	}
	if _, after, ok := bytes.Cut(rest, []byte("\n---\n")); ok {
		return after
	}
	return body
}

// dropsFor returns the elements of a page that the list names.
func dropsFor(drops []drop, name string, root *html.Node) map[*html.Node]bool {
	out := map[*html.Node]bool{}
	for _, d := range drops {
		if ok, err := filepath.Match(d.files, name); err != nil || !ok { // patterns were checked when the list was read
			continue
		}
		for _, n := range cascadia.QueryAll(root, d.selector) {
			out[n] = true
		}
	}
	return out
}

// hasClock finds a time of day: 9:05, 21:40:10, 4 pm.
var hasClock = regexp.MustCompile(`(?i)\b\d{1,2}(:\d\d|\s?[ap]\.?m\b)`)

// tellingNodes returns the texts of five words or more, or with a clock time, that stand outside of
// the page's head and frame.
func tellingNodes(n *html.Node, dropped map[*html.Node]bool) []string {
	if dropped[n] {
		return nil
	}
	switch n.DataAtom {
	case atom.Head, atom.Script, atom.Style, atom.Nav, atom.Header, atom.Footer, atom.Form:
		return nil
	}
	if n.Type == html.TextNode && (len(tokens(n.Data)) >= 5 || hasClock.MatchString(n.Data)) {
		return []string{strings.Join(strings.Fields(n.Data), " ")}
	}
	var all []string
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		all = append(all, tellingNodes(c, dropped)...)
	}
	return all
}

// lostNodes returns the texts that neither a block nor blocks in a row hold. Words are compared, so
// that what stands between them may differ; the time of an update stands beside its blocks.
func lostNodes(texts []string, d *extractor.Document) []string {
	held := heldWords(d)
	var lost []string
	for _, text := range texts {
		if !strings.Contains(held, wordsOf(text)) {
			lost = append(lost, text)
		}
	}
	return lost
}

// heldWords joins the words of all blocks, whatever their section; the times of updates come after.
func heldWords(d *extractor.Document) string {
	var texts, times []string
	for _, b := range blocksOf(d) {
		texts = append(texts, wordsOf(b.Text))
		times = append(times, wordsOf(string(b.RawTime)))
	}
	return strings.Join(texts, " ") + "\n" + strings.Join(times, "\n")
}
