package odds

import (
	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// threes is what a hand of Omaha makes, flushes apart, with three ranks of the board in any order.
type threes [ranks][ranks][ranks]rank.Rank

// of reads a hand. Of three ranks no more can be missing on the board than there are cards to come; other threes are not
// read.
func (t *threes) of(hole []card.Card, d *deal) {
	var lies [ranks]int
	for _, r := range d.board[:d.cards] {
		lies[r] = 1
	}
	var room [6]rank.Sum
	twos := room[:0]
	for i, c := range hole {
		for _, other := range hole[:i] {
			twos = append(twos, rank.SumOf(c)+rank.SumOf(other))
		}
	}
	for a := range ranks {
		for b := range a + 1 {
			for c := range b + 1 {
				if lies[a]+lies[b]+lies[c] < d.cards-2 {
					continue
				}
				best := rank.Rank(0)
				for _, two := range twos {
					best = max(best, (two + d.key[a] + d.key[b] + d.key[c]).Five())
				}
				t[a][b][c], t[a][c][b], t[b][a][c] = best, best, best
				t[b][c][a], t[c][a][b], t[c][b][a] = best, best, best
			}
		}
	}
}

// read reads what hand i makes with the four cards of a board and each of some ranks as the fifth.
func (t *threes) read(d *deal, i, from, to int) {
	b := &d.board
	four := max(t[b[0]][b[1]][b[2]], t[b[0]][b[1]][b[3]], t[b[0]][b[2]][b[3]], t[b[1]][b[2]][b[3]])
	with01, with02, with03 := &t[b[0]][b[1]], &t[b[0]][b[2]], &t[b[0]][b[3]]
	with12, with13, with23 := &t[b[1]][b[2]], &t[b[1]][b[3]], &t[b[2]][b[3]]
	for r := from; r < to; r++ {
		d.worth[r][i] = max(four, with01[r], with02[r], with03[r], with12[r], with13[r], with23[r])
	}
}

// omahaFlush is the best flush of two cards of a suit in the hand and three on the board; zero where there is none.
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
