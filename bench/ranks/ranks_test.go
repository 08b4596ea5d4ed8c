// Package ranks compares how fast libraries in Go rank hands and find odds, ours among them. See README.md.
package ranks

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cardrank/cardrank"
	"github.com/paulhankin/poker/v2/poker"

	"cardroom/engine/card"
	"cardroom/engine/odds"
	"cardroom/engine/rank"
)

// deals are hands in the cards of one library.
type deals[C any] struct {
	seven [][7]C
	five  [][5]C
	rest  [50]C // the deck without the ace and king of hearts
	suits [2]C  // these
}

// random returns a hand for each round, the same hands in every library's own cards.
func random[C any](own func(card.Card) C) (d deals[C]) {
	const hands = 100_000
	dice := rand.New(rand.NewPCG(7, 7))
	for range hands {
		deck := card.Shuffled(dice.IntN)
		var seven [7]C
		for i := range seven {
			seven[i] = own(deck[i])
		}
		d.seven = append(d.seven, seven)
		d.five = append(d.five, [5]C(seven[:5]))
	}
	n := 0
	for c := card.Card(1); c <= card.Count; c++ {
		switch c {
		case ace:
			d.suits[0] = own(c)
		case king:
			d.suits[1] = own(c)
		default:
			d.rest[n] = own(c)
			n++
		}
	}
	return d
}

// The ace and king of hearts, whose boards are ranked one after the other.
var (
	ace  = card.Of(12, 2)
	king = card.Of(11, 2)
)

func same(c card.Card) card.Card { return c }

func ofPaulhankin(c card.Card) poker.Card {
	out, err := poker.MakeCard(poker.Suit(c.Suit()), poker.Rank((c.Rank()+1)%13+1))
	if err != nil {
		panic(err)
	}
	return out
}

func ofCardrank(c card.Card) cardrank.Card {
	suits := [4]cardrank.Suit{cardrank.Club, cardrank.Diamond, cardrank.Heart, cardrank.Spade}
	return cardrank.New(cardrank.Rank(c.Rank()), suits[c.Suit()])
}

var (
	ours  = random(same)
	paul  = random(ofPaulhankin)
	crank = random(ofCardrank)
)

// comparisons are the tasks to compare. How much faster ours should be is in the issue that asked for it.
var comparisons = []comparison{
	{"seven random cards", 12, len(ours.seven), []entry{{"cardroom", ourSevens}, {"paulhankin/poker", paulSevens}}},
	{"five random cards", 2.5, len(ours.five), []entry{{"cardroom", ourFives}, {"paulhankin/poker", paulFives}, {"cardrank", crankFives}}},
	{"all boards of A♥ K♥", 10, 2_118_760, []entry{{"cardroom", ourBoards}, {"paulhankin/poker", paulBoards}}},
	{"A♥ K♥ against Q♠ Q♣ before the flop", 0, 1, []entry{{"cardroom", ourOdds}, {"paulhankin/poker", paulOdds}}},
	{"the same on 10♥ 9♦ 2♠", 0, 1, []entry{{"cardroom", ourFlop}, {"paulhankin/poker", paulFlop}}},
}

// Each adds up ranks, so that nothing is left out.

func ourSevens() (sum int) {
	for i := range ours.seven {
		h := &ours.seven[i]
		if s := rank.SumOfSeven(h); s.MayFlush(0) {
			sum += int(rank.Of(h[:]))
		} else {
			sum += int(s.Seven())
		}
	}
	return sum
}

func paulSevens() (sum int) {
	for i := range paul.seven {
		sum += int(poker.Eval7(&paul.seven[i]))
	}
	return sum
}

func ourFives() (sum int) {
	for i := range ours.five {
		sum += int(rank.Of(ours.five[i][:]))
	}
	return sum
}

func paulFives() (sum int) {
	for i := range paul.five {
		sum += int(poker.Eval5(&paul.five[i]))
	}
	return sum
}

func crankFives() (sum int) {
	for i := range crank.five {
		h := &crank.five[i]
		sum += int(cardrank.CactusFast(h[0], h[1], h[2], h[3], h[4]))
	}
	return sum
}

// suitedDeck is the deck without the hand, suit after suit, that of the hand last.
type suitedDeck struct {
	card [50]card.Card
	from [4]int        // where each suit begins
	bits [4][50]uint16 // by suit: the rank of each card as rank.Set.Suit has it, 0 for other suits
	two  []rank.Sum    // every two: a row of each card with all before it, one row after the other
}

// suits is the order of the suits in a suitedDeck.
var suits = [4]int{0, 1, 3, 2}

func newSuitedDeck() *suitedDeck {
	var d suitedDeck
	n := 0
	for i, suit := range suits {
		d.from[i] = n
		for _, c := range ours.rest {
			if c.Suit() != suit {
				continue
			}
			for _, before := range d.card[:n] {
				d.two = append(d.two, rank.SumOf(before)+rank.SumOf(c))
			}
			d.card[n], d.bits[i][n] = c, 1<<c.Rank()
			n++
		}
	}
	return &d
}

// rows returns the rows of the cards from one on up to another.
func (d *suitedDeck) rows(from, to int) []rank.Sum { return d.two[from*(from-1)/2 : to*(to-1)/2] }

// ourBoards ranks boards by their last two cards at once: where no flush can come, cards are numbers to be added.
func ourBoards() (sum int) {
	d := newSuitedDeck()
	hole := rank.SetOf(ours.suits[:])
	for a := range d.card {
		three := hole.With(d.card[a])
		for b := range a {
			four := three.With(d.card[b])
			for c := range b {
				five := four.With(d.card[c])
				if five.MayFlush(2) {
					sum += d.flushes(five, c)
				} else {
					sum += ourSevenths(five.Sum, d.rows(0, c))
				}
			}
		}
	}
	return sum
}

