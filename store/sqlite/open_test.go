package sqlite_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/sqlite"
	"cardroom/store/storetest"
)

func TestAFileIsMadeForItsOwnerAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no Unix permissions")
	}
	dir := filepath.Join(t.TempDir(), "a", "b")
	path := filepath.Join(dir, "cardroom.db")
	s := openAt(t, "file:"+path, store.Options{})
	if _, err := s.Commit(t.Context(), storetest.NextChange(store.Key{Guild: 1, Channel: 2}, 1)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{
		dir: 0o700, filepath.Dir(dir): 0o700, path: 0o600, path + "-wal": 0o600, path + ".lock": 0o600,
	} {
		info, err := os.Stat(name)
		if err != nil {
			t.Error(err)
		} else if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", name, got, want)
		}
	}
}

func TestPathsMayHoldAnyCharacter(t *testing.T) {
	for _, name := range []string{
		"with space.db", "per%41cent.db", "who?mode=memory.db", "hash#1.db", "käfig.db", "a&b.db",
	} {
		path := filepath.Join(t.TempDir(), name)
		openAt(t, "file:"+path, store.Options{})
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v, the store is elsewhere", name, err)
		}
	}
}

func TestWhatWasCommittedIsThereAfterOpeningAgain(t *testing.T) {
	url := "file:" + filepath.Join(t.TempDir(), "cardroom.db")
	k := store.Key{Guild: 1<<63 + 5, Channel: 1<<64 - 1} // ids are 64 bits, whatever SQLite thinks of them
	s := openAt(t, url, store.Options{})
	c := storetest.NextChange(k, 1)
	c.Events, c.Chips = []engine.Event{{Kind: engine.SatDown, Player: 1<<64 - 2, Amount: 500}}, 500
	for range 2 {
		r, err := s.Commit(t.Context(), c)
		if err != nil || r.Version != 1 {
			t.Fatalf("%+v, %v", r, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = openAt(t, url, store.Options{})
	}
	for r, err := range s.Tables(t.Context()) {
		if err != nil || r.Key != k || string(r.Data) != "data of 1" {
			t.Errorf("Tables gave %+v, %v", r, err)
		}
	}
	ws, err := s.TopWallets(t.Context(), k.Guild, 5)
	if err != nil || len(ws) != 1 || ws[0].Person != 1<<64-2 || ws[0].Balance != store.Opening-500 {
		t.Errorf("Richest = %v, %v", ws, err)
	}
}

// TestASecondOpenIsRefusedAtOnce is a test of P6.
func TestASecondOpenIsRefusedAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, "file:"+path, store.Options{})
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{path, link} {
		began := time.Now()
		_, err := sqlite.Open(t.Context(), "file:"+name, store.Options{})
		if !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), path) || time.Since(began) > time.Second {
			t.Errorf("%s: %v after %v, want ErrLocked naming the file at once", name, err, time.Since(began))
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	openAt(t, "file:"+path, store.Options{})
}

// TestAPathLeadsThroughALinkedFolder opens databases above the place of a linked folder, where the system and the key file look.
func TestAPathLeadsThroughALinkedFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows removes the folder before a \"..\" itself")
	}
	dir := t.TempDir()
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, "mnt", "deep"), 0o700), os.Symlink(filepath.Join("mnt", "deep"), filepath.Join(dir, "disk"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for name, url := range map[string]string{"a.db": "file:disk/../a.db", "b.db": "file:" + dir + "/disk/../b.db"} {
		openAt(t, url, store.Options{})
		if _, err := os.Stat(filepath.Join(dir, "mnt", name)); err != nil {
			t.Errorf("%s is elsewhere: %v", url, err)
		}
	}
}

func TestFilesThatAreNotOursAreRefusedAndLeftAlone(t *testing.T) {
	database := func(qs ...string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			db := raw(t, path)
			for _, q := range qs {
				do(t, db, q)
			}
			db.Close()
		}
	}
	text := func(s string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(s), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		name string
		make func(*testing.T, string)
		want error
		says string
	}{
		{"a text", text("hello\n"), store.ErrForeign, "not a SQLite database; it is left as it is: restore a backup, or name another file"},
		{"the beginning of SQLite's magic", text("SQLite for"), store.ErrForeign, "not a SQLite database"},
		{"magic and then noise", text("SQLite format 3\x00" + strings.Repeat("noise", 900)), nil, "left as it is"},
		{"another program's database", database("CREATE TABLE x (y)"), store.ErrForeign, "another program"},
		{"another program's mark", database("PRAGMA application_id = 77"), store.ErrForeign, "another program"},
		{"another program's schema number", database("PRAGMA user_version = 1"), store.ErrForeign, "another program"},
		{"a newer schema", database("PRAGMA application_id = 1667330660", "PRAGMA user_version = 999", "CREATE TABLE x (y)"),
			store.ErrSchema, "schema 999, known up to 7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "cardroom.db")
			c.make(t, path)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			_, err = sqlite.Open(t.Context(), "file:"+path, store.Options{})
			if err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Fatalf("Open = %v, want %v", err, c.want)
			}
			if !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), path) {
				t.Errorf("Open = %q, want it to name the file and say %q", err, c.says)
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
				t.Errorf("the file was changed (%v)", err)
			}
		})
	}
}

