package private

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDirectoryThatTheServersUserMayNotEnter(t *testing.T) {
	t.Parallel()
	home := filepath.Join(newDir(t), "root")
	dir := filepath.Join(home, "a", "b")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	stranger := account{name: "stranger", uid: uint32(os.Getuid()) + 4711, gid: uint32(os.Getgid()) + 4711, switched: true}
	if err := stranger.reach(dir); err != nil {
		t.Fatalf("open directories: %v", err)
	}
	for path, mode := range map[string]os.FileMode{home: 0o700, filepath.Dir(dir): 0o700} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	var blocked *BlockedDirError
	if err := stranger.reach(dir); !errors.As(err, &blocked) {
		t.Fatalf("got %v, want a BlockedDirError", err)
	}
	want := &BlockedDirError{Dir: dir, Parent: home, User: "stranger"}
	if diff := cmp.Diff(want, blocked); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	owner := account{name: "owner", uid: uint32(os.Getuid()), switched: true}
	if err := owner.reach(dir); err != nil {
		t.Errorf("the owner may pass: %v", err)
	}
}

func TestChildEnv(t *testing.T) {
	t.Parallel()
	got := childEnv([]string{"PATH=/bin", "PGDATA=/x", "LC_ALL=xx", "LANG=xx", "LANGUAGE=xx", "NOTIFY_SOCKET=/x", "LISTEN_FDS=1", "TZ=UTC", "HOME=/x"})
	if diff := cmp.Diff([]string{"PATH=/bin", "TZ=UTC", "HOME=/x"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDataDir(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		env  map[string]string
		uid  int
		want string
	}{
		"root, whatever its variables say":    {map[string]string{"HOME": "/root", "XDG_DATA_HOME": "/root/data"}, 0, "/var/lib/inquest"},
		"XDG_DATA_HOME":                       {map[string]string{"HOME": "/home/ann", "XDG_DATA_HOME": "/data"}, 1000, "/data/inquest"},
		"home without XDG_DATA_HOME":          {map[string]string{"HOME": "/home/ann"}, 1000, "/home/ann/.local/share/inquest"},
		"a relative XDG_DATA_HOME is ignored": {map[string]string{"HOME": "/home/ann", "XDG_DATA_HOME": "data"}, 1000, "/home/ann/.local/share/inquest"},
		"neither":                             {nil, 1000, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := DataDir(func(name string) string { return test.env[name] }, test.uid)
			if got != test.want || (err != nil) != (test.want == "") {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
}
