package stats

import (
	"cmp"
	"slices"

	"cardroom/engine"
)

// Counts has the counts of a person over some hands and tournaments. All but Net only grow; Net is in chips, below zero for losses.
type Counts struct {
	Hands         int64 // dealt in
	VPIP, PFR     int64 // hands in which they did
	ThreeBets     int64 // hands in which they did, of ThreeBetSpots in which they could
	ThreeBetSpots int64
	Aggressive    int64 // bets and raises after the first round
	Calls         int64 // after the first round
	Seen          int64 // hands in which the second round was seen
	Showdowns     int64
	ShowdownsWon  int64
	Net           int64

	Tournaments int64 // that are over
	Cashes      int64 // places with a prize in them
	Won, PaidIn int64 // prize chips: prizes and bounties; prices, rebuys and add-ons
}

// Size is the number of numbers of Counts, and HandSize how many of them, the first ones, are of hands. Net is the last of these.
const (
	Size     = 15
	HandSize = 11
)

// Numbers returns the counts in the order of their fields, and Read makes counts of such numbers.
func (c Counts) Numbers() [Size]int64 {
	return [Size]int64{
		c.Hands, c.VPIP, c.PFR, c.ThreeBets, c.ThreeBetSpots, c.Aggressive, c.Calls, c.Seen, c.Showdowns, c.ShowdownsWon, c.Net,
		c.Tournaments, c.Cashes, c.Won, c.PaidIn,
	}
}

// Read returns the counts with these Numbers.
func Read(n [Size]int64) Counts {
	return Counts{
		Hands: n[0], VPIP: n[1], PFR: n[2], ThreeBets: n[3], ThreeBetSpots: n[4], Aggressive: n[5], Calls: n[6], Seen: n[7],
		Showdowns: n[8], ShowdownsWon: n[9], Net: n[10], Tournaments: n[11], Cashes: n[12], Won: n[13], PaidIn: n[14],
	}
}

// Plus returns both together.
func (c Counts) Plus(o Counts) Counts {
	a, b := c.Numbers(), o.Numbers()
	for i := range a {
		a[i] += b[i]
	}
	return Read(a)
}

// Player has the counts of one person in a hand.
type Player struct {
	ID engine.ID
	Counts
}

// Of returns the counts of each person in the hand whose events these are, in the order of their IDs. It returns nothing where
// the hand was void, or is not over. Cards that are shown after its end change nothing.
func Of(events []engine.Event) []Player {
	h := hand{seats: map[int]*seat{}}
	over := false
	for _, e := range events {
		switch {
		case e.Kind == engine.HandVoided:
			return nil
		case e.Kind == engine.HandEnded:
			over = true
		case !over && e.Seat >= 0:
			h.count(e)
		case !over:
			h.table(e)
		}
	}
	if !over {
		return nil
	}
	return h.players()
}

// hand counts one hand.
type hand struct {
	seats  map[int]*seat
	round  int  // 0 is the first
	raises int  // of the first round
	drawn  bool // cards were exchanged
}

// seat is a player who was dealt in.
type seat struct {
	player       engine.ID
	level        engine.Level
	counts       Counts
	raised       bool // in the first round
	folded, seen bool
	won          int64
}

// table counts the events that are not a player's.
func (h *hand) table(e engine.Event) {
	if e.Kind == engine.BoardDealt {
		h.see()
	}
}

// see begins a round, which all live players see.
func (h *hand) see() {
	h.round++
	for _, s := range h.seats {
		s.seen = s.seen || !s.folded
	}
}

// count counts an action of a player.
func (h *hand) count(e engine.Event) {
	switch e.Kind {
	case engine.Posted, engine.Acted, engine.Uncalled, engine.Drew, engine.Shown, engine.Mucked, engine.Won:
	default:
		return
	}
	s := h.seats[e.Seat]
	if s == nil {
		s = &seat{player: e.Player, level: e.House}
		h.seats[e.Seat] = s
	}
	switch e.Kind {
	case engine.Posted:
		s.counts.Net -= e.Amount
	case engine.Uncalled:
		s.counts.Net += e.Amount
	case engine.Won:
		s.counts.Net += e.Amount
		s.won += e.Amount
	case engine.Drew:
		if !h.drawn {
			h.drawn = true
			h.see()
		}
	case engine.Acted:
		s.counts.Net -= e.Amount
		h.act(s, e)
	}
}

// act counts a decision.
func (h *hand) act(s *seat, e engine.Event) {
	s.folded = s.folded || e.Action == engine.Fold
	switch c := &s.counts; {
	case h.round > 0 && e.Action == engine.Raise:
		c.Aggressive++
	case h.round > 0 && e.Action == engine.Call:
		c.Calls++
	case h.round == 0:
		if h.raises == 1 && !s.raised {
			c.ThreeBetSpots = 1
		}
		if e.Action == engine.Call || e.Action == engine.Raise {
			c.VPIP = 1
		}
		if e.Action != engine.Raise {
			return
		}
		if h.raises++; h.raises == 2 && !s.raised {
			c.ThreeBets = 1
		}
		c.PFR, s.raised = 1, true
	}
}

// players returns the counts of each player, once the hand is over.
func (h *hand) players() (all []Player) {
	live := 0
	for _, s := range h.seats {
		if !s.folded {
			live++
		}
	}
	for _, s := range h.seats {
		if s.level != engine.Person {
			continue
		}
		c := s.counts
		c.Hands = 1
		c.Seen = one(s.seen)
		c.Showdowns = one(live > 1 && !s.folded)
		c.ShowdownsWon = one(c.Showdowns == 1 && s.won > 0)
		all = append(all, Player{s.player, c})
	}
	slices.SortFunc(all, func(a, b Player) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

func one(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}
