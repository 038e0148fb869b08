package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"inquest/extractor"
	"inquest/fetcher"
	"inquest/normalizer"
	"inquest/testdata"
)

var update = flag.Bool("update", false, "rewrite document.json and draft.json of testdata/pages; then read the diff")

// TestEveryReportGivesItsDocumentAndDraft runs each folder of testdata/pages through the extractor and
// the normalizer and compares with the files beside the page.
func TestEveryReportGivesItsDocumentAndDraft(t *testing.T) {
	pages, err := testdata.Pages()
	if err != nil {
		t.Fatal(err)
	}
	p := testPipeline(t)
	for _, page := range pages {
		t.Run(page.Name, func(t *testing.T) {
			t.Parallel()
			capture := fetcher.FromFile(page.File, page.URL, page.ContentType, page.Body, page.FetchedAt)
			doc, err := extractor.Extract(t.Context(), capture)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, page.Name, "document.json", doc)
			draft := p.normalizer.Normalize([]normalizer.Source{{
				Capture: capture.SHA256, URL: page.URL, At: page.FetchedAt, Part: 1, Document: doc,
			}})
			golden(t, page.Name, "draft.json", draft)
		})
	}
}

func testPipeline(t *testing.T) *pipeline {
	t.Helper()
	s := &session{
		ctx:    t.Context(),
		lg:     slog.New(slog.DiscardHandler),
		now:    func() time.Time { return time.Date(2031, 7, 1, 0, 0, 0, 0, time.UTC) },
		stdout: &bytes.Buffer{},
		stderr: &bytes.Buffer{},
	}
	p, err := s.newPipeline(nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// golden compares v with the file, as indented JSON.
func golden(t *testing.T, page, file string, v any) {
	t.Helper()
	line, err := normalizer.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := json.Indent(&got, line, "", "  "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	name := filepath.Join("..", "..", "testdata", "pages", page, file)
	if *update {
		if err := os.WriteFile(name, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v; make it with: go test ./cmd/inquest -run %s -update", err, t.Name())
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("%s differs (-want +got); if it is better now, run with -update and read the diff:\n%s", file, diff)
	}
}
