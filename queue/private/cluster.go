package private

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

const (
	dataName     = "data"
	unmadeName   = "data.init"
	roleName     = "inquest"
	databaseName = "postgres"
)

// cluster is a database directory with the programs and the user that run it.
type cluster struct {
	dir string // data directory: absolute, no symbolic links
	bin Binaries
	as  account
}

// plan finds out what the server needs and changes nothing. Its errors are those that a person must act on.
func plan(dir string, opt Options) (cluster, error) {
	bin, err := FindBinaries(opt.getenv, "/", dir)
	if err != nil {
		return cluster{}, err
	}
	as, err := chooseAccount(filepath.Join(dir, dataName))
	if err != nil {
		return cluster{}, err
	}
	if err := as.reach(dir); err != nil {
		return cluster{}, err
	}
	if err := as.reach(bin.Dir); err != nil {
		return cluster{}, err
	}
	return cluster{dir: dir, bin: bin, as: as}, nil
}

func (c cluster) data() string { return filepath.Join(c.dir, dataName) }

// initialise makes the database if there is none and reports whether it did. It is made under another name and then
// renamed: a directory that initdb did not finish looks like a database. One left over from a crash is garbage.
func (c cluster) initialise(ctx context.Context) (made bool, err error) {
	if _, err := os.Stat(c.data()); err == nil {
		return false, c.as.own(c.data())
	} else if !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("look for the database: %w", err)
	}
	unmade := filepath.Join(c.dir, unmadeName)
	err = c.initdb(ctx, unmade, "C.UTF-8")
	if errors.Is(err, errNoLocale) {
		err = c.initdb(ctx, unmade, "C")
	}
	if err != nil {
		return false, err
	}
	if err := configure(unmade); err != nil {
		return false, err
	}
	if err := os.Rename(unmade, c.data()); err != nil {
		return false, fmt.Errorf("make a database: %w", err)
	}
	return true, syncDir(c.dir)
}

var errNoLocale = errors.New("locale is not installed")

// initdb makes a database in dir with UTF-8 text, sorted by bytes. Under the locale C lower() changes ASCII alone:
// case is folded in Go.
func (c cluster) initdb(ctx context.Context, dir, locale string) error {
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("make a database: %w", err)
	}
	if err := c.as.own(dir); err != nil {
		return fmt.Errorf("make a database: %w", err)
	}
	cmd := c.command(ctx, "initdb", "-D", dir, "-U", roleName, "-A", "trust", "-E", "UTF8", "--locale="+locale, "--data-checksums")
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return nil
	case strings.Contains(string(out), "invalid locale"):
		return fmt.Errorf("make a database with locale %s: %w", locale, errNoLocale)
	case strings.Contains(string(out), "could not look up effective user ID"):
		return &NoAccountError{User: c.as.name}
	}
	return fmt.Errorf("make a database: %s: %w: %s", cmd.Path, err, strings.TrimSpace(string(out)))
}

// command is a server program as the server's user. It ends when ctx does, and with SIGKILL when the caller's thread
// does: only initdb is run so, and its unfinished work is garbage anyway.
func (c cluster) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin.Dir, name), args...)
	cmd.Env = childEnv(os.Environ())
	cmd.Dir = "/" // ours may be closed to the server's user
	cmd.SysProcAttr = c.as.attributes(syscall.SIGKILL)
	return cmd
}

// configure appends what an operator may change again to the new database's settings. What must hold is on the
// server's command line.
func configure(data string) error {
	const settings = `
# inquest
shared_buffers = 64MB
log_timezone = 'UTC'
timezone = 'UTC'
`
	f, err := os.OpenFile(filepath.Join(data, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("configure the database: %w", err)
	}
	_, err = f.WriteString(settings)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("configure the database: %w", err)
	}
	return nil
}

// syncDir makes a rename in dir last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
