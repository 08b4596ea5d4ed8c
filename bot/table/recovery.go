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
	rollback   lostCommits
	reached    int64 // the furthest hand that the channel is known to have begun, also by earlier tables
	unreadable bool  // the stored table cannot be opened: it is left as it is, and none is open here
}

// uncertainty records whether and since when the table does not know what the store holds.
type uncertainty struct {
	ongoing bool      // the table reads the store before it does anything else
	since   time.Time // no time has passed for the players from then on; zero where none was lost
	shown   bool      // the board says that the table stands still
}

// markUncertain notes that the content of the store is unknown from now on.
func (r *recovery) markUncertain() {
	r.uncertain.ongoing = true
	if r.uncertain.since.IsZero() {
		r.uncertain.since = time.Now()
	}
}

// ensureKnown wakes the table, and settles a doubt about what the store holds. It is false, and the alarm is set to try again,
// while the store does not answer.
func (r *recovery) ensureKnown() (ok bool) {
	switch {
	case r.table.Asleep():
		r.table.run(func() { ok = r.wake() })
	case r.uncertain.ongoing:
		r.table.run(func() { ok = r.reload(nil) })
	default:
		return true
	}
	if !ok {
		r.showHalted()
	}
	return ok
}

// showHalted has the board say that the table stands still.
func (r *recovery) showHalted() {
	if r.uncertain.shown || r.table.version == 0 {
		return
	}
	r.uncertain.shown = true
	r.uncertain.shown = r.table.Display.Halted()
}

// reload reads the table as the store has it, and answers with the board where answering is not nil. It is false while the
// store does not answer.
func (r *recovery) reload(answering *interaction.Interaction) bool {
	ctx, cancel := storage.Within(r.table.Env.Ctx)
	defer cancel()
	was, version, board := r.table.state.game, r.table.version, r.table.state.record.Board
	switch err := r.read(r.table.Env.Store.Load(ctx, r.table.Key)); {
	case errors.Is(err, store.ErrNotFound):
		r.table.Display.Vanished(version > 0)
		if version > 0 { // it may have been closed by the commit in doubt; otherwise somebody emptied the store
			r.table.Log.Warn("the table is no longer in the store", "version", version)
		}
		r.forgetTable()
		r.table.Display.Orphaned(board)
		r.table.ack(answering)
		return true
	case err != nil:
		r.table.Env.Outage.Begin(r.table.Key, err)
		return false
	case r.unreadable:
		r.table.ack(answering)
		return true
	}
	last := r.uncertain.since
	r.uncertain.ongoing, r.uncertain.since = false, time.Time{}
	if r.table.version < version || version == 0 && r.table.View().Turn.Hand < r.reached { // or a table that was closed is back
		r.rolledBack(was.View(0), version)
	}
	r.voidLost()
	r.resume(last) // also retires boards: a commit in doubt may have posted a new one
	if r.uncertain.ongoing {
		return false // again: the store can be read but not written
	}
	r.uncertain.shown = false
	r.table.Env.Outage.End(r.table.Key)
	r.table.notify(nil, answering)
	return true
}

// ack answers an interaction, if there is one, that no board can answer any more.
func (t *Table) ack(answering *interaction.Interaction) {
	if answering != nil {
		t.Env.Reply.Ack(answering)
	}
}

// forgetTable lets go of the table and of every doubt about it.
func (r *recovery) forgetTable() {
	r.table.Display.Forgotten()
	r.table.state.record, r.table.state.game, r.table.version = record.Table{}, engine.Table{}, 0
	r.uncertain, r.unreadable = uncertainty{}, false
	r.table.Env.Outage.End(r.table.Key)
	r.table.summary.Store(new(Summary))
}

// CloseOrphan closes the table of a channel that is no more. A hand that runs is void (R65).
func (t *Table) CloseOrphan() {
	if t.version == 0 {
		return
	}
	t.Log.Warn("the channel is gone: the table is closed, and every stack goes back")
	now := engine.At(time.Now())
	if t.View().Phase != engine.Idle {
		if err := t.apply(t.idempotencyKey("void"), engine.Void{At: now}, nil); err != nil {
			t.Log.Error("the hand of a channel that is gone was not made void", "err", err)
			return
		}
	}
	if err := t.apply(t.idempotencyKey("close"), engine.Close{At: now}, nil); err != nil {
		t.Log.Error("the table of a channel that is gone was not closed", "err", err)
	}
}

// read loads a stored record into the table, and gives up on a record that it cannot read. It returns an error only if the
// store did not deliver the record.
func (r *recovery) read(stored store.Record, err error) error {
	_, damaged := errors.AsType[*store.DamagedError](err)
	switch {
	case damaged:
		err = record.Unreadable(stored, err)
	case err != nil:
		return err
	default:
		err = r.load(stored)
	}
	if err != nil {
		r.giveUp(stored, err)
	}
	return nil
}

// giveUp leaves an unreadable record in the store unchanged. It logs what the operator can do and posts one notice in the
// channel.
func (r *recovery) giveUp(stored store.Record, why error) {
	r.table.Log.Error("a table cannot be opened", "err", why)
	r.forgetTable()
	r.unreadable = true
	r.table.summary.Store(&Summary{State: text.StateResting})
	r.table.Display.Unreadable(stored.Version)
}

// resume continues the table after a start or an outage. It extends the deadlines by the time since last (R32; zero: none
// was lost) and removes what an earlier run left in the channel.
func (r *recovery) resume(last time.Time) {
	if r.table.version == 0 {
		return
	}
	r.table.timer.decision = decision{turn: r.table.View().Turn, since: time.Now()}
	if !last.IsZero() {
		if err := r.table.apply(r.table.idempotencyKey("rearm"), engine.CreditDowntime{Last: engine.At(last), At: engine.At(time.Now())}, nil); err != nil {
			if r.uncertain.ongoing {
				r.uncertain.since = last // or an outage in which the store can still be read would cost the players their time
			} else {
				r.table.Log.Error("the clocks were not set again", "err", err)
			}
			r.table.Display.Refresh()
			return // what could not be stored would be tidied up again every second
		}
	}
	r.table.Display.Resumed()
	r.table.bots.refillBots() // the last life may have ended with the hand
}

// load makes a stored record the table's table.
func (r *recovery) load(stored store.Record) error {
	decoded, game, err := r.table.Env.Codec.DecodeTable(stored)
	if err != nil {
		return err
	}
	r.table.Display.Adopted(r.table.state.record.Board.Message, decoded.Board.Message)
	if r.table.version == 0 {
		r.table.mailbox.seen.Before = decoded.Latest
	}
	r.table.state.record, r.table.state.game, r.table.version, r.unreadable = decoded, game, stored.Version, false
	for who, name := range decoded.People {
		if _, met := r.table.names.met[who]; !met {
			r.table.names.learnName(who, name)
		}
	}
	r.reached = max(r.reached, r.table.View().Turn.Hand)
	r.table.Env.Prefs.Guild(r.table.Key.Guild)
	return nil
}
