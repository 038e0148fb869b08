package private

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sys/unix"
)

const (
	makeNote  = "CREATE TABLE note (text text NOT NULL)"
	writeNote = "INSERT INTO note VALUES ('kept')"
	readNote  = "SELECT string_agg(text, ',') FROM note"
)

func TestOpenMakesADatabaseOnceAndAttachesAfterwards(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(newDir(t), "new")
	write(t, "15\n", dir, unmadeName, "PG_VERSION") // an initdb that did not finish
	first, _ := open(t, dir, Options{})
	if _, err := os.Stat(filepath.Join(dir, unmadeName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("half-made database: %v, want none", err)
	}
	query(t, first, makeNote)
	query(t, first, writeNote)
	second, _ := open(t, dir, Options{})
	born := "SELECT pg_postmaster_start_time()::text"
	if want, got := query(t, first, born), query(t, second, born); got != want {
		t.Errorf("second Open: server started at %s, want the one of %s", got, want)
	}
	if err := errors.Join(first.Close(), second.Close(), second.AwaitStop(t.Context())); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, dataName, pidName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("postmaster.pid after the last Close: %v, want none", err)
	}
	again, _ := open(t, dir, Options{})
	if got := query(t, again, readNote); got != "kept" {
		t.Errorf("after a restart the note reads %q", got)
	}
	again.Close()
	stopped(t, dir)
}

func TestServerIsPrivateDurableAndInASessionOfItsOwn(t *testing.T) {
	t.Parallel()
	dir := newDatabase(t, "")
	p, _ := open(t, dir, Options{})
	got := map[string]string{}
	for _, name := range []string{"listen_addresses", "fsync", "full_page_writes", "server_encoding", "TimeZone", "data_checksums"} {
		got[name] = query(t, p, "SELECT current_setting($1)", name)
	}
	want := map[string]string{"listen_addresses": "", "fsync": "on", "full_page_writes": "on", "server_encoding": "UTF8", "TimeZone": "UTC", "data_checksums": "on"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
	for _, name := range []string{runName, dataName} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o700 {
			t.Errorf("%s has mode %o, want 700", name, info.Mode().Perm())
		}
	}
	for name, pid := range map[string]int{"keeper": keeperOf(t, dir), "postmaster": postmasterOf(t, dir)} {
		if session, err := unix.Getsid(pid); err != nil || session != pid {
			t.Errorf("session of the %s: %d, %v, want its own, %d", name, session, err, pid)
		}
	}
}

func TestKilledClientTakesNobodyWithItAndTheLastOneStopsTheServer(t *testing.T) {
	t.Parallel()
	dir := newDatabase(t, "")
	starter := start(t, "client", dir)
	id := starter.says(t)
	other := start(t, "client", dir)
	if got := other.says(t); got != id {
		t.Fatalf("second client reached database %s, want %s", got, id)
	}
	postmaster := postmasterOf(t, dir)
	kill(t, starter.Process.Pid, syscall.SIGKILL)
	third := start(t, "client", dir)
	if got := third.says(t); got != id || postmasterOf(t, dir) != postmaster {
		t.Errorf("after kill -9 of the one that started it: database %s in process %d, want %s in %d", got, postmasterOf(t, dir), id, postmaster)
	}
	kill(t, other.Process.Pid, syscall.SIGKILL)
	kill(t, third.Process.Pid, syscall.SIGKILL)
	stopped(t, dir)
	if log := read(t, dir, serverLog); count(log, "database system is shut down") != 1 {
		t.Errorf("no clean stop after the last kill -9:\n%s", log)
	}
}

func TestKilledKeeperIsReplacedAndNothingIsLost(t *testing.T) {
	t.Parallel()
	dir := newDatabase(t, "")
	p, events := open(t, dir, Options{})
	await(t, events, "private database started")
	query(t, p, makeNote)
	query(t, p, writeNote)
	before := keeperOf(t, dir)
	kill(t, before, syscall.SIGKILL)
	await(t, events, "private database started")
	if got := query(t, p, readNote); got != "kept" {
		t.Errorf("note reads %q", got)
	}
	if keeperOf(t, dir) == before {
		t.Errorf("keeper.lock still names process %d", before)
	}
}

