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

// deal is a set of hands and a board to which cards may still come.
type deal struct {
	n     int
	hole  [Most]rank.Set
	omaha *threes   // the values of the hands in Omaha; in hold'em it is nil
	left  [4]uint16 // the ranks that may still come, by suit
	suits [4]uint16 // the ranks that lie on the board, by suit

	board [full]int // the ranks that lie on the board, and after them those that are tried
	cards int       // how many these are
	sum   rank.Sum  // of them
	key   [ranks]rank.Sum
	free  [ranks]int64 // how many cards of each rank may still be tried

	ends  [rank.Count]end // flushes apart, by the rank of the board without a hand: no two boards have the same
	flush end             // in the current suit; zero while there is none
	tally tally
}

// set lays the cards down.
func (d *deal) set(hands [][]card.Card, hole int, board, dead []card.Card) error {
	rest, ok := unseen(hands, board, dead)
	if !ok || len(board) > full || rest.len() < full-len(board) {
		return ErrCards
	}
	if len(board) == full { // the last card is the only one that can come
		board, rest = board[:full-1], 1<<board[full-1]
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
	for ; rest != 0; rest &= rest - 1 {
		c := rest.first()
		d.left[c.Suit()] |= 1 << c.Rank()
		d.free[c.Rank()]++
	}
	return nil
}

func (d *deal) push(r int) {
	d.board[d.cards] = r
	d.cards++
	d.sum += d.key[r]
}

func (d *deal) pop() {
	d.cards--
	d.sum -= d.key[d.board[d.cards]]
}

// odds counts all boards.
func (d *deal) odds() Odds {
	more := full - d.cards
	d.try(more, 0, 0, 1)
	for suit, lies := range d.suits {
		d.setAside(suit, -1)
		for n := max(0, d.flushNeeds(suit)-bits.OnesCount16(lies)); n <= more; n++ {
			d.trySuit(suit, d.left[suit], lies, n, more-n)
		}
		d.setAside(suit, 1)
	}
	return d.tally.odds(d.n)
}

// flushNeeds returns how many cards of a suit the board needs for a hand to have a flush.
func (d *deal) flushNeeds(suit int) int {
	most := 0
	for i := range d.hole[:d.n] {
		most = max(most, bits.OnesCount16(d.hole[i].Suit(suit)))
	}
	switch {
	case most >= 2:
		return 3
	case d.omaha != nil:
		return full + 1
	}
	return 5 - most
}

// setAside keeps a suit from being tried, by -1, or lets it be tried again, by 1.
func (d *deal) setAside(suit int, by int64) {
	for left := d.left[suit]; left != 0; left &= left - 1 {
		d.free[bits.TrailingZeros16(left)] += by
	}
}

// trySuit tries n more of the given ranks of a suit, besides those that it has. Any cards of other suits follow.
func (d *deal) trySuit(suit int, from, has uint16, n, others int) {
	if n == 0 {
		if d.flush = d.flushes(suit, has); d.flush.best != 0 {
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

// flushes returns the best flush of a suit of which the board has some ranks.
func (d *deal) flushes(suit int, board uint16) (e end) {
	for i := range d.hole[:d.n] {
		hole := d.hole[i].Suit(suit)
		if d.omaha != nil {
			e = e.with(i, omahaFlush(hole, board))
		} else {
			e = e.with(i, rank.FlushOf(hole|board))
		}
	}
	return e
}

// try goes through the ranks that so many more cards can have, none of them below one, of which there are some already;
// there are so many ways to have come here.
func (d *deal) try(more, from int, taken, ways int64) {
	if more == 0 {
		d.count(d.sum, ways)
		return
	}
	if taken > 0 && d.free[from] == taken { // there are no more of it
		from, taken = from+1, 0
	}
	if more == 1 && d.flush.best == 0 {
		d.read(from)
	}
	for r := from; r < ranks; r++ {
		here := ways * (d.free[r] - taken)
		if taken > 0 {
			here /= taken + 1
		}
		switch {
		case here == 0:
		case more == 1:
			d.count(d.sum+d.key[r], here)
		default:
			d.push(r)
			d.try(more-1, r, taken+1, here)
			d.pop()
		}
		taken = 0
	}
}

// read reads the ranks of the hands with four cards of the board and any fifth that may come, from a rank on, flushes apart.
func (d *deal) read(from int) {
	if d.omaha != nil {
		d.omaha.read(d, from)
		return
	}
	for r := from; r < ranks; r++ {
		if d.free[r] == 0 {
			continue
		}
		sum := d.sum + d.key[r]
		var e end
		for i := range d.hole[:d.n] {
			e = e.with(i, (d.hole[i].Sum + sum).Seven())
		}
		d.ends[sum.Five()] = e
	}
}

// count counts the winners with a board. Flushes apart, every way to have its ranks counts. With a current suit whose flush
// beats all other values, each way counts with the flush instead.
func (d *deal) count(board rank.Sum, ways int64) {
	e := &d.ends[board.Five()]
	switch {
	case d.flush.best == 0:
		d.tally[e.who] += ways
	case d.flush.best > e.best:
		d.tally[e.who] -= ways
		d.tally[d.flush.who] += ways
	}
}
