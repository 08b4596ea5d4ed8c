package cli_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/club"
	"cardroom/cmd/cardroom/e2e/program"
)

// doctor runs cardroom doctor on the store of the club's bot, with additional variables.
func doctor(c *club.Club, code int, env []string, args []string, words ...string) {
	c.T.Helper()
	p := program.Start(c.T, c.Dir, append(program.Environ(c.Discord, c.Dir, c.Env...), env...), append([]string{"doctor"}, args...)...)
	program.Expect(c.T, p, code, words...)
	c.VerifyLog(c.Lives, strings.ReplaceAll(p.Output.String(), "level=ERROR", ""))
}

// TestTheDoctorLooksBesideARunningBotAndVoidsWithoutOne uses a file. Beside a bot in mid-hand the doctor finds no fault. It
// voids a hand only without a bot, and only once (P13).
func TestTheDoctorLooksBesideARunningBotAndVoidsWithoutOne(t *testing.T) {
	t.Parallel()
	c := club.New(t, 11)
	r, b := c.MidHand()
	doctor(c, 0, nil, nil, "OK (servers: 1,", "tables: 1,")
	doctor(c, 2, nil, []string{"--void", r.Ch.ID()}, "in use by another process")
	c.Restart("voids", func() {
		c.Bot.Stop()
		doctor(c, 0, nil, nil, "OK")
		doctor(c, 2, nil, []string{"--void", "1"}, "no open table in channel 1")
		doctor(c, 2, nil, []string{"--void", "me"}, "is not a table")
		doctor(c, 2, nil, []string{"--cancel", "me"}, "is not a tournament")
		doctor(c, 2, nil, []string{"--cancel", "1"}, "there is no tournament 1")
		doctor(c, 2, nil, []string{"--cancel", r.Ch.ID()}, "is no tournament's", "--void")
		doctor(c, 0, nil, []string{"--void", r.Ch.ID()}, "Hand 1 of table "+r.Ch.ID()+" is void", "its deck is open")
		doctor(c, 0, nil, []string{"--void", r.Ch.ID()}, "was void already")
		doctor(c, 0, nil, nil, "OK", "hands: 1)")
	})
	if now, ok := r.Until(club.BoardTime, func(now board.Board) bool { return now.Hand > b.Hand || now.Phase == "Void" }); !ok {
		t.Errorf("the board is\n%s", now.Text)
	}
	told := false
	for _, m := range r.Ch.Log() {
		told = told || strings.Contains(m.Text(), "The operator called #1 off")
	}
	if !told {
		t.Error("the channel was not told why")
	}
	c.Verify()
}

// T22, T23: the doctor reports a changed wallet and a lost key, and returns the chips without the key.
func TestTheDoctorNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	c := club.New(t, 12)
	r, _ := c.MidHand()
	c.Bot.Stop()
	db := filepath.Join(c.Dir, "cardroom.db")
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
	who := "user/" + r.People[0].ID()
	change(`UPDATE accounts SET balance = balance + 5 WHERE name = '` + who + `'`)
	doctor(c, 1, nil, nil, who+" holds", "must be 0", "Not as it should be: 2")
	change(`UPDATE accounts SET balance = balance - 5 WHERE name = '` + who + `'`)
	change(`UPDATE tables SET data = CAST(data || x'20' AS BLOB)`)
	doctor(c, 1, nil, nil, "table "+r.Ch.ID(), "its checksum is another", "doctor --void "+r.Ch.ID())
	change(`UPDATE tables SET data = CAST(substr(data, 1, length(data) - 1) AS BLOB)`)
	doctor(c, 0, nil, nil, "OK")

	if err := os.Remove(db + ".key"); err != nil {
		t.Fatal(err)
	}
	doctor(c, 1, nil, nil, "the key file", "cardroom doctor says what to do", "table "+r.Ch.ID()+" in guild ", ": it cannot be opened without the key; ")
	doctor(c, 2, nil, []string{"--void", r.Ch.ID()}, "the key file")
	other := []string{"CARDROOM_SEAL_KEY=" + strings.Repeat("7", 64)}
	doctor(c, 1, other, nil, "another key encrypted it", "doctor --void "+r.Ch.ID())
	doctor(c, 0, other, []string{"--void", r.Ch.ID()}, "Hand 1", "is void", "cannot be opened", "could not be checked")
	doctor(c, 0, other, nil, "OK")
	change(`UPDATE tables SET sum = sum + 1`) // the record is intact, and no hand runs
	doctor(c, 0, other, []string{"--void", r.Ch.ID()}, "No hand runs at table "+r.Ch.ID()+". It can be read again.")
	doctor(c, 0, other, nil, "OK")

	clearRoot(t, db, "changes") // which the bot writes with every press, and the doctor does not read
	doctor(c, 1, other, nil, db+" is damaged: stop the bot and restore a backup", "Not as it should be: 1")
}

// clearRoot overwrites the first page of a table with zeros.
func clearRoot(t *testing.T, path, table string) {
	t.Helper()
	conn, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var page, size int64
	err = conn.QueryRow("SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_schema WHERE name = ?", table).Scan(&page, &size)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt(make([]byte, size), (page-1)*size); err != nil {
		t.Fatal(err)
	}
}

func TestTheDoctorOfARedisSeesWhetherABotRuns(t *testing.T) {
	t.Parallel()
	s := club.StartRedis(t)
	c := club.NewOnRedis(t, 13, s)
	r, _ := c.MidHand()
	doctor(c, 0, nil, nil, "OK (servers: 1,")
	doctor(c, 2, nil, []string{"--void", r.Ch.ID()}, "plays the tables of shard 0/1: stop it first")
	c.Bot.Kill() // the doctor waits until its lease expires
	doctor(c, 1, []string{"DISCORD_TOKEN="}, nil, "neither CARDROOM_SEAL_KEY nor DISCORD_TOKEN is set")
	doctor(c, 0, nil, []string{"--void", r.Ch.ID()}, "Hand 1", "is void", "its deck is open")
	doctor(c, 0, nil, nil, "OK")
}

func TestTheDoctorOfNothingSaysSo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, args := range [][]string{{"doctor"}, {"doctor", "--void", "17"}} {
		program.Expect(t, program.Start(t, dir, []string{"STORE_URL=file:none.db"}, args...), 2, "there is no store in")
		program.Expect(t, program.Start(t, dir, []string{"CARDROOM_X=1"}, args...), 2, "CARDROOM_X")
	}
	program.Expect(t, program.Start(t, dir, []string{"STORE_URL=memory:"}, "doctor"), 2, "in memory")
	if p := program.Start(t, dir, nil, "doctor", "--void"); p.ExitCode(program.EndTime) != 2 || !strings.Contains(p.Output.String(), "doctor [--void TABLE | --cancel TOURNAMENT]") {
		t.Errorf("half a command: %s", p.Output)
	}
	if made, _ := filepath.Glob(filepath.Join(dir, "*")); made != nil {
		t.Errorf("it has made %v", made)
	}
}
