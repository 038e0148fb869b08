package private

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// BinariesVariable is the environment variable that names the folder of initdb and postgres. It wins over every search.
const BinariesVariable = "INQUEST_POSTGRES_BIN"

// oldestMajor is the oldest PostgreSQL that a new database is made with.
const oldestMajor = 14

// Binaries are the server programs of one PostgreSQL.
type Binaries struct {
	Dir   string // absolute folder with initdb and postgres
	Major int    // major version, as 15
}

// places are where packages put initdb and postgres, after PATH. Debian's are never on PATH.
func places() []string {
	return []string{
		"/usr/lib/postgresql/*/bin",                       // Debian, Ubuntu
		"/usr/pgsql-*/bin",                                // postgresql.org's RPMs
		"/usr/libexec/postgresql*",                        // Alpine
		"/opt/homebrew/opt/postgresql@*/bin",              // Homebrew on Apple silicon
		"/usr/local/opt/postgresql@*/bin",                 // Homebrew on Intel
		"/home/linuxbrew/.linuxbrew/opt/postgresql@*/bin", // Homebrew on Linux
		"/Applications/Postgres.app/Contents/Versions/*/bin",
		"/usr/local/pgsql/bin", // built from source
		"/usr/bin",             // Fedora, Arch, when PATH is empty
	}
}

// FindBinaries looks for the server programs that can run the database in dir/data: the folder in
// $INQUEST_POSTGRES_BIN and no other if it is set, else PATH, else the usual places below root ("/" outside of
// tests), each newest first. An existing database only counts programs of its own major version. The errors are
// *NoBinariesError and *VersionError.
func FindBinaries(getenv func(string) string, root, dir string) (Binaries, error) {
	data := filepath.Join(dir, dataName)
	want, err := dataMajor(data)
	if err != nil {
		return Binaries{}, err
	}
	named := getenv(BinariesVariable)
	var others []Binaries
	for _, bin := range candidates(getenv, root) {
		b, ok := inspect(bin)
		if ok && (b.Major == want || want == 0 && (b.Major >= oldestMajor || named != "")) {
			return b, nil
		}
		if ok {
			others = append(others, b)
		}
	}
	if want != 0 && len(others) > 0 {
		return Binaries{}, &VersionError{Data: data, Major: want, Found: others}
	}
	return Binaries{}, &NoBinariesError{Named: named, Major: want, TooOld: others}
}

// dataMajor reads the major version of a database; 0: there is none yet.
func dataMajor(data string) (int, error) {
	text, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read version of the database: %w", err)
	}
	major, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0, fmt.Errorf("read version of the database in %s: %w", data, err)
	}
	return major, nil
}

// candidates lists folders in the order of preference, each once; they need not exist.
func candidates(getenv func(string) string, root string) []string {
	if named := getenv(BinariesVariable); named != "" {
		return []string{named}
	}
	var dirs []string
	for _, dir := range filepath.SplitList(getenv("PATH")) {
		if filepath.IsAbs(dir) {
			dirs = append(dirs, dir)
		}
	}
	for _, place := range places() {
		found, err := filepath.Glob(filepath.Join(root, place))
		if err != nil {
			continue // unreachable: only for a malformed pattern
		}
		slices.SortStableFunc(found, func(a, b string) int { return version(root, b) - version(root, a) })
		dirs = append(dirs, found...)
	}
	return dirs
}

// version is the first number in a path below root: 17 for /usr/pgsql-17/bin, 9 for .../9.6/bin, 0 without one.
func version(root, path string) int {
	path = strings.TrimPrefix(path, root)
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	start := strings.IndexFunc(path, digit)
	if start < 0 {
		return 0
	}
	run := path[start:]
	if end := strings.IndexFunc(run, func(r rune) bool { return !digit(r) }); end >= 0 {
		run = run[:end]
	}
	n, err := strconv.Atoi(run)
	if err != nil {
		return 0 // longer than any version
	}
	return n
}

// inspect says which version a folder holds. Only one with both programs counts: clients alone install neither.
func inspect(bin string) (Binaries, bool) {
	bin, err := filepath.Abs(bin)
	if err != nil || !executable(filepath.Join(bin, "initdb")) || !executable(filepath.Join(bin, "postgres")) {
		return Binaries{}, false
	}
	ask := exec.Command(filepath.Join(bin, "postgres"), "--version")
	ask.Env = childEnv(os.Environ())
	out, err := ask.Output()
	if err != nil {
		return Binaries{}, false
	}
	b := Binaries{Dir: bin}
	if _, err := fmt.Sscanf(string(out), "postgres (PostgreSQL) %d", &b.Major); err != nil {
		return Binaries{}, false
	}
	return b, true
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}