func TestANewerFileWithALogIsLeftAlone(t *testing.T) {
	made, path := filepath.Join(t.TempDir(), "made.db"), filepath.Join(t.TempDir(), "cardroom.db")
	db := raw(t, made)
	for _, q := range []string{
		"PRAGMA journal_mode = WAL", "PRAGMA application_id = 1667330660", "PRAGMA user_version = 999", "CREATE TABLE x (y)",
	} {
		do(t, db, q)
	}
	before := map[string][]byte{}
	for _, suffix := range []string{"", "-wal"} { // as a kill leaves them
		data, err := os.ReadFile(made + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+suffix, data, 0o600); err != nil {
			t.Fatal(err)
		}
		before[path+suffix] = data
	}
	if _, err := sqlite.Open(t.Context(), "file:"+path, store.Options{}); !errors.Is(err, store.ErrSchema) {
		t.Errorf("Open = %v, want ErrSchema", err)
	}
	for name, want := range before {
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s was changed (%v)", name, err)
		}
	}
}

func TestCloseLosesNothingAcknowledged(t *testing.T) {
	url := "file:" + filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, url, store.Options{})
	const tables = 200
	errs := make([]error, tables)
	var wg sync.WaitGroup
	for i := range tables {
		wg.Go(func() {
			_, errs[i] = s.Commit(t.Context(), storetest.NextChange(store.Key{Guild: 1, Channel: engine.ID(i)}, 1))
		})
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	s = openAt(t, url, store.Options{})
	for i, err := range errs {
		_, load := s.Load(t.Context(), store.Key{Guild: 1, Channel: engine.ID(i)})
		lost := errors.Is(err, store.ErrClosed) && errors.Is(load, store.ErrNotFound)
		if err == nil && load != nil || err != nil && !lost {
			t.Errorf("table %d: Commit %v, after opening again %v", i, err, load)
		}
	}
}

func TestAPathThatCannotBeWrittenIsNamed(t *testing.T) {
	dir := t.TempDir()
	inTheWay := filepath.Join(dir, "file")
	if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, filepath.Join(inTheWay, "cardroom.db")} {
		_, err := sqlite.Open(t.Context(), "file:"+path, store.Options{})
		if err == nil || !strings.Contains(err.Error(), "file:"+path) {
			t.Errorf("Open = %v, want it to name %s", err, path)
		}
	}
}

func TestAHalfMadeFileIsFinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	db := raw(t, path)
	do(t, db, "PRAGMA journal_mode = WAL") // all that is there when one is killed before the schema
	db.Close()
	openAt(t, "file:"+path, store.Options{})
}

// TestADamagedTableIsNamedAndTheOthersGoOn is a test of P8.
func TestADamagedTableIsNamedAndTheOthersGoOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, "file:"+path, store.Options{})
	const guild = 9
	for channel := engine.ID(1); channel <= 5; channel++ {
		if _, err := s.Commit(t.Context(), storetest.NextChange(store.Key{Guild: guild, Channel: channel}, 1)); err != nil {
			t.Fatal(err)
		}
	}
	db := raw(t, path)
	do(t, db, "UPDATE tables SET data = x'00' WHERE channel = 2")
	do(t, db, "UPDATE tables SET version = 7 WHERE channel = 3")
	// another's
	do(t, db, "UPDATE tables SET (data, sum) = (SELECT data, sum FROM tables WHERE channel = 5) WHERE channel = 4")
	if _, err := s.Commit(t.Context(), storetest.NextChange(store.Key{Guild: guild + 1, Channel: 5}, 1)); err != nil {
		t.Fatal(err)
	}
	do(t, db, `UPDATE tables SET (data, sum) = (SELECT data, sum FROM tables WHERE channel = 5 AND guild = 9)
		WHERE guild = 10`)
	good, bad := 0, 0
	for r, err := range s.Tables(t.Context()) {
		var damaged *store.DamagedError
		switch {
		case err == nil:
			good++
		case errors.As(err, &damaged) && damaged.Key == r.Key && (r.Channel >= 2 && r.Channel <= 4 || r.Guild == guild+1):
			bad++
		default:
			t.Errorf("%v: %v", r.Key, err)
		}
	}
	if good != 2 || bad != 4 {
		t.Errorf("%d tables read, %d named as damaged; want 2 and 4", good, bad)
	}
}

func TestAClosedStoreIsOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardroom.db")
	s, err := sqlite.Open(t.Context(), "file:"+path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SetNote(t.Context(), "here", "yes"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if wal, err := os.Stat(path + "-wal"); err == nil && wal.Size() > 0 {
		t.Errorf("%d bytes are left in the write-ahead log", wal.Size())
	}
}
