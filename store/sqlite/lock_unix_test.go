//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package sqlite

import (
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
