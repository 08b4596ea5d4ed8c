package engine

import "testing"

// A store may lose hands. The next hand is numbered after them, and the one after it goes on from there.
func TestAHandIsNumberedAfterThoseThatWereLost(t *testing.T) {
	table, err := New(DefaultRules())
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
