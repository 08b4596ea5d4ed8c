package odds

import (
	"errors"
	"math/bits"

	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// Most is the largest number of hands.
const Most = 10

// Whole is a pot in parts that up to ten hands can share equally.
const Whole = 2520

// Odds says how often hands win.
type Odds struct {
	Ends  int64       // the number of ends of the hand that count, each as likely as the others
	Hands [Most]Count // in the order in which they were given
	// Margin is zero where the odds are exact. Else every share of the ends is off by no more than this, 0 to 1; of a
	// thousand such samples 999 keep to it.
	Margin float64
}

// Count is at how many ends a hand wins.
type Count struct {
	Wins  int64 // alone
	Ties  int64 // with others
	Parts int64 // of the pot: Whole for a win, an equal part of it for a tie
}

// Equity returns the part of the pot that hand i wins on average, 0 to 1.
func (o *Odds) Equity(i int) float64 {
	if o.Ends == 0 {
		return 0
	}
	return float64(o.Hands[i].Parts) / (Whole * float64(o.Ends))
}

// ErrCards is the error of cards that cannot be on one table: a card twice, too many or too few cards, or too few left.
var ErrCards = errors.New("odds: a card is there twice, or there are too few or too many cards or hands")

// Holdem returns the odds of two to ten hands of two cards, with up to five on the board.
func Holdem(hands [][]card.Card, board, dead []card.Card) (Odds, error) {
	var d deal
	if err := d.set(hands, 2, board, dead); err != nil {
		return Odds{}, err
	}
	return d.odds(), nil
}

// Omaha returns the odds of two to ten hands of four cards, of which two play, with up to five on the board.
func Omaha(hands [][]card.Card, board, dead []card.Card) (Odds, error) {
	var d deal
	if err := d.set(hands, 4, board, dead); err != nil {
		return Odds{}, err
	}
	var t threes
	t.of(hands, &d)
	d.omaha = &t
	return d.odds(), nil
}

// deck is the set of unknown cards, a bit each as card.Card is numbered.
type deck uint64

// without takes cards off the deck. It returns false if one of them is not there; a value that is no card never is.
func (d *deck) without(cards []card.Card) bool {
	for _, c := range cards {
		if *d>>c&1 == 0 {
			return false
		}
		*d &^= 1 << c
	}
	return true
}

func (d deck) len() int { return bits.OnesCount64(uint64(d)) }

func (d deck) first() card.Card { return card.Card(bits.TrailingZeros64(uint64(d))) }

// allCards is a deck without known cards.
const allCards deck = 1<<(card.Count+1) - 2

// unseen returns the deck without what is known.
func unseen(hands [][]card.Card, known ...[]card.Card) (d deck, ok bool) {
	d = allCards
	ok = len(hands) >= 2 && len(hands) <= Most
	for _, cards := range hands {
		ok = ok && d.without(cards)
	}
	for _, cards := range known {
		ok = ok && d.without(cards)
	}
	return d, ok
}

// tally counts the ends that each set of hands wins. The index has a bit for each hand.
type tally [1 << Most]int64

// end is an end of a hand of poker: the best rank, and the set of hands that have it.
type end struct {
	best rank.Rank
	who  uint16
}

// with returns the end with one hand more. It has no branch on the winner, which processors would predict badly.
func (e end) with(hand int, r rank.Rank) end {
	beaten, short := below(e.best, r), below(r, e.best)
	return end{max(e.best, r), e.who&(beaten-1) | (1-short)<<hand}
}

// below returns 1 where a is below b, else 0.
func below(a, b rank.Rank) uint16 { return uint16((uint32(a) - uint32(b)) >> 31) }

// odds adds up what n hands win.
func (t *tally) odds(n int) (o Odds) {
	for who, ends := range t[:1<<n] {
		if ends == 0 {
			continue
		}
		o.Ends += ends
		share := bits.OnesCount(uint(who))
		for left := uint(who); left != 0; left &= left - 1 {
			c := &o.Hands[bits.TrailingZeros(left)]
			c.Parts += ends * int64(Whole/share)
			if share == 1 {
				c.Wins += ends
			} else {
				c.Ties += ends
			}
		}
	}
	return o
}
