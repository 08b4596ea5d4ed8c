package record

import (
	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/engine/tournament"
	"cardroom/store"
)

// StatsMode says which numbers of a hand count towards the players' stats. It is empty in records from before there were
// stats. Records from before net was counted apart may have "practice". Both count nothing.
type StatsMode string

const (
	CountAll  StatsMode = "yes"  // everything, unless the hand was void
	CountPlay StatsMode = "play" // everything but net: the chips are outside any wallet
)

// Stats returns the tournament's additions to the stats of its players, in the commit that ends it: then all of its prizes are paid,
// or will be with that commit. A tournament that gave all prices back adds nothing, and a cash table has none.
func (e *Event) Stats() (all []store.Stats) {
	if e == nil || !e.ended {
		return nil
	}
	v, won := e.State.View(), int64(0)
	for _, x := range e.State.Entries() {
		won += x.Prize + x.Bounty
		if x.House != engine.Person || x.Refunded {
			continue
		}
		c := stats.Counts{Won: x.Prize + x.Bounty, PaidIn: x.Paid}
		if x.Nth == 1 {
			c.Tournaments = 1
		}
		if x.Prize > 0 && v.Phase == tournament.Finished {
			c.Cashes = 1
		}
		all = append(all, store.Stats{Person: x.Person, Counts: c})
	}
	if v.Phase == tournament.Cancelled && won == 0 {
		return nil
	}
	return all
}

// StatsOf returns the statistics that a finished hand adds to its players.
func StatsOf(c StatsMode, events []engine.Event) (all []store.Stats) {
	if c != CountAll && c != CountPlay {
		return nil
	}
	for _, p := range stats.Of(events) {
		if c == CountPlay {
			p.Net = 0
		}
		all = append(all, store.Stats{Person: p.ID, Counts: p.Counts})
	}
	return all
}
