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

// mount mounts a file system on a path until the end of the test.
func mount(t *testing.T, source, path, kind string, flags uintptr, data string) {
	t.Helper()
	if err := syscall.Mount(source, path, kind, flags, data); err != nil {
		t.Skipf("no disk of its own without the right to mount one: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(path, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
}

// TestAReadOnlyDiskIsToBeMountedAnew opens a store on one, and a store that alone is on another disk. To name another file would begin a
// new store.
func TestAReadOnlyDiskIsToBeMountedAnew(t *testing.T) {
	disk, alone := t.TempDir(), filepath.Join(t.TempDir(), "c.db")
	mount(t, "tmpfs", disk, "tmpfs", 0, "size=1m")
	for _, path := range []string{filepath.Join(disk, "c.db"), alone} {
		if err := openAt(t, "file:"+path, store.Options{}).Close(); err != nil {
			t.Fatal(err)
		}
	}
	bound := filepath.Join(disk, "bound.db")
	if err := os.WriteFile(bound, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	mount(t, alone, bound, "", syscall.MS_BIND, "")
	if err := syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"c.db":     "read-only file system; mount it read-write",
		"bound.db": "read-only file system; mount the folder of the file read-write, too",
		"new.db":   "name a file that can be written",
	} {
		_, err := sqlite.Open(t.Context(), "file:"+filepath.Join(disk, name), store.Options{})
		if err == nil || !strings.Contains(err.Error(), want) || name != "new.db" && strings.Contains(err.Error(), "name a") {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestAStartWaitsForRoomOnTheDisk fills a small disk, and makes room as soon as the store says that it waits.
func TestAStartWaitsForRoomOnTheDisk(t *testing.T) {
	disk := t.TempDir()
	mount(t, "tmpfs", disk, "tmpfs", 0, "size=1m")
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
