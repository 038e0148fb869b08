package private

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Postgres is a client's hold on the private PostgreSQL of a data directory. The server runs while anyone holds it.
type Postgres struct {
	lg     *slog.Logger
	dir    string
	opt    Options
	conn   string
	users  *os.File // the shared lock
	cancel context.CancelFunc
	done   sync.WaitGroup
}

// Open attaches to the running PostgreSQL server of dir, or makes the database if there is none and starts the server,
// and returns when it accepts connections. It brings the server back when the keeper or the server is killed;
// connections of before are lost then, and new ones find it at the same place. Errors that a person must act on are
// *NoBinariesError, *VersionError, *BlockedDirError, *NoAccountError and *KeeperError.
func Open(ctx context.Context, lg *slog.Logger, dir string, opt Options) (*Postgres, error) {
	if kept := os.Getenv(keeperVariable); kept != "" {
		return nil, fmt.Errorf("this process was started to keep the database in %s, but its program does not answer the subcommand %q with RunKeeper", kept, KeeperCommand)
	}
	dir, err := makeDir(dir)
	if err != nil {
		return nil, err
	}
	users, err := acquire(ctx, dir, usersLock, syscall.LOCK_SH) // waits for a keeper that is stopping the server
	if err != nil {
		return nil, err
	}
	start, err := acquire(ctx, dir, startLock, syscall.LOCK_EX)
	if err != nil {
		return nil, errors.Join(err, users.Close())
	}
	defer start.Close()
	p := &Postgres{lg: lg, dir: dir, opt: opt, users: users}
	if p.conn, err = p.attach(ctx, start); err != nil {
		return nil, errors.Join(err, users.Close())
	}
	watching, cancel := context.WithCancel(context.WithoutCancel(ctx))
	p.cancel = cancel
	p.done.Go(func() { p.watch(watching) })
	return p, nil
}

// ConnString is for pgx.ParseConfig and pgxpool.ParseConfig. It sets every field, so that neither PG* variables nor
// files in the home directory change where it leads.
func (p *Postgres) ConnString() string { return p.conn }

// Close lets go. The server stops when nobody holds it any more.
func (p *Postgres) Close() error {
	p.cancel()
	p.done.Wait()
	return p.users.Close()
}

// AwaitStop returns after Close when the server is down, or with an error when ctx ends because others hold it. It is
// for a process whose end takes all others with it, like the first one of a container.
func (p *Postgres) AwaitStop(ctx context.Context) error {
	keeper, err := acquire(ctx, p.dir, keeperLock, syscall.LOCK_SH)
	if err != nil {
		return err
	}
	return keeper.Close()
}

// attach returns the connection string of a server that accepts connections. The caller holds the start lock.
func (p *Postgres) attach(ctx context.Context, start *os.File) (string, error) {
	for try := 0; ; try++ {
		free, err := tryAcquire(p.dir, keeperLock, syscall.LOCK_SH)
		if err != nil {
			return "", err
		}
		if free != nil {
			free.Close()
			return p.spawn(ctx, start)
		}
		conn, err := p.reach(ctx)
		if err == nil {
			return conn, nil
		}
		// The keeper is about to leave, the server recovers from a crash, or it has too many clients.
		if try == 0 {
			p.lg.Info("waiting for the private database", "dir", p.dir, "err", err)
		}
		if wait(ctx, 2*pause) != nil {
			return "", fmt.Errorf("attach to the server in %s: %w", p.dir, err)
		}
	}
}

// reach connects once to the server that a keeper says is there.
func (p *Postgres) reach(ctx context.Context) (string, error) {
	socket, err := readService(p.dir)
	if err != nil {
		return "", err
	}
	conn := connString(p.dir, socket)
	c, err := pgconn.Connect(ctx, conn)
	if err != nil {
		return "", err
	}
	return conn, c.Close(ctx)
}

