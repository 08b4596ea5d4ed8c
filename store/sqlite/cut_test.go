package sqlite

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/store"
)

const rosalind = "Rosalind the Forgotten"

// rosaNotes sets notes that name a user, so that the log has many pages with the name.
func rosaNotes(t *testing.T, f *Store) {
	t.Helper()
	for n := range 100 {
		if err := f.SetNote(t.Context(), fmt.Sprint("person/", n%7), strings.Repeat(rosalind, 40)); err != nil {
			t.Fatal(err)
		}
	}
}

// deleteNotes deletes the notes of rosaNotes.
func deleteNotes(t *testing.T, f *Store) {
	t.Helper()
	for n := range 7 {
		if err := f.SetNote(t.Context(), fmt.Sprint("person/", n), ""); err != nil {
			t.Fatal(err)
		}
	}
}

// named returns how many times a name is in each file of a store.
func named(t *testing.T, f *Store) (found map[string]int) {
	t.Helper()
	found = map[string]int{}
	for _, end := range []string{"", "-wal"} {
		all, err := os.ReadFile(f.path + end)
		if err != nil {
			t.Fatal(err)
		}
		found["cardroom.db"+end] = bytes.Count(all, []byte(rosalind))
	}
	return found
}

// A minute after a deletion neither the file nor its log has the deleted data, while the program runs. Nothing is cut where nothing
// was deleted.
func TestTheLogIsCutAfterADeletion(t *testing.T) {
	for name, del := range map[string]func(*testing.T, *Store){
		"notes": deleteNotes,
		"request": func(t *testing.T, f *Store) {
			for n := range 7 {
				if err := f.SetNote(t.Context(), fmt.Sprint("person/", n), "{}"); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(checkpointAfter + time.Second)
			synctest.Wait()
			if n := named(t, f)["cardroom.db-wal"]; n < 100 {
				t.Errorf("the log has the name %d times before the request: it was cut", n)
			}
			if _, err := f.Forget(t.Context(), store.ErasureRequest{Guild: 1, Person: 2, ID: "forget/3", At: time.Now()}); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := openInside(t)
				rosaNotes(t, f)
				del(t, f)
				if n := named(t, f)["cardroom.db-wal"]; n < 100 {
					t.Fatalf("the log has the name %d times at once", n)
				}
				time.Sleep(checkpointAfter + time.Second)
				synctest.Wait()
				if found := named(t, f); found["cardroom.db"]+found["cardroom.db-wal"] != 0 {
					t.Errorf("a minute later the files have the name %v times", found)
				}
			})
		})
	}
}

// While a reader needs the log it stays, no commit waits for the reader, and a later minute cuts it.
func TestAReaderDelaysTheCutAndNoCommit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := openInside(t)
		rosaNotes(t, f)
		reader, err := f.read.db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := reader.ExecContext(t.Context(), "SELECT count(*) FROM notes"); err != nil {
			t.Fatal(err)
		}
		deleteNotes(t, f)
		time.Sleep(checkpointAfter + time.Second)
		synctest.Wait()
		if n := named(t, f)["cardroom.db-wal"]; n < 100 {
			t.Errorf("the log has the name %d times while a reader needs it", n)
		}
		var wait int
		if err := f.write.conn.QueryRowContext(t.Context(), "PRAGMA busy_timeout").Scan(&wait); err != nil || wait != 5000 {
			t.Errorf("statements of the writer wait %d ms, %v", wait, err)
		}
		if err := reader.Rollback(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(checkpointAfter)
		synctest.Wait()
		if found := named(t, f); found["cardroom.db"]+found["cardroom.db-wal"] != 0 {
			t.Errorf("a minute after the reader the files have the name %v times", found)
		}
	})
}

// A cut never waits for readers: all commits would wait with it.
func TestACutDoesNotWait(t *testing.T) {
	f := openInside(t)
	rosaNotes(t, f)
	reader, err := f.read.db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Rollback()
	if _, err := reader.ExecContext(t.Context(), "SELECT count(*) FROM notes"); err != nil {
		t.Fatal(err)
	}
	deleteNotes(t, f)
	began := time.Now()
	if f.write.cut(context.Background()) {
		t.Error("the log is cut while a reader needs it")
	}
	if d := time.Since(began); d > 2*time.Second {
		t.Errorf("the writer waited %v for a reader", d)
	}
}

// A program that ended before it cut the log does so when it starts.
func TestTheLogIsCutAtTheStart(t *testing.T) {
	f := openInside(t)
	rosaNotes(t, f)
	deleteNotes(t, f)
	path := filepath.Join(t.TempDir(), "cardroom.db")
	for _, end := range []string{"", "-wal"} { // as a program that is killed leaves them
		all, err := os.ReadFile(f.path + end)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+end, all, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Open(t.Context(), "file:"+path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if found := named(t, s.(*Store)); found["cardroom.db"]+found["cardroom.db-wal"] != 0 {
		t.Errorf("after the start the files have the name %v times", found)
	}
}
