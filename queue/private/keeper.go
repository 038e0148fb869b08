package private

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

// KeeperCommand is the hidden subcommand with which Open starts its own program again, with the data directory as the
// one argument. The program must answer it with RunKeeper.
const KeeperCommand = "keeper"

// keeperVariable is set for keepers alone. A program that does not know KeeperCommand, such as a test binary, would
// otherwise do its usual work, call Open, start itself again, and so on.
const keeperVariable = "INQUEST_KEEPER"

// keeperLog is where the keeper's standard error goes.
const keeperLog = "keeper.log"

// drain is how long a keeper that is told to end waits for clients that were told at the same moment (a service
// manager, docker stop) and still have work to save.
const drain = 10 * time.Second

// report is what a keeper says once on its standard output.
type report struct {
	Socket string `json:"socket,omitempty"` // folder of the socket, when the server is ready
	Error  string `json:"error,omitempty"`
}

// RunKeeper looks after the PostgreSQL server of dir: it makes the database if there is none, starts the server, and
// stops it when the last client is gone, by exit or by kill -9. When ctx ends it gives the clients ten seconds more.
// It belongs in a process of its own that Open has started: standard input is the lock under which that happened,
// standard output the pipe on which Open waits.
func RunKeeper(ctx context.Context, lg *slog.Logger, dir string, opt Options) error {
	signal.Ignore(syscall.SIGPIPE) // who started us may be gone before we are ready
	runtime.LockOSThread()         // the server gets its signal when this thread ends
	defer runtime.UnlockOSThread()

	own, err := acquire(ctx, dir, keeperLock, syscall.LOCK_EX)
	if err != nil {
		return err
	}
	defer own.Close()
	c, s, err := startServer(ctx, lg, own, dir, opt)
	if err != nil {
		return errors.Join(err, tell(report{Error: err.Error()}))
	}
	if err := tell(report{Socket: s.socket}); err != nil {
		lg.Info("nobody waits for the server any more", "err", err)
	}
	if err := os.Stdin.Close(); err != nil {
		return errors.Join(fmt.Errorf("give back the start lock: %w", err), s.stop())
	}
	return keep(ctx, lg, c, s)
}

func startServer(ctx context.Context, lg *slog.Logger, own *os.File, dir string, opt Options) (cluster, *postmaster, error) {
	if err := writeOwner(own, KeeperCommand); err != nil {
		return cluster{}, nil, fmt.Errorf("write process id of the keeper: %w", err)
	}
	c, err := plan(dir, opt)
	if err != nil {
		return cluster{}, nil, err
	}
	made, err := c.initialise(ctx)
	if err != nil {
		return cluster{}, nil, err
	}
	if made {
		lg.Info("database made", "dir", c.data(), "version", c.bin.Major, "user", c.as.name)
	}
	s, err := c.start(ctx)
	if err != nil {
		return cluster{}, nil, err
	}
	if err := writeService(dir, s.socket); err != nil {
		return cluster{}, nil, errors.Join(err, s.stop())
	}
	lg.Info("server ready", "pid", s.cmd.Process.Pid, "socket", s.socket)
	return c, s, nil
}

func tell(r report) error {
	return errors.Join(json.NewEncoder(os.Stdout).Encode(r), os.Stdout.Close())
}

// keep returns when the server is down.
func keep(ctx context.Context, lg *slog.Logger, c cluster, s *postmaster) error {
	waiting, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		time.AfterFunc(drain, cancel)
	})()
	alone := make(chan *os.File, 1)
	go func() {
		users, err := acquire(waiting, c.dir, usersLock, syscall.LOCK_EX)
		if err != nil {
			lg.Warn("clients are still there", "err", err)
		}
		alone <- users
	}()
	select {
	case <-s.exited:
		return fmt.Errorf("postgres ended by itself (%s)", s.cmd.ProcessState)
	case users := <-alone:
		err := s.stop()
		if users != nil {
			// A client that came in the meantime waits for this lock.
			err = errors.Join(err, c.removeShort(s.socket), users.Close())
		}
		lg.Info("server stopped", "err", err)
		return err
	}
}
