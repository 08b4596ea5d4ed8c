package engine

import (
	"cardroom/engine/card"
	"cardroom/engine/sidepot"
)

// apply gives a player a seat, or moves a seated player (R60).
func (c Sit) apply(s *transition) error {
	if s.Closing {
		return Refusal{Reason: TableClosedNow, Rule: 64}
	}
	if c.Player == 0 || c.House > Hard || c.MuckPolicy > Asks {
		return Refusal{Reason: NotSeated}
	}
	if i := s.seatOf(c.Player); i != none {
		return s.move(i, c)
	}
	i, err := s.free(c.Seat)
	if err != nil {
		return err
	}
	if s.waitlist.ahead(c.Player) >= s.open().Count() {
		return Refusal{Reason: SeatKept, Rule: 63}
	}
	if err := s.checkBuyIn(c); err != nil {
		return err
	}
	s.Seats[i] = seat{
		Player: c.Player, House: c.House, Stack: c.Chips, Bank: s.Rules.TimeBank, MuckPolicy: c.MuckPolicy,
		dues: dues{Waits: true, Posts: c.Post},
	}
	s.owesStill(i)
	s.noteDues(i)
	s.Hole[i] = [maxHole]card.Card{}
	s.tellChips(SatDown, i, c.Chips)
	s.seated(c.Player)
	returned(s.game, c.Player, s.now)
	s.convert()
	return nil
}

// move changes the seat of a player who is in no hand. There they wait for the big blind again or post (R12), in their old turn (R10).
func (s *transition) move(from int8, c Sit) error {
	if c.Seat == AnySeat || c.Chips != 0 {
		return Refusal{Reason: AlreadySeated}
	}
	if s.plays(from) {
		return Refusal{Reason: InHand, Rule: 60}
	}
	to, err := s.free(c.Seat)
	if err != nil {
		return err
	}
	s.moveTurn(from, to)
	p := s.Seats[from]
	p.clearHand()
	p.Waits, p.Posts = true, p.Posts || c.Post
	s.empty(from)
	s.Seats[to] = p
	s.noteDues(to)
	s.tellOf(to, Event{Kind: Moved})
	return nil
}

// noteDues notes the debts of a player who takes a seat while a hand runs, in case that hand is void (R65).
func (s *transition) noteDues(i int8) {
	if s.Seats[i].Was = (dues{}); s.running() {
		s.Seats[i].Was = s.Seats[i].dues
	}
}

// moveTurn has a player who changes seats keep their turn and the blinds that they owe (R10, R13).
func (s *transition) moveTurn(from, to int8) {
	p := &s.Seats[from]
	if p.InHand && !s.Voided && p.Played == newcomer {
		p.Played = playedLast // a hand that runs has none who moves
	}
	if s.Big == none || p.Played == newcomer && !p.MissedBig && !p.MissedSmall {
		return
	}
	others := s.where((*seat).taken)
	others.Remove(from)
	path, back := sidepot.Between(from, to), sidepot.Between(to, from)
	switch {
	case path&others == 0 && !path.Has(s.Big):
		s.blinds.follow(from, to, int32(to-from+MaxSeats)%MaxSeats)
	case back&others == 0 && !back.Has(s.Big) && to != s.Big:
		s.blinds.follow(from, to, -int32(from-to+MaxSeats)%MaxSeats)
	default:
		p.keepTurn(s.Big, from, to, others)
		p.MissedSmall = p.MissedSmall || p.MissedBig
	}
}

// free returns the seat asked for, or for AnySeat the first free one.
func (s *transition) free(want int) (int8, error) {
	open := s.open()
	switch {
	case want != AnySeat && (want < 0 || want >= s.Rules.Seats):
		return none, Refusal{Reason: NoSuchSeat, Rule: 2}
	case open == 0:
		return none, Refusal{Reason: TableFull, Rule: 63}
	case want == AnySeat:
		return open.Only(), nil
	case !open.Has(int8(want)):
		return none, Refusal{Reason: SeatTaken}
	}
	return int8(want), nil
}

