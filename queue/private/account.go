package private

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// account is the user that the server's programs run as.
type account struct {
	name     string
	uid, gid uint32
	switched bool // we are root and must become it: postgres and initdb refuse root
}

// chooseAccount picks the user for the database in data: ourselves, or for root the database's owner, else
// "postgres", else "nobody".
func chooseAccount(data string) (account, error) {
	if os.Getuid() != 0 {
		uid := os.Getuid()
		return account{name: strconv.Itoa(uid), uid: uint32(uid), gid: uint32(os.Getgid())}, nil
	}
	owner, err := ownerOf(data)
	if err == nil && owner.uid != 0 {
		return owner, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return account{}, err
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			return switchTo(u)
		}
	}
	return account{}, &NoAccountError{User: "postgres"}
}

func switchTo(u *user.User) (account, error) {
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return account{}, fmt.Errorf("user %s: %w", u.Username, err)
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return account{}, fmt.Errorf("user %s: %w", u.Username, err)
	}
	return account{name: u.Username, uid: uint32(uid), gid: uint32(gid), switched: true}, nil
}

func ownerOf(path string) (account, error) {
	info, err := os.Stat(path)
	if err != nil {
		return account{}, err
	}
	stat := info.Sys().(*syscall.Stat_t)
	a := account{name: "#" + strconv.Itoa(int(stat.Uid)), uid: stat.Uid, gid: stat.Gid, switched: true}
	if u, err := user.LookupId(strconv.Itoa(int(stat.Uid))); err == nil {
		a.name = u.Username
	}
	return a, nil
}

// reach returns a *BlockedDirError when the account may not enter dir or one of the directories above it.
func (a account) reach(dir string) error {
	if !a.switched {
		return nil // our own rights: the system's error names the path
	}
	blocking := ""
	for p := dir; ; p = filepath.Dir(p) {
		info, err := os.Stat(p)
		if err != nil {
			return fmt.Errorf("look at %s on the way to %s: %w", p, dir, err)
		}
		if !a.mayEnter(info) {
			blocking = p
		}
		if p == filepath.Dir(p) {
			break
		}
	}
	if blocking != "" {
		return &BlockedDirError{Dir: dir, Parent: blocking, User: a.name}
	}
	return nil
}

// mayEnter reads the x bit that counts for the account: the first that matches of owner, group, others.
func (a account) mayEnter(info fs.FileInfo) bool {
	stat := info.Sys().(*syscall.Stat_t)
	switch {
	case stat.Uid == a.uid:
		return info.Mode()&0o100 != 0
	case stat.Gid == a.gid:
		return info.Mode()&0o010 != 0
	default:
		return info.Mode()&0o001 != 0
	}
}

// own makes dir, if it must, and sees to it that the account alone may enter it. Files in it change owner too when the
// directory does: a backup that root restored belongs to root.
func (a account) own(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is not a directory", dir)
	}
	if a.switched && info.Sys().(*syscall.Stat_t).Uid != a.uid {
		if err := a.chownTree(dir); err != nil {
			return err
		}
	}
	if info.Mode().Perm() != 0o700 {
		return os.Chmod(dir, 0o700)
	}
	return nil
}

func (a account) chownTree(dir string) error {
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, int(a.uid), int(a.gid))
	})
}

// attributes put a child into a session of its own, so that Ctrl-C in the terminal does not reach it, as the account,
// and let it get the signal when the thread that started it ends, where the platform can do that.
func (a account) attributes(signal syscall.Signal) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setsid: true}
	if a.switched {
		attr.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
	dieWithParent(attr, signal)
	return attr
}

// childEnv takes out of an environment what changes initdb's and postgres's behaviour: PG*, LC_* and LANG (a locale
// that is not installed breaks initdb), and the passing of file descriptors by a service manager.
func childEnv(environ []string) []string {
	var kept []string
	for _, setting := range environ {
		name, _, _ := strings.Cut(setting, "=")
		switch {
		case strings.HasPrefix(name, "PG"), strings.HasPrefix(name, "LC_"), name == "LANG", name == "LANGUAGE",
			name == "NOTIFY_SOCKET", strings.HasPrefix(name, "LISTEN_"):
		default:
			kept = append(kept, setting)
		}
	}
	return kept
}