func TestKilledPostmasterIsReplacedAndNothingIsLost(t *testing.T) {
	t.Parallel()
	dir := newDatabase(t, "")
	p, events := open(t, dir, Options{})
	await(t, events, "private database started")
	query(t, p, makeNote)
	query(t, p, writeNote)
	kill(t, postmasterOf(t, dir), syscall.SIGKILL)
	await(t, events, "private database started")
	if got := query(t, p, readNote); got != "kept" {
		t.Errorf("note reads %q", got)
	}
	if log := read(t, dir, serverLog); count(log, "was not properly shut down; automatic recovery in progress") != 1 {
		t.Errorf("no recovery in the server's log:\n%s", log)
	}
}

func TestKeeperThatIsToldToEndWaitsForItsClients(t *testing.T) {
	t.Parallel()
	dir := newDatabase(t, "")
	p, _ := open(t, dir, Options{})
	kill(t, keeperOf(t, dir), syscall.SIGTERM)
	query(t, p, makeNote) // work that a client still has to save
	if err := errors.Join(p.Close(), p.AwaitStop(t.Context())); err != nil {
		t.Fatal(err)
	}
	if log := read(t, dir, keeperLog); count(log, "server stopped") != 1 {
		t.Errorf("keeper did not stop the server:\n%s", log)
	}
}

func TestFourProcessesOnAnEmptyDirectoryMakeOneDatabase(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	var clients []*process
	for range 4 {
		clients = append(clients, start(t, "client", dir))
	}
	reached := map[string]int{}
	for _, c := range clients {
		reached[c.says(t)]++
	}
	if len(reached) != 1 {
		t.Errorf("databases reached: %v, want one", reached)
	}
	if log := read(t, dir, keeperLog); count(log, "database made") != 1 || count(log, "server ready") != 1 {
		t.Errorf("want one initdb and one server:\n%s", log)
	}
}

func TestClientKilledWhileItsKeeperStartsLeavesTheStartToTheKeeper(t *testing.T) {
	dir := newDir(t)
	begun, goOn := fifo(t, dir, "begun"), fifo(t, dir, "go-on")
	bin, err := wrap(dir, "echo begun > "+begun+"; cat "+goOn)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(BinariesVariable, bin)
	starter := start(t, "client", dir)
	if got := read(t, begun); got != "begun\n" {
		t.Fatalf("initdb says %q", got)
	}
	kill(t, starter.Process.Pid, syscall.SIGKILL)
	starter.Wait()
	free, err := tryAcquire(dir, startLock, syscall.LOCK_EX)
	if err != nil {
		t.Fatal(err)
	}
	if free != nil {
		free.Close()
		t.Error("the start lock is free while the keeper starts")
	}
	next := start(t, "client", dir)
	write(t, "", goOn)
	next.says(t)
	if log := read(t, dir, keeperLog); count(log, "database made") != 1 {
		t.Errorf("want one initdb:\n%s", log)
	}
}