// spawn starts a keeper and waits until its server is ready. The keeper inherits the start lock, so that nobody takes
// the directory for free if this process is killed in between.
func (p *Postgres) spawn(ctx context.Context, start *os.File) (string, error) {
	c, err := plan(p.dir, p.opt)
	if err != nil {
		return "", err
	}
	answers, answer, err := os.Pipe()
	if err != nil {
		return "", fmt.Errorf("start keeper: %w", err)
	}
	defer answers.Close()
	defer answer.Close()
	log, err := openLog(filepath.Join(p.dir, keeperLog))
	if err != nil {
		return "", err
	}
	defer log.Close()
	cmd, err := p.keeper(c)
	if err != nil {
		return "", err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = start, answer, log
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("start keeper: %w", err)
	}
	go cmd.Wait() // no zombie; how it ended is in its log
	answer.Close()
	r, err := readReport(ctx, answers)
	if err != nil {
		return "", fmt.Errorf("start the private PostgreSQL: %w", err)
	}
	if r.Error != "" {
		return "", &KeeperError{Text: r.Error, Log: log.Name()}
	}
	p.lg.Info("private database started", "dir", p.dir, "keeper", cmd.Process.Pid)
	return connString(p.dir, r.Socket), nil
}

func (p *Postgres) keeper(c cluster) (*exec.Cmd, error) {
	self := p.opt.Executable
	if self == "" {
		path, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("start keeper: %w", err)
		}
		self = path
	}
	cmd := exec.Command(self, KeeperCommand, p.dir)
	cmd.Env = append(os.Environ(), BinariesVariable+"="+c.bin.Dir, keeperVariable+"="+p.dir)
	cmd.Dir = p.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd, nil
}

func readReport(ctx context.Context, answers *os.File) (report, error) {
	defer context.AfterFunc(ctx, func() { answers.SetReadDeadline(time.Unix(1, 0)) })()
	var r report
	err := json.NewDecoder(answers).Decode(&r)
	switch {
	case err == nil:
		return r, nil
	case ctx.Err() != nil:
		return report{}, context.Cause(ctx)
	case errors.Is(err, io.EOF):
		return report{Error: "the keeper ended without a word"}, nil
	default:
		return report{}, fmt.Errorf("hear the keeper: %w", err)
	}
}

// watch starts the server again whenever its keeper is gone.
func (p *Postgres) watch(ctx context.Context) {
	for delay := time.Second; ; {
		keeper, err := acquire(ctx, p.dir, keeperLock, syscall.LOCK_SH)
		if err != nil {
			return // closed
		}
		keeper.Close()
		err = p.restart(ctx)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			delay = time.Second
			continue
		}
		p.lg.Error("private database does not start", "dir", p.dir, "err", err, "next", delay)
		if wait(ctx, delay) != nil {
			return
		}
		delay = min(2*delay, 30*time.Second)
	}
}

func (p *Postgres) restart(ctx context.Context) error {
	start, err := acquire(ctx, p.dir, startLock, syscall.LOCK_EX)
	if err != nil {
		return err
	}
	defer start.Close()
	p.lg.Warn("keeper of the private database is gone", "dir", p.dir)
	conn, err := p.attach(ctx, start)
	if err == nil && conn != p.conn {
		return fmt.Errorf("the private database in %s has moved to another socket: start this command again", p.dir)
	}
	return err
}

// connString sets everything that pgx would otherwise take from PG* variables and the home directory. The service says
// the same as the rest: it is there because nothing else stands in the way of PGSERVICE.
func connString(dir, socket string) string {
	settings := []struct{ name, value string }{
		{"service", "inquest"}, {"servicefile", filepath.Join(dir, serviceName)},
		{"host", socket}, {"port", "5432"}, {"user", roleName}, {"dbname", databaseName},
		{"password", ""}, {"passfile", os.DevNull}, {"require_auth", ""}, {"channel_binding", "prefer"},
		{"sslmode", "disable"}, {"sslnegotiation", "postgres"}, {"sslcertmode", "disable"}, {"sslsni", "0"},
		{"sslcert", ""}, {"sslkey", ""}, {"sslrootcert", ""}, {"sslpassword", ""},
		{"min_protocol_version", "3.0"}, {"max_protocol_version", "3.0"},
		{"target_session_attrs", "any"}, {"connect_timeout", "10"},
		{"application_name", "inquest"}, {"options", ""}, {"timezone", "UTC"},
	}
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	var parts []string
	for _, s := range settings {
		parts = append(parts, s.name+"='"+quote.Replace(s.value)+"'")
	}
	return strings.Join(parts, " ")
}
