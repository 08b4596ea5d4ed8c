package tournament

import (
	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/state"
)

func (c Cancel) apply(s *transition) error {
	if c.Now || s.Options.Slow() || s.Count.Running == 0 {
		s.cancel()
		return nil
	}
	if !s.Halt.Ending {
		s.Halt.Ending = true
		s.tell(Event{Kind: Ending})
	}
	return nil
}

// cancel ends the tournament and divides the rest of the prize chips (T103).
func (s *transition) cancel() {
	alive := s.AllAlive()
	if s.Money.Deal.Open() {
		endDeal(s, 0)
	}
	for _, n := range alive {
		if s.Entry(n).Asked {
			dropRebuy(s, n)
		}
	}
	s.voidAll()
	alive = s.AllAlive()
	stacks := make([]int64, len(alive))
	for i, n := range alive {
		stacks[i] = s.Entry(n).Stack
	}
	switch {
	case s.Money.Deal.Made != 0:
		returnHeads(s, alive)
		payParts(s, alive, setup.ByChips(s.Money.Escrow, 0, stacks))
	case s.Phase < Running || s.Count.Out == 0:
		refundAll(s)
	case !s.Clock.Closed || len(alive) > len(s.Money.Amounts):
		s.giveBack(s.Money.Guarantee)
		returnHeads(s, alive)
		payParts(s, alive, setup.Halves(s.Money.Escrow, stacks))
	case len(alive) > 0:
		returnHeads(s, alive)
		payParts(s, alive, setup.ByChips(s.Money.Escrow, s.Money.Amounts[len(alive)-1], stacks))
	}
	endList(s)
	for len(s.Open) > 0 {
		s.closeTable(s.Open[0])
	}
	s.Phase = Cancelled
	s.tell(Event{Kind: WasCancelled})
}

// refundAll gives every price back (T103a).
func refundAll(s *transition) {
	for n := 1; n <= s.Entries.Len(); n++ {
		s.refund(s.Entry(n).Person, s.Paid(s.Entry(n)))
		s.ownEntry(n).Head = 0
	}
	s.giveBack(s.Money.Escrow)
}

// returnHeads gives those alive their own heads (T103).
func returnHeads(s *transition, alive []int) {
	for _, n := range alive {
		takeOwnHead(s, n)
	}
}

// payParts pays those alive parts of the escrow.
func payParts(s *transition, alive []int, parts []int64) {
	for i, n := range alive {
		s.payPrize(n, 0, parts[i])
	}
}

func (c Warn) apply(s *transition) error {
	e, err := s.aliveEntry(c.Entry)
	switch {
	case err != nil:
		return err
	case e.Struck || e.Warned > s.Clock.Level:
		return Refusal{Reason: WasWarned, Rule: 107}
	}
	s.ownEntry(c.Entry).Warned = s.Clock.Level + 1
	s.tellOf(c.Entry, Event{Kind: Warned})
	return nil
}

func (c Disqualify) apply(s *transition) error {
	e, err := s.aliveEntry(c.Entry)
	switch {
	case err != nil:
		return err
	case e.Struck:
		return Refusal{Reason: NoSuchEntry, Rule: 108}
	case s.Count.Alive-s.Count.Struck < 2:
		return Refusal{Reason: LastOne, Rule: 108}
	}
	t, busted := s.Table(e.Table), e.Answer != 0 && s.Options.Edition > 1
	s.present(c.Entry, func(e *state.Entry) {
		if e.Struck = true; !busted {
			e.Had, e.Fell = e.Stack, 0
		}
	})
	s.Count.Struck++
	s.tellOf(c.Entry, Event{Kind: Struck, Amount: e.Stack})
	switch {
	case busted:
		putOutLate(s, c.Entry)
	case !t.Dealt.Has(e.Seat):
		s.putOutTied([]int{c.Entry})
	}
	return nil
}
