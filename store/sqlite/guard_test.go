//go:build !windows

package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/store"
	"cardroom/store/sqlite"
	"cardroom/store/storetest"
)

// openNamed opens a store, and returns the path of its file. It does not close it.
func openNamed(t *testing.T) (s store.Store, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "cardroom.db")
	s, err := sqlite.Open(t.Context(), "file:"+path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	return s, path
}

// remove deletes files.
func remove(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNothingIsWrittenToAFileThatIsGone deletes each file of an open store alone: the next commit names it and the remedy.
func TestNothingIsWrittenToAFileThatIsGone(t *testing.T) {
	for suffix, remedy := range map[string]string{
		"": "restore a backup", "-wal": "restore a backup", "-shm": "restore a backup", ".lock": "restart the bot, which then says",
	} {
		s, path := openNamed(t)
		remove(t, path+suffix)
		_, err := s.Commit(t.Context(), storetest.TopUp(storetest.Felt, 2))
		if !errors.Is(err, store.ErrMoved) || !strings.Contains(err.Error(), path+suffix+"; ") || !strings.Contains(err.Error(), remedy) {
			t.Errorf("without %q: %v", suffix, err)
		}
		if r, err := s.Load(t.Context(), storetest.Felt); err != nil || r.Version != 1 {
			t.Errorf("without %q the store has version %d, %v", suffix, r.Version, err)
		}
		if err := s.Close(); !errors.Is(err, store.ErrMoved) {
			t.Errorf("without %q: Close = %v", suffix, err)
		}
	}
}

// P6: without the lock file a second process can open the store. From then on the first one writes nothing.
func TestASecondOpenWithoutTheLockStopsTheFirst(t *testing.T) {
	first, path := openNamed(t)
	remove(t, path+".lock")
	second := openAt(t, "file:"+path, store.Options{})
	storetest.Commit(t, second, storetest.TopUp(storetest.Felt, 2))
	if _, err := first.Commit(t.Context(), storetest.TopUp(storetest.Felt, 3)); !errors.Is(err, store.ErrMoved) {
		t.Errorf("the first commits: %v", err)
	}
	if err := first.Close(); !errors.Is(err, store.ErrMoved) {
		t.Errorf("the first closes: %v", err)
	}
	storetest.Commit(t, second, storetest.TopUp(storetest.Felt, 3))
}

func TestAFileThatIsPutBackIsWrittenAgain(t *testing.T) {
	s, path := openNamed(t)
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	if err := s.SetNote(t.Context(), "a", "b"); !errors.Is(err, store.ErrMoved) {
		t.Errorf("SetNote = %v", err)
	}
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 2))
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestTheFilesOfTheNextStoreStay deletes all files under a store, opens a new one there, and then closes the old one. It neither
// reads from the new files nor deletes them.
func TestTheFilesOfTheNextStoreStay(t *testing.T) {
	old, path := openNamed(t)
	remove(t, path, path+"-wal", path+"-shm", path+".lock")
	next := openAt(t, "file:"+path, store.Options{})
	storetest.Commit(t, next, storetest.TopUp(storetest.Felt, 1))
	storetest.Commit(t, next, storetest.TopUp(storetest.Felt, 2))
	for _, err := range old.(*sqlite.Store).Ledger(t.Context()) { // while this read runs, the next one needs another connection
		if r, refusal := old.Load(t.Context(), storetest.Felt); err != nil || !errors.Is(refusal, store.ErrMoved) {
			t.Errorf("the old store reads the ledger with %v, and the table in version %d with %v", err, r.Version, refusal)
		}
	}
	if err := old.Close(); !errors.Is(err, store.ErrMoved) {
		t.Errorf("Close = %v", err)
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		if _, err := os.Stat(path + suffix); err != nil {
			t.Errorf("the old store has deleted a file of the next: %v", err)
		}
	}
	storetest.Commit(t, next, storetest.TopUp(storetest.Felt, 3))
}
