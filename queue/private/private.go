// Package private turns a data directory into the two servers that inquest stands on when the operator names none: a
// private PostgreSQL, started from programs found on the machine and shared by all commands on the directory, and a
// NATS server inside the process.
//
// In the data directory:
//
//	data/            the database, never deleted; data.init/ is one that is being made, and garbage after a crash
//	run/             the socket, for its owner alone
//	nats/            the streams; nats.token, if the NATS server listens
//	pg_service.conf  where the socket is: PGSERVICEFILE=DIR/pg_service.conf psql service=inquest
//	*.lock           who uses the directory; they count while a process holds them, not because they exist
//	*.log            what PostgreSQL and its keeper had to say
package private

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Options say what Open and RunKeeper cannot find out by themselves. The zero value serves a normal program.
type Options struct {
	BinDir     string                   // folder of initdb and postgres; empty: the variable, then a search
	Executable string                   // the program that has the subcommand KeeperCommand; empty: this one
	Getenv     func(name string) string // nil: os.Getenv
}

func (o Options) getenv(name string) string {
	if name == BinariesVariable && o.BinDir != "" {
		return o.BinDir
	}
	if o.Getenv != nil {
		return o.Getenv(name)
	}
	return os.Getenv(name)
}

// DataDir returns the data directory for a user who names none: /var/lib/inquest for root (uid 0), whose home no
// other user may enter, else $XDG_DATA_HOME/inquest, else $HOME/.local/share/inquest (XDG Base Directory
// Specification: a relative XDG_DATA_HOME does not count). It fails when neither variable is set.
func DataDir(getenv func(string) string, uid int) (string, error) {
	if uid == 0 {
		return "/var/lib/inquest", nil
	}
	if data := getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "inquest"), nil
	}
	if home := getenv("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "share", "inquest"), nil
	}
	return "", errors.New("no data directory: neither XDG_DATA_HOME nor HOME is set; name one with --data DIR")
}

// makeDir makes the data directory and returns its absolute path without symbolic links, so that every process writes
// the same name for it. A directory that it makes as root can be entered by the user of the server.
func makeDir(dir string) (string, error) {
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return "", fmt.Errorf("make data directory: %w", err)
		}
		if err := os.Chmod(dir, dirMode()); err != nil {
			return "", fmt.Errorf("make data directory: %w", err)
		}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("data directory %s: %w", dir, err)
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return "", fmt.Errorf("data directory %s: %w", dir, err)
	}
	return abs, nil
}

func dirMode() os.FileMode {
	if os.Getuid() == 0 {
		return 0o711 // the server's user passes through to data/ and run/
	}
	return 0o700
}
