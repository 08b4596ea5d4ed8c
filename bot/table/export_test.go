package table

import (
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/engine"
	"time"
)

// Set makes a record and a game the table's, as if they had been read at that version.
func (t *Table) Set(r record.Table, game engine.Table, version int64) {
	t.State.Record, t.State.Table, t.Version, t.State.Seen = r, game, version, nil
	t.Timer.Decision = Decision{Turn: game.View(0).Turn, Since: time.Now()}
	t.Recovery.Doubt = Doubt{}
}

// Game returns the engine's table.
func (t *Table) Game() engine.Table { return t.State.Table }

// Inside returns the state with the cards, as it lies in memory.
func (t *Table) Inside() *State { return t.State }

// DecidesSince returns what the table knows of the decision that it awaits.
func (t *Table) DecidesSince() Decision { return t.Timer.Decision }

// Settle makes the table as a long-lived one is between two jobs: it has seen many interactions, and its summary is stored.
func (t *Table) Settle(first engine.ID) {
	for i := range len(t.Taken.Last) {
		t.Taken.Add(first + engine.ID(i))
	}
	t.Summarize()
	t.State.Seen = nil
}

// Batch returns the commitments that the table holds in memory.
func (t *Table) Batch() shuffle.Batch { return t.Dealer.Sealing.Batch }

// Uncertain reports whether the table has to ask the store what it holds.
func (t *Table) Uncertain() bool { return t.Recovery.Doubt.Is }
