package engine

import (
	"slices"
	"time"
)

// keepTime is how long a seat is kept for the next in line (R63).
const keepTime = 60 * time.Second

// line is who waits for a seat, in order.
func (g *game) line() (ids []ID) {
	for _, id := range g.Waitlist {
		if id != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// wait puts a player in the line for a seat, or takes them out (R63).
func (s *transition) wait(c Wait) error {
	at := slices.Index(s.Waitlist[:], c.Player)
	switch {
	case c.Player == 0:
		return Refusal{Reason: NotSeated}
	case c.Off && at < 0:
		return Refusal{Reason: NotOnWaitlist, Rule: 63}
	case c.Off:
		s.strike(at)
		return nil
	case s.Closing:
		return Refusal{Reason: TableClosedNow, Rule: 64}
	case s.seatOf(c.Player) != none:
		return Refusal{Reason: AlreadySeated}
	case at >= 0:
		return Refusal{Reason: OnWaitlist, Rule: 63}
	case s.Waitlist[0] == 0 && s.open() != 0:
		return Refusal{Reason: SeatsFree, Rule: 63}
	case s.Waitlist[maxWaitlist-1] != 0:
		return Refusal{Reason: WaitlistFull, Max: maxWaitlist, Rule: 63}
	}
	s.Waitlist[len(s.line())] = c.Player
	s.tell(Event{Kind: Waiting, Seat: none, Player: c.Player})
	s.callNext()
	return nil
}

// open is the seats that nobody has.
func (g *game) open() seats {
	return g.where(func(p *seat) bool { return !p.taken() }) & (1<<g.Rules.Seats - 1)
}

// strike takes the player at a place out of the line.
func (s *transition) strike(at int) {
	s.tell(Event{Kind: NotWaiting, Seat: none, Player: s.Waitlist[at]})
	copy(s.Waitlist[at:], s.Waitlist[at+1:])
	s.Waitlist[maxWaitlist-1] = 0
	if at == 0 {
		s.CallBy = 0
	}
	s.callNext()
}

// callNext keeps a free seat for the first in line, once there is one.
func (s *transition) callNext() {
	if s.Waitlist[0] == 0 || s.open() == 0 || s.CallBy != 0 {
		return
	}
	s.CallBy = s.at.Add(s.Rules.wait(keepTime))
	s.tell(Event{Kind: SeatCalled, Seat: none, Player: s.Waitlist[0]})
}

// holdSeat changes until when a seat is kept for the first in line.
func (s *transition) holdSeat(c HoldSeat) error {
	if c.Player == 0 || s.Waitlist[0] != c.Player || s.CallBy == 0 || c.Until <= c.At {
		return Refusal{Reason: NotOnWaitlist, Rule: 63}
	}
	s.CallBy = c.Until
	s.tell(Event{Kind: SeatCalled, Seat: none, Player: c.Player})
	return nil
}

// passOver takes the first out of the line who did not come in time, and says whether there was one.
func (s *transition) passOver() bool {
	if s.CallBy == 0 || s.CallBy > s.at {
		return false
	}
	s.strike(0)
	return true
}

// seated takes a player who has sat down out of the line.
func (s *transition) seated(player ID) {
	if at := slices.Index(s.Waitlist[:], player); at >= 0 {
		s.strike(at)
	}
	if s.open() == 0 {
		s.CallBy = 0
	}
}

// remember keeps what a player left with, for as long as they have to bring it back (R7).
func (s *transition) remember(p *seat) {
	if s.Rules.ReturnWindow == 0 || p.House != Person || s.Practice || p.chips() == 0 {
		return
	}
	kept := slices.DeleteFunc(s.Gone[:], func(d departed) bool { return d.Player == 0 || d.Player == p.Player })
	kept = append(kept, departed{p.Player, p.chips(), s.at})
	gone := [maxGone]departed{}
	copy(gone[:], kept[max(0, len(kept)-maxGone):])
	s.Gone = gone
}

// forget strikes out what a player had to bring back, once they are back.
func (s *transition) forget(player ID) {
	_ = slices.DeleteFunc(s.Gone[:], func(d departed) bool { return d.Player == player }) // the rest it leaves empty
}

// leftWith is what a player has to bring back: nothing, once the time for it is over, nor of practice chips (R7).
func (g *game) leftWith(player ID, at Moment) int64 {
	if g.Practice {
		return 0
	}
	for _, d := range g.Gone {
		if d.Player == player && player != 0 && at < d.At.Add(g.Rules.ReturnWindow) {
			return d.Chips
		}
	}
	return 0
}
