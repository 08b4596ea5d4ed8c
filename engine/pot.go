package engine

// pot is one pot, before or after it was paid (R33).
type pot struct {
	Amount int64          `json:"amount,omitempty"`
	In     seats          `json:"in,omitempty"` // the seats that can win it
	Won    [maxRuns]seats `json:"won,omitzero"` // the winners, for each board (R37)
}

// shares returns what each winner of the pot gets on a board, by seat. The boards split the pot evenly, and the first has the
// odd chips (R37). The winners split the part of a board evenly, and the odd chips go one each clockwise from the left of
// the button (R42).
func (p *pot) shares(run int, boards, button int8) (share [MaxSeats]int64) {
	n, part := int64(p.Won[run].count()), p.Amount/int64(boards)
	if n == 0 {
		return share
	}
	if run == 0 {
		part += p.Amount % int64(boards)
	}
	odd := part % n
	for i := range p.Won[run].clockwise(button) {
		share[i] = part / n
		if odd > 0 {
			share[i]++
			odd--
		}
	}
	return share
}

// stake is a seat as far as the pots depend on it.
type stake struct {
	put   int64 // chips in the middle, without dead ones
	live  bool  // can win
	allIn bool
}

// stakes are the stakes of all seats.
type stakes [MaxSeats]stake

// pots splits the chips in the middle (R33). The main pot is first; n is the number of pots.
func (g *game) pots() (pots [MaxSeats]pot, n int) {
	var all stakes
	for i := range g.Seats {
		p := &g.Seats[i]
		all[i] = stake{put: p.Total, live: p.live(), allIn: p.live() && p.Stack == 0}
	}
	return all.split(g.dead())
}

// PotsOf returns the pots of a hand with these seats, main pot first and without winners (R33). Dead is the part of the Total
// of each seat number that was put in dead (R14).
func PotsOf(all []SeatView, dead [MaxSeats]int64) []Pot {
	var m stakes
	sum := int64(0)
	for _, s := range all {
		live := s.InHand && !s.Folded
		m[s.Seat] = stake{put: s.Total - dead[s.Seat], live: live, allIn: live && s.Stack == 0}
		sum += dead[s.Seat]
	}
	pots, n := m.split(sum)
	return showPots(pots[:n])
}

// split makes a pot for each all-in from the smallest up, and one for the players who are not all-in. The chips of a folded
// player stay in the pots they reached. Dead chips go to the main pot (R14).
func (m *stakes) split(dead int64) (pots [MaxSeats]pot, n int) {
	var live seats
	left, floor := dead, int64(0)
	for i := range m {
		left += m[i].put
		if m[i].live {
			live.add(int8(i))
		}
	}
	for ; live != 0 && left > 0; n++ {
		ceiling, all := m.nextAllIn(live)
		p := pot{In: live, Amount: left}
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
func (m *stakes) nextAllIn(live seats) (amount int64, who seats) {
	for i := range live.clockwise(none) {
		p := m[i]
		switch {
		case !p.allIn:
		case who == 0 || p.put < amount:
			amount, who = p.put, 0
			who.add(i)
		case p.put == amount:
			who.add(i)
		}
	}
	return amount, who
}

// layer returns the chips that all seats put in between two heights.
func (m *stakes) layer(floor, ceiling int64) (sum int64) {
	for _, s := range m {
		sum += max(0, min(s.put, ceiling)-floor)
	}
	return sum
}

// dead returns the dead chips in the middle.
func (g *game) dead() (sum int64) {
	for i := range g.Seats {
		sum += g.Seats[i].Dead
	}
	return sum
}
