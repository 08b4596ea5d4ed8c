package sqlite_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/store"
	"cardroom/store/open"
	"cardroom/store/storetest"
)

// pageSize is the size of SQLite's pages here.
const pageSize = 4096

// filledFile returns the content of a closed file with something in every table.
func filledFile(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cardroom.db")
	s := openAt(t, "file:"+path, store.Options{})
	storetest.Fill(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// writeFile returns the path of a new file with a content.
func writeFile(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cardroom.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// zeroPage returns a content with one page of zeros.
func zeroPage(content []byte, page int) []byte {
	bad := bytes.Clone(content)
	clear(bad[(page-1)*pageSize : page*pageSize])
	return bad
}

// inspectFile returns the damage that an inspection of a file finds.
func inspectFile(t *testing.T, path string) string {
	t.Helper()
	i, err := open.Inspect(t.Context(), "file:"+path, store.Options{})
	if err != nil {
		return err.Error()
	}
	defer i.Close()
	damage, err := i.Damage(t.Context())
	if err != nil {
		return err.Error()
	}
	return damage
}

// P8: an inspection finds each page that is gone, also where no method reads it.
func TestEveryPageThatIsGoneIsFound(t *testing.T) {
	sound := filledFile(t)
	if said := inspectFile(t, writeFile(t, sound)); said != "" {
		t.Fatalf("a sound file: %s", said)
	}
	for page := 1; page <= len(sound)/pageSize; page++ {
		path := writeFile(t, zeroPage(sound, page))
		if said := inspectFile(t, path); !strings.Contains(said, path) || !strings.Contains(said, "restore a backup") || strings.Contains(said, "doctor") {
			t.Errorf("page %d: %q", page, said)
		}
	}
}

// P8: an inspection finds an index that differs from its table, as after a write that the disk lost.
func TestAnIndexThatIsBehindIsFound(t *testing.T) {
	before := filledFile(t)
	path := writeFile(t, before)
	db := raw(t, path)
	do(t, db, "UPDATE tables SET open = 1")
	root := 0
	if err := db.QueryRow("SELECT rootpage FROM sqlite_schema WHERE name = 'tables_open'").Scan(&root); err != nil {
		t.Fatal(err)
	}
	db.Close()
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if now, old := after[(root-1)*pageSize:root*pageSize], before[(root-1)*pageSize:root*pageSize]; bytes.Equal(now, old) {
		t.Fatal("the index has not changed")
	} else {
		copy(now, old)
	}
	if said := inspectFile(t, writeFile(t, after)); !strings.Contains(said, "restore a backup") {
		t.Errorf("%q", said)
	}
}

// A bot opens a file whose damage it does not read, and each write then says what the operator can do.
func TestAWriteToADamagedFileSaysWhatToDo(t *testing.T) {
	sound := filledFile(t)
	root := 0
	if err := raw(t, writeFile(t, sound)).QueryRow("SELECT rootpage FROM sqlite_schema WHERE name = 'changes'").Scan(&root); err != nil {
		t.Fatal(err)
	}
	path := writeFile(t, zeroPage(sound, root))
	s := openAt(t, "file:"+path, store.Options{})
	_, err := s.Commit(t.Context(), storetest.NextChange(store.Key{Guild: 1, Channel: 77}, 1))
	for _, want := range []string{path, "cardroom doctor", "restore a backup"} {
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("Commit = %v, want %q", err, want)
		}
	}
}

// Damage that keeps a file from being opened is named with what to do: in the header, a missing table, a schema that is too low.
func TestAFileThatCannotBeOpenedNamesTheBackup(t *testing.T) {
	content := filledFile(t)
	broken := map[string][]byte{}
	for at := 16; at < 100; at++ { // behind the 16 bytes by which a database is known
		if at == 18 || at >= 68 && at < 72 {
			continue // whether SQLite may write, and the application_id, by which a file of this program is known
		}
		bad := bytes.Clone(content)
		bad[at] = 0xff
		broken[fmt.Sprintf("byte %d is 255", at)] = bad
	}
	for _, harm := range []string{
		"DROP TABLE hands", "DROP TABLE stats", "DROP TABLE notes", "DROP TABLE forgotten", "PRAGMA user_version = 0", "PRAGMA user_version = 1", "PRAGMA user_version = 4", "PRAGMA user_version = 6",
	} {
		path := writeFile(t, content)
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("PRAGMA foreign_keys = OFF; " + harm + "; PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if broken[harm], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	opened := 0
	for harm, bad := range broken {
		for name, try := range map[string]func(string) error{
			"open": func(url string) error {
				s, err := open.Open(t.Context(), url, store.Options{})
				if err == nil {
					s.Close()
				}
				return err
			},
			"inspect": func(url string) error {
				s, err := open.Inspect(t.Context(), url, store.Options{})
				if err == nil {
					s.Close()
				}
				return err
			},
		} {
			err := try("file:" + writeFile(t, bad))
			if err == nil {
				opened++
				if !strings.HasPrefix(harm, "byte") {
					t.Errorf("%s: with %s it does not fail", name, harm)
				}
			} else if said := err.Error(); !strings.Contains(said, "backup") && !strings.Contains(said, "newer version") {
				t.Errorf("%s: with %s it says %v", name, harm, err)
			}
		}
	}
	if opened == 2*len(broken) {
		t.Error("nothing is refused")
	}
}