// checkBuyIn refuses chips outside the limits of the table (R4). A player who left a short time ago with more than the least
// buy-in has to bring that back, or all they have (R7). R7 also refuses more than the maximum where it leaves one amount.
func (s *transition) checkBuyIn(c Sit) error {
	minimum, maximum := s.buyIns(c.Player, s.now)
	rule := 4
	if minimum > s.Rules.MinBuyIn && (c.Chips < minimum || minimum == maximum) {
		rule = 7
	}
	room := mostChips - s.chips()
	switch {
	case c.Chips > room:
		return Refusal{Reason: BadBuyIn, Min: minimum, Max: room, Rule: 9}
	case c.Chips < minimum && !(c.All && c.Chips >= s.Rules.MinBuyIn), maximum != 0 && c.Chips > maximum:
		return Refusal{Reason: BadBuyIn, Min: minimum, Max: maximum, Rule: rule}
	}
	return nil
}

// buyIns returns the least and the most a player may sit down with; 0 is no maximum (R4, R7).
func (g *game) buyIns(player ID, at Moment) (minimum, maximum int64) {
	minimum, maximum = g.Rules.MinBuyIn, g.Rules.MaxBuyIn
	left, _ := g.Gone.latest(player, at, g.Rules.ReturnWindow)
	if left.Chips > minimum && !g.Practice {
		minimum = left.Chips
		if maximum != 0 {
			maximum = max(maximum, left.Chips)
		}
	}
	return minimum, maximum
}

// apply stands a player up, or will after the hand they are in (R60).
func (c Leave) apply(s *transition) error {
	i := s.seatOf(c.Player)
	switch {
	case i == none:
		return Refusal{Reason: NotSeated}
	case s.Seats[i].Leaves:
		return Refusal{Reason: AlreadyOut, Rule: 60}
	case !s.plays(i):
		s.standUp(i)
		return nil
	}
	s.Seats[i].Leaves, s.Plan[i] = true, 0
	s.tellOf(i, Event{Kind: Leaving})
	switch {
	case s.ToAct == i:
		s.silent()
	case s.Phase == Asking && s.oneWhoLeavesIsSilent():
		s.agree()
	}
	return nil
}

// apply stands a player up for the host, or will after the hand they are in (R60). Unlike a player who leaves, they play the
// hand: a host may not fold it for them. It also takes a player off the waitlist.
func (c Kick) apply(s *transition) error {
	i := s.seatOf(c.Player)
	switch {
	case i == none && s.waitlist.place(c.Player) >= 0:
		return Wait{Player: c.Player, Off: true}.apply(s)
	case i == none:
		return Refusal{Reason: NotSeated}
	case s.Seats[i].Kicked:
		return Refusal{Reason: AlreadyOut, Rule: 60}
	case !s.plays(i):
		s.standUp(i)
		return nil
	}
	s.Seats[i].Kicked = true
	s.tellOf(i, Event{Kind: Leaving})
	return nil
}

// standUp gives a player their chips and frees the seat. When the last player leaves, practice ends.
func (s *transition) standUp(i int8) {
	s.tellChips(StoodUp, i, s.Seats[i].chips())
	s.remember(i)
	s.empty(i)
	s.callNext()
	if s.where((*seat).taken) == 0 {
		s.Practice = false
	}
}

// empty frees a seat and forgets its cards. Between hands there are no pre-actions.
func (s *transition) empty(i int8) {
	s.Seats[i] = seat{}
	s.Hole[i] = [maxHole]card.Card{}
}

// apply adds chips to a stack, at once or before the next deal (R5, R6). It refuses chips that could not come into play.
func (c TopUp) apply(s *transition) error {
	i := s.seatOf(c.Player)
	switch {
	case i == none:
		return Refusal{Reason: NotSeated}
	case s.Closing:
		return Refusal{Reason: TableClosedNow, Rule: 64}
	case s.Seats[i].Leaves || s.Seats[i].Kicked:
		return Refusal{Reason: AlreadyOut, Rule: 60}
	}
	p := &s.Seats[i]
	minimum, maximum := int64(1), mostChips-s.chips()
	if s.Rules.MaxBuyIn != 0 {
		maximum = min(maximum, s.Rules.MaxBuyIn-p.chips())
	}
	if maximum <= 0 {
		return Refusal{Reason: StackFull, Rule: 6}
	}
	if p.chips() == 0 && !s.plays(i) {
		minimum = s.Rules.MinBuyIn
	}
	if c.UpTo != 0 {
		c.Chips = min(c.Chips, c.UpTo-p.chips())
	}
	switch {
	case c.Chips < minimum && minimum > 1:
		return Refusal{Reason: BadTopUp, Min: minimum, Max: maximum, Rule: 4}
	case c.Chips < minimum || c.Chips > maximum:
		return Refusal{Reason: BadTopUp, Min: minimum, Max: maximum, Rule: 6}
	}
	if s.plays(i) {
		p.Pending += c.Chips
		p.bound(&c)
	} else {
		p.Stack += c.Chips
	}
	p.RebuyBy = 0
	s.tellChips(ToppedUp, i, c.Chips)
	return nil
}

