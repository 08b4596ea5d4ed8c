// Package equity counts the wins of a hand that no player can bet in any more: the chances before the last card (R36), and the
// winners of each board (R37). It sees just the cards that all viewers see.
package equity

import (
	"slices"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/odds"
	"cardroom/engine/poker"
)

// Chance is a seat's chance to win. A tie counts for its share.
type Chance struct {
	Seat   int
	Tenths int // of a percent, 0 to 1000
}

// Of returns everyone's exact chance to win the hand, once all hands are tabled and the betting is over (R36), else nil.
// It uses only cards that all viewers see, whatever the view: a folded card is as likely to come as any other.
//
// The chance is that of the main pot, which every live hand is in. A player who cannot win it may still win a side pot. Where
// the board is dealt more than once (R37), it is that of the board being dealt, which has its part of every pot. The cards on
// earlier boards do not come again.
func Of(v engine.View) []Chance {
	run, runs := Running(v)
	if !runs {
		return nil
	}
	var hands [][]card.Card
	var all []Chance
	for _, seat := range v.Seats {
		if seat.InHand && !seat.Folded {
			hands = append(hands, seat.Shown)
			all = append(all, Chance{Seat: seat.Seat})
		}
	}
	o, err := counter(v)(hands, BoardOf(v, run), lyingElsewhere(v, run))
	if err != nil { // a hand that is not tabled
		return nil
	}
	for i := range all {
		all[i].Tenths = tenths(o.Hands[i].Parts, odds.Whole*o.Ends)
	}
	return all
}

// tenths returns part of whole in thousandths. It returns 0 and 1000 only where the outcome is certain.
func tenths(part, whole int64) int {
	switch part {
	case 0:
		return 0
	case whole:
		return 1000
	}
	return int(min(max(1, (2000*part+whole)/(2*whole)), 999))
}

// Running returns the board that is being dealt after the betting is over, from 0 (R37), and false where there is none. A
// game without a board never has one.
func Running(v engine.View) (run int, ok bool) {
	if v.Phase != engine.Runout && v.Phase != engine.Asking {
		return 0, false
	}
	for run := range 1 + len(v.Again) {
		if len(BoardOf(v, run)) < fullBoard {
			return run, true
		}
	}
	return 0, false
}

// Dealing returns the board that a run-out is at, from 0 (R37): the first incomplete one, else the last.
func Dealing(v engine.View) int {
	if run, ok := Running(v); ok {
		return run
	}
	return len(v.Again)
}

// fullBoard is how many cards a complete board has.
const fullBoard = 5

// BoardOf returns one of the boards, as far as it is dealt.
func BoardOf(v engine.View, run int) []card.Card {
	if run == 0 {
		return v.Board
	}
	return v.Again[run-1]
}

// Winners returns the seats that win part of a pot on one of several boards, from 0, while the hand goes on (R37). It
// returns none where the board is incomplete, or a hand in the pot is not tabled. Once the hand is over its pots have them.
func Winners(v engine.View, run int) (seats []int) {
	if v.Phase != engine.Runout || len(v.Again) == 0 || len(BoardOf(v, run)) < fullBoard {
		return nil
	}
	for _, pot := range v.Pots {
		if pot.Sole() {
			continue
		}
		for _, seat := range bestOn(v, pot.Players, BoardOf(v, run)) {
			if !slices.Contains(seats, seat) {
				seats = append(seats, seat)
			}
		}
	}
	return seats
}

// bestOn returns the seats, of some whose hands are tabled, that win with a complete board.
func bestOn(v engine.View, seats []int, board []card.Card) (best []int) {
	var hands [][]card.Card
	var live []int
	for _, seat := range v.Seats {
		if seat.InHand && !seat.Folded && slices.Contains(seats, seat.Seat) {
			hands, live = append(hands, seat.Shown), append(live, seat.Seat)
		}
	}
	o, err := counter(v)(hands, board, nil)
	if err != nil { // a hand that is not tabled
		return nil
	}
	for i, seat := range live {
		if o.Hands[i].Parts > 0 {
			best = append(best, seat)
		}
	}
	return best
}

// counter returns the function that counts the odds of a game with a board.
func counter(v engine.View) func(hands [][]card.Card, board, dead []card.Card) (odds.Odds, error) {
	if v.Rules.Variant == poker.Omaha {
		return odds.Omaha
	}
	return odds.Holdem
}

// lyingElsewhere returns the cards that lie on earlier boards and not on this one.
func lyingElsewhere(v engine.View, run int) (dead []card.Card) {
	for before := range run {
		for _, c := range BoardOf(v, before) {
			if !slices.Contains(BoardOf(v, run), c) && !slices.Contains(dead, c) {
				dead = append(dead, c)
			}
		}
	}
	return dead
}
