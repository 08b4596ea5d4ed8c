package sqlite

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/store"
)

func openInside(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.Context(), "file:"+filepath.Join(t.TempDir(), "cardroom.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s.(*Store)
}

// copyAlone opens a copy of the database file without its write-ahead log.
func copyAlone(t *testing.T, f *Store) *Store {
	t.Helper()
	content, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), "file:"+path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s.(*Store)
}

// TestTheFileAloneHasWhatIsAMinuteOld copies the database file without its log beside the running program (S11): after the
// start it is a store of this program, and after a minute it has what was committed.
func TestTheFileAloneHasWhatIsAMinuteOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := openInside(t)
		if info, err := os.Stat(f.path); err != nil || info.Size() <= 4096 {
			t.Errorf("after the start the file has not even the schema: %v bytes, %v", info.Size(), err)
		}
		for n := range 3 {
			value := fmt.Sprint("value ", n)
			if err := f.SetNote(t.Context(), "note", value); err != nil {
				t.Fatal(err)
			}
			time.Sleep(checkpointAfter + time.Second)
			synctest.Wait()
			if got, err := copyAlone(t, f).Note(t.Context(), "note"); got != value || err != nil {
				t.Errorf("a copy of the file after a minute has %q, %v, want %q", got, err, value)
			}
		}
	})
}

// TestAFullDiskIsExplained fills a database that may have one page.
func TestAFullDiskIsExplained(t *testing.T) {
	db, err := sql.Open("sqlite", dsn(filepath.Join(t.TempDir(), "full.db"), "_pragma=max_page_count(1)"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.ExecContext(t.Context(), "CREATE TABLE t (n INTEGER)")
	if err = withRemedy(err); err == nil || !strings.Contains(err.Error(), "make room on its disk") {
		t.Errorf("a full disk is explained so: %v", err)
	}
}