// bound notes up to which stack a pending top-up plays. A fixed amount after it comes on top.
func (p *seat) bound(c *TopUp) {
	if c.UpTo != 0 {
		p.UpTo = min(c.UpTo, mostChips)
	} else if p.UpTo != 0 {
		p.UpTo += c.Chips
	}
}

// apply gives chips of a stack back before the player's first hand (R4, R7).
func (c Withdraw) apply(s *transition) error {
	i := s.seatOf(c.Player)
	if i == none {
		return Refusal{Reason: NotSeated}
	}
	p := &s.Seats[i]
	minimum, rule := max(c.Floor, s.Rules.MinBuyIn), 4
	if minimum > s.Rules.MinBuyIn {
		rule = 7
	}
	switch {
	case p.InHand && !s.Voided:
		return Refusal{Reason: InHand, Rule: 60}
	case c.Chips <= 0 || c.Chips > p.Stack-minimum:
		return Refusal{Reason: BadBuyIn, Min: min(minimum, p.Stack) + p.Pending, Max: s.Rules.MaxBuyIn, Rule: rule} // a top-up that is due is no stack to give back
	}
	p.Stack -= c.Chips
	s.tellChips(Returned, i, c.Chips)
	return nil
}

// apply stops dealing to a player (R60).
func (c SitOut) apply(s *transition) error {
	i := s.seatOf(c.Player)
	switch {
	case i == none:
		return Refusal{Reason: NotSeated}
	case s.Seats[i].Out:
		return Refusal{Reason: AlreadyOut, Rule: 60}
	}
	s.markOut(i)
	return nil
}

// markOut has a player sit out.
func (s *transition) markOut(i int8) {
	s.Seats[i].Out, s.Seats[i].OutSince = true, s.now
	s.tellOf(i, Event{Kind: SatOut})
}

// apply takes back SitOut and Leave (R60).
func (c SitIn) apply(s *transition) error {
	i := s.seatOf(c.Player)
	if i == none {
		return Refusal{Reason: NotSeated}
	}
	p := &s.Seats[i]
	switch {
	case !p.Out && !p.Leaves && p.Waits && c.Post && !p.Posts:
		p.Posts = true
		return nil
	case !p.Out && !p.Leaves:
		return Refusal{Reason: NotOut, Rule: 60}
	case p.chips() == 0 && !s.plays(i):
		return Refusal{Reason: NoChips, Rule: 62}
	}
	p.Out, p.OutSince, p.Leaves, p.Timeouts, p.Posts = false, 0, false, 0, c.Post
	s.tellOf(i, Event{Kind: SatIn})
	return nil
}

// convert turns the chips of people into practice chips when a house player has a seat and no hand runs. It does nothing
// where house players play for the chips of people, nor in a tournament.
func (s *transition) convert() {
	housePlayers := s.where(func(p *seat) bool { return p.taken() && p.House != Person })
	if s.Rules.Staked || s.Rules.Tournament || s.Practice || s.running() || housePlayers == 0 {
		return
	}
	for i := range s.Seats {
		if p := &s.Seats[i]; p.taken() && p.House == Person && p.chips() > 0 {
			s.tellOf(int8(i), Event{Kind: Converted, Amount: p.chips()})
		}
	}
	s.Practice = true
}

// apply sets whether a player straddles whenever it is their turn to (R16).
func (c Straddle) apply(s *transition) error {
	i := s.seatOf(c.Player)
	switch {
	case i == none:
		return Refusal{Reason: NotSeated}
	case c.On && !s.Rules.Straddle:
		return Refusal{Reason: CannotStraddle, Rule: 16}
	}
	s.Seats[i].Straddles = c.On
	return nil
}

// apply sets a player's muck policy (R40).
func (c SetMuckPolicy) apply(s *transition) error {
	i := s.seatOf(c.Player)
	if i == none || c.MuckPolicy > Asks {
		return Refusal{Reason: NotSeated}
	}
	s.Seats[i].MuckPolicy = c.MuckPolicy
	return nil
}
