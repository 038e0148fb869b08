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
	"syscall"
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
			n.shapesIn(&r.sents[i])
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

// measure prints how long a stage takes, in units of html.Parse, and what it allocates.
func (s *benchSet) measure(b *testing.B, stage benchStage) {
	parse, took := time.Hour, time.Hour
	var before, after runtime.MemStats
	for b.Loop() {
		parse = min(parse, processorTime(b, func() {
			for _, page := range s.pages {
				if _, err := html.Parse(bytes.NewReader(page)); err != nil {
					b.Fatal(err)
				}
			}
		}))
		runtime.ReadMemStats(&before)
		took = min(took, processorTime(b, func() {
			for _, r := range s.reports {
				stage.run(s.n, r)
			}
		}))
		runtime.ReadMemStats(&after)
	}
	sentences := 0
	for _, r := range s.reports {
		sentences += len(r.sents)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(took)/float64(parse), "x-html.Parse")
	b.ReportMetric(float64(took)/float64(s.bytes), "ns/byte")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(inARow*sentences), "allocs/sentence")
}

// inARow is how often a call is measured in a row: what it finds in the caches of the processor the
// first time is what other calls have left there.
const inARow = 4

// processorTime is what a call costs this process at least, its garbage included, so that other programs
// on the machine do not count.
func processorTime(b *testing.B, call func()) time.Duration {
	least := time.Hour
	runtime.GC()
	for range inARow {
		before := processorUsed(b)
		call()
		least = min(least, processorUsed(b)-before)
	}
	return least
}

func processorUsed(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
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
