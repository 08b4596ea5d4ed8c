package sqlite_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"cardroom/store"
	"cardroom/store/escrowtest"
	"cardroom/store/fleettest"
	"cardroom/store/open"
	"cardroom/store/sqlite"
	"cardroom/store/storetest"
)

// openAt opens the store of a URL until the test ends.
func openAt(t testing.TB, url string, o store.Options) store.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), url, o)
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

func openFile(t testing.TB, o store.Options) store.Store {
	return openAt(t, "file:"+filepath.Join(t.TempDir(), "cardroom.db"), o)
}

// inspect opens a store for inspection until the test ends.
func inspect(t testing.TB, url string) store.ReadOnly {
	t.Helper()
	s, err := open.Inspect(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// raw opens the SQLite file beside the store, as an operator would.
func raw(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func do(t testing.TB, db *sql.DB, q string, args ...any) {
	t.Helper()
	if _, err := db.Exec(q, args...); err != nil {
		t.Fatalf("%s: %v", q, err)
	}
}

func TestFileKeepsTheContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, openFile)
	fleettest.Run(t, openFile)
	escrowtest.Run(t, openFile)
}
