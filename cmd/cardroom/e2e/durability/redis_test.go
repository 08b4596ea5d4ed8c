package durability_test

import (
	"sync"
	"testing"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/club"
)

// TestAHandWaitsForItsRedis makes one press after another during an outage of the store. Each gets an answer, and the
// presses count as soon as the store is back. It is a test of P3.
func TestAHandWaitsForItsRedis(t *testing.T) {
	t.Parallel()
	c := club.NewOnRedis(t, 4, club.StartRedis(t))
	r := c.Open(0, 3, 1)
	b := r.SeatAll()
	me, m, label := r.ByID(b.Seats[b.Actor].Person), r.BoardMessage(b), board.CallOrCheck(b)
	r.Ask = &board.Intent{Before: b}
	r.Mean(b, label)
	c.Count(club.Nights) // the log may complain
	c.Redis.Kill()
	r.IsUnconfirmed(r.PressOn(me, m, label), label)
	var all sync.WaitGroup
	for _, p := range r.People {
		for _, command := range []string{"/chips balance", "/chips daily", "/ledger", "/sit"} {
			all.Go(func() { r.IsUnconfirmed(r.Do(p, r.Ch, discordtest.Slash{Command: command}), command) })
		}
	}
	r.IsUnconfirmed(r.PressOn(me, m, label), label)
	all.Wait()
	if now, ok := r.Until(club.BoardTime, board.Paused); !ok || board.Same(b, now) != nil {
		t.Errorf("the board without a store:\n%s\n\n%s", b.Text, now.Text)
	}
	began := time.Now()
	c.Redis.Start()
	now, ok := r.Until(2*club.Dawn, func(now board.Board) bool { return board.Same(b, now) != nil }) // and an edit may be slow
	if err := board.Follows(*r.Ask, now); !ok || err != nil {
		t.Errorf("%v after the Redis is back: %v:\n%s\n\n%s", 2*club.Dawn, err, b.Text, now.Text)
	}
	t.Logf("play went on %v after the Redis was started", time.Since(began))
	if _, ok := r.PlainTurn(); !ok {
		t.Error("and then it stopped")
	}
	c.Verify()
}
