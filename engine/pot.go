package engine

// pot is one pot (R33) as it stands or as it was paid.
type pot struct {
	Amount int64          `json:"amount,omitempty"`
	In     seats          `json:"in,omitempty"` // who can win it, a bit for each seat
	Won    [maxRuns]seats `json:"won,omitzero"` // who shared it, or the part of it that each board decides (R37)
}

// pots splits what is in the middle: a pot for each all-in from the smallest up, and one for those who are not all-in
// (R33). A folded player's chips stay in the pots they reached; dead chips are the main pot's (R14). The main pot is
// first; n is how many there are.
func (g *game) pots() (pots [MaxSeats]pot, n int) {
	left := g.middle()
	floor, dead := int64(0), g.dead()
	for live := g.where((*seat).live); live != 0 && left > 0; n++ {
		ceiling, all := g.nextAllIn(live)
		p := pot{In: live, Amount: left}
		if all != 0 && all != live {
			p.Amount = g.layer(floor, ceiling)
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
func (g *game) nextAllIn(live seats) (amount int64, who seats) {
	for i := range live.clockwise(none) {
		p := &g.Seats[i]
		switch {
		case p.Stack > 0:
		case who == 0 || p.Total < amount:
			amount, who = p.Total, 0
			who.add(i)
		case p.Total == amount:
			who.add(i)
		}
	}
	return amount, who
}

// layer is what everyone has put in between two heights.
func (g *game) layer(floor, ceiling int64) (sum int64) {
	for i := range g.Seats {
		sum += max(0, min(g.Seats[i].Total, ceiling)-floor)
	}
	return sum
}

func (g *game) dead() (sum int64) {
	for i := range g.Seats {
		sum += g.Seats[i].Dead
	}
	return sum
}
