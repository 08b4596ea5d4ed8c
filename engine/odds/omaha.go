package odds

import (
	"math/bits"

	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// threes are the ranks of every hand of Omaha, flushes apart, with three ranks of the board. placeOf has their index.
type threes [455][Most]rank.Rank

// placeOf has the index of three ranks, in any order.
var placeOf = func() (place [ranks][ranks][ranks]uint16) {
	n := uint16(0)
	for a := range ranks {
		for b := range a + 1 {
			for c := range b + 1 {
				place[a][b][c], place[a][c][b], place[b][a][c] = n, n, n
				place[b][c][a], place[c][a][b], place[c][b][a] = n, n, n
				n++
			}
		}
	}
	return place
}()

// twos are all choices of two cards of a hand of Omaha.
type twos [6]rank.Sum

func twosOf(hole []card.Card) (t twos) {
	n := 0
	for i, c := range hole {
		for _, other := range hole[:i] {
			t[n] = rank.SumOf(c) + rank.SumOf(other)
			n++
		}
	}
	return t
}

// with returns the best that two of the cards make with three of the board, flushes apart.
func (t *twos) with(three rank.Sum) rank.Rank {
	return max((t[0] + three).Five(), (t[1] + three).Five(), (t[2] + three).Five(),
		(t[3] + three).Five(), (t[4] + three).Five(), (t[5] + three).Five())
}

// of reads hands, with all threes of ranks that are on the board or may come.
func (t *threes) of(hands [][]card.Card, d *deal) {
	var two [Most]twos
	for i, hole := range hands {
		two[i] = twosOf(hole)
	}
	var room [ranks]int
	may, lie := d.may(room[:0])
	// Of three ranks no more can be missing on the board than there are cards to come.
	third, second := len(may), len(may)
	if d.cards > 2 {
		third = lie
	}
	if d.cards > 3 {
		second = lie
	}
	for i, a := range may {
		for j, b := range may[:min(i+1, second)] {
			for _, c := range may[:min(j+1, third)] {
				three := d.key[a] + d.key[b] + d.key[c]
				worth := &t[placeOf[a][b][c]]
				for i := range two[:d.n] {
					worth[i] = two[i].with(three)
				}
			}
		}
	}
}

// may adds to a list the ranks on the board, and then the ranks that can only come. It returns the number of the first.
func (d *deal) may(to []int) (list []int, lie int) {
	var lies [ranks]bool
	for _, r := range d.board[:d.cards] {
		if !lies[r] {
			lies[r], to = true, append(to, r)
		}
	}
	lie = len(to)
	for r, cards := range d.free {
		if cards > 0 && !lies[r] {
			to = append(to, r)
		}
	}
	return to, lie
}

// read reads the ranks of the hands with the four cards of a board and any fifth that may come, from a rank on.
func (t *threes) read(d *deal, from int) {
	b := &d.board
	at := func(x, y, z int) *[Most]rank.Rank { return &t[placeOf[x][y][z]] }
	var four [Most]rank.Rank
	m, n, o, p := at(b[0], b[1], b[2]), at(b[0], b[1], b[3]), at(b[0], b[2], b[3]), at(b[1], b[2], b[3])
	for i := range d.n {
		four[i] = max(m[i], n[i], o[i], p[i])
	}
	for r := from; r < ranks; r++ {
		if d.free[r] == 0 {
			continue
		}
		var e end
		with01, with02, with03 := at(b[0], b[1], r), at(b[0], b[2], r), at(b[0], b[3], r)
		with12, with13, with23 := at(b[1], b[2], r), at(b[1], b[3], r), at(b[2], b[3], r)
		for i := range d.n {
			e = e.with(i, max(four[i], with01[i], with02[i], with03[i], with12[i], with13[i], with23[i]))
		}
		d.ends[(d.sum + d.key[r]).Five()] = e
	}
}

// omahaFlush returns the best flush of two cards of a suit in the hand and three on the board; zero where there is none.
func omahaFlush(hole, board uint16) (best rank.Rank) {
	for a := hole; a != 0; a &= a - 1 {
		for b := a & (a - 1); b != 0; b &= b - 1 {
			two := a&-a | b&-b
			for c := board; c != 0; c &= c - 1 {
				for d := c & (c - 1); d != 0; d &= d - 1 {
					for e := d & (d - 1); e != 0; e &= e - 1 {
						best = max(best, rank.FlushOf(two|c&-c|d&-d|e&-e))
					}
				}
			}
		}
	}
	return best
}

// omahaBoard is a whole board, prepared to rank many hands of Omaha.
type omahaBoard struct {
	cards  [full]card.Card
	threes [10]rank.Sum // every three of them
	suit   int          // that of three of them or more
	suited uint16       // their ranks in it; none where there is no such suit
}

// read prepares the board once it has its cards.
func (b *omahaBoard) read() {
	n := 0
	for i := range b.cards {
		for j := range i {
			for k := range j {
				b.threes[n] = rank.SumOf(b.cards[i]) + rank.SumOf(b.cards[j]) + rank.SumOf(b.cards[k])
				n++
			}
		}
	}
	set := rank.SetOf(b.cards[:])
	for suit := range 4 {
		if in := set.Suit(suit); bits.OnesCount16(in) >= 3 {
			b.suit, b.suited = suit, in
		}
	}
}

// rank returns the rank of a hand on it.
func (b *omahaBoard) rank(hole *[4]card.Card) rank.Rank {
	two := twosOf(hole[:])
	best := rank.Rank(0)
	for _, three := range b.threes {
		best = max(best, two.with(three))
	}
	if b.suited == 0 {
		return best
	}
	return max(best, omahaFlush(rank.SetOf(hole[:]).Suit(b.suit), b.suited))
}
