//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package sqlite

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

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
