// Package testdata embeds incident reports as folders: the page as served, what is known of it, and
// the document and draft that the pipeline makes of it.
//
// A folder pages/NAME holds page.EXT (the bytes as served), meta.json, document.json and draft.json.
// The pages were written for this project: their sentences are ours, their markup is that of the
// platforms.
package testdata

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"time"
)

//go:embed pages
var files embed.FS

// Page is one report of the collection.
type Page struct {
	Name        string    // of its folder
	File        string    // page.html, page.json, page.md, page.txt or page.pdf
	Body        []byte    // as served
	URL         string    // public address
	ContentType string    // as declared by the server
	FetchedAt   time.Time // UTC
	Sample      Sample    // how the sample site serves it
}

// Sample says how the sample site of "inquest up --samples" serves a page.
type Sample string

// The ways of serving a page; a page that is no sample has none.
const (
	SampleNone Sample = ""
	SampleLive Sample = "live" // served at its address
	SampleGone Sample = "gone" // its address answers 410, the sample archive has a copy
)

// Pages returns all reports, sorted by name. An error names the folder that is not as it should be.
func Pages() ([]Page, error) {
	dirs, err := fs.ReadDir(files, "pages")
	if err != nil {
		return nil, err
	}
	pages := make([]Page, 0, len(dirs))
	for _, d := range dirs {
		p, err := load(d.Name())
		if err != nil {
			return nil, fmt.Errorf("testdata/pages/%s: %w", d.Name(), err)
		}
		pages = append(pages, p)
	}
	return pages, nil
}

// Samples returns the pages that the sample site serves, sorted by name.
func Samples() ([]Page, error) {
	pages, err := Pages()
	if err != nil {
		return nil, err
	}
	var samples []Page
	for _, p := range pages {
		if p.Sample != SampleNone {
			samples = append(samples, p)
		}
	}
	return samples, nil
}

func load(name string) (Page, error) {
	p := Page{Name: name}
	if err := p.readMeta(); err != nil {
		return Page{}, err
	}
	found, err := fs.Glob(files, path.Join("pages", name, "page.*"))
	if err != nil {
		return Page{}, err
	}
	if len(found) != 1 {
		return Page{}, fmt.Errorf("%d files named page.*, want 1", len(found))
	}
	p.File = path.Base(found[0])
	p.Body, err = files.ReadFile(found[0])
	return p, err
}

func (p *Page) readMeta() error {
	b, err := files.ReadFile(path.Join("pages", p.Name, "meta.json"))
	if err != nil {
		return err
	}
	var meta struct {
		URL         string    `json:"url"`
		ContentType string    `json:"content_type"`
		FetchedAt   time.Time `json:"fetched_at"`
		Sample      Sample    `json:"sample"`
	}
	if err := json.Unmarshal(b, &meta); err != nil {
		return fmt.Errorf("meta.json: %w", err)
	}
	p.URL, p.ContentType, p.FetchedAt, p.Sample = meta.URL, meta.ContentType, meta.FetchedAt.UTC(), meta.Sample
	return nil
}
