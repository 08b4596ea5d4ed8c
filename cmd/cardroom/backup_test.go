package main_test

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"cardroom/bot/discordtest"
	"cardroom/store/storetest"
)

// These tests do what the README tells operators to do, in mid-hand.

func TestAHandGoesOnFromABackupOfItsFile(t *testing.T) {
	t.Parallel()
	c := newClub(t, 5)
	r, b := c.midHand()
	db, kept := filepath.Join(c.dir, "cardroom.db"), t.TempDir()
	backUp(t, db, filepath.Join(kept, "backup.db"))
	copyFile(t, db+".key", filepath.Join(kept, "backup.key"))
	r.plainTurn()
	c.restart("restores", func() {
		c.bot.kill()
		for _, tail := range []string{"-wal", "-shm"} {
			if err := os.Remove(db + tail); err != nil {
				t.Error(err)
			}
		}
		copyFile(t, filepath.Join(kept, "backup.db"), db)
		copyFile(t, filepath.Join(kept, "backup.key"), db+".key")
	})
	r.goesOnFrom(b)
}

// backUp copies a database that is in use, by the shell of SQLite or, where there is none, as it would.
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

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Error(err)
	}
}

func TestAHandGoesOnFromABackupOfItsRedis(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	c := newClubOn(t, 6, s)
	r, b := c.midHand()
	aof, kept := filepath.Join(s.Dir, "appendonlydir"), filepath.Join(t.TempDir(), "kept")
	s.Must("BGREWRITEAOF")
	storetest.Until(t, "the rewriting is over", func() error { return rewritten(s) })
	if err := os.CopyFS(kept, os.DirFS(aof)); err != nil {
		t.Fatal(err)
	}
	r.plainTurn()
	c.restart("restores", func() {
		c.bot.kill()
		s.Kill()
		if err := errors.Join(os.RemoveAll(aof), os.CopyFS(aof, os.DirFS(kept))); err != nil {
			t.Error(err)
		}
		s.Start()
	})
	r.goesOnFrom(b)
}

func rewritten(s *storetest.Redis) error {
	info, err := s.InfoMap(context.Background(), "persistence").Result()
	if err == nil && info["Persistence"]["aof_rewrite_in_progress"] != "0" {
		err = errors.New("aof_rewrite_in_progress")
	}
	return err
}

func TestAHandGoesOnInTheStoreItWasMovedTo(t *testing.T) {
	t.Run("from a file to Redis", func(t *testing.T) {
		t.Parallel()
		s := startRedis(t)
		c := newClub(t, 7)
		r, b := c.midHand()
		db := filepath.Join(c.dir, "cardroom.db")
		c.restart("moves", func() {
			c.bot.stop()
			c.moves("file:"+db, s.URL(), "CARDROOM_SEAL_KEY", db+".key")
			key, err := os.ReadFile(db + ".key")
			if err != nil {
				t.Error(err)
			}
			c.env = []string{"STORE_URL=" + s.URL(), "CARDROOM_SEAL_KEY=" + strings.TrimSpace(string(key))}
		})
		r.goesOnFrom(b)
	})
	t.Run("from Redis to a file", func(t *testing.T) {
		t.Parallel()
		s := startRedis(t)
		c := newClubOn(t, 8, s)
		r, b := c.midHand()
		db := filepath.Join(c.dir, "new", "cardroom.db")
		c.restart("moves", func() {
			c.bot.stop()
			c.moves(s.URL(), "file:"+db, db+".key")
			c.env = []string{"STORE_URL=file:" + db}
		})
		r.goesOnFrom(b)
	})
}

// moves runs cardroom move to the store of the environment, which must say all the words, and nothing secret.
func (c *club) moves(from, to string, words ...string) {
	p := launch(c.t, c.dir, environ(c.srv, c.dir, "STORE_URL="+to), "move", from, "-")
	wants(c.t, p, 0, words...)
	c.verifyLog(c.life, p.out.String())
}

func TestAMoveThatWouldLoseTheKeyIsNotBegun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken.db")
	if err := os.WriteFile(taken+".key", []byte("of other hands"), 0o600); err != nil {
		t.Fatal(err)
	}
	const nobody = "redis://127.0.0.1:1"
	db := filepath.Join(dir, "new.db")
	wants(t, launch(t, dir, nil, "move", nobody, "file:"+db), 2, "DISCORD_TOKEN")
	wants(t, launch(t, dir, []string{"DISCORD_TOKEN=x"}, "move", nobody, "file:"+taken), 2, taken+".key")
	wants(t, launch(t, dir, nil, "move", "file:"+db, nobody), 2, db)
	if _, err := os.Stat(db); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a store was made: %v", err)
	}
}

// midHand is a hand in which both players know their cards and one is to act.
func (c *club) midHand() (*room, board) {
	c.t.Helper()
	r := c.open(0, 2, 1)
	b := r.seatAll()
	r.showCards(b)
	return r, b
}

// showCards has everyone look at their cards. They are compared with what was seen of the same hand before.
func (r *room) showCards(b board) {
	r.t.Helper()
	for _, p := range r.people {
		r.do(p, r.ch, discordtest.Slash{Command: "/cards"})
		if !within(3*time.Second, func() bool { cards, _ := r.holesOf(b.hand, p.ID()); return len(cards) == 2 }) {
			r.fail(b.hand, "no cards for %s", p.Name())
		}
	}
}

// goesOnFrom sees that the hand stands where it was, with the same cards, and is played to its end.
func (r *room) goesOnFrom(b board) {
	r.t.Helper()
	if now, ok := r.until(5*time.Second, func(now board) bool { return same(b, now) == nil }); !ok {
		r.t.Fatalf("%v:\n%s\n\n%s", same(b, now), b.text, now.text)
	}
	r.showCards(b)
	for now := r.see(); now.hand == b.hand && now.phase != "Result"; now = r.see() {
		if _, ok := r.plainTurn(); !ok || r.t.Failed() {
			break
		}
		r.until(5*time.Second, func(now board) bool { return now.actor >= 0 || now.phase == "Result" })
	}
	r.t.Logf("it ended as\n%s", r.see().text)
	r.checkDeals()
	r.verify()
}
