package tournament

import (
	"cmp"
	"slices"
	"time"

	"cardroom/engine"
	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/state"
)

const (
	readyTime  = 90 * time.Second
	startDelay = 30 * time.Second
	barTime    = 10 * time.Minute
)

func (c Register) apply(s *transition) error {
	if c.House != engine.Person && !s.Options.Practice {
		return Refusal{Reason: NoHouse, Rule: 39}
	}
	last := s.Latest(c.Person)
	if err := s.mayEnter(c.Person, last); err != nil {
		return err
	}
	w := state.Waiting{Person: c.Person, House: c.House, Again: last != 0, Press: cmp.Or(c.Pressed, s.now)}
	if s.Room() <= len(s.Waitlist) {
		s.Waitlist = append(slices.Clone(s.Waitlist), w)
		s.tell(Event{Kind: Listed, Person: c.Person})
		return nil
	}
	s.enter(w, last)
	return nil
}

// mayEnter returns a refusal unless a person, whose last entry has the number given, may have an entry or a place on the
// waitlist.
func (s *transition) mayEnter(person engine.ID, last int) error {
	if s.Phase == Announced {
		return Refusal{Reason: NotOpen, Rule: 10, Until: s.Options.Times.Opens}
	}
	if s.NoEntry() {
		return Refusal{Reason: EntriesAreClosed, Rule: 69}
	}
	if s.WaitsAt(person) >= 0 {
		return Refusal{Reason: AlreadyIn, Rule: 13}
	}
	for _, b := range s.Start.Barred {
		if b.Person == person && s.now < b.Until {
			return Refusal{Reason: TooSoon, Rule: 15, Until: b.Until}
		}
	}
	if last == 0 {
		return nil
	}
	switch e := s.Entry(last); {
	case !e.Out():
		return Refusal{Reason: AlreadyIn, Rule: 10}
	case e.Struck:
		return Refusal{Reason: NoMoreEntry, Rule: 108}
	case !s.Options.Reentry || e.Nth >= s.Options.PerPerson:
		return Refusal{Reason: NoMoreEntry, Rule: 68}
	}
	return nil
}

// enter makes an entry of a person, whose last one has the number given, and seats it if play has begun (T65).
func (s *transition) enter(w state.Waiting, last int) {
	nth := 1
	if last != 0 {
		nth = s.Entry(last).Nth + 1
	}
	e := state.Entry{Person: w.Person, House: w.House, Nth: nth, Stack: s.Options.Stack, Head: s.Options.Bounty.Part, Press: w.Press}
	e.Pressed = state.PressedLate(&s.State, w.Press)
	s.Entries.Add(e, s.Edit)
	s.Count.Alive++
	if w.House == engine.Person {
		s.Count.People++
	}
	s.Money.Escrow += s.Options.Price
	s.Money.Pool += s.Options.Bounty.Rest(s.Options.Price)
	s.tellOf(s.Entries.Len(), Event{Kind: Registered, Amount: s.Options.Price})
	if s.Phase >= Seated {
		s.seatLate(s.Entries.Len())
	}
}

func (c Restart) apply(s *transition) error {
	e, err := s.aliveEntry(c.Entry)
	switch {
	case err != nil:
		return err
	case s.NoEntry():
		return Refusal{Reason: EntriesAreClosed, Rule: 69}
	case e.Struck || e.Nth >= s.Options.PerPerson:
		return Refusal{Reason: NoMoreEntry, Rule: 70}
	case !s.Options.Restart || 2*e.Stack > s.Options.Stack || len(s.Waitlist) > 0:
		return Refusal{Reason: NoRestart, Rule: 70}
	case s.Table(e.Table).Dealt.Has(e.Seat):
		return Refusal{Reason: HandRuns, Rule: 70}
	}
	s.leaveChips(c.Entry)
	s.putOutTied([]int{c.Entry})
	s.enter(state.Waiting{Person: e.Person, House: e.House, Press: s.now}, c.Entry)
	return nil
}

func (c Unregister) apply(s *transition) error {
	if i := s.WaitsAt(c.Person); i >= 0 {
		s.unlist(i, false)
		return nil
	}
	n := s.Latest(c.Person)
	if n == 0 {
		return Refusal{Reason: NotIn, Rule: 12}
	}
	if s.Phase >= Seated {
		return Refusal{Reason: Started, Rule: 12}
	}
	if s.Start.Full != 0 {
		bar(s, c.Person)
	}
	s.withdraw(n, false)
	return nil
}

// bar refuses a person for a while who leaves when all was ready (T15).
func bar(s *transition, person engine.ID) {
	all := slices.DeleteFunc(slices.Clone(s.Start.Barred), func(b state.Barred) bool { return s.now >= b.Until })
	s.Start.Barred = append(all, state.Barred{Person: person, Until: s.now.Add(barTime)})
}

