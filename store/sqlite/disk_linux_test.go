package sqlite_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cardroom/store"
	"cardroom/store/sqlite"
	"cardroom/store/storetest"
)

// TestAClosedFileIsOneFile checks that nothing is left open, so that SQLite deletes the log and its index.
func TestAClosedFileIsOneFile(t *testing.T) {
	dir := t.TempDir()
	s := openAt(t, "file:"+filepath.Join(dir, "c.db"), store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "c.db-*")); err != nil || len(left) > 0 {
		t.Errorf("%q, %v", left, err)
	}
	open, err := filepath.Glob("/proc/self/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, fd := range open {
		if file, _ := os.Readlink(fd); strings.HasPrefix(file, dir) {
			t.Errorf("%s is still open", file)
		}
	}
}

// TestAStartWaitsForRoomOnTheDisk fills a small disk, and makes room as soon as the store says that it waits.
func TestAStartWaitsForRoomOnTheDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("no disk of its own without the right to mount one: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	url := "file:" + filepath.Join(disk, "c.db")
	for range 2 { // a new file, and one that is there
		full := filepath.Join(disk, "full")
		_ = os.WriteFile(full, make([]byte, 2<<20), 0o600) // as much as there is room for
		var warnings []string
		s, err := sqlite.Open(t.Context(), url, store.Options{Warn: func(w string) {
			if warnings = append(warnings, w); len(warnings) == 1 {
				os.Remove(full)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		if len(warnings) != 1 || !strings.HasPrefix(warnings[0], "waiting for the store: file:") ||
			!strings.Contains(warnings[0], "make room on its disk") {
			t.Errorf("%q", warnings)
		}
	}
}
