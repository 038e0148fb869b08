package private

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// TestMain lets the test binary play the other processes: the keeper, as a program answers KeeperCommand, and those
// that start calls.
func TestMain(m *testing.M) {
	parts := map[string]func(dir string) error{KeeperCommand: keeperMain, "client": clientMain, "holder": holderMain}
	if len(os.Args) == 3 && parts[os.Args[1]] != nil {
		if err := parts[os.Args[1]](os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if memoryServes() {
		os.Setenv("TMPDIR", memory)
	}
	dir, err := os.MkdirTemp("", "inquest-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer os.RemoveAll(dir)
	os.Setenv(templateVariable, dir)
	m.Run()
}

// templateVariable names the folder of the database that newDatabase copies.
const templateVariable = "INQUEST_TEST_DATABASE"

// memory is where Linux keeps files in memory. Forty megabytes a database wait long for a busy disk, and what is
// tested is the death of processes, not of machines.
const memory = "/dev/shm"

// memoryServes reports whether there is room and programs may run: containers often have 64 MB there, and noexec.
func memoryServes() bool {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(memory, &stat); err != nil || stat.Bavail*uint64(stat.Bsize) < 2<<30 {
		return false
	}
	dir, err := os.MkdirTemp(memory, "inquest-test-")
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "true")
	return os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755) == nil && exec.Command(program).Run() == nil
}

func keeperMain(dir string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	return RunKeeper(ctx, slog.New(slog.NewTextHandler(os.Stderr, nil)), dir, Options{})
}

// clientMain says which database it reached, once it has, and holds it until its input ends.
func clientMain(dir string) error {
	ctx := context.Background()
	p, err := Open(ctx, slog.New(slog.DiscardHandler), dir, Options{})
	if err != nil {
		return err
	}
	id, err := ask(ctx, p.ConnString(), identifier)
	if err != nil {
		return err
	}
	fmt.Println(id)
	_, err = io.Copy(io.Discard, os.Stdin)
	return errors.Join(err, p.Close())
}

func holderMain(dir string) error {
	h, err := Hold(dir, "inquest up")
	if err != nil {
		return err
	}
	fmt.Println("held")
	_, err = io.Copy(io.Discard, os.Stdin)
	return errors.Join(err, h.Release())
}

// identifier differs between any two databases that initdb made.
const identifier = "SELECT system_identifier::text FROM pg_control_system()"

// process is a copy of this binary that plays a part.
type process struct {
	*exec.Cmd
	stdin io.Closer
	lines *bufio.Scanner
}

func start(t *testing.T, part, dir string) *process {
	t.Helper()
	cmd := exec.Command(os.Args[0], part, dir)
	cmd.Stderr = t.Output()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		cmd.Wait()
	})
	return &process{Cmd: cmd, stdin: stdin, lines: bufio.NewScanner(stdout)}
}

// says waits for the process's next line.
func (p *process) says(t *testing.T) string {
	t.Helper()
	if !p.lines.Scan() {
		t.Fatalf("%s ended without a line: %v", p.Args[1], p.lines.Err())
	}
	return p.lines.Text()
}

func kill(t *testing.T, pid int, signal syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(pid, signal); err != nil {
		t.Fatalf("kill %d: %v", pid, err)
	}
}

