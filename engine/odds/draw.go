package odds

import (
	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// The draw looks at all ends up to mostEnds. Of more it looks at some samples, by the same dice every time.
const (
	mostEnds = 1 << 20
	samples  = 1 << 17
	seed     = 52
)

// held is the number of cards of a hand of five-card draw.
const held = 5

// Draw returns the odds of two to ten hands of five-card draw, given the cards that they keep: a hand of five is complete, and one
// of three draws two. Only the player knows what they will keep, so there are no other odds of hands before their draw.
// A table needs none: in the draw no hand is tabled before the showdown. Discards that were seen are dead cards, others are
// unknown.
func Draw(kept [][]card.Card, dead []card.Card) (Odds, error) {
	var d draw
	if err := d.set(kept, dead); err != nil {
		return Odds{}, err
	}
	if d.ends() > mostEnds {
		d.sample()
		o := d.tally.odds(d.n)
		o.Margin = margin(o.Ends)
		return o, nil
	}
	d.next(0, end{})
	return d.tally.odds(d.n), nil
}

// draw is a set of hands that draw cards.
type draw struct {
	n     int
	kept  [Most]rank.Set
	lacks [Most]int // cards
	pack  pack
	used  uint64 // the cards of the pack that were drawn, a bit each
	tally tally
}

func (d *draw) set(kept [][]card.Card, dead []card.Card) error {
	rest, ok := unseen(kept, dead)
	if !ok {
		return ErrCards
	}
	d.n = len(kept)
	lack := 0
	for i, cards := range kept {
		if len(cards) > held {
			return ErrCards
		}
		d.kept[i], d.lacks[i] = rank.SetOf(cards), held-len(cards)
		lack += d.lacks[i]
	}
	d.pack.fill(rest)
	if lack > d.pack.left {
		return ErrCards
	}
	return nil
}

// ends returns the number of ways to draw the cards; of very many, a number above mostEnds.
func (d *draw) ends() int {
	ways, left := 1, d.pack.left
	for _, lacks := range d.lacks[:d.n] {
		choices := 1
		for k := range lacks {
			choices = choices * (left - k) / (k + 1)
		}
		if ways *= choices; ways > mostEnds {
			break
		}
		left -= lacks
	}
	return ways
}

// next lets each hand from one on draw in every way. The hands before have drawn, and end has their ranks.
func (d *draw) next(hand int, e end) {
	if hand == d.n {
		d.tally[e.who]++
		return
	}
	d.choose(hand, d.kept[hand], d.lacks[hand], 0, e)
}

// choose draws so many more cards for a hand, from a place in the pack on, in every way.
func (d *draw) choose(hand int, has rank.Set, lacks, from int, e end) {
	if lacks == 0 {
		d.next(hand+1, e.with(hand, has.Rank()))
		return
	}
	for i := from; i < d.pack.left; i++ {
		if d.used>>i&1 == 0 {
			d.used |= 1 << i
			d.choose(hand, has.With(d.pack.cards[i]), lacks-1, i+1, e)
			d.used &^= 1 << i
		}
	}
}

// sample draws at random.
func (d *draw) sample() {
	d.pack.dice.Seed(seed, seed)
	for range samples {
		var e end
		d.pack.dealt = 0
		for i := range d.n {
			has := d.kept[i]
			for range d.lacks[i] {
				has = has.With(d.pack.next())
			}
			e = e.with(i, has.Rank())
		}
		d.tally[e.who]++
	}
}
