//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package sqlite

import (
	"errors"
	"os"
	"syscall"

	"cardroom/store"
)

// lock locks the lock file of a database for this process, until unlock or its end.
func lock(database string) (*os.File, error) {
	f, err := openLock(database)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return f, nil
	}
	f.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = store.ErrLocked
	}
	return nil, err
}

// openLock opens the lock file, or makes it. One that root makes belongs to the owner of the database, as the files that SQLite
// makes do: the owner locks it next.
func openLock(database string) (*os.File, error) {
	path := database + lockSuffix
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	}
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(database); err == nil && os.Geteuid() == 0 {
		if owner, known := info.Sys().(*syscall.Stat_t); known {
			_ = f.Chown(int(owner.Uid), int(owner.Gid)) // a file system without owners needs none
		}
	}
	return f, nil
}

// unlock unlocks the file and closes it. To close it is not enough: between fork and exec, a child process has the file open too,
// and keeps the lock.
func unlock(f *os.File) error {
	return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close())
}
