package odds

import (
	"math/bits"

	"cardroom/engine/card"
	"cardroom/engine/rank"
)

const (
	ranks = 13
	full  = 5 // cards on a board
)

// deal is hands, and a board to which cards may still come.
type deal struct {
	n      int
	hole   [Most]rank.Set
	threes *[Most]threes // in Omaha
	left   [4]uint16     // the ranks that may still come, by suit
	suits  [4]uint16     // the ranks that lie on the board, by suit

	board [full]int // the ranks that lie on the board, and after them those that are tried
	cards int       // how many these are
	sum   rank.Sum  // of them
	key   [ranks]rank.Sum
	free  [ranks]int64 // how many cards of each rank may still be tried

	worth  [ranks][Most]rank.Rank // what the hands make, flushes apart, by the last card tried
	flush  [Most]rank.Rank        // what they make in the suit that is looked at
	suited bool                   // such a suit is looked at
	tally  tally
}

// set lays the cards down.
func (d *deal) set(hands [][]card.Card, hole int, board, dead []card.Card) error {
	rest, ok := unseen(hands, board, dead)
	if !ok || len(board) > full || rest.len() < full-len(board) {
		return ErrCards
	}
	d.n = len(hands)
	for i, cards := range hands {
		if len(cards) != hole {
			return ErrCards
		}
		d.hole[i] = rank.SetOf(cards)
	}
	for r := range d.key {
		d.key[r] = rank.SumOf(card.Of(r, 0))
	}
	for _, c := range board {
		d.suits[c.Suit()] |= 1 << c.Rank()
		d.push(c.Rank())
	}
	for c := card.Card(1); c <= card.Count; c++ {
		if rest>>c&1 == 1 {
			d.left[c.Suit()] |= 1 << c.Rank()
			d.free[c.Rank()]++
		}
	}
	return nil
}

func (d *deal) push(r int) {
	d.board[d.cards] = r
	d.cards++
	d.sum += d.key[r]
}

func (d *deal) pop() (r int) {
	d.cards--
	r = d.board[d.cards]
	d.sum -= d.key[r]
	return r
}

// odds counts all boards.
func (d *deal) odds() Odds {
	more := full - d.cards
	d.try(more, 0, 0, 1)
	d.suited = true
	for suit, lies := range d.suits {
		d.setAside(suit, -1)
		for n := max(0, 3-bits.OnesCount16(lies)); n <= more; n++ {
			d.trySuit(suit, d.left[suit], lies, n, more-n)
		}
		d.setAside(suit, 1)
	}
	return d.tally.odds(d.n)
}

// setAside keeps a suit from being tried, by -1, or lets it be tried again, by 1.
func (d *deal) setAside(suit int, by int64) {
	for left := d.left[suit]; left != 0; left &= left - 1 {
		d.free[bits.TrailingZeros16(left)] += by
	}
}

// trySuit tries n more ranks of a suit, of those given, on top of those that it has, and any cards of other suits after
// them.
func (d *deal) trySuit(suit int, from, has uint16, n, others int) {
	if n == 0 {
		if d.anyFlush(suit, has) {
			d.try(others, 0, 0, 1)
		}
		return
	}
	for ; from != 0; from &= from - 1 {
		r := bits.TrailingZeros16(from)
		d.push(r)
		d.trySuit(suit, from&(from-1), has|1<<r, n-1, others)
		d.pop()
	}
}

// anyFlush reads what the hands make in a suit of which the board has some ranks, and says whether any makes a flush.
func (d *deal) anyFlush(suit int, board uint16) bool {
	any := rank.Rank(0)
	for i := range d.hole[:d.n] {
		hole := d.hole[i].Suit(suit)
		if d.threes != nil {
			d.flush[i] = omahaFlush(hole, board)
		} else {
			d.flush[i] = rank.FlushOf(hole | board)
		}
		any |= d.flush[i]
	}
	return any != 0
}

// try goes through the ranks that so many more cards can have, none of them below one, of which there are some already;
// there are so many ways to have come here. Where suits make no difference, each way counts; where a suit is looked at, it
// counts as it is and no more as it seemed.
func (d *deal) try(more, from int, taken, ways int64) {
	switch more {
	case 0:
		last := d.pop()
		d.read(last, last+1)
		d.count(last, ways)
		d.push(last)
		return
	case 1:
		d.read(from, ranks)
	}
	for r := from; r < ranks; r++ {
		here := ways * (d.free[r] - taken)
		if taken > 0 {
			here /= taken + 1
		}
		switch {
		case here == 0:
		case more == 1:
			d.count(r, here)
		default:
			d.push(r)
			d.try(more-1, r, taken+1, here)
			d.pop()
		}
		taken = 0
	}
}

// read reads what the hands make with four cards of the board and each of some ranks as the fifth, flushes apart.
func (d *deal) read(from, to int) {
	for i := range d.hole[:d.n] {
		if d.threes != nil {
			d.threes[i].read(d, i, from, to)
			continue
		}
		sum := d.hole[i].Sum + d.sum
		for r := from; r < to; r++ {
			d.worth[r][i] = (sum + d.key[r]).Seven()
		}
	}
}

// count counts who wins with a last card of a rank.
func (d *deal) count(last int, ways int64) {
	worth := &d.worth[last]
	seems := winners(worth[:d.n])
	if !d.suited {
		d.tally[seems] += ways
		return
	}
	for i, flush := range d.flush[:d.n] {
		worth[i] = max(worth[i], flush)
	}
	is := winners(worth[:d.n])
	d.tally[seems] -= ways
	d.tally[is] += ways
}
