package main_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// doctor runs cardroom doctor on the store of the club's bot, with more of the environment.
func (c *club) doctor(code int, env []string, args []string, words ...string) {
	c.t.Helper()
	p := launch(c.t, c.dir, append(environ(c.srv, c.dir, c.env...), env...), append([]string{"doctor"}, args...)...)
	wants(c.t, p, code, words...)
	c.verifyLog(c.life, strings.ReplaceAll(p.out.String(), "level=ERROR", ""))
}

// TestTheDoctorLooksBesideARunningBotAndVoidsWithoutOne is on a file: beside a bot in mid-hand all is well, a hand is made
// void only without it, and once (P13).
func TestTheDoctorLooksBesideARunningBotAndVoidsWithoutOne(t *testing.T) {
	t.Parallel()
	c := newClub(t, 11)
	r, b := c.midHand()
	c.doctor(0, nil, nil, "OK (servers: 1,", "tables: 1,")
	c.doctor(2, nil, []string{"--void", r.ch.ID()}, "in use by another process")
	c.restart("voids", func() {
		c.bot.stop()
		c.doctor(0, nil, nil, "OK")
		c.doctor(2, nil, []string{"--void", "1"}, "no open table in channel 1")
		c.doctor(2, nil, []string{"--void", "me"}, "is no table")
		c.doctor(0, nil, []string{"--void", r.ch.ID()}, "Hand 1 of table "+r.ch.ID()+" is void", "its deck is open")
		c.doctor(0, nil, []string{"--void", r.ch.ID()}, "was void already")
		c.doctor(0, nil, nil, "OK", "hands: 1)")
	})
	if now, ok := r.until(10*time.Second, func(now board) bool { return now.hand > b.hand || now.phase == "Void" }); !ok {
		t.Errorf("the board is\n%s", now.text)
	}
	told := false
	for _, m := range r.ch.Log() {
		told = told || strings.Contains(m.Text(), "The operator called #1 off")
	}
	if !told {
		t.Error("the channel was not told why")
	}
	c.verify()
}

// T22, T23: a wallet that was changed and a key that was lost are named, and chips come back without the key.
func TestTheDoctorNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	c := newClub(t, 12)
	r, _ := c.midHand()
	c.bot.stop()
	db := filepath.Join(c.dir, "cardroom.db")
	change := func(query string) {
		t.Helper()
		conn, err := sql.Open("sqlite", db)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := conn.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	who := "user/" + r.people[0].ID()
	change(`UPDATE accounts SET balance = balance + 5 WHERE name = '` + who + `'`)
	c.doctor(1, nil, nil, who+" holds", "must be 0", "Not as it should be: 2")
	change(`UPDATE accounts SET balance = balance - 5 WHERE name = '` + who + `'`)
	change(`UPDATE tables SET data = CAST(data || x'20' AS BLOB)`)
	c.doctor(1, nil, nil, "table "+r.ch.ID(), "its checksum is another", `schema known "cardroom/record/2"`, "doctor --void "+r.ch.ID())
	change(`UPDATE tables SET data = CAST(substr(data, 1, length(data) - 1) AS BLOB)`)
	c.doctor(0, nil, nil, "OK")

	if err := os.Remove(db + ".key"); err != nil {
		t.Fatal(err)
	}
	c.doctor(1, nil, nil, "the key file", "cardroom doctor says what to do", "sealed with another key")
	c.doctor(2, nil, []string{"--void", r.ch.ID()}, "the key file")
	other := []string{"CARDROOM_SEAL_KEY=" + strings.Repeat("7", 64)}
	c.doctor(1, other, nil, "sealed with another key", "doctor --void "+r.ch.ID())
	c.doctor(0, other, []string{"--void", r.ch.ID()}, "Hand 1", "is void", "cannot be opened", "could not be checked")
	c.doctor(0, other, nil, "OK")
}

func TestTheDoctorOfARedisSeesWhetherABotRuns(t *testing.T) {
	t.Parallel()
	s := startRedis(t)
	c := newClubOn(t, 13, s)
	r, _ := c.midHand()
	c.doctor(0, nil, nil, "OK (servers: 1,")
	c.doctor(2, nil, []string{"--void", r.ch.ID()}, "plays the tables of shard 0/1: stop it first")
	c.bot.kill() // its lease runs out, and is waited for
	c.doctor(1, []string{"DISCORD_TOKEN="}, nil, "neither CARDROOM_SEAL_KEY nor DISCORD_TOKEN is set")
	c.doctor(0, nil, []string{"--void", r.ch.ID()}, "Hand 1", "is void", "its deck is open")
	c.doctor(0, nil, nil, "OK")
}

func TestTheDoctorOfNothingSaysSo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, args := range [][]string{{"doctor"}, {"doctor", "--void", "17"}} {
		wants(t, launch(t, dir, []string{"STORE_URL=file:none.db"}, args...), 2, "there is no store in")
		wants(t, launch(t, dir, []string{"CARDROOM_X=1"}, args...), 2, "CARDROOM_X")
	}
	wants(t, launch(t, dir, []string{"STORE_URL=memory:"}, "doctor"), 2, "in memory")
	if p := launch(t, dir, nil, "doctor", "--void"); p.code(10*time.Second) != 2 || !strings.Contains(p.out.String(), "doctor [--void TABLE]") {
		t.Errorf("half a command: %s", p.out)
	}
	if made, _ := filepath.Glob(filepath.Join(dir, "*")); made != nil {
		t.Errorf("it has made %v", made)
	}
}
