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

// State is what an actor holds of its table while it is awake.
type State struct {
	Record  record.Table
	Table   engine.Table
	amended bool  // the stored record lacks what Amend has changed
	Seen    *seen // nil between two jobs
}

// Record returns the record as it is now. Nobody may write into its slices and maps.
func (a *Table) Record() record.Table { return a.State.Record }

// BuyIns returns the least and the most that a person may sit down with now.
func (a *Table) BuyIns(who engine.ID) (least, most int64) {
	return a.State.Table.BuyIns(who, engine.At(time.Now()))
}

// ViewOf returns the table as a person may see it.
func (a *Table) ViewOf(who engine.ID) engine.View { return a.State.Table.View(who) }

// seen is the view of everyone, and the table that it is of.
type seen struct {
	of   engine.Table
	view engine.View
}

// View is the table as everyone may see it. It is made once, and a press looks at it two dozen times; nobody may write into
// its slices. After the job it goes: it is larger than all that an actor holds.
func (a *Table) View() engine.View { return a.nextView(&a.State.Table) }

// nextView is view for the table that is about to be the actor's.
func (a *Table) nextView(t *engine.Table) engine.View {
	if a.State.Seen == nil || a.State.Seen.of != *t {
		a.State.Seen = &seen{*t, t.View(0)}
	}
	return a.State.Seen.view
}

// dozeAfter is how long a table lies still before its actor lets go of it. The store has it all; asleep an actor is a few
// hundred bytes and perhaps a timer, at a table that waits for players as at one where a decision may take three days.
const dozeAfter = time.Minute

// Asleep says that the table has to be read before anything is done with it.
func (a *Table) Asleep() bool { return a.State == nil }

// IsListed says, to any goroutine, that a table is open here.
func (a *Table) IsListed() bool { return a.Summary().Open }

// busy says that something is under way at the table that would be lost on an actor asleep, or that nobody knows yet
// what the table is.
func (a *Table) busy() bool {
	settled := a.Version != 0 && !a.Recovery.Doubt.Is
	return !settled || a.Dealer.Sealing.InFlight || a.Display.Busy()
}

// Doze lets go of everything that the store can tell again, where nothing is under way. The alarm for what is due stays
// set.
func (a *Table) Doze() {
	due := a.NextDue()
	if Soon(due) || a.busy() {
		return
	}
	if a.State.amended { // or it would be tidied up again, and again
		if err := a.Commit(a.Once("tidy"), a.State.Table, a.State.Record, nil, nil); err != nil {
			a.Log.Info("a table does not fall asleep", "err", err)
		}
		return
	}
	a.wakeAt(due, a.wakeUp)
	a.Display.Sleep()
	people := a.State.Record.People
	a.State, a.Dealer.Sealing.Batch, a.met = nil, shuffle.Batch{}, nil
	asleep := *a.Summary()
	asleep.Asleep, asleep.Names = true, people
	a.summary.Store(&asleep)
}

// Soon says whether something is due so early that it is not worth falling asleep.
func Soon(due time.Time) bool { return !due.IsZero() && time.Until(due) < dozeAfter }

// wake reads the table again. Where the store does not have it as it was left, or does not say, that is a doubt.
func (a *Table) wake() bool {
	ctx, cancel := storage.Within(a.Env.Ctx)
	defer cancel()
	stored, err := a.Env.Store.Load(ctx, a.Key)
	a.State = new(State)
	if err != nil || stored.Version != a.Version || a.adopt(stored) != nil {
		a.inDoubt()
		return a.reload(nil)
	}
	a.Display.Woke()
	return true
}

func (State) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }
