package table

import (
	"fmt"
	"io"
	"time"

	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/engine/card"
)

// state holds the data of a table that is awake.
type state struct {
	record  record.Table
	game    engine.Table
	open    *engine.Table // the game before the commit that closed it; nil while it is open
	amended bool          // Amend has changed the record since the last commit
	seen    *seen         // nil between two jobs
}

// Record returns the current record. Callers must not write into its slices and maps.
func (t *Table) Record() record.Table { return t.state.record }

// ViewOf returns the table as a user may see it.
func (t *Table) ViewOf(who engine.ID) engine.View { return t.state.game.View(who) }

// seen is everyone's view of a table, cached.
type seen struct {
	game engine.Table
	view engine.View
}

// View returns the table as everyone may see it. Callers must not write into its slices. The job caches it, because a press
// reads it about two dozen times.
func (t *Table) View() engine.View { return t.state.nextView(&t.state.game) }

// nextView returns everyone's view of a table that is about to be committed.
func (s *state) nextView(next *engine.Table) engine.View {
	if s.seen == nil || s.seen.game != *next {
		s.seen = &seen{*next, next.View(0)}
	}
	return s.seen.view
}

// sleepAfter is how long a table is idle before it drops its state, which the store has. A sleeping one takes a few kilobytes and a timer.
const sleepAfter = time.Minute

// Asleep reports whether the table has to read the store before any other work.
func (t *Table) Asleep() bool { return t.state == nil }

// busy reports whether sleep would lose work in progress, or whether the table's state is still uncertain.
func (t *timer) busy() bool {
	settled := t.table.version != 0 && !t.table.Recovery.uncertain.ongoing
	return !settled || t.table.Dealer.commitments.InFlight || t.table.Dealer.value.InFlight || t.table.Dealer.value.probe.InFlight || t.table.Display.Busy()
}

// sleep drops all state that the store can restore, unless work is in progress. The alarm for the next deadline stays set.
func (t *timer) sleep() {
	due := t.nextDue()
	if soon(due) || t.busy() {
		return
	}
	if t.table.state.amended { // or the next start would repeat the cleanup
		if err := t.table.commit(t.table.idempotencyKey("tidy"), t.table.state.game, t.table.state.record, nil, nil); err != nil {
			t.table.Log.Info("could not store a table before it sleeps; retrying", "err", err)
		}
		return
	}
	t.wakeAt(due, t.wakeUp)
	t.table.Display.Sleep()
	t.table.journal.dropPresses(&t.table.state.record, time.Now())
	asleep := *t.table.Summary()
	asleep.Asleep, asleep.Names = true, t.table.Names.peopleAt(&t.table.state.game)
	t.table.state, t.table.Dealer.commitments.batch, t.table.Names.met = nil, shuffle.Batch{}, nil
	t.table.summary.Store(&asleep)
}

// soon reports whether a deadline is too close to fall asleep before it.
func soon(due time.Time) bool { return !due.IsZero() && time.Until(due) < sleepAfter }

// wake reads the table again. If the store answers with another version, or not at all, the table is uncertain.
func (r *Recovery) wake() bool {
	ctx, cancel := storage.Within(r.table.Env.Ctx)
	defer cancel()
	stored, err := r.table.Env.Store.Load(ctx, r.table.Key)
	r.table.state = new(state)
	awake := *r.table.summary.Load()
	awake.Asleep = false
	r.table.summary.Store(&awake)
	if err != nil || stored.Version != r.table.version || r.load(stored) != nil {
		r.markUncertain()
		return r.reload(nil)
	}
	r.table.Display.Woke()
	return true
}

func (state) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }
