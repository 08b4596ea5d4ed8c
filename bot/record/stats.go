package record

import (
	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
)

// StatsMode says which numbers of a hand count towards the players' stats. It is empty in records from before there were
// stats.
type StatsMode string

const (
	CountAll  StatsMode = "yes"      // everything, unless the hand was void
	CountNone StatsMode = "practice" // nothing; written before net was counted separately
	CountPlay StatsMode = "play"     // everything but net: the chips are outside any wallet
)

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
