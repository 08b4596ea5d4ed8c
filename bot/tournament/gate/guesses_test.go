package gate

import (
	"testing"
	"time"

	"cardroom/engine"
)

// Ten wrong words bar a person at a tournament if they came within ten minutes, and no other person. Few words are kept (T11).
func TestWrongWordsBarOnePersonAtOneTournament(t *testing.T) {
	const event, bob, carol = 1, 2, 3
	g, start := new(Guesses), engine.Moment(1_800_000_000_000)
	for i := range mostGuesses {
		if until := g.BarredUntil(event, bob); until != 0 {
			t.Errorf("after %d words bob waits until %d", i, until)
		}
		g.Count(event, bob, start.Add(time.Duration(i)*time.Minute))
		g.Count(event, carol, start.Add(time.Duration(i)*67*time.Second))
	}
	last := start.Add((mostGuesses - 1) * time.Minute)
	for _, c := range []struct {
		event, person engine.ID
		want          engine.Moment
	}{{event, bob, last.Add(guessTime)}, {event, carol, 0}, {event, 4, 0}, {5, bob, 0}} {
		if got := g.BarredUntil(c.event, c.person); got != c.want {
			t.Errorf("person %d waits at tournament %d until %d, want %d", c.person, c.event, got, c.want)
		}
	}
	for i := range engine.ID(2 * mostKept) {
		g.Count(event, 10+i, last)
	}
	if n := len(g.latest); n != mostKept {
		t.Errorf("%d words are kept, want %d", n, mostKept)
	}
}
