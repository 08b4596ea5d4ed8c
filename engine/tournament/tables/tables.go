// Package tables joins the director of a tournament with the tables of the engine. The director decides, and the functions of
// this package say it to a table: [Seating] its players, [Start] its next hand. [End] tells the director how a hand ended. The
// package keeps no state.
package tables

import (
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/engine/sidepot"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
)

const (
	fullBank = time.Minute     // the time bank of an entry (T25)
	runout   = 2 * time.Second // between streets when no player can bet any more, at most (R36)
)

// Rules returns the rules of a table at a level, from 0 (T20, T24, T25, T28, T30). A table has room for the final table (T50). Its
// streets wait no longer than its results: a tournament without a pause deals the rest of a board at once.
func Rules(o *setup.Options, level int) poker.Rules {
	l, game := o.Schedule.Levels[level], setup.GameOf(o, level)
	r := poker.Rules{
		Variant: game.Variant, Limit: game.Limit, DrawAny: o.DrawAny, SmallBlind: l.Small, BigBlind: l.Big, Ante: l.Ante,
		BigBlindAnte: l.BigBlindAnte, MinBuyIn: 1, Seats: o.FinalSize(), Clock: o.Times.Clock, TimeBank: fullBank,
		Pause: o.Times.Pause, Runout: min(runout, o.Times.Pause), Tournament: true,
	}
	if o.Schedule.ColourUp {
		r.ChipUnit = o.Schedule.Unit(level)
	}
	return r
}

// Seating returns the players of a table, by its number, and their stacks (T16, T42, T55). Bank returns the rest
// of a player's time bank, which moves along with them (T44).
func Seating(t *tournament.Tournament, number int, at engine.Moment, bank func(engine.ID) time.Duration) engine.Seating {
	c := engine.Seating{At: at}
	for i, n := range t.Table(number).Seats {
		if n == 0 {
			continue
		}
		e := t.Entry(n)
		c.Places[i] = engine.Place{Player: e.Person, House: e.House, Chips: e.Stack, Bank: bank(e.Person), Away: e.Absent}
	}
	return c
}

// FullBank returns the time bank of a player at the start, and at the final table (T25).
func FullBank(engine.ID) time.Duration { return fullBank }

// Start returns the command for a table whose hand the director has started, from the event HandStarted (T21, T32).
func Start(o *setup.Options, started tournament.Event) engine.StartLevel {
	return engine.StartLevel{
		Rules: Rules(o, started.Level), In: started.Dealt, Button: started.Button, Small: started.Small, Big: started.Big,
		After: started.Hand - 1, At: started.At,
	}
}

// End returns the command for the director after a hand of a table, from the table's public view (T35, T55, T79).
func End(o *setup.Options, number int, v *engine.View, at engine.Moment) tournament.EndHand {
	c := tournament.EndHand{At: tournament.At(at), Table: number, Quick: true}
	for _, s := range v.Seats {
		if s.InHand {
			c.Stacks[s.Seat] = s.Stack
			c.Quick = c.Quick && !s.MayShow
		}
		if s.InHand && s.Stack == 0 && setup.Winners(o) {
			c.Won[s.Seat] = lastWinners(v.Pots, s.Seat)
		}
	}
	return c
}

// lastWinners returns the winners of the last pot in which a busted player had chips (T79). A player who is all-in can win just
// the pots with chips of theirs.
func lastWinners(pots []engine.Pot, seat int) (won sidepot.Seats) {
	for _, p := range slices.Backward(pots) {
		if slices.Contains(p.Players, seat) {
			for _, a := range p.Won {
				won.Add(int8(a.Seat))
			}
			return won
		}
	}
	return 0
}

// KnockedOutBy returns the players who won the last chips of a player in the hand that a table shows (T79, T117). A player who has chips
// is out for another reason, such as a deal.
func KnockedOutBy(v *engine.View, player engine.ID) (by []engine.ID) {
	for _, s := range v.Seats {
		if s.Player != player || s.Stack > 0 {
			continue
		}
		for seat := range lastWinners(v.Pots, s.Seat).Clockwise(int8(s.Seat)) {
			if i := slices.IndexFunc(v.Seats, func(x engine.SeatView) bool { return x.Seat == int(seat) }); i >= 0 && v.Seats[i].Player != player {
				by = append(by, v.Seats[i].Player)
			}
		}
	}
	return by
}
