package eval

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"inquest/extractor"
	"inquest/fetcher"
)

// page is one page of a corpus, bytes as served.
type page struct {
	name string // file name without .gz
	url  string // where the page was, when the corpus knows it
	body []byte
}

// capture is the page as the extractor is given it.
func (p page) capture() *fetcher.Capture {
	return fetcher.FromFile(p.name, p.url, "", p.body, time.Time{})
}

// extract returns the document of a page, or nil after saying why there is none: a page that is
// not read counts as one without text.
func (s *session) extract(p page) (*extractor.Document, error) {
	d, err := extractor.Extract(s.ctx, p.capture())
	if s.ctx.Err() != nil {
		return nil, s.ctx.Err()
	}
	if err != nil {
		fmt.Fprintf(s.out, "%s %s: not read: %v\n", s.folder, p.name, err)
		return nil, nil
	}
	return d, nil
}

// readFile reads a file that may be compressed: the corpora hold their pages as .gz.
func readFile(path string) ([]byte, error) {
	b, err := os.ReadFile(path)
	if err != nil || !strings.HasSuffix(path, ".gz") {
		return b, err
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", path, err)
	}
	if b, err = io.ReadAll(z); err != nil {
		return nil, fmt.Errorf("unpack %s: %w", path, err)
	}
	return b, nil
}

// readPages reads the pages that match a pattern, in the order of their names.
func readPages(pattern string) ([]page, error) {
	paths, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no file matches %s", pattern)
	}
	var pages []page
	for _, path := range paths {
		body, err := readFile(path)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page{name: strings.TrimSuffix(filepath.Base(path), ".gz"), body: body})
	}
	return pages, nil
}

func readJSON(path string, v any) error {
	b, err := readFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	return nil
}

// readLines decodes a file of JSON Lines. An error names the line.
func readLines[T any](path string) ([]T, error) {
	b, err := readFile(path)
	if err != nil {
		return nil, err
	}
	var all []T
	n := 0
	for line := range bytes.Lines(b) {
		n++
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		all = append(all, v)
	}
	return all, nil
}
