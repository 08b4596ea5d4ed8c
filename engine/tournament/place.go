package tournament

import (
	"cmp"
	"slices"

	"cardroom/engine"
	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/state"
)

// putOut puts entries out that went out together: those with fewer chips when their hand began are placed lower, those with
// as many tie (T56, T58).
func (s *transition) putOut(all []int) {
	slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(s.Entry(a).Had, s.Entry(b).Had), cmp.Compare(a, b)) })
	for len(all) > 0 {
		m := 1
		for m < len(all) && s.Entry(all[m]).Had == s.Entry(all[0]).Had {
			m++
		}
		s.putOutTied(all[:m])
		all = all[m:]
	}
}

// putOutTied gives entries the lowest places that are left (T59), and their prizes if entries are closed (T77).
func (s *transition) putOutTied(group []int) {
	before := s.Count.Out
	for _, n := range group {
		if e := s.ownEntry(n); s.Options.Rebuys.Until != 0 && e.Fell == 0 {
			e.Fell = s.Log
		}
		s.leavePlay(n, before, len(group))
	}
	s.Count.Out += len(group)
	s.fewer = true
	for _, n := range group {
		e := s.Entry(n)
		place := 0
		if s.Clock.Closed {
			place = s.Place(e)
		}
		s.tellOf(n, Event{Kind: WentOut, Table: e.Table, Seat: int(e.Seat), Place: place, Tied: len(group), Alive: s.Count.Alive})
	}
	if s.Clock.Closed {
		s.pay(group)
	}
}

// leavePlay takes an entry that went out from its seat and from the counts.
func (s *transition) leavePlay(n, before, tied int) {
	e := s.ownEntry(n)
	if e.Struck {
		s.Count.Struck--
		s.leaveChips(n)
		headToFirst(s, n, e.Head)
		e.Head = 0
	}
	if e.Answer != 0 {
		endAnswer(s, n)
	}
	s.leaveSeat(n)
	e.Before, e.Tied = before, tied
}

// leaveSeat takes an entry that is no longer alive from its seat and from the counts.
func (s *transition) leaveSeat(n int) {
	e := s.Entry(n)
	s.Count.Alive--
	if e.House == engine.Person {
		s.Count.People--
	}
	if e.Absent() {
		s.Count.Absent--
	}
	s.stand(n)
}

// leaveChips takes the stack of an entry out of play (T70, T108).
func (s *transition) leaveChips(n int) {
	e := s.ownEntry(n)
	if e.Stack != 0 {
		s.Count.Gone += e.Stack
		s.tellOf(n, Event{Kind: ChipsGone, Amount: e.Stack})
	}
	e.Stack = 0
}

// pay pays the prizes of a group that is out (T76). The prizes of a disqualified one go to the first place (T108).
func (s *transition) pay(group []int) {
	slices.Sort(group)
	place := s.Place(s.Entry(group[0]))
	sum := setup.SumOf(s.Money.Amounts, place, len(group))
	if sum == 0 {
		return
	}
	if s.Entry(group[0]).Struck {
		s.raiseFirst(sum)
		for i := place - 1; i < min(place-1+len(group), len(s.Money.Amounts)); i++ {
			s.Money.Amounts[i] = 0
		}
		return
	}
	for i, amount := range setup.Share(sum, len(group)) {
		s.payPrize(group[i], place, amount)
	}
}

// raiseFirst adds to the first prize.
func (s *transition) raiseFirst(amount int64) {
	s.Money.Amounts = slices.Clone(s.Money.Amounts)
	s.Money.Amounts[0] += amount
}

// payPrize pays an entry from the escrow (T77).
func (s *transition) payPrize(n, place int, amount int64) {
	if amount == 0 {
		return
	}
	s.ownEntry(n).Prize += amount
	s.Money.Escrow -= amount
	s.tellOf(n, Event{Kind: Paid, Place: place, Amount: amount})
}

// fund takes prize chips from the Mint (T125).
func (s *transition) fund(amount int64) { s.transfer(Funded, 0, amount, 1) }

// giveBack gives prize chips back to the Mint (T125).
func (s *transition) giveBack(amount int64) { s.transfer(GivenBack, 0, amount, -1) }

// refund gives a price back (T12).
func (s *transition) refund(person engine.ID, amount int64) { s.transfer(Refunded, person, amount, -1) }

