package store_test

import (
	"path/filepath"
	"testing"

	"cardroom/store"
	"cardroom/store/storetest"
)

func openAt(t testing.TB, url string, o store.Options) store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

func openMemory(t testing.TB, o store.Options) store.Store { return openAt(t, "memory:", o) }

func openFile(t testing.TB, o store.Options) store.Store {
	return openAt(t, "file:"+filepath.Join(t.TempDir(), "cardroom.db"), o)
}

func TestMemoryKeepsTheContract(t *testing.T) { storetest.Run(t, openMemory) }

func TestFileKeepsTheContract(t *testing.T) { storetest.Run(t, openFile) }
