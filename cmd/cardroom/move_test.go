package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"cardroom/bot/record"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// A store that may not be looked at is not one that is missing.
func TestTheDoctorTellsAnUnseenStoreFromAMissingOne(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("data"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, missing := range map[string]bool{filepath.Join(dir, "none.db"): true, filepath.Join(dir, "file", "x.db"): false} {
		_, _, said := runHere(t, "file:"+path, "doctor", "--void", "12345678901234567")
		if strings.Contains(said, "there is no store") != missing {
			t.Errorf("%s: the doctor says %s", path, said)
		}
	}
}

// TestAMoveKnowsTheKeyOfTheTables moves a Redis whose tables a bot with CARDROOM_SEAL_KEY sealed, with and without that key. The key file
// of a move without it would open nothing.
func TestAMoveKnowsTheKeyOfTheTables(t *testing.T) {
	t.Chdir(t.TempDir()) // without a .env
	redis, key := miniredis.RunT(t), strings.Repeat("ab", 32)
	t.Setenv("DISCORD_TOKEN", "x.y.z")
	t.Setenv("STORE_URL", "redis://"+redis.Addr())
	st, err := storeopen.Open(t.Context(), "redis://"+redis.Addr(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	envelope := record.NewEnvelope(bytes.Repeat([]byte{0xab}, 32))
	k := store.Key{Guild: 5, Channel: 6}
	c := store.Change{Key: k, ID: "a", Session: 1, At: time.UnixMilli(1), Data: envelope.Wrap(record.TableSchema, k, 1, []byte("{}"))}
	if _, err := st.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	move := func(key, to string) (code int, said string) {
		t.Setenv("CARDROOM_SEAL_KEY", key)
		var both bytes.Buffer
		code = runChecked(t.Context(), []string{"move", "-", "file:" + to}, terminal{&both, &both})
		return code, both.String()
	}
	for given, origin := range map[string]string{"": "DISCORD_TOKEN gives", strings.Repeat("cd", 32): "CARDROOM_SEAL_KEY holds"} {
		code, said := move(given, "refused.db")
		if code != exitUsage || !strings.Contains(said, "sealed with another key than "+origin+": set CARDROOM_SEAL_KEY") || strings.Contains(said, "is copied") {
			t.Errorf("with the key %q: exit code %d\n%s", given, code, said)
		}
	}
	if made, err := filepath.Glob("*"); err != nil || made != nil {
		t.Errorf("it made %v, %v", made, err)
	}
	if code, said := move(key, "moved.db"); code != exitStopped || !strings.Contains(said, "leave CARDROOM_SEAL_KEY as it is") {
		t.Errorf("with the key of the tables: exit code %d\n%s", code, said)
	}
}
