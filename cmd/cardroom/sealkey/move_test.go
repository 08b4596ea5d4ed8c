package sealkey

import (
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/internal/file"
	"cardroom/store"
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

// A key file that cannot be read, or holds no key, is not another key.
func TestAMoveNamesAKeyFileThatCannotBeRead(t *testing.T) {
	for fault, harm := range map[string]func(path string) error{
		"cannot be read: ":                      func(path string) error { return os.Mkdir(path, 0o700) },
		"does not hold 32 bytes in hexadecimal": func(path string) error { return os.WriteFile(path, []byte("x"), 0o600) },
	} {
		db := filepath.Join(t.TempDir(), "cardroom.db")
		if err := errors.Join(os.WriteFile(db, []byte("data"), 0o600), harm(db+".key")); err != nil {
			t.Fatal(err)
		}
		_, err := Along(t.Context(), map[string]string{"CARDROOM_SEAL_KEY": strings.Repeat("ab", 32)}, fileStore(db), "redis://127.0.0.1:1")
		if err == nil || !strings.HasPrefix(err.Error(), "the key file "+db+".key "+fault) ||
			!strings.HasSuffix(err.Error(), ": put it back from a backup, or move it away if the hands are sealed with CARDROOM_SEAL_KEY") {
			t.Errorf("%s: %v", fault, err)
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

// TestAMoveChecksTheKeyOfTheTables moves stores with open tables that keys sealed, to a Redis and to a file. It knows the key that its
// advice names, and refuses one that opens none of them.
func TestAMoveChecksTheKeyOfTheTables(t *testing.T) {
	const token = "x.y.z"
	derived, err := For(t.Context(), storeopen.Named{Name: "FROM", URL: "redis://127.0.0.1:1"}, token)
	if err != nil {
		t.Fatal(err)
	}
	ofToken, ab, cd := hex.EncodeToString(derived), strings.Repeat("ab", 32), strings.Repeat("cd", 32)
	for name, c := range map[string]struct {
		sealed         []string // a key for each open table
		keyFile, token string   // without a key file it is a Redis
		advice         string
		refused        string
	}{
		"a stale key file":           {sealed: []string{ab, ab}, keyFile: cd, refused: "sealed with another key than DB.key holds: set CARDROOM_SEAL_KEY"},
		"the key file":               {sealed: []string{ab}, keyFile: ab, advice: "set CARDROOM_SEAL_KEY to what DB.key holds"},
		"the key file of the second": {sealed: []string{cd, ab}, keyFile: ab, advice: "set CARDROOM_SEAL_KEY to what DB.key holds"},
		"a key file without tables":  {keyFile: ab, advice: "set CARDROOM_SEAL_KEY to what DB.key holds"},
		"another token":              {sealed: []string{ab}, token: token, refused: "sealed with another key than DISCORD_TOKEN gives: set CARDROOM_SEAL_KEY"},
		"the token":                  {sealed: []string{ofToken}, token: token, advice: "leave DISCORD_TOKEN as it is"},
		"neither a token nor a key":  {sealed: []string{ab}, advice: "leave DISCORD_TOKEN and CARDROOM_SEAL_KEY as they are"},
		"a token without tables":     {token: token, advice: "leave DISCORD_TOKEN as it is"},
	} {
		db := filepath.Join(t.TempDir(), "cardroom.db")
		n := fileStore(db)
		if c.keyFile == "" {
			n.URL = "redis://" + miniredis.RunT(t).Addr()
		} else if err := os.WriteFile(db+".key", []byte(c.keyFile), 0o600); err != nil {
			t.Fatal(err)
		}
		s := storeOf(t, n.URL, c.sealed)
		for _, to := range []string{"redis://127.0.0.1:1", "file:" + filepath.Join(t.TempDir(), "to.db")} {
			toFile := strings.HasPrefix(to, "file:")
			m, err := Along(t.Context(), map[string]string{"DISCORD_TOKEN": c.token}, n, to)
			switch {
			case toFile && c.keyFile+c.token == "": // it asks for the token
				continue
			case err != nil:
				t.Errorf("%s, to %s: %v", name, to, err)
				continue
			case !toFile && c.refused == "" && m.Advice != strings.ReplaceAll(c.advice, "DB", db):
				t.Errorf("%s: it says %q", name, m.Advice)
			}
			err = m.Check(t.Context(), s)
			if (err != nil) != (c.refused != "") || err != nil && !strings.Contains(err.Error(), strings.ReplaceAll(c.refused, "DB", db)) {
				t.Errorf("%s, to %s: %v, want %q", name, to, err, c.refused)
			}
		}
	}
}

// TestAMoveThatCannotWriteItsKeySaysTheNextStep makes a key file during the copy, so that the move cannot write its own.
func TestAMoveThatCannotWriteItsKeySaysTheNextStep(t *testing.T) {
	dir := t.TempDir()
	old, redis, to := filepath.Join(dir, "old.db"), "redis://"+miniredis.RunT(t).Addr(), filepath.Join(dir, "new.db")
	if err := errors.Join(file.Write(old, "data"), file.Write(old+".key", strings.Repeat("ab", 32))); err != nil {
		t.Fatal(err)
	}
	for n, want := range map[storeopen.Named]string{
		fileStore(old):                  "; copy " + old + ".key to " + to + ".key, or set CARDROOM_SEAL_KEY to what " + old + ".key holds; then set STORE_URL to the new store",
		{Name: "STORE_URL", URL: redis}: "; delete the new store, and move again to a file in a directory that can be written",
	} {
		m, err := Along(t.Context(), map[string]string{"DISCORD_TOKEN": "x.y.z"}, n, "file:"+to)
		if err := errors.Join(err, file.Write(to+".key", "")); err != nil {
			t.Fatal(err)
		}
		if err := m.WriteFile(); err == nil || !strings.HasPrefix(err.Error(), "the key file "+to+".key cannot be written: ") || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("from %s: %v, want %s", n.URL, err, want)
		}
		if _, err := Along(t.Context(), map[string]string{"DISCORD_TOKEN": "x.y.z"}, n, "file:"+to); err == nil || !strings.Contains(err.Error(), "a key file "+to+".key exists already") {
			t.Errorf("from %s, with an empty key file: %v", n.URL, err)
		}
		if err := os.Remove(to + ".key"); err != nil {
			t.Fatal(err)
		}
	}
}

// storeOf opens the store of a URL until the test ends, and adds an open table for each key, which seals it.
func storeOf(t *testing.T, url string, keys []string) store.Store {
	t.Helper()
	s, err := storeopen.Open(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for i, hexadecimal := range keys {
		key, err := Parse(hexadecimal)
		if err != nil {
			t.Fatal(err)
		}
		k := store.Key{Guild: 5, Channel: engine.ID(6 + i)}
		envelope := record.NewEnvelope(key)
		data := envelope.Wrap(record.TableSchema, k, 1, []byte("{}"))
		if _, err := s.Commit(t.Context(), store.Change{Key: k, ID: "a", Session: 1, At: time.UnixMilli(1), Data: data}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}
