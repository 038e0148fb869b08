package private

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"
)

// A Holder is the one process that may do what only one may do on a data directory at a time.
type Holder struct {
	lock *os.File
}

// HeldError says that another process holds the data directory.
type HeldError struct {
	Dir   string    // the data directory
	What  string    // what the holder called itself, as "inquest up"; empty while it has not said
	PID   int       // its process id; 0 while it has not said
	Since time.Time // when it began, UTC
}

// Error names the holder and the two ways out.
func (e *HeldError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("%s has just been taken by another process: try again to learn which", e.Dir)
	}
	return fmt.Sprintf("%s is held by %s (process %d, since %s): stop that one (kill %d), or give this one a directory of its own (--data DIR)",
		e.Dir, e.What, e.PID, e.Since.Format(time.RFC3339), e.PID)
}

// Hold makes this process the only holder of dir, which it makes if it must, until Release or the end of the process.
// What names it to those who come later. While another process holds the directory the error is a *HeldError.
func Hold(dir, what string) (*Holder, error) {
	dir, err := makeDir(dir)
	if err != nil {
		return nil, err
	}
	lock, err := tryAcquire(dir, holdLock, syscall.LOCK_EX)
	if err != nil {
		return nil, err
	}
	if lock == nil {
		return nil, heldBy(dir)
	}
	if err := writeOwner(lock, what); err != nil {
		return nil, errors.Join(fmt.Errorf("hold %s: %w", dir, err), lock.Close())
	}
	return &Holder{lock: lock}, nil
}

// Release lets the next process hold the directory.
func (h *Holder) Release() error {
	return errors.Join(h.lock.Truncate(0), h.lock.Close())
}

// owner is what the holder of a lock writes into its file. When it began is the file's own time.
type owner struct {
	PID  int    `json:"pid"`
	What string `json:"what"`
}

func writeOwner(lock *os.File, what string) error {
	line, err := json.Marshal(owner{PID: os.Getpid(), What: what})
	if err != nil {
		return err // unreachable: an int and a string
	}
	if err := lock.Truncate(0); err != nil {
		return err
	}
	_, err = lock.WriteAt(append(line, '\n'), 0)
	return err
}

// readOwner returns a zero owner for a file that its holder has not written yet.
func readOwner(dir, name string) (owner, time.Time, error) {
	f, err := openLock(dir, name)
	if err != nil {
		return owner{}, time.Time{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return owner{}, time.Time{}, err
	}
	var o owner
	if err := json.NewDecoder(f).Decode(&o); err != nil && !errors.Is(err, io.EOF) {
		return owner{}, time.Time{}, fmt.Errorf("read %s: %w", f.Name(), err)
	}
	return o, info.ModTime().UTC(), nil
}

func heldBy(dir string) error {
	o, since, err := readOwner(dir, holdLock)
	if err != nil {
		return err
	}
	return &HeldError{Dir: dir, What: o.What, PID: o.PID, Since: since}
}
