package eval

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"

	readeck "codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"

	"inquest/extractor"
)

// engine is a general article extractor: it returns the root of its own copy of a page's report,
// nil when it found none.
type engine struct {
	name string
	read func(root *html.Node, base *url.URL) (*html.Node, error)
}

// engines are the extractor's own article engine and its successor, measured beside it.
var engines = []engine{
	{"go-shiori", extractor.ArticleNode},
	{"readeck", func(root *html.Node, base *url.URL) (*html.Node, error) {
		a, err := readeck.FromDocument(root, base)
		return a.Node, err
	}},
}

// enginesFor returns the extractor's own engine, and the named one after it.
func enginesFor(name string) ([]engine, error) {
	if name == "" {
		return engines[:1], nil
	}
	i := slices.IndexFunc(engines, func(e engine) bool { return e.name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no article engine %q; there are go-shiori and readeck", name)
	}
	return engines[:i+1], nil
}

// node parses a page and reads it with the engine alone. A page in which the engine finds no
// article gives nil.
func (e engine) node(p page) (*html.Node, error) {
	root, err := html.Parse(bytes.NewReader(p.body))
	if err != nil {
		return nil, fmt.Errorf("parse %s: %w", p.name, err)
	}
	base, err := url.Parse(p.url)
	if err != nil || base.Host == "" {
		base = nil
	}
	n, err := e.read(root, base)
	if err != nil {
		return nil, nil // the engine's way to say that there is no article
	}
	return n, nil
}
