package tournament

import (
	"time"

	"cardroom/engine"
	"cardroom/engine/tournament/state"
)

const addOnTime = 5 * time.Minute // at least (T67)

// Rebuy buys a stack for an entry, whose price is paid (T66). During a hand it is for after it: the price goes back if the stack
// is too large then. Twice buys two stacks for a busted player.
type Rebuy struct {
	At
	Entry int
	Twice bool
}

// Decline says that a busted player does not rebuy (T66).
type Decline struct {
	At
	Entry int
}

// AddOn buys the add-on for an entry, whose price is paid (T67).
type AddOn struct {
	At
	Entry int
}

func (c Rebuy) apply(s *transition) error {
	e, err := s.aliveEntry(c.Entry)
	if err != nil {
		return err
	}
	t, count := s.Table(e.Table), 1
	if c.Twice {
		count = 2
	}
	switch inHand := t.Dealt.Has(e.Seat); {
	case s.Phase != Running:
		return Refusal{Reason: NotStarted, Rule: 66}
	case e.Answer == 0 && !s.RebuysOpen(t):
		return Refusal{Reason: RebuysAreOver, Rule: 66}
	case e.Asked:
		return Refusal{Reason: RebuyWaits, Rule: 66}
	case e.Struck || s.Halt.Ending || !s.MayRebuy(e, count):
		return Refusal{Reason: NoMoreRebuy, Rule: 66}
	case e.Stack > s.Options.Stack && !inHand, c.Twice && e.Answer == 0:
		return Refusal{Reason: TooManyChips, Rule: 66}
	case inHand:
		s.ownEntry(c.Entry).Asked = true
		s.Count.Answers++
		payIn(s, c.Entry, RebuyPaid, 1, s.Options.Price)
		return nil
	}
	payIn(s, c.Entry, RebuyPaid, count, int64(count)*s.Options.Price)
	s.rebuy(c.Entry, count)
	return nil
}

// payIn takes what an entry pays for more chips into the escrow (T125).
func payIn(s *transition, n int, kind Kind, count int, amount int64) {
	s.Money.Escrow += amount
	s.tellOf(n, Event{Kind: kind, Of: count, Amount: amount})
}

// rebuy gives an entry the stacks that it has paid (T66). It is no new entry, the pool counts it.
func (s *transition) rebuy(n, count int) {
	e := s.ownEntry(n)
	if e.Answer != 0 {
		endAnswer(s, n)
	}
	if e.Asked {
		s.Count.Answers--
	}
	e.Asked, e.Fell = false, 0
	e.Rebuys += count
	s.Money.Pool += int64(count) * s.Options.Price
	addChips(s, n, int64(count)*s.Options.Stack)
}

// addChips gives an entry chips that it has bought.
func addChips(s *transition, n int, amount int64) {
	s.ownEntry(n).Stack += amount
	s.tellOf(n, Event{Kind: ChipsAdded, Amount: amount})
}

// endAnswer ends the time in which a busted player may rebuy.
func endAnswer(s *transition, n int) {
	e := s.ownEntry(n)
	e.Answer = 0
	s.Count.Answers--
	s.ownTable(e.Table).Broke &^= 1 << e.Seat
}

// afterHand does what the players of a hand asked for during it, and offers busted players a rebuy (T66). It returns the busted
// players who get none. Rebuys says that they were open in the hand.
func (s *transition) afterHand(t *state.Table, rebuys bool, broke, struck []int) (out []int) {
	if s.Options.Rebuys.Until == 0 {
		return broke
	}
	for _, n := range struck {
		s.ownEntry(n).Fell = t.Ended
	}
	for _, n := range t.Seats {
		if n != 0 && s.Entry(n).Asked {
			keepPromise(s, n)
		}
	}
	for _, n := range broke {
		e := s.ownEntry(n)
		if e.Stack != 0 {
			continue
		}
		switch e.Fell = t.Ended; {
		case rebuys && s.MayRebuy(e, 1) && (!s.Halt.Ending || s.Options.Edition > 2) && e.House == engine.Person:
			e.Answer = s.now.Add(state.AnswerTime)
			s.Count.Answers++
			t.Broke |= 1 << e.Seat
			s.tellOf(n, Event{Kind: RebuyOffered, Table: e.Table, Seat: int(e.Seat), Until: e.Answer})
		default:
			out = append(out, n)
		}
	}
	return out
}

