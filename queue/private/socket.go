package private

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const (
	socketName  = ".s.PGSQL.5432" // PostgreSQL's name for the socket of port 5432, which is never opened
	runName     = "run"
	serviceName = "pg_service.conf"
	serviceHead = "[inquest]"
)

// socketDir returns a folder for the socket that only the server's user may enter: trust authentication is as private
// as this folder. It is run/ in the data directory, or where that path is too long for the system, a short one below
// /tmp, the same as last time if it is still there.
func (c cluster) socketDir() (string, error) {
	run := filepath.Join(c.dir, runName)
	if fits(run) {
		if err := c.as.own(run); err != nil {
			return "", fmt.Errorf("make socket folder: %w", err)
		}
		return run, nil
	}
	if last, err := readService(c.dir); err == nil && fits(last) && c.owns(last) {
		return last, nil
	}
	short, err := os.MkdirTemp("/tmp", "inquest-")
	if err != nil {
		return "", fmt.Errorf("make socket folder: %w", err)
	}
	if err := c.as.own(short); err != nil {
		return "", fmt.Errorf("make socket folder: %w", err)
	}
	return short, nil
}

// fits reports whether the socket's path is within the system's limit: 107 bytes on Linux, 103 on macOS.
func fits(dir string) bool {
	return len(filepath.Join(dir, socketName)) < len(syscall.RawSockaddrUnix{}.Path)
}

// owns reports whether a folder that others might have put in our place is the account's and closed to others.
func (c cluster) owns(dir string) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.IsDir() && info.Mode().Perm() == 0o700 && info.Sys().(*syscall.Stat_t).Uid == c.as.uid
}

// writeService writes where the socket is, in the form that PostgreSQL's own tools read.
func writeService(dir, socket string) error {
	path := filepath.Join(dir, serviceName)
	text := fmt.Sprintf("# Written at each start. Try: PGSERVICEFILE=%s psql service=inquest\n%s\nhost=%s\nport=5432\nuser=%s\ndbname=%s\n",
		path, serviceHead, socket, roleName, databaseName)
	if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
		return fmt.Errorf("write service file: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return fmt.Errorf("write service file: %w", err)
	}
	return nil
}

// readService returns the folder of the socket as the last keeper wrote it.
func readService(dir string) (string, error) {
	f, err := os.Open(filepath.Join(dir, serviceName))
	if err != nil {
		return "", err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if host, ok := strings.CutPrefix(lines.Text(), "host="); ok {
			return host, nil
		}
	}
	return "", fmt.Errorf("%s names no host", f.Name())
}

// removeShort removes the folder below /tmp that nobody needs any more.
func (c cluster) removeShort(socket string) error {
	if socket == filepath.Join(c.dir, runName) {
		return nil
	}
	if err := os.Remove(socket); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
