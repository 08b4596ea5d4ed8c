package table

import (
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/engine"
	"maps"
	"slices"
	"time"
)

// Install gives the table a record and a game, as if read at that version.
func (t *Table) Install(r record.Table, game engine.Table, version int64) {
	t.state.record, t.state.game, t.version, t.state.seen = r, game, version, nil
	t.timer.decision = decision{turn: game.View(0).Turn, since: time.Now()}
	t.Recovery.uncertain = uncertainty{}
}

// Game returns the engine's table.
func (t *Table) Game() engine.Table { return t.state.game }

// Inside returns the state with the cards.
func (t *Table) Inside() any { return t.state }
func (t *Table) State() any  { return *t.state }

// DecidesSince returns the table's own data about the pending decision.
func (t *Table) DecidesSince() decision { return t.timer.decision }

// Sleep makes the table fall asleep if it is idle.
func (t *Table) Sleep() { t.timer.sleep() }

// Wake reads a table that is asleep.
func (t *Table) Wake() bool { return t.Recovery.ensureKnown() }

// Seed returns the seed of a house player's decision.
func (t *Table) Seed(turn engine.Turn) uint64 { return t.bots.seed(turn) }

// Settle puts the table into the state of a long-lived one between two jobs: its summary is stored.
func (t *Table) Settle() {
	t.summarize()
	t.state.seen = nil
}

// Batch returns the commitments that the table holds in memory.
func (t *Table) Batch() shuffle.Batch { return t.Dealer.commitments.batch }

// Uncertain reports whether the table has to read the store again.
func (t *Table) Uncertain() bool { return t.Recovery.uncertain.ongoing }

// NeedsCommitment reports whether the next hand waits for its commitment.
func (t *Table) NeedsCommitment() bool { return t.Dealer.needsCommitment() }

// Publish begins to make the commitments of the coming hands.
func (t *Table) Publish() { t.Dealer.publish() }

// Presses returns the users whose newest press the table holds in memory.
func (t *Table) Presses() []engine.ID { return slices.Sorted(maps.Keys(t.journal.presses)) }

// RunJob runs a job as the mailbox does.
func (t *Table) RunJob(job func()) { t.run(job) }

// StoreCut stores a cut of the next hand that the channel has seen.
func (t *Table) StoreCut(c shuffle.Cut) { t.Dealer.storeCut(c, t.Dealer.nextNumber(), nil) }

// StoreBatch stores a batch that was made in the background.
func (t *Table) StoreBatch(made shuffle.Batch) { t.Dealer.storeBatch(made, 0) }

// MarkUncertain makes the content of the store unknown to the table.
func (t *Table) MarkUncertain() { t.Recovery.markUncertain() }

// HouseActs returns when a house player makes the pending decision.
func (t *Table) HouseActs() time.Time {
	t.bots.setAIDelay(t.state.game.Pending())
	return t.timer.decision.aiDelay
}

// SetOptions applies options to a record and a game between hands.
func (t *Table) SetOptions(r *record.Table, game *engine.Table, o options.Table) ([]engine.Event, error) {
	return t.Settings().apply(r, game, o)
}