// transfer moves chips into the escrow, or with the sign -1 out of it.
func (s *transition) transfer(kind Kind, person engine.ID, amount, sign int64) {
	if amount != 0 {
		s.Money.Escrow += sign * amount
		s.tell(Event{Kind: kind, Person: person, Amount: amount})
	}
}

// closeEntries fixes entries, pool and prizes, and pays the places that are taken already (T69, T77). Where those who did not show
// up get their price back, it waits until no hand runs (T71).
func (s *transition) closeEntries() {
	if s.Options.NoShow && s.Count.Running > 0 {
		s.Clock.Closes = true
		endList(s)
		return
	}
	refundNoShows(s)
	s.Clock.Closed, s.Clock.Closes = true, false
	pool, amounts := s.Prizes()
	s.Money.Guarantee = pool - s.Money.Pool
	s.Money.Pool, s.Money.Amounts = pool, amounts
	s.fund(s.Money.Guarantee)
	s.tell(Event{Kind: EntriesClosed, Amount: pool, Amounts: amounts})
	endList(s)
	groups := map[int][]int{}
	for n := 1; n <= s.Entries.Len(); n++ {
		if e := s.Entry(n); s.Place(e) > 0 && s.Place(e) <= len(amounts) {
			groups[e.Before] = append(groups[e.Before], n)
		}
	}
	for before := range s.Count.Out {
		if groups[before] != nil {
			s.pay(groups[before])
		}
	}
}

// refundNoShows takes out the entries that did not show up and refunds their price (T71).
func refundNoShows(s *transition) {
	for _, n := range s.NoShows() {
		e := s.ownEntry(n)
		s.leaveChips(n)
		s.leaveSeat(n)
		e.Refunded, e.Head = true, 0
		s.Count.Refunded++
		s.Money.Pool -= s.Options.Bounty.Rest(s.Options.Price)
		s.tellOf(n, Event{Kind: TakenOut, Table: e.Table, Seat: int(e.Seat), Alive: s.Count.Alive})
		s.refund(e.Person, s.Options.Price)
	}
}

// closeIfFew closes entries when the bubble would begin while a person may still come in (T69). Free places go to the waitlist
// first.
func closeIfFew(s *transition) {
	alive := s.Count.Alive
	if s.Clock.Closed || s.Clock.Closes || s.Clock.NoRebuys == state.AtOnce || !s.fewer || s.Count.Out == 0 || s.Candidate() >= 0 || alive > s.Options.Payout.Places(s.Counted())+1 {
		return
	}
	if _, amounts := s.Prizes(); alive <= len(amounts)+1 {
		stopEntries(s)
	}
}

func (CloseEntries) apply(s *transition) error {
	switch {
	case s.Phase < Seated:
		return Refusal{Reason: NotStarted, Rule: 7}
	case s.Clock.Closed || s.Clock.Closes || s.Clock.NoRebuys == state.AtOnce:
		return Refusal{Reason: EntriesAreClosed, Rule: 69}
	}
	stopEntries(s)
	return nil
}

// endIfOver ends the tournament once at most one entry is alive (T59).
func endIfOver(s *transition) {
	if !s.Clock.Closed || s.Count.Alive > 1 || s.Over() {
		return
	}
	for _, n := range s.AllAlive() {
		s.ownEntry(n).Had = s.Entry(n).Stack
		takeOwnHead(s, n)
		s.putOutTied([]int{n})
	}
	s.finish()
}

// finish ends the tournament with all places and prizes given.
func (s *transition) finish() {
	if s.Money.Deal.Open() {
		endDeal(s, 0)
	}
	for len(s.Open) > 0 {
		s.closeTable(s.Open[0])
	}
	s.Phase = Finished
	s.tell(Event{Kind: WasFinished})
}

// endPractice ends a tournament in which no person is alive; house players are placed by their chips (T39).
func endPractice(s *transition) {
	if !s.Options.Practice || s.Count.People > 0 || s.Count.Alive == 0 {
		return
	}
	s.voidAll()
	if !s.Clock.Closed {
		s.closeEntries()
	}
	all := s.AllAlive()
	for _, n := range all {
		s.ownEntry(n).Had = s.Entry(n).Stack
	}
	s.putOut(all)
	s.finish()
}

// voidAll undoes every hand that runs (T103).
func (s *transition) voidAll() {
	for _, number := range s.Open {
		if s.Table(number).Runs() {
			s.void(number)
		}
	}
}
