package durability_test

import (
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store/storetest"
)

// nextWrite is ten times as long as a bot without tables takes until it next writes to its store.
const nextWrite = 50 * time.Second

// TestABotWhoseFileIsGoneIsNotReady moves the database away under a bot and back, and then deletes its lock file.
func TestABotWhoseFileIsGoneIsNotReady(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("an open file can be neither deleted nor moved")
	}
	srv, dir, addr := program.ListenDiscord(t, discordtest.Options{}), t.TempDir(), storetest.FreeAddr(t)
	p := program.Start(t, dir, program.Environ(srv, dir, "HTTP_ADDR="+addr))
	program.WaitOnline(t, srv, p)
	db := filepath.Join(dir, "cardroom.db")
	says := func(want int, words string) {
		t.Helper()
		status, body := 0, ""
		if !program.Within(nextWrite, func() bool {
			status, body = program.Get(t, "http://"+addr+"/readyz")
			return status == want && strings.Contains(body, words)
		}) {
			t.Fatalf("/readyz says %d %q, want %d %q\n%s", status, body, want, words, p.Output)
		}
	}
	logs := func(words string) { // a moment after /readyz, when the bot next writes
		t.Helper()
		if !program.Within(nextWrite, func() bool { return strings.Contains(p.Output.String(), words) }) {
			t.Fatalf("the log lacks %q:\n%s", words, p.Output)
		}
	}
	rename := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	says(http.StatusOK, "ready")
	rename(db, db+".away")
	says(http.StatusServiceUnavailable, "a file of the store was deleted, moved or replaced")
	logs(db + "; put it back")
	rename(db+".away", db)
	says(http.StatusOK, "ready")
	if err := os.Remove(db + ".lock"); err != nil {
		t.Fatal(err)
	}
	says(http.StatusServiceUnavailable, "a file of the store was deleted, moved or replaced")
	logs(db + ".lock; restart the bot")
	if code, _ := p.Stop(); code != 0 {
		t.Errorf("exit code %d:\n%s", code, p.Output)
	}
	next := program.Start(t, dir, program.Environ(srv, dir, "HTTP_ADDR="+addr))
	program.WaitOnline(t, srv, next)
	says(http.StatusOK, "ready")
	if out := next.Output.String(); strings.Contains(out, "holds no data") {
		t.Errorf("the restart has lost the store:\n%s", out)
	}
}