// withdraw takes an entry back before the start, with the price (T12), because its person wants it or missed the check-in.
func (s *transition) withdraw(n int, missed bool) {
	e := *s.Entry(n)
	s.Entries.Remove(n-1, s.Edit)
	s.Count.Alive--
	if e.House == engine.Person {
		s.Count.People--
	}
	s.Money.Pool -= s.Options.Bounty.Rest(s.Options.Price)
	s.tell(Event{Kind: Unregistered, Person: e.Person, Missed: missed})
	s.refund(e.Person, s.Options.Price)
}

// unlist takes the i-th person off the waitlist; missed says that no place comes free for them any more.
func (s *transition) unlist(i int, missed bool) {
	person := s.Waitlist[i].Person
	s.Waitlist = slices.Delete(slices.Clone(s.Waitlist), i, i+1)
	s.tell(Event{Kind: Unlisted, Person: person, Missed: missed})
	s.fewer = true
}

// endList takes all persons off the waitlist: no place comes free for them any more.
func endList(s *transition) {
	for len(s.Waitlist) > 0 {
		s.unlist(0, true)
	}
}

func (c Admit) apply(s *transition) error {
	i := s.Candidate()
	if i < 0 || s.Waitlist[i].Person != c.Person {
		return Refusal{Reason: NotNext, Rule: 13}
	}
	w := s.Waitlist[i]
	if s.Options.Edition == 0 || !s.Options.Scheduled {
		w.Press = s.now // joining the list was the yes
	}
	s.unlist(i, false)
	s.enter(w, s.Latest(w.Person))
	return nil
}

func (c Skip) apply(s *transition) error {
	i := s.WaitsAt(c.Person)
	if i < 0 {
		return Refusal{Reason: NotIn, Rule: 13}
	}
	s.unlist(i, false)
	return nil
}

func (c CheckIn) apply(s *transition) error {
	if s.Phase >= Seated {
		return Refusal{Reason: Started, Rule: 15}
	}
	n := s.Latest(c.Person)
	if n == 0 {
		return Refusal{Reason: NotIn, Rule: 14}
	}
	if from := s.CheckInFrom(n); s.Start.Ready != 0 && s.now < from && s.Entry(n).Press < from {
		return Refusal{Reason: TooSoon, Rule: 14, Until: from}
	}
	e := s.ownEntry(n)
	e.Press = max(e.Press, s.now)
	s.tellOf(n, Event{Kind: CheckedIn})
	return nil
}

// openRegistration opens it once its time has come (T10).
func openRegistration(s *transition) {
	if s.Phase == Announced && s.now >= s.Options.Times.Opens {
		state.OpenRegistration(&s.State, s.now)
		s.tell(Event{Kind: Opened})
	}
}

// dropMissing takes back the entries without a press since a moment (T14, T15).
func dropMissing(s *transition, since engine.Moment) {
	all := s.Missing(since)
	slices.Reverse(all) // the numbers of those before stay
	for _, n := range all {
		s.withdraw(n, true)
	}
}

// checkReady does what leads to the start after each change of the entries (T15).
func checkReady(s *transition) {
	if s.Options.Scheduled {
		startOnTime(s)
		return
	}
	if s.Entries.Len() < s.Options.Max {
		unsetStart(s)
		return
	}
	if s.Start.Full == 0 {
		s.Start.Full = s.now
	}
	switch {
	case s.Start.At != 0:
	case len(s.Missing(s.ReadySince())) == 0:
		s.Start.Ready, s.Start.At = 0, s.now.Add(startDelay)
		s.tell(Event{Kind: StartSet, Until: s.Start.At})
	case s.Start.Ready == 0:
		s.Start.Ready = s.now.Add(readyTime)
		s.tell(Event{Kind: ReadyAsked, Until: s.Start.Ready})
	}
}

// unsetStart takes back that all is ready for the start.
func unsetStart(s *transition) {
	if s.Start.Full != 0 {
		s.tell(Event{Kind: StartUnset})
		state.GiveGrace(&s.State, s.now)
	}
	s.Start.Full, s.Start.Ready, s.Start.At = 0, 0, 0
}

// startOnTime sets the start of a scheduled tournament once its check-in is over and no free place waits for a person on the
// waitlist.
func startOnTime(s *transition) {
	waits := !s.Start.Checked || s.Candidate() >= 0
	if !waits && s.Entries.Len() >= s.Options.Min {
		s.Start.At = cmp.Or(s.Start.At, s.now)
		return
	}
	s.Start.At = 0
	switch {
	case waits:
	case s.Start.Grace == 0:
		s.Start.Grace = s.now.Add(state.GraceTime)
		s.tell(Event{Kind: StartUnset})
	case s.now >= s.Start.Grace:
		s.cancel()
	}
}

func (c StartNow) apply(s *transition) error {
	switch {
	case s.Phase >= Seated:
		return Refusal{Reason: Started, Rule: 122}
	case s.Entries.Len() < setup.Fewest(&s.Options):
		return Refusal{Reason: TooFew, Rule: 122}
	}
	s.begin()
	return nil
}
