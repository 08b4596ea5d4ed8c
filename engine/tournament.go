package engine

import (
	"time"

	"cardroom/engine/poker"
)

// awayTime is how long an absent player's turn lasts (T36).
const awayTime = time.Second

// Place is a seat of a tournament's table and its player, as the director says. The zero Place is a free seat.
type Place struct {
	Player ID
	House  Level
	Chips  int64         // 0 for a player whose place is still to come (T58)
	Bank   time.Duration // the rest of the time bank, which moves along (T44); up to Rules.TimeBank
	Away   bool          // absent: dealt in, but a turn is over after a second (T36)
}

// Seating has the players of a tournament's table change: they come, go, change seats, and get other stacks (T16, T41–T50,
// T55). It says all of a table, so that a seating that was carried out twice is as one. Players of a hand that runs stay as they
// are, only Away counts: a seating that takes one away is refused.
type Seating struct {
	Places [MaxSeats]Place // by seat
	At     Moment
}

// StartLevel begins a hand at a tournament's table as its director says: at a level, with these players and blinds (T21, T32).
type StartLevel struct {
	Rules  poker.Rules // of the table, with the game, limit, blinds, ante and chip unit of the level
	In     uint16      // the seats that are dealt in, a bit each: two or more with chips (T31)
	Button int         // a seat, maybe an empty one
	Small  int         // the seat that owes the small blind, which is not posted where it is empty
	Big    int         // the seat that posts the big blind
	After  int64       // as in Start
	At     Moment
}

// cashOnly reports whether a command is for cash tables alone: chips come, go and wait by the director's word (T30).
func cashOnly(c Command) bool {
	switch c.(type) {
	case Sit, Leave, Kick, TopUp, Withdraw, SitOut, SitIn, Wait, HoldSeat, Straddle, RunIt, Start, StartAs, SetRules:
		return true
	}
	return false
}

// carryOutDirected calls the apply of a director's command, at a tournament's table.
func carryOutDirected(s *transition, c Command) error {
	if !s.Rules.Tournament {
		return ErrCommand
	}
	switch c := c.(type) {
	case Seating:
		return c.apply(s.at(c.At))
	case StartLevel:
		return c.apply(s.at(c.At))
	}
	return ErrCommand
}

// apply fills the seats as the director says.
func (c Seating) apply(s *transition) error {
	if err := checkPlaces(s.game, &c.Places); err != nil {
		return err
	}
	for i := range s.Seats { // those who go come first: a player may change seats
		if p := &s.Seats[i]; p.taken() && p.Player != c.Places[i].Player {
			s.tellChips(StoodUp, int8(i), p.Stack)
			s.empty(int8(i))
		}
	}
	for i := range s.Seats {
		if c.Places[i].Player != 0 {
			fill(s, int8(i), &c.Places[i])
		}
	}
	return nil
}

// checkPlaces refuses seats that the table does not have, a player with two, and another player in the seat of one who plays.
func checkPlaces(g *game, places *[MaxSeats]Place) error {
	for i, p := range places {
		for _, other := range places[:i] {
			if p.Player != 0 && p.Player == other.Player {
				return Refusal{Reason: AlreadySeated}
			}
		}
		switch {
		case p.Player == 0 && p != (Place{}), p.House > Hard:
			return Refusal{Reason: NotSeated}
		case p.Player != 0 && i >= g.Rules.Seats:
			return Refusal{Reason: NoSuchSeat, Rule: 2}
		case g.plays(int8(i)) && g.Seats[i].Player != p.Player:
			return Refusal{Reason: InHand, Rule: 60}
		case p.Chips < 0 || p.Chips > poker.MostBet || p.Bank < 0 || p.Bank > g.Rules.TimeBank:
			return Refusal{Reason: BadBuyIn, Max: poker.MostBet, Rule: 4}
		}
	}
	return nil
}

// fill gives a seat its player, stack and time bank, and sets whether they are absent. That takes back their pre-action (T36).
func fill(s *transition, i int8, place *Place) {
	p := &s.Seats[i]
	switch more := place.Chips - p.Stack; {
	case !p.taken():
		*p = seat{Player: place.Player, House: place.House, Stack: place.Chips, Bank: place.Bank}
		s.tellChips(SatDown, i, place.Chips)
	case s.plays(i):
	default:
		p.Stack, p.Bank = place.Chips, place.Bank
		if more > 0 {
			s.tellChips(ToppedUp, i, more)
		} else if more < 0 {
			s.tellChips(Returned, i, -more)
		}
	}
	if p.Away == place.Away {
		return
	}
	p.Away = place.Away
	kind := SatIn
	if p.Away {
		kind, s.Plan[i] = SatOut, 0
		if s.ToAct == i {
			s.Until = sooner(s.Until, s.now.Add(awayTime))
		}
	}
	s.tellOf(i, Event{Kind: kind})
}

// apply begins a hand as the director says. The next hand has its blinds from the director, too.
func (c StartLevel) apply(s *transition) error {
	if err := s.canStart(c.After); err != nil {
		return err
	}
	if err := checkPlayable(&c.Rules); err != nil {
		return err
	}
	in, last := seats(c.In), s.Rules.Seats-1
	switch {
	case !c.Rules.Tournament || c.Rules.Seats != s.Rules.Seats || c.Rules.TimeBank != s.Rules.TimeBank:
		return Refusal{Reason: OtherGame, Rule: 1}
	case min(c.Button, c.Small, c.Big) < 0 || max(c.Button, c.Small, c.Big) > last || !in.Has(int8(c.Big)):
		return Refusal{Reason: NoSuchSeat, Rule: 2}
	case in.Count() < 2 || in&^s.where((*seat).ready) != 0:
		return Refusal{Reason: TooFewPlayers, Min: 2, Rule: 61}
	}
	s.sweep()
	s.Rules = c.Rules
	s.Hand = max(s.Hand, c.After)
	p := posts{in: in, button: int8(c.Button), small: int8(c.Small), big: int8(c.Big)}
	p.charge(s.game)
	s.postAll(p)
	s.Small, s.Big = none, none
	return nil
}

// showsAll reports whether all hands are shown at the showdown: in a tournament, where one of them is all-in (T30).
func showsAll(g *game) bool {
	return g.Rules.Tournament && g.where(func(p *seat) bool { return p.live() && p.Stack == 0 }) != 0
}