// fifo makes a pipe with a name that everybody may use.
func fifo(t *testing.T, path ...string) string {
	t.Helper()
	name := filepath.Join(path...)
	if err := errors.Join(syscall.Mkfifo(name, 0o666), os.Chmod(name, 0o666)); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestOpenAfterACrash(t *testing.T) {
	t.Parallel()
	dir := newDatabase(t, "")
	p, _ := open(t, dir, Options{})
	id := query(t, p, identifier)
	p.Close()
	stopped(t, dir)

	for name, leave := range map[string]func(*testing.T){
		"postmaster.pid names a living process of the same user": func(t *testing.T) { leavePID(t, dir, living(t, dir)) },
		"postmaster.pid names a zombie of the same user":         func(t *testing.T) { leavePID(t, dir, zombie(t, dir)) },
		"postmaster.pid is empty":                                func(t *testing.T) { write(t, "", dir, dataName, pidName) },
		"a server outlived its keeper":                           func(t *testing.T) { orphan(t, dir) },
	} {
		t.Run(name, func(t *testing.T) {
			leave(t)
			p, _ := open(t, dir, Options{})
			if got := query(t, p, identifier); got != id {
				t.Errorf("database %s, want %s", got, id)
			}
			p.Close()
			stopped(t, dir)
		})
	}
}

// leavePID leaves what a server with this process id leaves when the machine loses power.
func leavePID(t *testing.T, dir string, pid int) {
	t.Helper()
	write(t, fmt.Sprintf("%d\n%s\n0\n5432\n%s\n\n\nready   \n", pid, filepath.Join(dir, dataName), filepath.Join(dir, runName)), dir, dataName, pidName)
	write(t, fmt.Sprintf("%d\n", pid), dir, runName, socketName+".lock")
}

func serverUser(t *testing.T, dir string) account {
	t.Helper()
	as, err := chooseAccount(filepath.Join(dir, dataName))
	if err != nil {
		t.Fatal(err)
	}
	return as
}

func living(t *testing.T, dir string) int {
	t.Helper()
	cmd := exec.Command("cat")
	cmd.SysProcAttr = serverUser(t, dir).attributes(0)
	stdin, err := cmd.StdinPipe()
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
	return cmd.Process.Pid
}

func zombie(t *testing.T, dir string) int {
	t.Helper()
	cmd := exec.Command("true")
	cmd.SysProcAttr = serverUser(t, dir).attributes(0)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := stdout.Read(make([]byte, 1)); err == nil {
		t.Fatal("true wrote something")
	}
	t.Cleanup(func() { cmd.Wait() })
	return cmd.Process.Pid
}

// orphan leaves a server without keeper, as a killed keeper does where no signal follows its end.
func orphan(t *testing.T, dir string) {
	t.Helper()
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	c, err := plan(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := c.start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.stop() })
}

func TestSocketPathLongerThanTheSystemAllows(t *testing.T) {
	t.Parallel()
	dir := newDatabase(t, strings.Repeat("long/", 20)+"data")
	p, _ := open(t, dir, Options{})
	config, err := pgx.ParseConfig(p.ConnString())
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(config.Host)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(config.Host, "/tmp/inquest-") || info.Mode().Perm() != 0o700 {
		t.Errorf("socket in %s with mode %o, want a folder below /tmp with mode 700", config.Host, info.Mode().Perm())
	}
	query(t, p, makeNote)
	p.Close()
	stopped(t, dir)
	if _, err := os.Stat(config.Host); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s after the last Close: %v, want none", config.Host, err)
	}
}

