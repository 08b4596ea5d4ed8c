package rank

import "cardroom/engine/card"

// maxCards is the most cards a hand is chosen from: two of one's own and five of the board.
const maxCards = 7

// ace and five are ranks of cards as card.Card has them.
const (
	ace  = 12
	five = 3
)

// Best is the best hand of five among up to seven different cards (R43, R44). Fewer than five cards make what they can:
// a pair, or a high card. No cards make no hand.
func Best(cards []card.Card) Hand {
	c := sorted(cards)
	if c.n == 0 {
		return Hand{}
	}
	suited := c.suited()
	if run, ok := suited.straight(); ok {
		return straightFlush(run)
	}
	groups := c.grouped()
	if h, ok := groups.ofAKind(); ok && h.Category() >= FullHouse {
		return h
	}
	if suited.n >= 5 {
		return made(Flush, suited.first())
	}
	if run, ok := c.straight(); ok {
		return made(Straight, run)
	}
	h, _ := groups.ofAKind()
	return h
}

// pile is a few cards in order; a value, so that nothing is allocated.
type pile struct {
	c [maxCards]card.Card
	n int
}

func (p *pile) add(c card.Card) {
	p.c[p.n] = c
	p.n++
}

// first is the five first cards, or as many as there are.
func (p pile) first() (best [5]card.Card) {
	copy(best[:], p.c[:p.n])
	return best
}

// sorted is the cards from the highest to the lowest.
func sorted(cards []card.Card) (p pile) {
	for _, c := range cards {
		i := p.n
		for ; i > 0 && p.c[i-1] < c; i-- {
			p.c[i] = p.c[i-1]
		}
		p.c[i] = c
		p.n++
	}
	return p
}

// suited is the cards of the suit that has five or more; none where no suit has.
func (p pile) suited() pile {
	var suits [4]pile
	for _, c := range p.c[:p.n] {
		suits[c.Suit()].add(c)
	}
	for _, s := range suits {
		if s.n >= 5 {
			return s
		}
	}
	return pile{}
}

// straight is the highest five in a row among cards that go from high to low. The ace also counts below the deuce (R44).
func (p pile) straight() (run [5]card.Card, ok bool) {
	n := 0
	for _, c := range p.c[:p.n] {
		switch {
		case n > 0 && run[n-1].Rank() == c.Rank():
			continue
		case n > 0 && run[n-1].Rank() != c.Rank()+1:
			n = 0
		}
		run[n] = c
		if n++; n == 5 {
			return run, true
		}
	}
	if n == 4 && run[0].Rank() == five && p.c[0].Rank() == ace {
		run[4] = p.c[0]
		return run, true
	}
	return run, false
}

func straightFlush(run [5]card.Card) Hand {
	if run[0].Rank() == ace {
		return made(RoyalFlush, run)
	}
	return made(StraightFlush, run)
}

// grouped is the cards with those of the most frequent ranks first, the higher rank first among equals.
func (p pile) grouped() (g pile) {
	var count [13]int
	for _, c := range p.c[:p.n] {
		count[c.Rank()]++
	}
	for size := 4; size > 0; size-- {
		for _, c := range p.c[:p.n] {
			if count[c.Rank()] == size {
				g.add(c)
			}
		}
	}
	return g
}

// ofAKind is the best hand of grouped cards that needs no straight and no flush; false for a mere high card.
func (p pile) ofAKind() (Hand, bool) {
	first := p.size(0)
	second := p.size(first)
	switch {
	case first == 4:
		return made(Quads, p.withKickers(4)), true
	case first == 3 && second >= 2:
		return made(FullHouse, p.first()), true
	case first == 3:
		return made(Trips, p.withKickers(3)), true
	case first == 2 && second == 2:
		return made(TwoPairs, p.withKickers(4)), true
	case first == 2:
		return made(Pair, p.withKickers(2)), true
	}
	return made(HighCard, p.first()), false
}

// size is how many cards from the i-th on have its rank.
func (p pile) size(i int) (n int) {
	for j := i; j < p.n && p.c[j].Rank() == p.c[i].Rank(); j++ {
		n++
	}
	return n
}

// withKickers is the first n cards and the highest of the others: a third pair is but a kicker.
func (p pile) withKickers(n int) (best [5]card.Card) {
	rest := sorted(p.c[n:p.n])
	copy(best[copy(best[:], p.c[:n]):], rest.c[:rest.n])
	return best
}

// made is the hand of a category; its value orders hands of one category by their cards from the first to the last.
func made(kind Category, best [5]card.Card) Hand {
	v := uint32(kind)
	for _, c := range best {
		v <<= 4
		if c != card.None {
			v |= uint32(c.Rank()) + 1
		}
	}
	return Hand{Value: v, Best: best}
}
