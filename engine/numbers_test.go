package engine

import (
	"testing"

	"cardroom/engine/poker"
)

// A store may lose hands. The next hand is numbered after them, and the one after it goes on from there.
func TestAHandIsNumberedAfterThoseThatWereLost(t *testing.T) {
	table, err := New(poker.DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	for p := ID(1); p <= 2; p++ {
		if table, _, err = table.Apply(Sit{Player: p, Seat: AnySeat, Chips: 1000, At: 1}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for i, l := range []struct{ after, want int64 }{{0, 1}, {7, 8}, {7, 9}, {3, 10}} {
		next, events, err := table.Apply(Start{After: l.after, At: Moment(i+1) * 100_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := next.View(0).Hand; got != l.want || events[len(events)-1].Hand != l.want {
			t.Errorf("after %d the hand is %d, want %d", l.after, got, l.want)
		}
		if table, _, err = next.Apply(Void{At: Moment(i+1) * 100_000}, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHandsAreNumberedOn opens a table where another had played twelve hands, and one where none had. No hand is shown before its
// first one, and a table that has played keeps its numbers.
func TestHandsAreNumberedOn(t *testing.T) {
	for last, want := range map[int64]int64{12: 13, 0: 1, -1: 13} {
		s := newScene(t, quiet)
		s.table = s.table.Following(12).Following(last)
		if v := s.view(); v.Hand != 0 {
			t.Errorf("after %d the table shows hand %d before its first", last, v.Hand)
		}
		s.sit("AB")
		s.start()
		if v := s.view(); v.Hand != want || v.Turn.Hand != want || s.table.Following(50) != s.table || s.table.Following(3) != s.table {
			t.Errorf("after %d the hand is %d, its turn %+v, want %d", last, v.Hand, v.Turn, want)
		}
	}
}

// TestATableOfElsewhereHasItsSeats opens tables for hands that were played elsewhere, with more seats than the cards are for (R2).
func TestATableOfElsewhereHasItsSeats(t *testing.T) {
	for seats, want := range map[int]int{6: 6, 9: 9, 12: MaxSeats} {
		r := poker.DefaultRules()
		r.Variant, r.Seats = poker.FiveCardDraw, seats
		table, err := NewElsewhere(r)
		if got := table.Rules().Seats; err != nil || got != want {
			t.Errorf("for %d players the table has %d seats, want %d: %v", seats, got, want, err)
		}
	}
}
