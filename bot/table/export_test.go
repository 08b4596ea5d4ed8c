package table

import (
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/engine"
	"time"
)

// Install makes a record and a game the table's, as if they had been read at that version.
func (t *Table) Install(r record.Table, game engine.Table, version int64) {
	t.state.record, t.state.game, t.version, t.state.seen = r, game, version, nil
	t.timer.decision = decision{turn: game.View(0).Turn, since: time.Now()}
	t.recovery.uncertain = uncertainty{}
}

// Game returns the engine's table.
func (t *Table) Game() engine.Table { return t.state.game }

// Inside returns the state with the cards, as it lies in memory, and State a copy of it.
func (t *Table) Inside() any { return t.state }
func (t *Table) State() any  { return *t.state }

// DecidesSince returns what the table knows of the decision that it awaits.
func (t *Table) DecidesSince() decision { return t.timer.decision }

// Sleep lets the table fall asleep where nothing keeps it awake.
func (t *Table) Sleep() { t.timer.sleep() }

// Wake reads a table that is asleep.
func (t *Table) Wake() bool { return t.recovery.ensureKnown() }

// Seed returns the seed of a house player's decision.
func (t *Table) Seed(turn engine.Turn) uint64 { return t.bots.seed(turn) }

// Settle makes the table as a long-lived one is between two jobs: it has seen many interactions, and its summary is stored.
func (t *Table) Settle(first engine.ID) {
	for i := range len(t.mailbox.seen.Last) {
		t.mailbox.seen.Add(first + engine.ID(i))
	}
	t.summarize()
	t.state.seen = nil
}

// Batch returns the commitments that the table holds in memory.
func (t *Table) Batch() shuffle.Batch { return t.Dealer.commitments.batch }

// Uncertain reports whether the table has to ask the store what it holds.
func (t *Table) Uncertain() bool { return t.recovery.uncertain.ongoing }

// NeedsCommitment reports whether the next hand waits for its commitment.
func (t *Table) NeedsCommitment() bool { return t.Dealer.needsCommitment() }

// Publish begins to make the commitments of the coming hands.
func (t *Table) Publish() { t.Dealer.publish() }

// RunJob does a job as one of the mailbox.
func (t *Table) RunJob(job func()) { t.run(job) }
