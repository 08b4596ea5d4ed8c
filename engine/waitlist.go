package engine

import (
	"slices"
	"time"
)

// SeatCallTime is how long a free seat is held for the first player on the waitlist (R63), at a table whose clock is not longer.
const SeatCallTime = 60 * time.Second

const maxWaitlist = 10 // players on a waitlist

// waitlist holds the players who wait for a seat, in order (R63).
type waitlist struct {
	Waiting [maxWaitlist]ID `json:"line,omitzero"`    // zeros after the last
	CallBy  Moment          `json:"callBy,omitempty"` // until when a free seat is held for the first; 0 where none is
}

// ids returns the players who wait.
func (w *waitlist) ids() (ids []ID) {
	for _, id := range w.Waiting {
		if id != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// first returns the player whose turn for a seat is next, or 0.
func (w *waitlist) first() ID { return w.Waiting[0] }

// place returns the place of a player from 0, or -1.
func (w *waitlist) place(player ID) int { return slices.Index(w.ids(), player) }

// ahead returns how many players a player lets have seats first. A player who does not wait lets all of them.
func (w *waitlist) ahead(player ID) int {
	if place := w.place(player); place >= 0 {
		return place
	}
	return len(w.ids())
}

// add puts a player last. It reports whether there was room.
func (w *waitlist) add(player ID) bool {
	i := slices.Index(w.Waiting[:], 0)
	if i >= 0 {
		w.Waiting[i] = player
	}
	return i >= 0
}

// remove takes out the player at a place. A seat that was held for the first is free again.
func (w *waitlist) remove(place int) {
	copy(w.Waiting[place:], w.Waiting[place+1:])
	w.Waiting[maxWaitlist-1] = 0
	if place == 0 {
		w.CallBy = 0
	}
}

// apply puts a player on the waitlist, or takes them off (R63).
func (c Wait) apply(s *transition) error {
	place := s.waitlist.place(c.Player)
	switch {
	case c.Player == 0:
		return Refusal{Reason: NotSeated}
	case c.Off && place < 0:
		return Refusal{Reason: NotOnWaitlist, Rule: 63}
	case c.Off:
		s.stopWaiting(place)
		return nil
	case s.Closing:
		return Refusal{Reason: TableClosedNow, Rule: 64}
	case s.seatOf(c.Player) != none:
		return Refusal{Reason: AlreadySeated}
	case place >= 0:
		return Refusal{Reason: OnWaitlist, Rule: 63}
	case s.waitlist.ahead(c.Player) < s.open().Count():
		return Refusal{Reason: SeatsFree, Rule: 63}
	case !s.waitlist.add(c.Player):
		return Refusal{Reason: WaitlistFull, Max: maxWaitlist, Rule: 63}
	}
	s.tell(Event{Kind: Waiting, Seat: none, Player: c.Player})
	return nil
}

// apply changes until when the called seat is held for the first on the waitlist (R63), or the seat of a busted player (R62).
func (c HoldSeat) apply(s *transition) error {
	if i := s.seatOf(c.Player); i != none && s.Seats[i].RebuyBy != 0 && c.Until > s.now {
		s.Seats[i].RebuyBy = min(c.Until, lastMoment)
		return nil
	}
	if s.waitlist.first() != c.Player || s.CallBy == 0 || c.Until <= s.now {
		return Refusal{Reason: NotOnWaitlist, Rule: 63}
	}
	s.CallBy = min(c.Until, lastMoment)
	s.tell(Event{Kind: SeatCalled, Seat: none, Player: c.Player})
	return nil
}

// open returns the seats that no player has.
func (g *game) open() seats {
	return g.where(func(p *seat) bool { return !p.taken() }) & (1<<g.Rules.Seats - 1)
}

// stopWaiting takes the player at a place off the waitlist, and calls the next where a seat is free.
func (s *transition) stopWaiting(place int) {
	s.tell(Event{Kind: NotWaiting, Seat: none, Player: s.Waiting[place]})
	s.waitlist.remove(place)
	s.callNext()
}

// callNext holds the free seats for the first on the waitlist. Those behind may take theirs meanwhile.
func (s *transition) callNext() {
	if s.waitlist.first() == 0 || s.open() == 0 || s.CallBy != 0 {
		return
	}
	s.CallBy = s.now.Add(s.Rules.Wait(SeatCallTime))
	s.tell(Event{Kind: SeatCalled, Seat: none, Player: s.waitlist.first()})
}

// passOver takes the first off the waitlist if they did not come in time. It reports whether it did.
func (s *transition) passOver() bool {
	if s.CallBy == 0 || s.CallBy > s.now {
		return false
	}
	s.stopWaiting(0)
	return true
}

// seated takes a player who has sat down off the waitlist.
func (s *transition) seated(player ID) {
	if place := s.waitlist.place(player); place >= 0 {
		s.stopWaiting(place)
	}
}
