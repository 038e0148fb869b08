package private

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// The locks of a data directory, in the order in which they are taken.
const (
	usersLock  = "users.lock"  // shared by every client; the keeper takes it alone when the last one is gone
	startLock  = "start.lock"  // exclusive while somebody looks for the server and starts it; a starting keeper inherits it
	keeperLock = "keeper.lock" // exclusive for the life of the keeper; holds its process id
	holdLock   = "up.lock"     // exclusive for the life of a Holder
)

// acquire waits until the flock on name in dir is ours (how: syscall.LOCK_SH or LOCK_EX) or ctx ends. The lock goes
// when the returned file, and every copy of it that a child inherited, is closed: also by kill -9.
func acquire(ctx context.Context, dir, name string, how int) (*os.File, error) {
	if free, err := tryAcquire(dir, name, how); err != nil || free != nil {
		return free, err
	}
	f, err := openLock(dir, name)
	if err != nil {
		return nil, err
	}
	got := make(chan error, 1)
	go func() { got <- flock(f, how) }()
	select {
	case err = <-got:
	case <-ctx.Done():
		// flock cannot be interrupted: leave the file to the goroutine that waits.
		go func() { <-got; f.Close() }()
		return nil, fmt.Errorf("wait for %s: %w", f.Name(), context.Cause(ctx))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", f.Name(), err), f.Close())
	}
	return f, nil
}

// tryAcquire is acquire without the wait: the file is nil when another process holds the lock.
func tryAcquire(dir, name string, how int) (*os.File, error) {
	f, err := openLock(dir, name)
	if err != nil {
		return nil, err
	}
	switch err = flock(f, how|syscall.LOCK_NB); {
	case err == nil:
		return f, nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil, f.Close()
	default:
		return nil, errors.Join(fmt.Errorf("lock %s: %w", f.Name(), err), f.Close())
	}
}

func openLock(dir, name string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	return f, nil
}

func flock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
