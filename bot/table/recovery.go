package table

import (
	"errors"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/store"
)

// Doubt is whether the actor knows what the store holds. Until it does the table stands still, and so do its clocks.
type Doubt struct {
	Is    bool      // what the store holds is unknown: it is read before anything else is done
	Since time.Time // no time has passed for the players from then on; zero where none was lost
	shown bool      // the board says that the table stands still
}

// inDoubt says that what the store holds is unknown from now on.
func (a *Table) inDoubt() {
	a.Recovery.Doubt.Is = true
	if a.Recovery.Doubt.Since.IsZero() {
		a.Recovery.Doubt.Since = time.Now()
	}
}

// Certain wakes the actor, and settles a doubt about what the store holds. It is false, and the alarm is set to try again,
// while the store does not answer.
func (a *Table) Certain() (ok bool) {
	switch {
	case a.Asleep():
		a.Run(func() { ok = a.wake() })
	case a.Recovery.Doubt.Is:
		a.Run(func() { ok = a.reload(nil) })
	default:
		return true
	}
	if !ok {
		a.halt()
	}
	return ok
}

// halt has the board say that the table stands still.
func (a *Table) halt() {
	if a.Recovery.Doubt.shown || a.Version == 0 {
		return
	}
	a.Recovery.Doubt.shown = true
	a.Recovery.Doubt.shown = a.Display.Halted()
}

// reload reads the table as the store has it, and answers with the board where answering is not nil. It is false while the
// store does not answer.
func (a *Table) reload(answering *interaction.Interaction) bool {
	ctx, cancel := storage.Within(a.Env.Ctx)
	defer cancel()
	was, version, board := a.State.Table, a.Version, a.State.Record.Board
	switch err := a.Read(a.Env.Store.Load(ctx, a.Key)); {
	case errors.Is(err, store.ErrNotFound):
		a.Display.Vanished(version > 0)
		if version > 0 { // it may have been closed by the commit in doubt; otherwise somebody emptied the store
			a.Log.Warn("the table is no longer in the store", "version", version)
		}
		a.forgetTable()
		a.Display.Orphaned(board)
		return true
	case err != nil:
		a.Env.Outage.Begin(a.Key, err)
		return false
	case a.Recovery.unreadable:
		return true
	}
	last := a.Recovery.Doubt.Since
	a.Recovery.Doubt.Is, a.Recovery.Doubt.Since = false, time.Time{}
	if a.Version < version || version == 0 && a.View().Turn.Hand < a.Recovery.reached { // or a table that was closed is back
		a.wentBack(was.View(0), version)
	}
	a.callOff()
	a.Resume(last) // also retires boards: a commit in doubt may have posted a new one
	if a.Recovery.Doubt.Is {
		return false // again: the store can be read but not written
	}
	a.Recovery.Doubt.shown = false
	a.Env.Outage.End(a.Key)
	a.after(nil, answering)
	return true
}

// forgetTable lets go of the table and of every doubt about it.
func (a *Table) forgetTable() {
	a.Display.Forgotten()
	a.State.Record, a.State.Table, a.Version = record.Table{}, engine.Table{}, 0
	a.Recovery.Doubt, a.Recovery.unreadable = Doubt{}, false
	a.Env.Outage.End(a.Key)
	a.summary.Store(new(Summary))
}

// CloseOrphan closes the table of a channel that is no more. A hand that runs is void (R65).
func (a *Table) CloseOrphan() {
	if a.Version == 0 {
		return
	}
	a.Log.Warn("the channel is gone: the table is closed, and every stack goes back")
	now := engine.At(time.Now())
	if a.View().Phase != engine.Idle {
		if err := a.apply(a.Once("void"), engine.Void{At: now}, nil); err != nil {
			a.Log.Error("the hand of a channel that is gone was not made void", "err", err)
			return
		}
	}
	if err := a.apply(a.Once("close"), engine.Close{At: now}, nil); err != nil {
		a.Log.Error("the table of a channel that is gone was not closed", "err", err)
	}
}
