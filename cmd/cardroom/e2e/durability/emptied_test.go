package durability_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/club"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/store/storetest"
)

// emptyings are the ways in which a Redis loses everything during play.
var emptyings = map[string]func(*testing.T, *storetest.Redis){
	"FLUSHALL": func(_ *testing.T, s *storetest.Redis) { s.Must("FLUSHALL") },
	"a failover to an empty replica": func(t *testing.T, s *storetest.Redis) {
		s.Kill()
		files, err := filepath.Glob(filepath.Join(s.Dir, "*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%q has %q: %v", s.Dir, files, err)
		}
		for _, file := range files {
			os.RemoveAll(file)
		}
		s.Start() // at the same address
	},
}

// S6: the bot refuses a Redis that lost everything: no id is paid twice and no wallet starts over. The operator reads
// the remedy. Play continues after a restored backup, and a restart logs that it starts empty.
func TestARedisThatLostEverythingIsRefused(t *testing.T) {
	t.Parallel()
	for name, empty := range emptyings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, bot, r, b := club.NewOfTwo(t, someSeed(t))
			c.Count(club.Nights)
			me, m, label := r.ByID(b.Seats[b.Actor].Person), r.BoardMessage(b), board.CallOrCheck(b)
			backup := dump(t, c.Redis)
			empty(t, c.Redis)
			r.IsUnconfirmed(r.PressOn(me, m, label), label)
			for _, command := range []string{"/chips daily", "/chips balance"} {
				r.IsUnconfirmed(r.Do(me, r.Ch, discordtest.Slash{Command: command}), command)
			}
			if now, ok := r.Until(club.BoardTime, board.Paused); !ok {
				t.Errorf("the board does not say that it waits:\n%s", now.Text)
			}
			bot.Says(t, club.BoardTime, "put a backup back, or restart to begin with the empty store")
			program.Within(club.BoardTime, func() bool { return !bot.Ready(t) })
			if status, why := program.Get(t, "http://"+bot.Health+"/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(why, "put a backup back") {
				t.Errorf("/readyz says %d %q", status, why)
			}
			if n, err := c.Redis.DBSize(t.Context()).Result(); n != 0 || err != nil {
				t.Errorf("%d keys were written to the empty server: %v", n, err)
			}
			restore(t, c.Redis, backup)
			if now, ok := r.Until(2*club.Dawn, func(now board.Board) bool { return !board.Paused(now) }); !ok {
				t.Fatalf("with the backup the board says\n%s\n%s", now.Text, bot.Output)
			}
			if _, ok := r.PlainTurn(); !ok {
				t.Error("play does not go on")
			}
			empty(t, c.Redis)
			bot.Kill()
			next := c.StartStandby(false)
			next.Says(t, club.AfterDeath, "it is empty: every wallet and table begins anew")
			next.Says(t, club.AfterDeath, "gateway ready")
		})
	}
}

// dump returns the content of a Redis, by key.
func dump(t *testing.T, s *storetest.Redis) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, key := range s.Keys(context.Background(), "*").Val() {
		if s.TTL(context.Background(), key).Val() == -1 { // leave out the leases and rate limits, which expire
			all[key] = s.Dump(context.Background(), key).Val()
		}
	}
	if len(all) < 10 {
		t.Fatalf("only %d keys", len(all))
	}
	return all
}

// restore restores a dump.
func restore(t *testing.T, s *storetest.Redis, all map[string]string) {
	t.Helper()
	pipe := s.TxPipeline()
	for key, value := range all {
		pipe.Restore(context.Background(), key, 0, value)
	}
	if _, err := pipe.Exec(context.Background()); err != nil {
		t.Fatal(err)
	}
}
