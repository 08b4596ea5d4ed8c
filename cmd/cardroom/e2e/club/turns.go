package club

import (
	"strings"
	"sync"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/program"
)

// MidHand plays into a hand in which both players know their cards and one is to act.
func (c *Club) MidHand() (*Room, board.Board) {
	c.T.Helper()
	r := c.Open(0, 2, 1)
	b := r.SeatAll()
	r.showCards(b)
	return r, b
}

// showCards makes everyone look at their cards. The observer compares them with earlier looks in the same hand.
func (r *Room) showCards(b board.Board) {
	r.T.Helper()
	for _, p := range r.People {
		r.Do(p, r.Ch, discordtest.Slash{Command: "/cards"})
		if !program.Within(BoardTime, func() bool { cards, _ := r.holesOf(b.Hand, p.ID()); return len(cards) == 2 }) {
			r.fail(b.Hand, "no cards for %s", p.Name())
		}
	}
}

// GoesOnFrom checks that the hand continues with the same cards, and plays it to its end.
func (r *Room) GoesOnFrom(b board.Board) {
	r.T.Helper()
	if now, ok := r.Until(BoardTime, func(now board.Board) bool { return board.Same(b, now) == nil }); !ok {
		r.T.Fatalf("%v:\n%s\n\n%s", board.Same(b, now), b.Text, now.Text)
	}
	r.showCards(b)
	for now := r.See(); now.Hand == b.Hand && now.Phase != "Result"; now = r.See() {
		if _, ok := r.PlainTurn(); !ok || r.T.Failed() {
			break
		}
		r.Until(BoardTime, func(now board.Board) bool { return now.Actor >= 0 || now.Phase == "Result" })
	}
	r.T.Logf("it ended as\n%s", r.See().Text)
	r.CheckDeals()
	r.Verify()
}

// SeatAll seats people at the table and waits for the first decision.
func (r *Room) SeatAll() board.Board {
	r.T.Helper()
	for _, p := range r.People {
		r.tell(p, "/sit", "buyin", "1000")
	}
	b, ok := r.Until(BoardTime, func(b board.Board) bool { return b.Actor >= 0 })
	if !ok {
		r.T.Fatalf("seed %d, %s: no decision:\n%s", r.Seed, r.Name, b.Text)
	}
	return b
}

// PlainTurn checks or calls, and returns how long the answer took.
func (r *Room) PlainTurn() (took time.Duration, ok bool) {
	b, ok := r.Until(BoardTime, func(b board.Board) bool { return b.Actor >= 0 })
	if !ok {
		r.fail(b.Hand, "no decision:\n%s", b.Text)
		return 0, false
	}
	out := pressPlain(r, b)
	for r.reposted(out) {
		b = r.See()
		out = pressPlain(r, b)
	}
	if _, ok = r.Until(BoardTime, func(now board.Board) bool { return board.Same(b, now) != nil }); !ok {
		r.fail(b.Hand, "a press is answered with %v, and the board stays:\n%s", out.Answer, b.Text)
	}
	return out.Took, ok
}

// pressPlain presses the button to check or call on a board.
func pressPlain(r *Room, b board.Board) outcome {
	r.Ask = &board.Intent{Before: b}
	return r.PressOn(r.ByID(b.Seats[b.Actor].Person), r.BoardMessage(b), board.CallOrCheck(b))
}

// Ends returns how often the program ended in one way: "stops " by a signal, "kills " by a kill.
func (c *Club) Ends(how string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for what, times := range c.tally {
		if strings.HasPrefix(what, how) {
			n += times
		}
	}
	return n
}

// PlayOut plays, empties the tables, and checks the accounts.
func (c *Club) PlayOut(p Plan) {
	c.Each(func(r *Room) { r.Play(p) })
	c.daylight()
	c.Each(func(r *Room) { r.Leave() })
	c.Each(func(r *Room) {
		r.Wallets()
		r.CheckDeals()
	})
	c.checkShare()
	c.Verify()
	c.Books()
}

// Each calls f for all rooms concurrently.
func (c *Club) Each(f func(*Room)) {
	var all sync.WaitGroup
	for _, r := range c.Rooms {
		all.Go(func() { f(r) })
	}
	all.Wait()
}

// checkShare checks that at least four of five action presses are answered with the board.
func (c *Club) checkShare() {
	acted, updated := c.counted("presses that acted"), c.counted("presses answered with the board")
	if acted == 0 || updated*5 < acted*4 {
		c.T.Errorf("seed %d: %d of %d presses that acted are answered with the board", c.Seed, updated, acted)
	}
}
