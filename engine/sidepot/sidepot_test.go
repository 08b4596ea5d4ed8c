package sidepot

import "testing"

// TestOddChipsAreOfTheUnit splits a pot among seats 1, 3 and 5 with the button in seat 3: the odd chips go to seats 5 and 1,
// and no share has a smaller chip than the unit (R42, T28).
func TestOddChipsAreOfTheUnit(t *testing.T) {
	for _, tt := range []struct {
		amount, unit        int64
		first, second, last int64 // of seats 5, 1 and 3
	}{
		{100, 1, 34, 33, 33}, {101, 1, 34, 34, 33}, {500, 25, 175, 175, 150}, {450, 25, 150, 150, 150}, {475, 25, 175, 150, 150}, {25, 25, 25, 0, 0},
	} {
		p := Pot{Amount: tt.amount}
		for _, i := range []int8{1, 3, 5} {
			p.In.Add(i)
			p.Won[0].Add(i)
		}
		if got := p.Shares(0, 1, 3, tt.unit); got != [MaxSeats]int64{5: tt.first, 1: tt.second, 3: tt.last} {
			t.Errorf("%d in chips of %d: %v", tt.amount, tt.unit, got)
		}
	}
}

// TestMoreThanAllWhoRemainPutInGoesWithTheLastPot has a player fold who put in more than both players who are all-in (R33).
func TestMoreThanAllWhoRemainPutInGoesWithTheLastPot(t *testing.T) {
	m := Stakes{1: {Put: 3, Live: true, AllIn: true}, 2: {Put: 4, Live: true, AllIn: true}, 3: {Put: 10}}
	pots, n := m.Split(0)
	if want := [MaxSeats]Pot{{Amount: 9, In: seatsOf(1, 2)}, {Amount: 8, In: seatsOf(2)}}; n != 2 || pots != want {
		t.Errorf("%d pots: %+v, want %+v", n, pots[:n], want[:2])
	}
}
