package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
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
// start it is a store of this program, and after a minute it has every commit.
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

// fullDisk returns the error of a database that may have one page.
func fullDisk(t *testing.T) error {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(filepath.Join(t.TempDir(), "full.db"), "_pragma=max_page_count(1)"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.ExecContext(t.Context(), "CREATE TABLE t (n INTEGER)")
	return err
}

func TestAFullDiskIsExplained(t *testing.T) {
	for _, err := range []error{fullDisk(t), &fs.PathError{Op: "open", Path: "c.db", Err: syscall.ENOSPC}} {
		if err = withRemedy(err); err == nil || !strings.Contains(err.Error(), "make room on its disk") {
			t.Errorf("a full disk is explained so: %v", err)
		}
	}
}

// TestAFileThatAnotherProgramHoldsIsExplained lets another program hold the file for longer than callers wait.
func TestAFileThatAnotherProgramHoldsIsExplained(t *testing.T) {
	f := openInside(t)
	if _, err := f.write.conn.ExecContext(t.Context(), "PRAGMA busy_timeout = 50"); err != nil {
		t.Fatal(err)
	}
	other, err := sql.Open("sqlite", dsn(f.path, "_txlock=immediate"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	held, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	note := func(ctx context.Context) error { return f.SetNote(ctx, "note", "1") }
	explained := func(name string, err error) {
		t.Helper()
		if !errors.Is(err, store.ErrUnable) || strings.Count(err.Error(), "another program holds the file: end it") != 1 || !strings.Contains(err.Error(), f.path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	explained("a caller that waits", note(t.Context()))
	short, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	err = note(short)
	if explained("a caller that does not", err); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want that its time is up", err)
	}
	if err := held.Rollback(); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := note(ended); !errors.Is(err, context.Canceled) || errors.Is(err, store.ErrUnable) {
		t.Errorf("a caller that has gone afterwards: %v", err)
	}
	if err := note(t.Context()); err != nil {
		t.Errorf("when the file is free: %v", err)
	}
}

// TestADiskThatFailsIsWaitedFor opens a store that never has room, and one that another process takes meanwhile.
func TestADiskThatFailsIsWaitedFor(t *testing.T) {
	full := fullDisk(t)
	for _, c := range []struct {
		later    error // from the fourth try on
		want     error
		duration time.Duration
	}{
		{full, store.ErrUnreachable, store.StartTimeout},
		{&fs.PathError{Op: "open", Path: "c.db", Err: syscall.EIO}, store.ErrUnreachable, store.StartTimeout},
		{store.ErrLocked, store.ErrLocked, time.Second},
		{nil, nil, time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			began, tries, warnings := time.Now(), 0, 0
			_, err := whileDiskFails(t.Context(), func(string) { warnings++ }, func() (*Store, error) {
				if tries++; tries < 4 {
					return nil, full
				}
				return nil, c.later
			})
			if took := time.Since(began); took > c.duration || took < c.duration-time.Second {
				t.Errorf("%v: after %v, want %v", c.later, took, c.duration)
			}
			if !errors.Is(err, c.want) || !errors.Is(err, c.later) || warnings != 1 || errors.Is(err, store.ErrUnreachable) != (c.want == store.ErrUnreachable) {
				t.Errorf("%v: %v, %d warnings", c.later, err, warnings)
			}
		})
	}
}

// An inspection may leave a -shm and a -wal that the bot's user may not write.
func TestAFileThatCannotBeWrittenNamesTheFilesBesideIt(t *testing.T) {
	f := openInside(t)
	_, err := f.read.db.ExecContext(t.Context(), "DELETE FROM notes")
	if err = withRemedy(err); err == nil || !strings.Contains(err.Error(), "to its -shm and -wal and to its folder") {
		t.Errorf("it is explained so: %v", err)
	}
}
