package odds

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// Sample estimates the odds of a hand against unknown hands. There are too many ends to count, so it takes some, each with
// equal probability. The same sample of the same cards gives the same odds.
//
// In these odds the hand is the first, and one to nine rivals follow it. Odds.Margin is the largest error: 0.12 with 250 ends,
// 0.062 with 1000, 0.02 with 10,000. Most errors are less than a third of that.
type Sample struct {
	Ends int    // the number of ends, at least 1
	Seed uint64 // of the random numbers
}

// Holdem returns the odds of a hand of two cards, with up to five on the board.
func (s Sample) Holdem(hand []card.Card, rivals int, board, dead []card.Card) (Odds, error) {
	var p pack
	if len(hand) != 2 || len(board) > full || !p.fits(full-len(board)+2*rivals, rivals, hand, board, dead) {
		return Odds{}, ErrCards
	}
	mine, lies := rank.SetOf(hand), rank.SetOf(board)
	return s.run(&p, rivals, func() (e end) {
		common := lies
		for range full - len(board) {
			common = common.With(p.next())
		}
		e = e.with(0, common.And(mine).Rank())
		for i := range rivals {
			e = e.with(i+1, common.With(p.next()).With(p.next()).Rank())
		}
		return e
	}), nil
}

// Omaha returns the odds of a hand of four cards, of which two play, with up to five on the board.
func (s Sample) Omaha(hand []card.Card, rivals int, board, dead []card.Card) (Odds, error) {
	var p pack
	if len(hand) != 4 || len(board) > full || !p.fits(full-len(board)+4*rivals, rivals, hand, board, dead) {
		return Odds{}, ErrCards
	}
	mine := [4]card.Card(hand)
	return s.run(&p, rivals, func() (e end) {
		var b omahaBoard
		for i := range full {
			if i < len(board) {
				b.cards[i] = board[i]
			} else {
				b.cards[i] = p.next()
			}
		}
		b.read()
		e = e.with(0, b.rank(&mine))
		for i := range rivals {
			e = e.with(i+1, b.rank(&[4]card.Card{p.next(), p.next(), p.next(), p.next()}))
		}
		return e
	}), nil
}

// Draw returns the odds of the cards that a player keeps of five, after a draw of the others. Where five are kept, the draw is over.
// Their discards are dead. Of five cards a rival discards those that discard says, a bit for each. Where discard is nil, or
// no cards are left, rivals keep all.
func (s Sample) Draw(kept []card.Card, rivals int, dead []card.Card, discard func(hand [5]card.Card) uint8) (Odds, error) {
	var p pack
	if len(kept) > held || !p.fits(held-len(kept)+held*rivals, rivals, kept, dead) {
		return Odds{}, ErrCards
	}
	keptSet := rank.SetOf(kept)
	return s.run(&p, rivals, func() (e end) {
		mine := keptSet
		for range held - len(kept) {
			mine = mine.With(p.next())
		}
		e = e.with(0, mine.Rank())
		var hands [Most][held]card.Card
		for i := range rivals {
			for k := range held {
				hands[i][k] = p.next()
			}
		}
		for i := range rivals {
			if discard != nil {
				p.exchange(&hands[i], discard(hands[i]))
			}
			e = e.with(i+1, rank.Of(hands[i][:]))
		}
		return e
	}), nil
}

// run plays ends of a hand against some rivals and counts the winners.
func (s Sample) run(p *pack, rivals int, play func() end) Odds {
	var t tally
	p.dice.Seed(s.Seed, seed)
	for range max(1, s.Ends) {
		p.dealt = 0
		t[play().who]++
	}
	o := t.odds(1 + rivals)
	o.Margin = margin(o.Ends)
	return o
}

// margin returns how far off a share of so many random ends can be: of a thousand such shares one is further off, at most, by
// Hoeffding's inequality.
func margin(ends int64) float64 { return math.Sqrt(math.Log(2/0.001) / float64(2*ends)) }

// pack is a deck that is dealt at random.
type pack struct {
	cards [card.Count]card.Card
	left  int
	dealt int // so many of them lie before the others
	dice  rand.PCG
}

// fill puts in the cards of a deck.
func (p *pack) fill(d deck) {
	for ; d != 0; d &= d - 1 {
		p.cards[p.left] = d.first()
		p.left++
	}
}

// fits puts in all cards but those that are known. It says whether they can be, and leave as many as it takes for so many
// rivals.
func (p *pack) fits(take, rivals int, known ...[]card.Card) bool {
	d := allCards
	for _, cards := range known {
		if !d.without(cards) {
			return false
		}
	}
	p.fill(d)
	return rivals >= 1 && rivals < Most && take <= p.left
}

// next deals a card.
func (p *pack) next() card.Card {
	roll, _ := bits.Mul64(p.dice.Uint64(), uint64(p.left-p.dealt))
	i, j := p.dealt, p.dealt+int(roll)
	p.cards[i], p.cards[j] = p.cards[j], p.cards[i]
	p.dealt++
	return p.cards[i]
}

// exchange deals other cards for those of a hand that are given away, while there are any.
func (p *pack) exchange(hand *[held]card.Card, away uint8) {
	for i := range hand {
		if away>>i&1 == 1 && p.dealt < p.left {
			hand[i] = p.next()
		}
	}
}
