package durability_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"cardroom/cmd/cardroom/e2e/club"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store/storetest"
)

// These tests follow docs/operating.md, in mid-hand.

func TestAHandGoesOnFromABackupOfItsFile(t *testing.T) {
	t.Parallel()
	c := club.New(t, 5)
	r, b := c.MidHand()
	db, kept := filepath.Join(c.Dir, "cardroom.db"), t.TempDir()
	backUp(t, db, filepath.Join(kept, "backup.db"))
	program.CopyFile(t, db+".key", filepath.Join(kept, "backup.key"))
	r.PlainTurn()
	c.Restart("restores", func() {
		c.Bot.Kill()
		for _, tail := range []string{"-wal", "-shm"} {
			if err := os.Remove(db + tail); err != nil {
				t.Error(err)
			}
		}
		program.CopyFile(t, filepath.Join(kept, "backup.db"), db)
		program.CopyFile(t, filepath.Join(kept, "backup.key"), db+".key")
	})
	r.GoesOnFrom(b)
}

// backUp copies a database in use, with SQLite's shell or, without one, in the same way.
func backUp(t *testing.T, db, to string) {
	t.Helper()
	if shell, err := exec.LookPath("sqlite3"); err == nil {
		if out, err := exec.Command(shell, db, ".backup "+to).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return
	}
	conn, err := sql.Open("sqlite", db)
	if err == nil {
		_, err = conn.Exec("VACUUM INTO ?", to)
	}
	if err := errors.Join(err, conn.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestAHandGoesOnFromABackupOfItsRedis(t *testing.T) {
	t.Parallel()
	s := club.StartRedis(t)
	c := club.NewOnRedis(t, 6, s)
	r, b := c.MidHand()
	aof, kept := filepath.Join(s.Dir, "appendonlydir"), filepath.Join(t.TempDir(), "kept")
	s.Must("BGREWRITEAOF")
	storetest.Until(t, "the rewriting is over", func() error { return rewritten(s) })
	if err := os.CopyFS(kept, os.DirFS(aof)); err != nil {
		t.Fatal(err)
	}
	r.PlainTurn()
	c.Restart("restores", func() {
		c.Bot.Kill()
		s.Kill()
		if err := errors.Join(os.RemoveAll(aof), os.CopyFS(aof, os.DirFS(kept))); err != nil {
			t.Error(err)
		}
		s.Start()
	})
	r.GoesOnFrom(b)
}

func rewritten(s *storetest.Redis) error {
	info, err := s.InfoMap(context.Background(), "persistence").Result()
	if err == nil && info["Persistence"]["aof_rewrite_in_progress"] != "0" {
		err = errors.New("aof_rewrite_in_progress")
	}
	return err
}

func TestAHandGoesOnInTheStoreItWasMovedTo(t *testing.T) {
	t.Parallel()
	t.Run("from a file to Redis", func(t *testing.T) {
		t.Parallel()
		s := club.StartRedis(t)
		c := club.New(t, 7)
		r, b := c.MidHand()
		db := filepath.Join(c.Dir, "cardroom.db")
		c.Restart("moves", func() {
			c.Bot.Stop()
			moves(c, "file:"+db, s.URL(), "CARDROOM_SEAL_KEY", db+".key")
			key, err := os.ReadFile(db + ".key")
			if err != nil {
				t.Error(err)
			}
			c.Env = []string{"STORE_URL=" + s.URL(), "CARDROOM_SEAL_KEY=" + strings.TrimSpace(string(key))}
		})
		r.GoesOnFrom(b)
	})
	t.Run("from Redis to a file", func(t *testing.T) {
		t.Parallel()
		s := club.StartRedis(t)
		c := club.NewOnRedis(t, 8, s)
		r, b := c.MidHand()
		db := filepath.Join(c.Dir, "new", "cardroom.db")
		c.Restart("moves", func() {
			c.Bot.Stop()
			moves(c, s.URL(), "file:"+db, db+".key")
			c.Env = []string{"STORE_URL=file:" + db}
		})
		r.GoesOnFrom(b)
	})
}

// moves runs cardroom move to the store of the environment. Its output must have all the words, and no secret.
func moves(c *club.Club, from, to string, words ...string) {
	p := program.Start(c.T, c.Dir, program.Environ(c.Discord, c.Dir, "STORE_URL="+to), "move", from, "-")
	program.Expect(c.T, p, 0, words...)
	c.VerifyLog(c.Lives, p.Output.String())
}
