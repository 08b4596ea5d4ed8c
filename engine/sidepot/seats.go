package sidepot

import (
	"iter"
	"math/bits"
)

// MaxSeats is the most seats a table can have (R2).
const MaxSeats = 10

// None is no seat.
const None = -1

// Seats is a set of seats, a bit each.
type Seats uint16

// Has reports whether a seat is in the set. None is not.
func (s Seats) Has(i int8) bool { return i >= 0 && s>>i&1 == 1 }

// Add puts a seat into the set.
func (s *Seats) Add(i int8) { *s |= 1 << i }

// Remove takes a seat out of the set.
func (s *Seats) Remove(i int8) { *s &^= 1 << i }

// Count returns the number of seats in the set.
func (s Seats) Count() int { return bits.OnesCount16(uint16(s)) }

// Only returns the seat of a set of one.
func (s Seats) Only() int8 { return int8(bits.TrailingZeros16(uint16(s))) }

// HasOther reports whether a seat but i is in the set.
func (s Seats) HasOther(i int8) bool { s.Remove(i); return s != 0 }

// After returns the seat clockwise from i, of all ten.
func After(i int8) int8 { return (i + 1) % MaxSeats }

// Next returns the first seat of the set clockwise from i, i itself last; None where the set is empty.
func (s Seats) Next(i int8) int8 {
	for range MaxSeats {
		if i = After(i); s.Has(i) {
			return i
		}
	}
	return None
}

// Clockwise goes through the set clockwise from the left of i; i itself comes last.
func (s Seats) Clockwise(i int8) iter.Seq[int8] {
	return func(yield func(int8) bool) {
		upTo := Seats(1)<<(i+1) - 1 // the seats that come last
		for _, part := range [2]Seats{s &^ upTo, s & upTo} {
			for ; part != 0; part &= part - 1 {
				if !yield(part.Only()) {
					return
				}
			}
		}
	}
}

// Between returns the seats clockwise from a to b, without both; all others if a is b, or if there is no b.
func Between(a, b int8) (s Seats) {
	i := a
	for range MaxSeats {
		if i = After(i); i == a || i == b {
			break
		}
		s.Add(i)
	}
	return s
}
