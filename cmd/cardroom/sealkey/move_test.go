package sealkey

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	storeopen "cardroom/store/open"
)

// fileStore returns the store of a database file, as STORE_URL names it.
func fileStore(path string) storeopen.Named {
	return storeopen.Named{Name: "STORE_URL", URL: "file:" + path}
}

// A store whose hands were sealed with its key file cannot be read with another key.
func TestAMoveRefusesAnotherKeyThanTheFiles(t *testing.T) {
	db := filepath.Join(t.TempDir(), "cardroom.db")
	of := strings.Repeat("ab", 32)
	for name, text := range map[string]string{db: "data", db + ".key": of + "\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for key, refused := range map[string]bool{of: false, strings.ToUpper(of): false, strings.Repeat("cd", 32): true} {
		_, err := Along(t.Context(), map[string]string{"CARDROOM_SEAL_KEY": key}, fileStore(db), "redis://127.0.0.1:1")
		if refused != (err != nil) || refused && !strings.Contains(err.Error(), db+".key") {
			t.Errorf("with the key %.4s…: %v", key, err)
		}
	}
}

// A key that is none would be the bot's next, and the move says that everything is copied.
func TestAMoveRefusesAKeyThatIsNone(t *testing.T) {
	db := filepath.Join(t.TempDir(), "cardroom.db")
	if err := os.WriteFile(db, []byte("data"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"redis://127.0.0.1:1", "file:" + db + "2"} {
		_, err := Along(t.Context(), map[string]string{"CARDROOM_SEAL_KEY": "zz"}, fileStore(db), to)
		if err == nil || !strings.Contains(err.Error(), "CARDROOM_SEAL_KEY is not 32 bytes") {
			t.Errorf("to %s: %v", to, err)
		}
	}
}

// The key of a file without a key file is the one that its bot had in CARDROOM_SEAL_KEY.
func TestAMoveNamesNoKeyFileThatIsMissing(t *testing.T) {
	db := filepath.Join(t.TempDir(), "cardroom.db")
	if err := os.WriteFile(db, []byte("data"), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := Along(t.Context(), nil, fileStore(db), "redis://127.0.0.1:1")
	if err != nil || strings.Contains(m.Advice, db+".key") || !strings.Contains(m.Advice, "the key that the bot on file:"+db+" has") {
		t.Errorf("it says %q, %v", m.Advice, err)
	}
}

// A store that may not be looked at is not one that is missing.
func TestAStoreThatCannotBeSeenIsNotMissing(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("data"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, missing := range map[string]bool{filepath.Join(dir, "none.db"): true, filepath.Join(dir, "file", "x.db"): false} {
		_, err := Along(t.Context(), nil, fileStore(path), "redis://127.0.0.1:1")
		if err == nil || strings.Contains(err.Error(), "there is no store") != missing {
			t.Errorf("%s: %v", path, err)
		}
	}
}
