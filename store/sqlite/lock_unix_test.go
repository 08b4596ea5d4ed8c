//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"cardroom/store"
)

// TestCloseUnlocksBesideAChildProcess opens a store again while another descriptor has its lock file, as between fork and exec.
func TestCloseUnlocksBesideAChildProcess(t *testing.T) {
	s := openInside(t)
	child, err := syscall.Dup(int(s.lock.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(child)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	next, err := Open(t.Context(), "file:"+s.path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := next.Close(); err != nil {
		t.Error(err)
	}
}

// TestADeviceOrAPipeIsNoStore: SQLite reports an error of the disk for a device, which Open would try again. A pipe would block it.
func TestADeviceOrAPipeIsNoStore(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{os.DevNull, pipe} {
		_, err := Open(t.Context(), "file:"+path, store.Options{Warn: func(said string) { t.Error(said) }})
		if err == nil || !strings.Contains(err.Error(), "file:"+path) || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestADeviceOrAPipeIsCheckedWithoutBeingOpened checks a pipe into which no program writes. Beside a file that is no store no key is made.
func TestADeviceOrAPipeIsCheckedWithoutBeingOpened(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{os.DevNull, pipe} {
		checked := make(chan error, 1)
		go func() { checked <- CheckOwn(t.Context(), "file:"+path) }()
		var err error
		select {
		case err = <-checked:
		case <-time.After(10 * time.Second):
			writer, late := os.OpenFile(path, os.O_WRONLY, 0) // ends the wait
			if late == nil {
				writer.Close()
			}
			<-checked
		}
		if !errors.Is(err, store.ErrForeign) || !strings.Contains(err.Error(), "file:"+path+": ") || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestTheOwnerOfTheDatabaseLocksItAfterRoot opens the file of another user, as an operator does with sudo.
func TestTheOwnerOfTheDatabaseLocksItAfterRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("root alone may open any user's file")
	}
	path := filepath.Join(t.TempDir(), "cardroom.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 1234, 1235); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), "file:"+path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	info, err := os.Stat(path + lockSuffix)
	if err != nil {
		t.Fatal(err)
	}
	if owner := info.Sys().(*syscall.Stat_t); owner.Uid != 1234 || owner.Gid != 1235 {
		t.Errorf("the lock file belongs to %d:%d", owner.Uid, owner.Gid)
	}
}
