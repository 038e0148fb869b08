package normalizer

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/testdata"
	"inquest/vocab"
)

// BenchmarkMapping measures the stages of mapping in units of html.Parse of the pages from which the
// documents came, on the same pages in the same rounds, the least of each: "make bench" runs it. The
// folder that the environment variable EVAL names holds further pages.
func BenchmarkMapping(b *testing.B) {
	for _, set := range benchSets(b) {
		for _, stage := range benchStages {
			b.Run(set.name+"/"+stage.name, func(b *testing.B) { set.measure(b, stage) })
		}
	}
}

// benchSet is a collection of pages with what the stages before made of them.
type benchSet struct {
	name    string
	pages   [][]byte
	reports []*report // as read by the normalizer
	bytes   int       // of the sentences
	n       *Normalizer
}

// benchStage is a part of mapping. It begins with what the stages before made of a page.
type benchStage struct {
	name string
	run  func(*Normalizer, *report)
}

var benchStages = []benchStage{
	{"sentences", func(_ *Normalizer, r *report) { sentencesOf(r.doc) }},
	{"fold", func(_ *Normalizer, r *report) {
		for i := range r.sents {
			fold(r.sents[i].text)
		}
	}},
	{"words", func(n *Normalizer, r *report) {
		for i := range r.sents {
			n.cut(r.sents[i].folded.text)
		}
	}},
	{"patterns", func(n *Normalizer, r *report) {
		for i := range r.sents {
			n.patterns.find(nil, r.sents[i].cut)
		}
	}},
	{"cues", func(n *Normalizer, r *report) {
		for i := range r.sents {
			n.cuesOf(r.sents[i].cut, r.sents[i].wordings)
		}
	}},
	{"vocabulary", func(n *Normalizer, r *report) {
		for i := range r.sents {
			n.vocab.Match(r.sents[i].text, r.lang)
		}
	}},
	{"shapes", func(n *Normalizer, r *report) {
		for i := range r.sents {
			n.appendShapes(nil, &r.sents[i], i)
		}
	}},
	{"hits", func(n *Normalizer, r *report) { n.hitsIn(r) }},
	{"reader", func(n *Normalizer, r *report) { n.hear(r) }},
	{"reading", func(n *Normalizer, r *report) { n.read(r.source) }},
	{"incident", func(n *Normalizer, r *report) { newJudging(n, r).tellsOfIncident() }},
	{"judging", func(n *Normalizer, r *report) { newJudging(n, r).fillTerms() }},
	{"total", func(n *Normalizer, r *report) {
		d := newDrafting(n, r.source)
		if d.tellsOfIncident() && d.languageMapped() {
			d.fillTerms()
		}
	}},
	{"with-times-and-prose", func(n *Normalizer, r *report) { n.Normalize([]Source{r.source}) }},
}

func newJudging(n *Normalizer, r *report) *drafting {
	return &drafting{n: n, r: r, Draft: &Draft{}}
}

// measure prints how long a stage takes, in units of html.Parse, and what it allocates. Of each page the
// least of all rounds counts: a machine on which other programs run seldom leaves it alone for a whole set.
func (s *benchSet) measure(b *testing.B, stage benchStage) {
	parse, took := make([]time.Duration, len(s.pages)), make([]time.Duration, len(s.pages))
	allocs := uint64(0)
	for b.Loop() {
		for i, page := range s.pages {
			keepLeast(&parse[i], func() {
				if _, err := html.Parse(bytes.NewReader(page)); err != nil {
					b.Fatal(err)
				}
			})
		}
		before := allocated()
		for i, r := range s.reports {
			keepLeast(&took[i], func() { stage.run(s.n, r) })
		}
		allocs = allocated() - before
	}
	sentences := 0
	for _, r := range s.reports {
		sentences += len(r.sents)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(sum(took))/float64(sum(parse)), "x-html.Parse")
	b.ReportMetric(float64(sum(took))/float64(s.bytes), "ns/byte")
	b.ReportMetric(float64(allocs)/float64(inARow*sentences), "allocs/sentence")
}

// inARow is how often a call is measured in a row: what it finds in the caches of the processor the
// first time is what other calls have left there.
const inARow = 3

// keepLeast notes how long a call takes when it takes less than before, zero for never.
func keepLeast(least *time.Duration, call func()) {
	for range inARow {
		start := time.Now()
		call()
		if took := time.Since(start); *least == 0 || took < *least {
			*least = took
		}
	}
}

func sum(list []time.Duration) time.Duration {
	total := time.Duration(0)
	for _, d := range list {
		total += d
	}
	return total
}

// allocated is how many pieces of memory were allocated so far.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

// benchFolders are where pages lie below the folder that EVAL names.
var benchFolders = []struct{ name, pattern string }{
	{"gold-dev", "gold/dev/pages/*/page.html"},
	{"status-html", "extraction/status-html/*.html"},
	{"statuspage", "extraction/statuspage/*.html.gz"},
	{"articles", "extraction/aeb/html/*.html.gz"},
}

// benchSets reads the pages of testdata and those below EVAL.
func benchSets(b testing.TB) []*benchSet {
	v, err := vocab.Load()
	if err != nil {
		b.Fatal(err)
	}
	n := New(v)
	own := &benchSet{name: "testdata", n: n}
	pages, err := testdata.Pages()
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range pages {
		if p.File == "page.html" {
			own.add(b, fetcher.FromFile(p.File, p.URL, p.ContentType, p.Body, p.FetchedAt))
		}
	}
	sets := []*benchSet{own}
	for _, f := range benchFolders {
		set := &benchSet{name: f.name, n: n}
		paths, _ := filepath.Glob(filepath.Join(os.Getenv("EVAL"), f.pattern))
		for _, path := range paths {
			set.add(b, fetcher.FromFile(filepath.Base(path), "", "", unpacked(b, path), time.Time{}))
		}
		if len(set.pages) > 0 {
			sets = append(sets, set)
		}
	}
	return sets
}

// add reads a page; one without text is left out.
func (s *benchSet) add(b testing.TB, c *fetcher.Capture) {
	doc, err := extractor.Extract(b.Context(), c)
	if err != nil {
		return
	}
	source := Source{Capture: c.SHA256, URL: c.URL, Part: 1, Document: doc}
	r := s.n.read(source)
	s.pages, s.reports = append(s.pages, c.Body), append(s.reports, r)
	for _, rd := range r.sents {
		s.bytes += len(rd.text)
	}
}

func unpacked(b testing.TB, path string) []byte {
	body, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	if !strings.HasSuffix(path, ".gz") {
		return body
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		b.Fatal(fmt.Errorf("unpack %s: %w", path, err))
	}
	if body, err = io.ReadAll(z); err != nil {
		b.Fatal(fmt.Errorf("unpack %s: %w", path, err))
	}
	return body
}
