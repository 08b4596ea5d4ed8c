package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardroom/bot"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// TestAKeyWithoutDataIsWarnedOf starts the bot on a new file, again, and after the database was lost (S11). Only the last
// start warns, and the doctor names it.
func TestAKeyWithoutDataIsWarnedOf(t *testing.T) {
	t.Chdir(t.TempDir()) // without a .env
	for name, value := range map[string]string{
		"DISCORD_TOKEN": "x.y.z", "DISCORD_API_URL": "http://127.0.0.1:1", "STORE_URL": "file:data/cardroom.db", "LOG_LEVEL": "warn",
	} {
		t.Setenv(name, value)
	}
	warns := func() bool {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() {
			for ctx.Err() == nil && !saysItRuns(ctx) {
				time.Sleep(10 * time.Millisecond)
			}
			cancel()
		}()
		var said strings.Builder
		if code := run(ctx, nil, terminal{io.Discard, &said}); code != 0 {
			t.Fatalf("exit code %d\n%s", code, said.String())
		}
		return strings.Contains(said.String(), "holds no data") && strings.Contains(said.String(), "data/cardroom.db-wal")
	}
	doctor := func() (int, string) {
		var said strings.Builder
		return run(t.Context(), []string{"doctor"}, terminal{&said, &said}), said.String()
	}
	for n := range 2 {
		if warns() {
			t.Errorf("start %d warns of lost data", n+1)
		}
	}
	if code, text := doctor(); code != 0 {
		t.Errorf("the doctor ends with %d\n%s", code, text)
	}
	files, err := filepath.Glob("data/cardroom.db*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if file == filepath.Join("data", "cardroom.db.key") {
			continue
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	made, err := os.ReadFile("data/cardroom.db.key")
	if err != nil {
		t.Fatal(err)
	}
	st, err := storeopen.Open(t.Context(), "file:data/cardroom.db", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if code, text := doctor(); code != 1 || !strings.Contains(text, "holds no data") {
		t.Errorf("of an empty store the doctor ends with %d\n%s", code, text)
	}
	if !warns() {
		t.Error("a start on an empty store beside an old key says nothing")
	}
	if key, err := os.ReadFile("data/cardroom.db.key"); err != nil || string(key) != string(made) {
		t.Errorf("the key is another now, %v", err)
	}
}

// saysItRuns reports whether a bot has run on the store.
func saysItRuns(ctx context.Context) bool {
	in, err := storeopen.Inspect(ctx, "file:data/cardroom.db", store.Options{})
	if err != nil {
		return false
	}
	defer in.Close()
	ran, err := bot.HasRun(ctx, in)
	return ran && err == nil
}

// TestAStopDuringTheStart stops the bot at many moments of its start: each time it was asked to stop, so it ends with exit code 0 and
// complains of nothing.
func TestAStopDuringTheStart(t *testing.T) {
	t.Chdir(t.TempDir()) // without a .env
	for name, value := range map[string]string{
		"DISCORD_TOKEN": "x.y.z", "DISCORD_API_URL": "http://127.0.0.1:1", "STORE_URL": "file:data/cardroom.db", "LOG_LEVEL": "error",
	} {
		t.Setenv(name, value)
	}
	for n := range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(n)*time.Millisecond/2, cancel)
		var said strings.Builder
		if code := run(ctx, nil, terminal{io.Discard, &said}); code != 0 || said.Len() > 0 {
			t.Errorf("stopped after %d halves of a millisecond: exit code %d\n%s", n, code, said.String())
		}
		cancel()
	}
}
