package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
		_, err := keyAlong(t.Context(), map[string]string{"CARDROOM_SEAL_KEY": key}, ownStore("file:"+db), "redis://127.0.0.1:1")
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
		_, err := keyAlong(t.Context(), map[string]string{"CARDROOM_SEAL_KEY": "zz"}, ownStore("file:"+db), to)
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
	k, err := keyAlong(t.Context(), nil, ownStore("file:"+db), "redis://127.0.0.1:1")
	if err != nil || strings.Contains(k.advice, db+".key") || !strings.Contains(k.advice, "the key that the bot on file:"+db+" has") {
		t.Errorf("it says %q, %v", k.advice, err)
	}
}

// A store that may not be looked at is not one that is missing.
func TestAStoreThatCannotBeSeenIsNotMissing(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("data"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, missing := range map[string]bool{filepath.Join(dir, "none.db"): true, filepath.Join(dir, "file", "x.db"): false} {
		_, err := keyAlong(t.Context(), nil, ownStore("file:"+path), "redis://127.0.0.1:1")
		_, _, said := runHere(t, "file:"+path, "doctor", "--void", "12345678901234567")
		if err == nil || strings.Contains(err.Error(), "there is no store") != missing || strings.Contains(said, "there is no store") != missing {
			t.Errorf("%s: %v, and the doctor says %s", path, err, said)
		}
	}
}
