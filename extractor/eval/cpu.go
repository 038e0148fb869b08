package eval

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/net/html"

	"inquest/extractor"
)

// costs measures the extractor and each engine against the parse of the same bytes: median of
// several runs of the quotient of processor times.
func (s *session) costs(pages []page, runs int, must, aim float64) ([]Figure, error) {
	ours := func(p page) error {
		_, err := extractor.Extract(s.ctx, p.capture())
		return onlyContext(s.ctx, err)
	}
	v, err := timesParse(pages, runs, ours)
	if err != nil {
		return nil, err
	}
	figures := []Figure{{Set: s.folder, Name: "processor time, times html.Parse", Value: v, Must: must, Aim: aim, Count: len(pages), AtMost: true}}
	for _, e := range s.engines {
		v, err := timesParse(pages, runs, func(p page) error { _, err := e.node(p); return err })
		if err != nil {
			return nil, err
		}
		figures = append(figures, Figure{Set: s.folder, Name: e.name + " alone: times html.Parse", Value: v, Count: len(pages), AtMost: true})
	}
	return figures, nil
}

// onlyContext drops the errors of single pages, which are reported where the pages are scored.
func onlyContext(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return nil
}

// timesParse returns the median of the runs' quotients.
func timesParse(pages []page, runs int, read func(page) error) (float64, error) {
	parse := func(p page) error {
		_, err := html.Parse(bytes.NewReader(p.body))
		return err
	}
	var quotients []float64
	for range runs {
		floor, err := processorTime(pages, parse)
		if err != nil {
			return 0, err
		}
		cost, err := processorTime(pages, read)
		if err != nil {
			return 0, err
		}
		quotients = append(quotients, float64(cost)/float64(max(1, floor)))
	}
	slices.Sort(quotients)
	return quotients[len(quotients)/2], nil
}

// processorTime is what reading the pages costs this process, garbage collection included, so that
// other programs on the machine do not count.
func processorTime(pages []page, read func(page) error) (time.Duration, error) {
	runtime.GC()
	before, err := used()
	if err != nil {
		return 0, err
	}
	for _, p := range pages {
		if err := read(p); err != nil {
			return 0, err
		}
	}
	after, err := used()
	return after - before, err
}

func used() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, fmt.Errorf("read the processor time of this process: %w", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}

// measureLongPage reads a page of 20,000 paragraphs, 2.6 MB.
func measureLongPage(ctx context.Context) (Figure, error) {
	p := page{name: "long.html", body: longPage(20_000)}
	took, err := processorTime([]page{p}, func(p page) error {
		_, err := extractor.Extract(ctx, p.capture())
		return err
	})
	return Figure{Set: "generated", Name: "page of 2.6 MB and 20,000 paragraphs: seconds", Value: took.Seconds(), Must: 2, Aim: .3, Count: 1, AtMost: true}, err
}

// longPage writes an article of n paragraphs of some 130 bytes that all differ.
func longPage(n int) []byte {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><html><head><title>A long report</title></head><body><article><h1>A long report</h1>\n")
	for i := range n {
		fmt.Fprintf(&b, "<p>In step %d of the recovery, we moved shard %d to another host, and requests to it failed for %d seconds, then passed.</p>\n", i, i*7919%n, i%97)
	}
	b.WriteString("</article></body></html>\n")
	return []byte(b.String())
}