// keepPromise carries out a rebuy that a player asked for during a hand, or gives its price back (T66).
func keepPromise(s *transition, n int) {
	if e := s.Entry(n); !e.Struck && e.Stack <= s.Options.Stack {
		s.rebuy(n, 1)
		return
	}
	dropRebuy(s, n)
}

// dropRebuy gives the price of a rebuy back that a player asked for during a hand.
func dropRebuy(s *transition, n int) {
	s.ownEntry(n).Asked = false
	s.Count.Answers--
	if price := s.Options.Price; price != 0 {
		s.Money.Escrow -= price
		s.tellOf(n, Event{Kind: Refunded, Amount: price})
	}
}

func (c Decline) apply(s *transition) error {
	e, err := s.aliveEntry(c.Entry)
	switch {
	case err != nil:
		return err
	case e.Answer == 0:
		return Refusal{Reason: NotOffered, Rule: 66}
	}
	putOutLate(s, c.Entry)
	return nil
}

// endAnswers puts those out whose time to rebuy is over.
func endAnswers(s *transition) {
	for _, n := range s.AllAlive() {
		if at := s.Entry(n).Answer; at != 0 && at <= s.now {
			putOutLate(s, n)
		}
	}
}

// putOutLate puts a busted player out who does not rebuy, or is disqualified before that. The hand in which the chips went counts, so
// those who went broke later and are out already are placed higher than before (T57, T108). No place is final while an answer is open.
func putOutLate(s *transition, n int) {
	late, before, tied := s.Entry(n), 0, 1
	for i := 1; i <= s.Entries.Len(); i++ {
		if e := s.Entry(i); s.Place(e) > 0 && e.FellBefore(late) {
			before++
		} else if s.Place(e) > 0 && !late.FellBefore(e) {
			tied++
		}
	}
	for i := 1; i <= s.Entries.Len(); i++ {
		switch e := s.Entry(i); {
		case s.Place(e) == 0 || e.Before < before:
		case e.Before == before && tied > 1:
			s.ownEntry(i).Tied = tied
		default:
			s.ownEntry(i).Before++
		}
	}
	s.leavePlay(n, before, tied)
	s.Count.Out++
	s.fewer = true
	s.tellOf(n, Event{Kind: WentOut, Table: s.Entry(n).Table, Seat: int(s.Entry(n).Seat), Tied: tied, Alive: s.Count.Alive})
}

// endRebuys ends rebuys, and makes the break in which the add-on is sold (T66, T67).
func endRebuys(s *transition, how state.End) {
	if s.Options.Rebuys.Until == 0 || s.Clock.NoRebuys >= how {
		return
	}
	if s.Clock.NoRebuys == 0 {
		s.tell(Event{Kind: RebuysEnded})
	}
	s.Clock.NoRebuys = how
	if s.Options.Rebuys.AddOn != 0 && s.Clock.AddOn == 0 {
		s.Clock.AddOn = state.AddOnDue
		if !s.Clock.Due {
			s.Clock.Due = true
			s.tell(Event{Kind: BreakDue})
		}
	}
}

// stopEntries ends late entry, re-entry and rebuys. Entries close at once where nothing else can be bought (T69).
func stopEntries(s *transition) {
	if s.Options.Rebuys.Until == 0 {
		s.closeEntries()
		return
	}
	endLateEntry(s)
	endRebuys(s, state.AtOnce)
}

// endLateEntry ends late entry and re-entry; rebuys may go on.
func endLateEntry(s *transition) {
	s.Clock.NoLate = true
	endList(s)
}

// closeIfDone closes entries once nothing can be bought any more (T69).
func closeIfDone(s *transition) {
	if !s.Clock.Closed && (s.Clock.Closes && s.Count.Running == 0 || s.BuyingIsOver()) {
		s.closeEntries()
	}
}

func (c AddOn) apply(s *transition) error {
	e, err := s.aliveEntry(c.Entry)
	switch {
	case err != nil:
		return err
	case s.Clock.AddOn != state.AddOnOpen || s.Halt.Ending:
		return Refusal{Reason: NoAddOn, Rule: 67}
	case e.Added || e.Struck || e.Answer != 0:
		return Refusal{Reason: NoMoreRebuy, Rule: 67}
	}
	price := s.Options.Rebuys.AddOnPrice
	s.ownEntry(c.Entry).Added = true
	payIn(s, c.Entry, AddOnPaid, 1, price)
	s.Money.Pool += price
	addChips(s, c.Entry, s.Options.Rebuys.AddOn)
	return nil
}
