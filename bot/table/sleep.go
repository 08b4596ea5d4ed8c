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

// state is what a table holds while it is awake.
type state struct {
	record  record.Table
	game    engine.Table
	amended bool  // the stored record lacks what Amend has changed
	seen    *seen // nil between two jobs
}

// Record returns the record as it is now. Nobody may write into its slices and maps.
func (a *Table) Record() record.Table { return a.state.record }

// BuyIns returns the least and the most that a person may sit down with now.
func (a *Table) BuyIns(who engine.ID) (least, most int64) {
	return a.state.game.BuyIns(who, engine.At(time.Now()))
}

// ViewOf returns the table as a person may see it.
func (a *Table) ViewOf(who engine.ID) engine.View { return a.state.game.View(who) }

// seen is the view of everyone, and the table that it is of.
type seen struct {
	of   engine.Table
	view engine.View
}

// View is the table as everyone may see it. It is made once, and a press looks at it two dozen times; nobody may write into
// its slices. After the job it goes: it is larger than all that a table holds.
func (a *Table) View() engine.View { return a.nextView(&a.state.game) }

// nextView is view for the table that is about to be the table's.
func (a *Table) nextView(t *engine.Table) engine.View {
	if a.state.seen == nil || a.state.seen.of != *t {
		a.state.seen = &seen{*t, t.View(0)}
	}
	return a.state.seen.view
}

// sleepAfter is how long a table lies still before its table lets go of it. The store has it all; asleep a table is a few
// hundred bytes and perhaps a timer, at a table that waits for players as at one where a decision may take three days.
const sleepAfter = time.Minute

// Asleep says that the table has to be read before anything is done with it.
func (a *Table) Asleep() bool { return a.state == nil }

// busy says that something is under way at the table that would be lost on a table asleep, or that nobody knows yet
// what the table is.
func (a *timer) busy() bool {
	settled := a.table.version != 0 && !a.table.recovery.uncertain.is
	return !settled || a.table.Dealer.commitments.InFlight || a.table.Display.Busy()
}

// sleep lets go of everything that the store can tell again, where nothing is under way. The alarm for what is due stays
// set.
func (a *timer) sleep() {
	due := a.nextDue()
	if soon(due) || a.busy() {
		return
	}
	if a.table.state.amended { // or it would be tidied up again, and again
		if err := a.table.commit(a.table.idempotencyKey("tidy"), a.table.state.game, a.table.state.record, nil, nil); err != nil {
			a.table.Log.Info("a table does not fall asleep", "err", err)
		}
		return
	}
	a.wakeAt(due, a.wakeUp)
	a.table.Display.Sleep()
	people := a.table.state.record.People
	a.table.state, a.table.Dealer.commitments.batch, a.table.names.met = nil, shuffle.Batch{}, nil
	asleep := *a.table.Summary()
	asleep.Asleep, asleep.Names = true, people
	a.table.summary.Store(&asleep)
}

// soon says whether something is due so early that it is not worth falling asleep.
func soon(due time.Time) bool { return !due.IsZero() && time.Until(due) < sleepAfter }

// wake reads the table again. Where the store does not have it as it was left, or does not say, that is a doubt.
func (a *recovery) wake() bool {
	ctx, cancel := storage.Within(a.table.Env.Ctx)
	defer cancel()
	stored, err := a.table.Env.Store.Load(ctx, a.table.Key)
	a.table.state = new(state)
	awake := *a.table.summary.Load()
	awake.Asleep = false
	a.table.summary.Store(&awake)
	if err != nil || stored.Version != a.table.version || a.adopt(stored) != nil {
		a.markUncertain()
		return a.reload(nil)
	}
	a.table.Display.Woke()
	return true
}

func (state) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }
