package table

import (
	"errors"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/render/text"
	"cardroom/store"
)

// recovery brings the table back to what the store holds after a commit with an unknown outcome, a panic or a store that
// lost commits. Until then the table stands still, and so do its clocks.
type recovery struct {
	table      *Table
	uncertain  uncertainty
	lost       lostCommits
	reached    int64 // the furthest hand that the channel is known to have begun, also by earlier tables
	unreadable bool  // the stored table cannot be opened: it is left as it is, and none is open here
}

// uncertainty says that the table does not know what the store holds.
type uncertainty struct {
	is    bool      // the table reads the store before it does anything else
	since time.Time // no time has passed for the players from then on; zero where none was lost
	shown bool      // the board says that the table stands still
}

// markUncertain says that what the store holds is unknown from now on.
func (a *recovery) markUncertain() {
	a.uncertain.is = true
	if a.uncertain.since.IsZero() {
		a.uncertain.since = time.Now()
	}
}

// ensureKnown wakes the table, and settles a doubt about what the store holds. It is false, and the alarm is set to try again,
// while the store does not answer.
func (a *recovery) ensureKnown() (ok bool) {
	switch {
	case a.table.Asleep():
		a.table.run(func() { ok = a.wake() })
	case a.uncertain.is:
		a.table.run(func() { ok = a.reload(nil) })
	default:
		return true
	}
	if !ok {
		a.showHalted()
	}
	return ok
}

// showHalted has the board say that the table stands still.
func (a *recovery) showHalted() {
	if a.uncertain.shown || a.table.version == 0 {
		return
	}
	a.uncertain.shown = true
	a.uncertain.shown = a.table.Display.Halted()
}

// reload reads the table as the store has it, and answers with the board where answering is not nil. It is false while the
// store does not answer.
func (a *recovery) reload(answering *interaction.Interaction) bool {
	ctx, cancel := storage.Within(a.table.Env.Ctx)
	defer cancel()
	was, version, board := a.table.state.game, a.table.version, a.table.state.record.Board
	switch err := a.read(a.table.Env.Store.Load(ctx, a.table.Key)); {
	case errors.Is(err, store.ErrNotFound):
		a.table.Display.Vanished(version > 0)
		if version > 0 { // it may have been closed by the commit in doubt; otherwise somebody emptied the store
			a.table.Log.Warn("the table is no longer in the store", "version", version)
		}
		a.forgetTable()
		a.table.Display.Orphaned(board)
		a.table.ack(answering)
		return true
	case err != nil:
		a.table.Env.Outage.Begin(a.table.Key, err)
		return false
	case a.unreadable:
		a.table.ack(answering)
		return true
	}
	last := a.uncertain.since
	a.uncertain.is, a.uncertain.since = false, time.Time{}
	if a.table.version < version || version == 0 && a.table.View().Turn.Hand < a.reached { // or a table that was closed is back
		a.rolledBack(was.View(0), version)
	}
	a.voidLost()
	a.resume(last) // also retires boards: a commit in doubt may have posted a new one
	if a.uncertain.is {
		return false // again: the store can be read but not written
	}
	a.uncertain.shown = false
	a.table.Env.Outage.End(a.table.Key)
	a.table.after(nil, answering)
	return true
}

// ack answers an interaction, if there is one, that no board can answer any more.
func (t *Table) ack(answering *interaction.Interaction) {
	if answering != nil {
		t.Env.Reply.Ack(answering)
	}
}

// forgetTable lets go of the table and of every doubt about it.
func (a *recovery) forgetTable() {
	a.table.Display.Forgotten()
	a.table.state.record, a.table.state.game, a.table.version = record.Table{}, engine.Table{}, 0
	a.uncertain, a.unreadable = uncertainty{}, false
	a.table.Env.Outage.End(a.table.Key)
	a.table.summary.Store(new(Summary))
}

// CloseOrphan closes the table of a channel that is no more. A hand that runs is void (R65).
func (a *Table) CloseOrphan() {
	if a.version == 0 {
		return
	}
	a.Log.Warn("the channel is gone: the table is closed, and every stack goes back")
	now := engine.At(time.Now())
	if a.View().Phase != engine.Idle {
		if err := a.apply(a.idempotencyKey("void"), engine.Void{At: now}, nil); err != nil {
			a.Log.Error("the hand of a channel that is gone was not made void", "err", err)
			return
		}
	}
	if err := a.apply(a.idempotencyKey("close"), engine.Close{At: now}, nil); err != nil {
		a.Log.Error("the table of a channel that is gone was not closed", "err", err)
	}
}

// read makes what the store gave the table's table. One that cannot be read is given up; the error is that of a store that
// did not give it.
func (a *recovery) read(stored store.Record, err error) error {
	_, damaged := errors.AsType[*store.DamagedError](err)
	switch {
	case damaged:
		err = record.Unreadable(stored, err)
	case err != nil:
		return err
	default:
		err = a.adopt(stored)
	}
	if err != nil {
		a.giveUp(stored, err)
	}
	return nil
}

// giveUp leaves a table as it is that cannot be read. The log names it and says what to do; the channel is told once, and
// whoever asks for something.
func (a *recovery) giveUp(stored store.Record, why error) {
	a.table.Log.Error("a table cannot be opened", "err", why)
	a.forgetTable()
	a.unreadable = true
	a.table.summary.Store(&Summary{State: text.StateResting})
	a.table.Display.Unreadable(stored.Version)
}

// resume lets the table go on after a start of the program: what was due since last gets its time back (R32; zero: no time
// was lost), what the last life of the program left behind in the channel goes.
func (a *recovery) resume(last time.Time) {
	if a.table.version == 0 {
		return
	}
	a.table.timer.decision = decision{turn: a.table.View().Turn, since: time.Now()}
	if !last.IsZero() {
		if err := a.table.apply(a.table.idempotencyKey("rearm"), engine.CreditDowntime{Last: engine.At(last), At: engine.At(time.Now())}, nil); err != nil {
			if a.uncertain.is {
				a.uncertain.since = last // or an outage in which the store can still be read would cost the players their time
			} else {
				a.table.Log.Error("the clocks were not set again", "err", err)
			}
			a.table.Display.Refresh()
			return // what could not be stored would be tidied up again every second
		}
	}
	a.table.Display.Resumed()
	a.table.bots.refillBots() // the last life may have ended with the hand
}

// adopt makes a stored record the table's table.
func (a *recovery) adopt(stored store.Record) error {
	r, t, err := a.table.Env.Codec.DecodeTable(stored)
	if err != nil {
		return err
	}
	a.table.Display.Adopted(a.table.state.record.Board.Message, r.Board.Message)
	if a.table.version == 0 {
		a.table.mailbox.seen.Before = r.Latest
	}
	a.table.state.record, a.table.state.game, a.table.version, a.unreadable = r, t, stored.Version, false
	for who, called := range r.People {
		if _, met := a.table.names.met[who]; !met {
			a.table.names.learnName(who, called)
		}
	}
	a.reached = max(a.reached, a.table.View().Turn.Hand)
	a.table.Env.Prefs.Guild(a.table.Key.Guild)
	return nil
}
