package bot

import (
	"errors"
	"time"

	"cardroom/bot/record"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/store"
)

// doubt is whether the actor knows what the store holds. Until it does the table stands still, and so do its clocks.
type doubt struct {
	is    bool      // what the store holds is unknown: it is read before anything else is done
	since time.Time // no time has passed for the players from then on; zero where none was lost
	shown bool      // the board says that the table stands still
}

// inDoubt says that what the store holds is unknown from now on.
func (a *actor) inDoubt() {
	a.doubt.is = true
	if a.doubt.since.IsZero() {
		a.doubt.since = time.Now()
	}
}

// certain wakes the actor, and settles a doubt about what the store holds. It is false, and the alarm is set to try again,
// while the store does not answer.
func (a *actor) certain() (ok bool) {
	switch {
	case a.asleep():
		a.run(func() { ok = a.wake() })
	case a.doubt.is:
		a.run(func() { ok = a.reload() })
	default:
		return true
	}
	if !ok {
		a.halt()
	}
	return ok
}

// halt has the board say that the table stands still.
func (a *actor) halt() {
	if a.doubt.shown || a.board == nil || a.version == 0 {
		return
	}
	a.doubt.shown = true
	a.board.Show(a.boardFrame())
}

// reload reads the table as the store has it. It is false while the store does not answer.
func (a *actor) reload() bool {
	ctx, cancel := storage.Within(a.bot.ctx)
	defer cancel()
	was, version, board := a.table, a.version, a.record.Board
	switch err := a.read(a.bot.store.Load(ctx, a.key)); {
	case errors.Is(err, store.ErrNotFound):
		if version > 0 { // it may have been closed by the commit in doubt; otherwise somebody emptied the store
			a.log.Warn("the table is no longer in the store", "version", version)
			a.endTelling()
		}
		a.forget()
		a.retireBoard(nil, board)
		return true
	case err != nil:
		a.bot.outage.Begin(a.key, err)
		return false
	case a.unreadable:
		return true
	}
	last := a.doubt.since
	a.doubt.is, a.doubt.since = false, time.Time{}
	if a.version < version || version == 0 && a.view().Turn.Hand < a.reached { // or a table that was closed is back
		a.wentBack(was.View(0), version)
	}
	a.callOff()
	a.resume(last) // also retires boards: a commit in doubt may have posted a new one
	if a.doubt.is {
		return false // again: the store can be read but not written
	}
	a.doubt.shown = false
	a.bot.outage.End(a.key)
	a.after(nil)
	return true
}

// forget lets go of the table and of every doubt about it.
func (a *actor) forget() {
	if a.board != nil {
		a.board.Close()
	}
	a.dropMirror()
	a.record, a.table, a.version, a.board = record.Table{}, engine.Table{}, 0, nil
	a.doubt, a.unreadable = doubt{}, false
	a.bot.outage.End(a.key)
	a.stakes.Store(nil)
	a.glance.Store(nil)
}
