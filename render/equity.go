package render

import (
	"slices"
	"strconv"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/odds"
	"cardroom/render/locale"
)

// Equity is a seat's chance to win, ties by their part.
type Equity struct {
	Seat   int
	Tenths int // of a percent, 0 to 1000
}

// Equities is everyone's exact chance to win the hand, once all hands are tabled and no more is bet (R36); nil before and after.
// It goes by what everyone sees: cards that were folded are as likely to come as any, whoever's view it is.
//
// A chance is that of the main pot, which every live hand is in; whoever cannot win it may still win a side pot. Where the
// board is dealt more than once (R37), it is that of the board being dealt, which has its part of every pot; what lies on
// the boards before does not come again.
func Equities(v engine.View) []Equity {
	run, runs := running(v)
	if !runs {
		return nil
	}
	count := odds.Holdem
	if v.Rules.Variant == engine.Omaha {
		count = odds.Omaha
	}
	var hands [][]card.Card
	var all []Equity
	for _, seat := range v.Seats {
		if seat.InHand && !seat.Folded {
			hands = append(hands, seat.Shown)
			all = append(all, Equity{Seat: seat.Seat})
		}
	}
	o, err := count(hands, boardOf(v, run), lyingElsewhere(v, run))
	if err != nil { // a hand that is not tabled
		return nil
	}
	for i := range all {
		all[i].Tenths = tenths(o.Hands[i].Parts, odds.Whole*o.Ends)
	}
	return all
}

// tenths is a part of a whole, of a thousand. What is not certain is never 0 or 1000.
func tenths(part, whole int64) int {
	switch part {
	case 0:
		return 0
	case whole:
		return 1000
	}
	return int(min(max(1, (2000*part+whole)/(2*whole)), 999))
}

// running is the board that is being dealt while nobody can bet any more, from 0 (R37); false where there is none. In the
// draw there never is.
func running(v engine.View) (run int, ok bool) {
	if v.Phase != engine.Runout && v.Phase != engine.Asking {
		return 0, false
	}
	for run := range 1 + len(v.Again) {
		if len(boardOf(v, run)) < fullBoard {
			return run, true
		}
	}
	return 0, false
}

// dealing is the board a run-out is at, from 0 (R37): the first that is not whole, else the last there is.
func dealing(v engine.View) int {
	if run, ok := running(v); ok {
		return run
	}
	return len(v.Again)
}

// fullBoard is how many cards a board has in the end.
const fullBoard = 5

// boardOf is one of the boards, as far as it is dealt.
func boardOf(v engine.View, run int) []card.Card {
	if run == 0 {
		return v.Board
	}
	return v.Again[run-1]
}

// lyingElsewhere is the cards that lie on the boards before one, and not on it.
func lyingElsewhere(v engine.View, run int) (dead []card.Card) {
	for before := range run {
		for _, c := range boardOf(v, before) {
			if !slices.Contains(boardOf(v, run), c) && !slices.Contains(dead, c) {
				dead = append(dead, c)
			}
		}
	}
	return dead
}

// equity is a seat's chance in words; empty where it has none.
func (b board) equity(seat engine.SeatView) string {
	i := slices.IndexFunc(b.Equities, func(c Equity) bool { return c.Seat == seat.Seat })
	if i < 0 {
		return ""
	}
	return b.lang.Board.Chance.Format("percent", b.lang.Percent(int64(b.Equities[i].Tenths)))
}

// equityOf says what the chances are of, where that is not simply the pot: of the main pot, of one of the boards.
func (b board) equityOf() (about []locale.Text) {
	run, runs := running(b.View)
	if !runs || len(b.Equities) == 0 {
		return nil
	}
	contested := 0
	for _, pot := range b.View.Pots {
		if len(pot.Players) > 1 {
			contested++
		}
	}
	if contested > 1 {
		about = append(about, b.lang.Board.ChancesMain)
	}
	if len(b.View.Again) > 0 {
		about = append(about, locale.Text(b.lang.Board.ChancesBoard.Format("n", strconv.Itoa(run+1))))
	}
	return about
}
