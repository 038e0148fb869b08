// Package eval turns pages with a gold text and what the extractor makes of the same pages into
// figures: how much of the text, the structure and the instants is right, and what it costs.
package eval

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Figure is one measured quantity. Must and Aim are zero for what is only shown.
type Figure struct {
	Set     string  `json:"set"` // folder below the root
	Name    string  `json:"name"`
	Value   float64 `json:"value"` // 0 to 1, or what Name says: a count, seconds, times
	Must    float64 `json:"must"`
	Aim     float64 `json:"aim"`
	Count   int     `json:"count"`   // pages, updates, words or sentences measured
	AtMost  bool    `json:"at_most"` // Must and Aim are ceilings
	Percent bool    `json:"percent"` // Value is a share
}

// Meets reports whether the value reaches a mark: Must or Aim.
func (f Figure) Meets(mark float64) bool {
	if f.AtMost {
		return f.Value <= mark
	}
	return f.Value >= mark
}

// Options say what is measured.
type Options struct {
	Root    string // folder with extraction/ and gold/
	Engine  string // a second article engine beside the extractor's: "readeck", or "" for none
	Verbose bool   // name every page, update, node and sentence that is lost
}

// measurement reads one folder below the root.
type measurement struct {
	folder string
	run    func(*session) ([]Figure, error)
}

var measurements = []measurement{
	{"extraction/statuspage", measureStatuspage},
	{"extraction/aeb", measureAEB},
	{"extraction/readability-test-pages", measureReadability},
	{"extraction/status-html", measureCoverage},
	{"gold/dev/pages", measureEvidence},
	{"gold/cloud", measureSentences},
}

// session is what the measurements of one run share.
type session struct {
	ctx     context.Context
	dir     string // folder of the measurement
	folder  string // the same, as named below the root
	engines []engine
	verbose bool
	out     io.Writer
}

// Run measures what stands below the root, writes a table to out and returns the figures in its
// order. A folder that is not there is named in the output and has no figures; one that cannot be
// read is an error.
func Run(ctx context.Context, o Options, out io.Writer) ([]Figure, error) {
	s := &session{ctx: ctx, verbose: o.Verbose, out: out}
	var err error
	if s.engines, err = enginesFor(o.Engine); err != nil {
		return nil, err
	}
	var all []Figure
	for _, m := range measurements {
		s.folder, s.dir = m.folder, filepath.Join(o.Root, filepath.FromSlash(m.folder))
		if _, err := os.Stat(s.dir); errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(out, "not measured: there is no folder %s\n", s.dir)
			continue
		}
		figures, err := m.run(s)
		if err != nil {
			return nil, fmt.Errorf("measure %s: %w", m.folder, err)
		}
		all = append(all, figures...)
	}
	long, err := measureLongPage(ctx)
	if err != nil {
		return nil, fmt.Errorf("measure a long page: %w", err)
	}
	all = append(all, long)
	return all, Write(out, all)
}

// lost says on a line what is missing from a page, when every loss is to be named.
func (s *session) lost(page, format string, args ...any) {
	if s.verbose {
		fmt.Fprintf(s.out, "%s %s: %s\n", s.folder, page, fmt.Sprintf(format, args...))
	}
}

// figure makes a figure of the session's folder that is a share.
func (s *session) figure(name string, value, must, aim float64, count int) Figure {
	return Figure{Set: s.folder, Name: name, Value: value, Must: must, Aim: aim, Count: count, Percent: true}
}
