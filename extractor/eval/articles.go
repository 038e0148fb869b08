package eval

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"golang.org/x/net/html"

	"inquest/extractor"
)

// measureAEB compares text with that of article-extraction-benchmark.
func measureAEB(s *session) ([]Figure, error) {
	var gold map[string]struct {
		ArticleBody string `json:"articleBody"`
		URL         string `json:"url"`
	}
	if err := readJSON(filepath.Join(s.dir, "ground-truth.json"), &gold); err != nil {
		return nil, err
	}
	pages, err := readPages(filepath.Join(s.dir, "html", "*.html.gz"))
	if err != nil {
		return nil, err
	}
	var ours, titled agreement
	alone := make([]agreement, len(s.engines))
	for i := range pages {
		g := gold[strings.TrimSuffix(pages[i].name, ".html")]
		pages[i].url = g.URL
		d, err := s.extract(pages[i])
		if err != nil {
			return nil, err
		}
		body := textOf(withoutTitle(d))
		if f := ours.add(g.ArticleBody, body); f < .9 {
			s.lost(pages[i].name, "F1 %.3f (%s)", f, sizes(g.ArticleBody, body))
		}
		titled.add(g.ArticleBody, textOf(d))
		if err := s.addAlone(alone, pages[i], g.ArticleBody); err != nil {
			return nil, err
		}
	}
	return s.aebFigures(pages, ours, titled, alone)
}

func (s *session) addAlone(alone []agreement, p page, gold string) error {
	for i, e := range s.engines {
		n, err := e.node(p)
		if err != nil {
			return err
		}
		alone[i].add(gold, nodeText(n))
	}
	return nil
}

func (s *session) aebFigures(pages []page, ours, titled agreement, alone []agreement) ([]Figure, error) {
	n := float64(ours.documents)
	figures := []Figure{
		s.figure("F1", ours.f1(), .935, .965, len(pages)),
		s.figure("precision", ours.precision/n, 0, 0, len(pages)),
		s.figure("recall", ours.recall/n, 0, 0, len(pages)),
		s.figure("F1 with the title's block", titled.f1(), 0, 0, len(pages)),
	}
	for i, e := range s.engines {
		figures = append(figures, s.figure(e.name+" alone: F1", alone[i].f1(), 0, 0, len(pages)))
	}
	costs, err := s.costs(pages, 3, 4, 2.5)
	return append(figures, costs...), err
}

// withoutTitle returns the document without its block 0. The gold is the article's body, which begins
// after the headline: what an engine makes of a page has no title in it either, while our document
// states the title in a block of its own, so that nothing is guessed by leaving it out.
func withoutTitle(d *extractor.Document) *extractor.Document {
	if d == nil || len(d.Blocks) == 0 || d.Blocks[0].Section != extractor.SectionTitle {
		return d
	}
	cut := *d
	cut.Blocks = d.Blocks[1:]
	return &cut
}

// sizes says in one line how two texts differ in their shingles.
func sizes(gold, got string) string {
	tp, fp, fn := overlap(shingles(gold), shingles(got))
	total := max(1, tp+fp+fn)
	switch {
	case fn > 2*fp:
		return "text is lost: " + percent(fn/total)
	case fp > 2*fn:
		return "frame is kept: " + percent(fp/total)
	}
	return "lost " + percent(fn/total) + ", frame kept " + percent(fp/total)
}

// measureReadability compares with the expected pages of Mozilla's own tests: the engine's text
// must be the same, our document must hold the words.
func measureReadability(s *session) ([]Figure, error) {
	sources, err := filepath.Glob(filepath.Join(s.dir, "*", "source.html.gz"))
	if err != nil {
		return nil, err
	}
	equal := make([]int, len(s.engines))
	recall := 0.0
	for _, path := range sources {
		p, expected, err := readabilityPage(path)
		if err != nil {
			return nil, err
		}
		d, err := s.extract(p)
		if err != nil {
			return nil, err
		}
		r := wordRecall(expected, textOf(d))
		if recall += r; r < .97 {
			s.lost(p.name, "recall of expected words %.3f", r)
		}
		if err := s.addEqual(equal, p, expected); err != nil {
			return nil, err
		}
	}
	var figures []Figure
	for i, e := range s.engines {
		f := Figure{Set: s.folder, Name: e.name + " alone: pages with the expected text", Value: float64(equal[i]), Count: len(sources)}
		if i == 0 {
			f.Must, f.Aim = 109, 109
		}
		figures = append(figures, f)
	}
	mean := recall / float64(max(1, len(sources)))
	return append(figures, s.figure("mean recall of the expected words", mean, .97, .99, len(sources))), nil
}

func (s *session) addEqual(equal []int, p page, expected string) error {
	for i, e := range s.engines {
		n, err := e.node(p)
		if err != nil {
			return err
		}
		if squeezed(nodeText(n)) == squeezed(expected) {
			equal[i]++
		}
	}
	return nil
}

// readabilityPage reads a test page and the text that is expected of it.
func readabilityPage(source string) (page, string, error) {
	dir := filepath.Dir(source)
	body, err := readFile(source)
	if err != nil {
		return page{}, "", err
	}
	b, err := readFile(filepath.Join(dir, "expected.html.gz"))
	if err != nil {
		return page{}, "", err
	}
	expected, err := html.Parse(bytes.NewReader(b))
	if err != nil {
		return page{}, "", err
	}
	// The address of the original tests; relative links are made absolute with it.
	return page{name: filepath.Base(dir), url: "http://fakehost/test/page.html", body: body}, nodeText(expected), nil
}

// wordRecall is the share of the words of a text, each as often as it stands there, that another
// text holds. A text without words is held by any.
func wordRecall(want, got string) float64 {
	words := tokens(want)
	if len(words) == 0 {
		return 1
	}
	have := map[string]int{}
	for _, w := range tokens(got) {
		have[w]++
	}
	found := 0
	for _, w := range words {
		if have[w] > 0 {
			have[w]--
			found++
		}
	}
	return float64(found) / float64(len(words))
}

func percent(v float64) string {
	return fmt.Sprintf("%.0f %%", 100*v)
}