// newDir is a data directory that the server's user can reach, and that outlives its server.
func newDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for p := dir; p != filepath.Dir(os.TempDir()) && p != "/"; p = filepath.Dir(p) {
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode()&0o011 != 0o011 {
			if err := os.Chmod(p, info.Mode()|0o011); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Cleanup(func() { stopped(t, dir) })
	return dir
}

// database makes one for all tests that do not care how it came about: initdb takes seconds.
var database = sync.OnceValues(func() (string, error) {
	dir := os.Getenv(templateVariable)
	if err := os.Chmod(dir, 0o711); err != nil {
		return "", err
	}
	bin, err := wrap(dir, ":")
	if err != nil {
		return "", err
	}
	c, err := plan(dir, Options{BinDir: bin})
	if err != nil {
		return "", err
	}
	_, err = c.initialise(context.Background())
	return dir, err
})

// wrap puts server programs into dir/bin that are this machine's, but for an initdb that runs a shell command first,
// and that does not wait for the disk (--no-sync), which takes longest.
func wrap(dir, first string) (bin string, err error) {
	found, err := FindBinaries(os.Getenv, "/", dir)
	if err != nil {
		return "", err
	}
	bin = filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		return "", err
	}
	initdb := fmt.Sprintf("#!/bin/sh\n%s\nexec %s/initdb --no-sync \"$@\"\n", first, found.Dir)
	postgres := fmt.Sprintf("#!/bin/sh\nexec %s/postgres \"$@\"\n", found.Dir)
	return bin, errors.Join(
		os.WriteFile(filepath.Join(bin, "initdb"), []byte(initdb), 0o755),
		os.WriteFile(filepath.Join(bin, "postgres"), []byte(postgres), 0o755))
}

// newDatabase is a data directory, at a path below newDir, with a database that has never run.
func newDatabase(t *testing.T, below string) string {
	t.Helper()
	template, err := database()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(newDir(t), below)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cp", "-Rp", filepath.Join(template, dataName), dir).CombinedOutput(); err != nil {
		t.Fatalf("copy database: %v: %s", err, out)
	}
	t.Cleanup(func() { stopped(t, dir) })
	return dir
}

// stopped waits until no keeper runs on the directory.
func stopped(t *testing.T, dir string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
	defer cancel()
	keeper, err := acquire(ctx, dir, keeperLock, syscall.LOCK_SH)
	if err != nil {
		t.Fatalf("the keeper still runs: %v", err)
	}
	keeper.Close()
}

// open is Open for a test that goes on only with a database, with the log on the test's.
func open(t *testing.T, dir string, opt Options) (*Postgres, <-chan string) {
	t.Helper()
	events := make(chan string, 100)
	lg := slog.New(announcer{slog.NewTextHandler(t.Output(), nil), events})
	p, err := Open(t.Context(), lg, dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p, events
}

// announcer hands on the messages of a log, so that a test can wait for one.
type announcer struct {
	slog.Handler
	events chan<- string
}

func (a announcer) Handle(ctx context.Context, r slog.Record) error {
	a.events <- r.Message
	return a.Handler.Handle(ctx, r)
}

func await(t *testing.T, events <-chan string, message string) {
	t.Helper()
	for {
		select {
		case got := <-events:
			if got == message {
				return
			}
		case <-time.After(time.Minute):
			t.Fatalf("no %q within a minute", message)
		}
	}
}

// ask runs one statement on a connection of its own and returns the first column of its row as text.
func ask(ctx context.Context, conn, sql string, args ...any) (string, error) {
	c, err := pgx.Connect(ctx, conn)
	if err != nil {
		return "", err
	}
	defer c.Close(ctx)
	var text string
	if err := c.QueryRow(ctx, sql, args...).Scan(&text); err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return "", err
	}
	return text, nil
}

func query(t *testing.T, p *Postgres, sql string, args ...any) string {
	t.Helper()
	text, err := ask(t.Context(), p.ConnString(), sql, args...)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return text
}

// keeperOf and postmasterOf return process ids.
func keeperOf(t *testing.T, dir string) int {
	t.Helper()
	o, _, err := readOwner(dir, keeperLock)
	if err != nil {
		t.Fatal(err)
	}
	return o.PID
}

func postmasterOf(t *testing.T, dir string) int {
	t.Helper()
	lines, err := readPID(filepath.Join(dir, dataName, pidName))
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Sscan(lines[0], &pid); err != nil {
		t.Fatal(err)
	}
	return pid
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, text string, path ...string) {
	t.Helper()
	name := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func count(text, part string) int { return strings.Count(text, part) }
