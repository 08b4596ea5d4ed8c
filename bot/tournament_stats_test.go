package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/message"
	"cardroom/engine/stats"
)

// stats returns the store's counts of a player.
func (s *sitAndGo) stats(name string) stats.Counts {
	s.t.Helper()
	got, err := s.store.Stats(s.t.Context(), message.Snowflake(s.guild.ID()), message.Snowflake(s.person(name).ID()))
	if err != nil {
		s.t.Fatal(err)
	}
	return got.Counts
}

// inStats fails unless players have one tournament in their stats, with their wallets' payments and receipts, and so many places paid.
// The stacks are no net.
func (s *sitAndGo) inStats(cashes int64, names ...string) {
	s.t.Helper()
	for _, name := range names {
		c := s.stats(name)
		if c.Tournaments != 1 || c.Net != 0 || c.PaidIn < 100 || c.Won-c.PaidIn != s.balance(name) {
			s.t.Errorf("%s has %+v in the stats, and %+d in the wallet", name, c, s.balance(name))
		}
		cashes -= c.Cashes
	}
	if cashes != 0 {
		s.t.Errorf("the stats lack %d places paid", cashes)
	}
}

// A cancelled tournament that gave the prices back is in no stats, and one with house players is in those of its people.
func TestWhichTournamentsCount(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Rained off", "hyper", "3", "0", "100")
		s.register("alice", "bob")
		s.cancel("rain")
		time.Sleep(time.Minute)
		s.ended()
		if c := s.stats("bob"); c.Tournaments != 0 || c.PaidIn != 0 {
			t.Errorf("after a refund the stats have %+v", c)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Practice", "hyper", "4", "3")
		s.register("alice")
		time.Sleep(time.Minute)
		s.shove("alice")
		if c := s.stats("alice"); c.Tournaments != 1 || c.Cashes != 0 || c.Won != 0 || c.Net != 0 || c.Hands == 0 {
			t.Errorf("after practice the stats have %+v", c)
		}
		if a := s.alice.Command(s.table, "/stats"); !strings.Contains(a.Text(), "1 tournament · in the money: 0 · prizes 0 · paid in 0") {
			t.Errorf("/stats says %s", a.Text())
		}
	})
}

// The ledger of a tournament's table has the prize chips, also after its end; of one without a price it has none. Stacks are no
// chips of people.
func TestTheLedgerOfATournament(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Two", "hyper", "2", "0", "100")
		s.register("alice", "bob")
		line := func(name, sums string) string { return "<@" + s.person(name).ID() + "> " + sums }
		says := func(when string, lines ...string) {
			t.Helper()
			text := s.alice.Command(s.table, "/ledger").Text()
			for _, want := range append(lines, "entries, rebuys and add-ons") {
				if !strings.Contains(text, want) {
					t.Errorf("%s the ledger lacks %q:\n%s", when, want, text)
				}
			}
		}
		says("before the start", line("alice", "in 100 · out 0 · net -100"), line("bob", "in 100 · out 0 · net -100"))
		time.Sleep(time.Minute)
		says("in a hand", line("alice", "in 100 · out 0 · net -100"), line("bob", "in 100 · out 0 · net -100"))
		s.shove("alice", "bob")
		winner, loser := "alice", "bob"
		if s.balance("bob") > 0 {
			winner, loser = "bob", "alice"
		}
		says("after the end", line(winner, "in 100 · out 200 · net 100"), line(loser, "in 100 · out 0 · net -100"))
	})
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Two", "hyper", "2", "0")
		s.register("alice", "bob")
		time.Sleep(time.Minute)
		s.shove("alice", "bob")
		if a := s.alice.Command(s.table, "/ledger"); a.Text() != "No prize chips have been paid into this tournament." {
			t.Errorf("the ledger says %s", a.Text())
		}
		if n := s.balance("alice"); n != 0 {
			t.Errorf("the wallet has %+d", n)
		}
	})
}
