package engine

// pot is one pot (R33) as it stands or as it was paid.
type pot struct {
	Amount int64          `json:"amount,omitempty"`
	In     seats          `json:"in,omitempty"` // who can win it, a bit for each seat
	Won    [maxRuns]seats `json:"won,omitzero"` // who shared it, or the part of it that each board decides (R37)
}

// shares returns what each winner of the pot gets on a board, by seat. The boards have the same part of the pot each, the
// first the odd chips too (R37); the winners as much as each other, and one of the odd chips as long as there are some,
// clockwise from the left of the button (R42).
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

// stake is what one has put into the middle, as far as the pots depend on it.
type stake struct {
	put   int64 // without dead chips
	live  bool  // can win
	allIn bool
}

// stakes is the middle, by seats.
type stakes [MaxSeats]stake

// pots splits what is in the middle (R33). The main pot is first; n is how many there are.
func (g *game) pots() (pots [MaxSeats]pot, n int) {
	var all stakes
	for i := range g.Seats {
		p := &g.Seats[i]
		all[i] = stake{put: p.Total, live: p.live(), allIn: p.live() && p.Stack == 0}
	}
	return all.split(g.dead())
}

// PotsOf is the pots of a hand in which seats stand like these (R33). Dead is how much of the Total of each seat of the table
// was put in dead (R14). The main pot is first; of none it is said who won it.
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

// split makes a pot for each all-in from the smallest up, and one for those who are not all-in. A folded player's chips
// stay in the pots they reached; dead chips are the main pot's (R14).
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

// nextAllIn is the smallest all-in among the live seats given and the seats that are all-in for it; for all where nobody
// is all-in.
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

// layer is what everyone has put in between two heights.
func (m *stakes) layer(floor, ceiling int64) (sum int64) {
	for _, s := range m {
		sum += max(0, min(s.put, ceiling)-floor)
	}
	return sum
}

func (g *game) dead() (sum int64) {
	for i := range g.Seats {
		sum += g.Seats[i].Dead
	}
	return sum
}