func TestEnvironmentChangesNeitherServerNorConnection(t *testing.T) {
	dir := filepath.Join(newDir(t), "it's a \\ folder")
	for _, setting := range strings.Fields(`PGHOST=example.com PGPORT=1 PGDATABASE=other PGUSER=other PGPASSWORD=secret
		PGPASSFILE=/nowhere PGSERVICE=nobody PGSERVICEFILE=/nowhere PGSSLMODE=verify-full PGSSLCERT=/nowhere
		PGSSLKEY=/nowhere PGSSLROOTCERT=/nowhere PGSSLPASSWORD=secret PGSSLSNI=1 PGSSLNEGOTIATION=direct
		PGSSLCERTMODE=require PGOPTIONS=-csearch_path=nowhere PGAPPNAME=other PGCONNECT_TIMEOUT=1 PGTARGETSESSIONATTRS=standby
		PGTZ=Asia/Seoul PGMINPROTOCOLVERSION=3.2 PGMAXPROTOCOLVERSION=3.2 PGCHANNELBINDING=require
		PGREQUIREAUTH=scram-sha-256 PGDATA=/nowhere LC_ALL=xx_XX.none LANG=xx_XX.none LC_MESSAGES=ko_KR.UTF-8`) {
		name, value, _ := strings.Cut(setting, "=")
		t.Setenv(name, value)
	}
	p, _ := open(t, dir, Options{})
	dirty, err := pgx.ParseConfig(p.ConnString())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range os.Environ() {
		if name, _, _ = strings.Cut(name, "="); strings.HasPrefix(name, "PG") {
			os.Unsetenv(name) // t.Setenv puts it back
		}
	}
	clean, err := pgx.ParseConfig(p.ConnString())
	if err != nil {
		t.Fatal(err)
	}
	type settings struct {
		Host, User, Database, Password, Auth string
		Port                                 uint16
		Fallbacks                            int
		Params                               map[string]string
	}
	digest := func(c *pgx.ConnConfig) settings {
		return settings{c.Host, c.User, c.Database, c.Password, c.RequireAuth, c.Port, len(c.Fallbacks), c.RuntimeParams}
	}
	if diff := cmp.Diff(digest(clean), digest(dirty)); diff != "" {
		t.Errorf("connection without and with PG* variables (-without +with):\n%s", diff)
	}
	if got := query(t, p, "SELECT current_user || ' ' || current_setting('search_path') || ' ' || current_setting('TimeZone')"); got != `inquest "$user", public UTC` {
		t.Errorf("session: %s", got)
	}
	p.Close()
	stopped(t, dir)
}

func TestLocaleThatIsNotInstalled(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	bin, err := wrap(dir, `case "$*" in *=C.UTF-8*) echo 'initdb: error: invalid locale name "C.UTF-8"' >&2; exit 1;; esac`)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := open(t, filepath.Join(dir, "inquest"), Options{BinDir: bin})
	if got := query(t, p, "SELECT datctype::text || ' ' || pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()"); got != "C UTF8" {
		t.Errorf("database has %s, want C UTF8", got)
	}
	p.Close()
	stopped(t, filepath.Join(dir, "inquest"))
}

func TestOpenSaysWhyTheServerDoesNotStart(t *testing.T) {
	t.Parallel()
	dir := newDatabase(t, "")
	p, _ := open(t, dir, Options{})
	p.Close()
	stopped(t, dir)
	write(t, "no_such_setting = on\n", dir, dataName, "postgresql.conf")
	_, err := Open(t.Context(), p.lg, dir, Options{})
	var keeper *KeeperError
	if !errors.As(err, &keeper) || !strings.Contains(keeper.Text, `unrecognized configuration parameter "no_such_setting"`) {
		t.Errorf("Open: %v, want a KeeperError with PostgreSQL's reason", err)
	}
	if got := read(t, dir, dataName, "PG_VERSION"); got == "" {
		t.Error("the database is gone")
	}
}

func TestOpenRefusesInAProcessThatShouldBeAKeeper(t *testing.T) {
	t.Setenv(keeperVariable, "/data")
	if _, err := Open(t.Context(), nil, t.TempDir(), Options{}); err == nil || !strings.Contains(err.Error(), "does not answer the subcommand") {
		t.Errorf("Open: %v, want a refusal", err)
	}
}

func TestProgramThatIsNoKeeper(t *testing.T) {
	t.Parallel()
	for program, want := range map[string]string{
		"true": "the keeper ended without a word",
		"echo": "hear the keeper: invalid character",
	} {
		dir := newDir(t)
		path, err := exec.LookPath(program)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = Open(t.Context(), nil, dir, Options{Executable: path}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open with %s: %v, want %q", program, err, want)
		}
	}
}

func TestOpenGivesUpWhenItsContextEnds(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	other, err := acquire(t.Context(), dir, startLock, syscall.LOCK_EX)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("asked to stop"))
	if _, err := Open(ctx, nil, dir, Options{}); err == nil || !strings.Contains(err.Error(), "start.lock: asked to stop") {
		t.Errorf("Open: %v, want which lock it waited for and why it stopped", err)
	}
}
