package private

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	pidName     = "postmaster.pid"
	serverLog   = "postgres.log"
	pause       = 5 * time.Millisecond // between two looks at what PostgreSQL tells in files only
	patience    = 30 * time.Second     // for another server on the same database to end
	fastStop    = 60 * time.Second     // for a checkpoint; then the server is stopped at once and recovers at its next start
	statusReady = "ready"
)

// postmaster is a running PostgreSQL, a child of this process.
type postmaster struct {
	cmd    *exec.Cmd
	socket string        // folder of its socket
	exited chan struct{} // closed when it has ended
}

// errLeftovers is PostgreSQL's word for processes of a killed server that are about to notice.
var errLeftovers = errors.New("processes of an earlier server still run")

// start runs the server until it accepts connections. The calling thread must live as long as the server.
func (c cluster) start(ctx context.Context) (*postmaster, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := c.clear(ctx); err != nil {
		return nil, err
	}
	socket, err := c.socketDir()
	if err != nil {
		return nil, err
	}
	if err := removeSocket(socket); err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(patience); ; {
		s, err := c.launch(ctx, socket)
		if !errors.Is(err, errLeftovers) || time.Now().After(deadline) {
			return s, err
		}
		if err := wait(ctx, 10*pause); err != nil {
			return nil, err
		}
	}
}

// clear makes way for a new server: it stops one that outlived its keeper and removes a process id that now belongs to
// another program, which PostgreSQL would take for a server (ids are used again quickly in containers).
func (c cluster) clear(ctx context.Context) error {
	path := filepath.Join(c.data(), pidName)
	lines, err := readPID(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if pid, err := strconv.Atoi(lines[0]); err == nil && isPostmaster(pid, c.data()) {
		return c.stopOrphan(ctx, pid)
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("remove stale process id: %w", err)
	}
	return nil
}

func (c cluster) stopOrphan(ctx context.Context, pid int) error {
	if err := syscall.Kill(pid, syscall.SIGINT); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("stop the server without keeper (process %d): %w", pid, err)
	}
	for deadline := time.Now().Add(patience); isPostmaster(pid, c.data()); {
		if time.Now().After(deadline) {
			return fmt.Errorf("stop the server without keeper: process %d did not end within %s; end it (kill -QUIT %d) and try again", pid, patience, pid)
		}
		if err := wait(ctx, pause); err != nil {
			return err
		}
	}
	return nil
}

// removeSocket removes what a killed server left; its lock file would be believed like postmaster.pid.
func removeSocket(dir string) error {
	for _, name := range []string{socketName, socketName + ".lock"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove stale socket: %w", err)
		}
	}
	return nil
}

func (c cluster) launch(ctx context.Context, socket string) (*postmaster, error) {
	log, err := openLog(filepath.Join(c.dir, serverLog))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	before, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, fmt.Errorf("find the end of the server's log: %w", err)
	}
	cmd := exec.Command(filepath.Join(c.bin.Dir, "postgres"), "-D", c.data(),
		"-c", "listen_addresses=", "-c", "port=5432", "-c", "unix_socket_directories="+quoteList(socket),
		"-c", "fsync=on", "-c", "full_page_writes=on", "-c", "logging_collector=off", "-c", "log_destination=stderr")
	cmd.Env, cmd.Dir = childEnv(os.Environ()), "/"
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = c.as.attributes(syscall.SIGINT)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	s := &postmaster{cmd: cmd, socket: socket, exited: make(chan struct{})}
	go func() {
		cmd.Wait() // its state is read from cmd.ProcessState
		close(s.exited)
	}()
	if err := s.untilReady(ctx, c, before); err != nil {
		return nil, err
	}
	return s, nil
}

// untilReady waits until the server says in its file that it accepts connections; nothing else tells it.
func (s *postmaster) untilReady(ctx context.Context, c cluster, before int64) error {
	for {
		lines, err := readPID(filepath.Join(c.data(), pidName))
		if err == nil && len(lines) > 7 && lines[0] == strconv.Itoa(s.cmd.Process.Pid) && strings.TrimSpace(lines[7]) == statusReady {
			return nil
		}
		select {
		case <-s.exited:
			return s.lastWords(c, before)
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), s.stop())
		case <-time.After(pause):
		}
	}
}

// lastWords turns what a server wrote before it ended into an error.
func (s *postmaster) lastWords(c cluster, before int64) error {
	path := filepath.Join(c.dir, serverLog)
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("postgres ended (%s): %w", s.cmd.ProcessState, err)
	}
	text = bytes.TrimSpace(text[min(int(before), len(text)):])
	if bytes.Contains(text, []byte("shared memory block")) {
		return errLeftovers
	}
	return fmt.Errorf("postgres ended (%s): %s", s.cmd.ProcessState, text)
}

// stop ends the server: connections are closed, a checkpoint is written. A server that takes too long is stopped at once.
func (s *postmaster) stop() error {
	for _, step := range []struct {
		signal  syscall.Signal
		timeout time.Duration
	}{{syscall.SIGINT, fastStop}, {syscall.SIGQUIT, fastStop}} {
		if err := s.cmd.Process.Signal(step.signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return fmt.Errorf("stop postgres: %w", err)
		}
		select {
		case <-s.exited:
			return nil
		case <-time.After(step.timeout):
		}
	}
	return fmt.Errorf("stop postgres: process %d did not end within %s", s.cmd.Process.Pid, 2*fastStop)
}

// readPID returns the lines of postmaster.pid; the first is the process id, the eighth the status.
func readPID(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return strings.Split(string(text), "\n"), nil
}

// quoteList quotes one entry of a setting that is a list of names.
func quoteList(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}

// openLog opens a log for appending; one over 4 MiB becomes NAME.old first.
func openLog(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && info.Size() > 4<<20 {
		if err := os.Rename(path, path+".old"); err != nil {
			return nil, fmt.Errorf("put away log: %w", err)
		}
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open log: %w", err)
	}
	return f, nil
}