// flushes ranks five cards, three or more of which have one suit, with every two of the first n of the deck. The suit of the hand
// is the last: where it has three or four of the five, none of the n have it.
func (d *suitedDeck) flushes(five rank.Set, n int) (sum int) {
	i := slices.IndexFunc(suits[:], func(suit int) bool { return bits.OnesCount16(five.Suit(suit)) >= 3 })
	have, suited := five.Suit(suits[i]), &d.bits[i]
	if bits.OnesCount16(have) == 5 {
		for k := range n {
			sum += ourFlushes(have|suited[k], suited[:k])
		}
		return sum
	}
	from := min(d.from[i], n)
	sum = ourSevenths(five.Sum, d.rows(0, from))
	for k := from; k < n; k++ {
		sum += ourSevenths(five.Sum, d.rows(k, k+1)[:from]) + ourFlushes(have|suited[k], suited[from:k])
	}
	return sum
}

// ourFlushes ranks four or more cards of a suit with each bit of more, which makes them a flush.
func ourFlushes(cards uint16, more []uint16) (sum int) {
	for _, bit := range more {
		sum += int(rank.FlushOf(cards | bit))
	}
	return sum
}

// ourSevenths ranks cards with each sum of more, which makes them seven, where there is no flush. The loop needs the registers for itself.
//
//go:noinline
func ourSevenths(cards rank.Sum, more []rank.Sum) (sum int) {
	for ; len(more) >= 8; more = more[8:] {
		m := (*[8]rank.Sum)(more)
		sum += int((cards + m[0]).Seven()) + int((cards + m[1]).Seven()) + int((cards + m[2]).Seven()) + int((cards + m[3]).Seven())
		sum += int((cards + m[4]).Seven()) + int((cards + m[5]).Seven()) + int((cards + m[6]).Seven()) + int((cards + m[7]).Seven())
	}
	for _, s := range more {
		sum += int((cards + s).Seven())
	}
	return sum
}

func paulBoards() (sum int) {
	deck := &paul.rest
	h := [7]poker.Card{paul.suits[0], paul.suits[1]}
	for a := range deck {
		h[2] = deck[a]
		for b := range a {
			h[3] = deck[b]
			for c := range b {
				h[4] = deck[c]
				for d := range c {
					h[5] = deck[d]
					for _, e := range deck[:d] {
						h[6] = e
						sum += int(poker.Eval7(&h))
					}
				}
			}
		}
	}
	return sum
}

var (
	queens = [2]card.Card{card.Of(10, 3), card.Of(10, 0)}
	flop   = [3]card.Card{card.Of(8, 2), card.Of(7, 1), card.Of(0, 3)}
)

func ourOdds() int { return oddsOn(nil) }
func ourFlop() int { return oddsOn(flop[:]) }

func oddsOn(board []card.Card) int {
	o, err := odds.Holdem([][]card.Card{{ace, king}, queens[:]}, board, nil)
	if err != nil {
		panic(err)
	}
	return int(o.Hands[0].Wins)
}

func paulOdds() int { return paulOn(nil) }
func paulFlop() int { return paulOn(flop[:]) }

func paulOn(board []card.Card) int {
	var lies []poker.Card
	for _, c := range board {
		lies = append(lies, ofPaulhankin(c))
	}
	hands := [][2]poker.Card{{ofPaulhankin(ace), ofPaulhankin(king)}, {ofPaulhankin(queens[0]), ofPaulhankin(queens[1])}}
	e, err := poker.HoldemEquities(hands, lies)
	if err != nil {
		panic(err)
	}
	return int(e[0].Win*float64(e[0].Boards) + 0.5)
}

// The comparison is fair: the libraries agree which of two hands is better, and on the value of an all-in.
func TestTheRanksAreTheSame(t *testing.T) {
	sign := func(a, b int) int { return max(-1, min(1, a-b)) }
	for i := 1; i < len(ours.seven); i++ {
		j := i - 1
		seven := sign(int(rank.Of(ours.seven[i][:])), int(rank.Of(ours.seven[j][:])))
		five := sign(int(rank.Of(ours.five[i][:])), int(rank.Of(ours.five[j][:])))
		f, g := &crank.five[i], &crank.five[j]
		low := sign(int(cardrank.CactusFast(g[0], g[1], g[2], g[3], g[4])), int(cardrank.CactusFast(f[0], f[1], f[2], f[3], f[4])))
		if seven != sign(int(poker.Eval7(&paul.seven[i])), int(poker.Eval7(&paul.seven[j]))) ||
			five != sign(int(poker.Eval5(&paul.five[i])), int(poker.Eval5(&paul.five[j]))) || five != low {
			t.Fatalf("%v against %v: the libraries do not agree", ours.seven[i], ours.seven[j])
		}
	}
	if sum, all := ourBoards(), everyBoard(nil, ours.rest[:]); sum != all {
		t.Errorf("the ranks of all boards add up to %d, one by one to %d", sum, all)
	}
	if ourOdds() != 787_966 || paulOdds() != 787_966 || ourFlop() != paulFlop() {
		t.Errorf("wins of A♥ K♥: %d and %d, on the flop %d and %d", ourOdds(), paulOdds(), ourFlop(), paulFlop())
	}
}

// everyBoard adds up the ranks of the ace and king of hearts with every board.
func everyBoard(board, deck []card.Card) (sum int) {
	if len(board) == 5 {
		return int(rank.Of(append(board[:5:5], ace, king)))
	}
	for i, c := range deck {
		sum += everyBoard(append(board, c), deck[:i])
	}
	return sum
}
