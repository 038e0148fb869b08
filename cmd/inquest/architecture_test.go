package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed says which packages of ours a package may import. "*/eval" packages may also import
// whatever lies below their stage.
var allowed = map[string][]string{
	"cmd/inquest":                 {"*"},
	"queue/review":                {"queue/store", "queue", "normalizer", "extractor", "fetcher", "vocab"},
	"queue/schedule":              {"queue/store", "queue"},
	"queue/worker":                {"queue", "normalizer", "normalizer/llm", "extractor", "fetcher", "fetcher/archive", "vocab"},
	"queue/store":                 {"queue", "normalizer", "extractor", "fetcher", "migrations"},
	"queue/private":               {},
	"queue":                       {},
	"normalizer":                  {"normalizer/reader", "normalizer/phrase", "extractor", "vocab"},
	"normalizer/phrase":           {},
	"normalizer/reader":           {"vocab"},
	"normalizer/llm":              {"normalizer", "normalizer/reader", "extractor", "vocab"},
	"normalizer/eval":             {"normalizer", "normalizer/reader", "normalizer/llm", "extractor", "fetcher", "vocab"},
	"fetcher/archive":             {"fetcher"},
	"fetcher":                     {},
	"extractor":                   {"fetcher"},
	"extractor/eval":              {"extractor", "fetcher", "vocab"},
	"vocab":                       {},
	"migrations":                  {},
	"testdata":                    {},
	"queue/store/storetest":       {"queue/store", "queue/private", "queue", "migrations"},
	"fetcher/archive/archivetest": {},
}

// outside says which packages may import the two servers' clients.
var outside = map[string]func(pkg string) bool{
	"github.com/nats-io/": func(pkg string) bool { return strings.HasPrefix(pkg, "queue") || pkg == "cmd/inquest" },
	"github.com/jackc/pgx": func(pkg string) bool {
		return strings.HasPrefix(pkg, "queue") || pkg == "cmd/inquest" || pkg == "migrations"
	},
	"github.com/go-shiori/go-readability": func(pkg string) bool { return pkg == "extractor" },
}

type listed struct {
	ImportPath string
	Imports    []string
}

func TestImportsPointTheWayTheDesignSays(t *testing.T) {
	for _, p := range listPackages(t) {
		from := strings.TrimPrefix(p.ImportPath, "inquest/")
		may, known := allowed[from]
		if !known {
			t.Errorf("package %s is not in the table of imports: add it with what it may import", from)
			continue
		}
		for _, path := range p.Imports {
			checkImport(t, from, may, path)
		}
	}
}

func checkImport(t *testing.T, from string, may []string, path string) {
	t.Helper()
	if to, ours := strings.CutPrefix(path, "inquest/"); ours {
		if !slices.Contains(may, "*") && !slices.Contains(may, to) {
			t.Errorf("%s imports %s; it may import %v", from, to, may)
		}
		return
	}
	for prefix, ok := range outside {
		if strings.HasPrefix(path, prefix) && !ok(from) {
			t.Errorf("%s imports %s, which is kept out of it", from, path)
		}
	}
}

func listPackages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "inquest/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
