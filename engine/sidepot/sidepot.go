// Package sidepot splits the chips of a hand into pots, and pots among winners. It knows seats and chips, but no card.
//
// [Stakes.Split] makes the main pot and the side pots (R33). [Pot.Shares] divides one among its winners, board by board, odd
// chips clockwise from the left of the button (R37, R42). [Seats] is the set of seats that both speak of.
package sidepot

// MaxRuns is the most boards of a hand (R37).
const MaxRuns = 3

// Pot is one pot, before or after it was paid (R33). Its JSON is part of a table's snapshot.
type Pot struct {
	Amount int64          `json:"amount,omitempty"`
	In     Seats          `json:"in,omitempty"` // the seats that can win it
	Won    [MaxRuns]Seats `json:"won,omitzero"` // the winners, for each board (R37)
}

// Shares returns the chips that each winner of the pot gets on a board, by seat. The boards split the pot evenly, and the first has the
// odd chips (R37). The winners split the part of a board evenly in chips of a unit (T28). The odd chips go one each
// clockwise from the left of the button (R42). Boards are 1 to MaxRuns, run is below them, and unit is 1 or more.
func (p *Pot) Shares(run int, boards, button int8, unit int64) (share [MaxSeats]int64) {
	n, part := int64(p.Won[run].Count()), p.Amount/int64(boards)
	if n == 0 {
		return share
	}
	if run == 0 {
		part += p.Amount % int64(boards)
	}
	even := part / n / unit * unit
	odd := part - n*even
	for i := range p.Won[run].Clockwise(button) {
		chip := min(unit, odd)
		share[i] = even + chip
		odd -= chip
	}
	return share
}

// Stake is a seat as far as the pots depend on it.
type Stake struct {
	Put   int64 // chips in the middle, without dead ones
	Live  bool  // can win
	AllIn bool
}

// Stakes are the stakes of all seats.
type Stakes [MaxSeats]Stake

// Split makes a pot for each all-in from the smallest up, and one for the players who are not all-in; n is their number. The
// chips of a folded player stay in the pots they reached, and those that no live player matched in the last one (R33). Dead chips
// go to the main pot, which is first (R14).
func (m *Stakes) Split(dead int64) (pots [MaxSeats]Pot, n int) {
	var live Seats
	left, floor := dead, int64(0)
	for i := range m {
		left += m[i].Put
		if m[i].Live {
			live.Add(int8(i))
		}
	}
	for ; live != 0 && left > 0; n++ {
		ceiling, all := m.nextAllIn(live)
		p := Pot{In: live, Amount: left}
		if all != 0 && all != live {
			p.Amount = m.layer(floor, ceiling)
			if n == 0 {
				p.Amount += dead
			}
		}
		left -= p.Amount
		pots[n] = p
		floor = ceiling
		live &^= all
	}
	return pots, n
}

// nextAllIn returns the smallest all-in among the live seats given, and the seats that are all-in for it, if any.
func (m *Stakes) nextAllIn(live Seats) (amount int64, who Seats) {
	for i := range live.Clockwise(None) {
		p := m[i]
		switch {
		case !p.AllIn:
		case who == 0 || p.Put < amount:
			amount, who = p.Put, 0
			who.Add(i)
		case p.Put == amount:
			who.Add(i)
		}
	}
	return amount, who
}

// layer returns the chips that all seats put in between two heights.
func (m *Stakes) layer(floor, ceiling int64) (sum int64) {
	for _, s := range m {
		sum += max(0, min(s.Put, ceiling)-floor)
	}
	return sum
}
