package sqlite

import (
	"errors"
	"os"
	"syscall"

	"cardroom/store"
)

// lock locks the lock file of a database for this process, until unlock or its end. It opens it without sharing.
func lock(database string) (*os.File, error) {
	path := database + lockSuffix
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	const sharingViolation = syscall.Errno(32)
	if errors.Is(err, sharingViolation) {
		return nil, store.ErrLocked
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(h), path), nil
}

// unlock unlocks the file and closes it.
func unlock(f *os.File) error { return f.Close() }
