package sidepot

import "testing"

// seatsOf returns the set of some seats.
func seatsOf(numbers ...int8) (s Seats) {
	for _, i := range numbers {
		s.Add(i)
	}
	return s
}

// TestBetween goes round the table from one seat to another, and ends where there is no other.
func TestBetween(t *testing.T) {
	const all = Seats(1<<MaxSeats - 1)
	for _, tt := range []struct {
		a, b int8
		want Seats
	}{
		{2, 5, seatsOf(3, 4)},
		{8, 1, seatsOf(9, 0)},
		{3, 4, 0},
		{9, 0, 0},
		{4, 4, all &^ seatsOf(4)},
		{4, None, all &^ seatsOf(4)},
		{9, None, all &^ seatsOf(9)},
		{None, 2, seatsOf(0, 1)},
		{None, None, all},
	} {
		if got := Between(tt.a, tt.b); got != tt.want {
			t.Errorf("between %d and %d are %010b, want %010b", tt.a, tt.b, got, tt.want)
		}
	}
}
