package sealkey

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/store"
)

// TestADatabaseOfAnotherProgramLacksNoKey asks for the key of a SQLite file that is not of this program, and of one that is.
func TestADatabaseOfAnotherProgramLacksNoKey(t *testing.T) {
	for name, c := range map[string]struct{ query, want string }{
		"another program's": {"CREATE TABLE x (y)", "a SQLite database of another program"},
		"a newer one":       {"PRAGMA application_id = 1667330660; PRAGMA user_version = 999; CREATE TABLE x (y)", store.ErrSchema.Error()},
		"a damaged one":     {"PRAGMA application_id = 1667330660; PRAGMA user_version = 1; CREATE TABLE x (y)", ".key is missing"},
	} {
		path := filepath.Join(t.TempDir(), "other.db")
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(c.query); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		_, err = For(t.Context(), fileStore(path), "")
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "STORE_URL file:"+path+": ") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if all, err := filepath.Glob(path + "*"); err != nil || len(all) != 1 {
			t.Errorf("%s: the folder has %v, %v", name, all, err)
		}
	}
}
