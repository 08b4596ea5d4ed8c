package table

import (
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
)

// statsMode returns how the current hand counts. Off-wallet chips do not count towards net.
func (j *journal) statsMode(v engine.View) record.StatsMode {
	if j.table.OffWallet(&v) {
		return record.CountPlay
	}
	return record.CountAll
}

// StatsOf returns the statistics that a finished hand adds to its players.
func StatsOf(c record.StatsMode, events []engine.Event) (all []store.Stats) {
	if c != record.CountAll && c != record.CountPlay {
		return nil
	}
	for _, p := range stats.Of(events) {
		if c == record.CountPlay {
			p.Net = 0
		}
		all = append(all, store.Stats{Person: p.ID, Counts: p.Counts})
	}
	return all
}
