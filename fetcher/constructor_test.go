package fetcher

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// clientMakers are the names, by package, with which a client gets around the
// address guard. A ReverseProxy without a transport takes the default one.
var clientMakers = map[string][]string{
	"net/http":          {"Client", "Transport", "DefaultClient", "DefaultTransport", "Get", "Head", "Post", "PostForm"},
	"net/http/httputil": {"ReverseProxy", "NewSingleHostReverseProxy", "NewClientConn", "NewProxyClientConn"},
}

// mayMakeClients lists the files that may use them, by path from the root of
// the module.
var mayMakeClients = map[string]string{
	"fetcher/fetcher.go":     "holds the transport of the one constructor",
	"fetcher/guard.go":       "is the one constructor",
	"fetcher/renderproxy.go": "gives the transport of the one constructor to a browser",
}

// TestOneConstructorMakesEveryClient reads every Go file of the module.
func TestOneConstructorMakesEveryClient(t *testing.T) {
	root := moduleRoot(t)
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(name, ".") && path != root:
			return fs.SkipDir
		case d.IsDir(), filepath.Ext(name) != ".go", strings.HasSuffix(name, "_test.go"):
			return nil
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		seen[relative] = true
		if _, may := mayMakeClients[relative]; may {
			return nil
		}
		for _, use := range usesOf(t, path) {
			t.Errorf("%s: make clients with fetcher.New, which refuses addresses that are not public", use)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, why := range mayMakeClients {
		if !seen[path] {
			t.Errorf("%s, which %s, is not there", path, why)
		}
	}
}

// TestUsesAreFound keeps the test above from passing because it sees nothing.
func TestUsesAreFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.go")
	source := "package x\nimport web \"net/http\"; import \"net/http/httputil\"\nvar a = web.Client{}\nfunc f() { web.Get(\"x\"); _ = web.DefaultClient; _ = web.Header{}; var http struct{ Get int }; _ = http.Get; _ = httputil.ReverseProxy{} }\n"
	if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	got := usesOf(t, path)
	if want := []string{path + ":3:9: net/http.Client", path + ":4:12: net/http.Get", path + ":4:30: net/http.DefaultClient", path + ":4:113: net/http/httputil.ReverseProxy"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func usesOf(t *testing.T, path string) []string {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var uses []string
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		pkg, ok := sel.X.(*ast.Ident)
		for path, makers := range clientMakers {
			if ok && pkg.Name == importName(file, path) && slices.Contains(makers, sel.Sel.Name) {
				uses = append(uses, files.Position(sel.Pos()).String()+": "+path+"."+sel.Sel.Name)
			}
		}
		return true
	})
	return uses
}

// importName returns the name under which a file imports a package, "" when it
// does not.
func importName(file *ast.File, path string) string {
	for _, spec := range file.Imports {
		if spec.Path.Value != `"`+path+`"` {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return path[strings.LastIndexByte(path, '/')+1:]
	}
	return ""
}

func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the package")
		}
		dir = parent
	}
}
