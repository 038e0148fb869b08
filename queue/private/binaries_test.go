package private

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// script writes an executable shell script.
func script(t *testing.T, text string, path ...string) {
	t.Helper()
	write(t, "#!/bin/sh\n"+text+"\n", path...)
	if err := os.Chmod(filepath.Join(path...), 0o755); err != nil {
		t.Fatal(err)
	}
}

// install puts a PostgreSQL of a version into a folder below root.
func install(t *testing.T, root, bin, version string) {
	t.Helper()
	script(t, fmt.Sprintf("echo 'postgres (PostgreSQL) %s'", version), root, bin, "postgres")
	script(t, "exit 1", root, bin, "initdb")
}

func TestFindBinaries(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		installed map[string]string // folder: version
		env       map[string]string // folders below the root
		data      string            // PG_VERSION of the database
		want      Binaries          // folder below the root
	}{
		"Debian's, with nothing on PATH": {
			installed: map[string]string{"/usr/lib/postgresql/15/bin": "15.18 (Debian 15.18-0+deb12u1)"},
			want:      Binaries{"/usr/lib/postgresql/15/bin", 15},
		},
		"the newest of several, by number": {
			installed: map[string]string{"/usr/lib/postgresql/9.6/bin": "9.6.24", "/usr/lib/postgresql/15/bin": "15.1", "/usr/lib/postgresql/17/bin": "17.2"},
			want:      Binaries{"/usr/lib/postgresql/17/bin", 17},
		},
		"the database's version rather than the newest": {
			installed: map[string]string{"/usr/lib/postgresql/15/bin": "15.1", "/usr/lib/postgresql/17/bin": "17.2"},
			data:      "15\n",
			want:      Binaries{"/usr/lib/postgresql/15/bin", 15},
		},
		"the database's version rather than the one on PATH": {
			installed: map[string]string{"/bin": "18.1", "/usr/pgsql-16/bin": "16.0"},
			env:       map[string]string{"PATH": "/bin"},
			data:      "16",
			want:      Binaries{"/usr/pgsql-16/bin", 16},
		},
		"PATH before the usual places": {
			installed: map[string]string{"/bin": "15.1", "/usr/lib/postgresql/17/bin": "17.2"},
			env:       map[string]string{"PATH": "/bin"},
			want:      Binaries{"/bin", 15},
		},
		"the named folder before everything": {
			installed: map[string]string{"/own": "14.2", "/bin": "15.1", "/usr/lib/postgresql/17/bin": "17.2"},
			env:       map[string]string{"PATH": "/bin", BinariesVariable: "/own"},
			want:      Binaries{"/own", 14},
		},
		"a beta of Homebrew's": {
			installed: map[string]string{"/opt/homebrew/opt/postgresql@17/bin": "17.2 (Homebrew)", "/opt/homebrew/opt/postgresql@19/bin": "19beta1 (Homebrew)"},
			want:      Binaries{"/opt/homebrew/opt/postgresql@19/bin", 19},
		},
		"one that is too old on PATH": {
			installed: map[string]string{"/bin": "10.23", "/Applications/Postgres.app/Contents/Versions/16/bin": "16.4 (Postgres.app)"},
			env:       map[string]string{"PATH": "/bin"},
			want:      Binaries{"/Applications/Postgres.app/Contents/Versions/16/bin", 16},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root, dir := t.TempDir(), t.TempDir()
			for bin, version := range test.installed {
				install(t, root, bin, version)
			}
			script(t, "echo 'postgres (PostgreSQL) 99.1'", root, "/usr/lib/postgresql/99/bin/postgres") // no initdb there
			if test.data != "" {
				write(t, test.data, dir, dataName, "PG_VERSION")
			}
			got, err := FindBinaries(below(root, test.env), root, dir)
			if err != nil {
				t.Fatal(err)
			}
			got.Dir = strings.TrimPrefix(got.Dir, root)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func below(root string, env map[string]string) func(string) string {
	return func(name string) string {
		if env[name] == "" {
			return ""
		}
		return root + env[name]
	}
}

func TestFindBinariesOfThisMachineWithoutPATH(t *testing.T) {
	dir := newDatabase(t, "")
	t.Setenv("PATH", "")
	p, _ := open(t, dir, Options{})
	if got := query(t, p, "SHOW server_version_num"); got < "140000" {
		t.Errorf("server_version_num %s", got)
	}
	p.Close()
	stopped(t, dir)
}

func TestNoBinaries(t *testing.T) {
	t.Parallel()
	dir, root := t.TempDir(), t.TempDir()
	install(t, root, "/usr/lib/postgresql/10/bin", "10.23")
	_, err := FindBinaries(below(root, nil), root, dir)
	var missing *NoBinariesError
	if !errors.As(err, &missing) {
		t.Fatalf("got %v, want a NoBinariesError", err)
	}
	lines := strings.Split(err.Error(), "\n")
	for _, want := range []string{
		"    sudo apt-get install -y postgresql-common",
		"    echo 'create_main_cluster = false' | sudo tee -a /etc/postgresql-common/createcluster.conf",
		"    sudo apt-get install -y postgresql",
		"    brew install postgresql@17",
		"    export INQUEST_POSTGRES_BIN=/path/to/bin",
	} {
		if !strings.Contains(err.Error(), want+"\n") {
			t.Errorf("no line %q in:\n%s", want, err)
		}
	}
	if !strings.Contains(lines[0], "too old: PostgreSQL 10 ("+root) {
		t.Errorf("first line %q does not name what is too old", lines[0])
	}
	if len(lines) > 24 {
		t.Errorf("%d lines, want one screen of 24", len(lines))
	}

	named := func(string) string { return filepath.Join(root, "nowhere") }
	if _, err := FindBinaries(named, "/", dir); !errors.As(err, &missing) || !strings.HasPrefix(err.Error(), "INQUEST_POSTGRES_BIN="+root+"/nowhere: ") {
		t.Errorf("named folder without server: %v", err)
	}
}

func TestDatabaseOfAVersionThatIsNotInstalledIsLeftAlone(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	write(t, "99\n", dir, dataName, "PG_VERSION")
	write(t, "rows", dir, dataName, "base", "1")
	_, err := Open(t.Context(), nil, dir, Options{})
	var other *VersionError
	if !errors.As(err, &other) || other.Major != 99 || len(other.Found) == 0 {
		t.Fatalf("got %v, want a VersionError for 99", err)
	}
	for _, want := range []string{"made by PostgreSQL 99", "dump and restore", "pg_upgrade", "Nothing was changed"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in: %v", want, err)
		}
	}
	if got := read(t, dir, dataName, "base", "1"); got != "rows" {
		t.Errorf("the database's file now holds %q", got)
	}
}
