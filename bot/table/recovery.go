package table

import (
	"errors"
	"maps"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/render/text"
	"cardroom/store"
)

// Recovery brings the table back to the store's state after a commit with an unknown outcome, a panic or a store that
// lost commits. Until then the table and its clocks pause.
type Recovery struct {
	table      *Table
	uncertain  uncertainty
	rollback   lostCommits
	reached    int64 // the last hand that the channel is known to have begun, also at earlier tables
	forbidden  bool  // Discord refuses the bot in the channel
	orphaned   bool  // the channel was deleted, and the store does not have the close yet
	unreadable bool  // the stored table cannot be opened: leave it as it is, open none here
}

// uncertainty records whether and since when the table does not know the store's state.
type uncertainty struct {
	ongoing bool      // the table reads the store before any other work
	since   time.Time // from then on no clock runs for the players; zero: they lost no time
	shown   bool      // the board shows that the table is paused
}

// markUncertain notes that the content of the store is unknown from now on.
func (r *Recovery) markUncertain() {
	r.uncertain.ongoing = true
	if r.uncertain.since.IsZero() {
		r.uncertain.since = time.Now()
	}
}

// ensureKnown wakes the table, and reads the store if its content is uncertain. While the store does not answer, it returns
// false and the alarm is set for a retry.
func (r *Recovery) ensureKnown() (ok bool) {
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

// showHalted shows on the board that the table is paused.
func (r *Recovery) showHalted() {
	if r.uncertain.shown || r.table.version == 0 {
		return
	}
	r.uncertain.shown = true
	r.uncertain.shown = r.table.Display.Halted()
}

// reload reads the table from the store. If answering is not nil, the board answers it. It returns false while the store
// does not answer.
func (r *Recovery) reload(answering *interaction.Interaction) bool {
	ctx, cancel := storage.Within(r.table.Env.Ctx)
	defer cancel()
	was, version, board := r.table.state.game, r.table.version, r.table.state.record.Board
	stored, err := r.table.Env.Store.Load(ctx, r.table.Key)
	if err == nil && (version == 0 || stored.Version < version) && !r.confirmLease() { // it may not have gone back
		return false
	}
	switch err := r.read(stored, err); {
	case errors.Is(err, store.ErrNotFound):
		if version > 0 { // the uncertain commit may have closed the table; otherwise the store was emptied
			r.table.Log.Warn("the table is no longer in the store; if no host closed it, check that the store was not emptied or replaced", "version", version)
			r.table.Display.Vanished(board)
		}
		r.forgetTable()
		r.ack(answering)
		return true
	case err != nil:
		r.table.Env.Outage.Begin(r.table.Key, err)
		return false
	case r.unreadable:
		r.ack(answering)
		return true
	}
	last := r.uncertain.since
	r.uncertain.ongoing, r.uncertain.since = false, time.Time{}
	if r.table.version < version || version == 0 && r.table.View().Turn.Hand < r.reached { // or a closed table is back
		r.rolledBack(was.View(0), version)
	}
	r.voidLost()
	r.resume(last) // also retires boards: an uncertain commit may have posted a new one
	if r.uncertain.ongoing {
		return false // retry: the store can be read but not written
	}
	r.uncertain.shown = false
	r.table.Env.Outage.End(r.table.Key)
	r.table.notify(nil, answering)
	return true
}

// ack acknowledges an interaction, if there is one, for which there is no board left to answer with.
func (r *Recovery) ack(answering *interaction.Interaction) {
	if answering != nil {
		r.table.Env.Reply.Ack(answering)
	}
}

// forgetTable drops the table, and with it any uncertainty about the store.
func (r *Recovery) forgetTable() {
	r.table.Display.Forgotten()
	r.table.state.record, r.table.state.game, r.table.version = record.Table{}, engine.Table{}, 0
	r.uncertain, r.unreadable, r.orphaned = uncertainty{}, false, false
	r.table.Venue().relist()
	r.table.Env.Outage.End(r.table.Key)
	r.table.summary.Store(new(Summary))
}

// read loads a stored record into the table, and gives up on an unreadable one. It fails only if the store did not deliver it.
func (r *Recovery) read(stored store.Record, err error) error {
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

// giveUp leaves an unreadable record in the store unchanged. It logs the operator's remedies and posts one notice in the
// channel.
func (r *Recovery) giveUp(stored store.Record, why error) {
	r.table.Log.Error("a table cannot be opened; it stays in the store unchanged", "err", why)
	r.forgetTable()
	r.unreadable = true
	r.table.summary.Store(&Summary{State: text.StateResting})
	r.table.Display.Unreadable(stored.Version)
}

// IsUnreadable reports whether the stored table cannot be opened.
func (r *Recovery) IsUnreadable() bool { return r.unreadable }

// resume continues the table after a start or an outage. It extends the deadlines by the time since last (R32; zero: none
// was lost) and removes the leftovers of an earlier run in the channel.
func (r *Recovery) resume(last time.Time) {
	if r.table.version == 0 {
		return
	}
	r.table.timer.decision = decision{turn: r.table.View().Turn, since: time.Now()}
	if !last.IsZero() {
		if err := r.table.apply(r.table.idempotencyKey("rearm"), engine.CreditDowntime{Last: engine.At(last), At: engine.At(time.Now())}, nil); err != nil {
			if r.uncertain.ongoing {
				r.uncertain.since = last // or an outage in which the store can still be read would cost the players their time
			} else {
				r.table.Log.Error("could not extend the clocks by the downtime", "err", err)
			}
			r.table.Display.Refresh()
			return // else the table would repeat the cleanup every second
		}
	}
	r.table.Display.Resumed()
	if directed(r.table) {
		r.table.Director.Show()
		return
	}
	r.table.Settings().applyPlanned()
	r.table.bots.refillBots() // the last run may have ended with the hand
	r.table.Funds().RefillAll()
}

// load makes a stored record the current one.
func (r *Recovery) load(stored store.Record) error {
	decoded, game, err := r.table.Env.Codec.DecodeTable(stored)
	if err != nil {
		return err
	}
	known := *r.table.Summary() // requests for the channel come before the next summary
	known.Channel, known.Parent = decoded.Venue().Channel, decoded.Parent
	r.table.summary.Store(&known)
	r.table.Display.Adopted(r.table.state.record.Board.Message, decoded.Board.Message)
	if r.table.version == 0 {
		r.table.mailbox.before, r.table.Dealer.since = decoded.Latest, decoded.Shuffle.Newest()
	}
	decoded.Ended = r.table.state.record.Ended
	r.table.state.record, r.table.state.game, r.table.version, r.unreadable = decoded, game, stored.Version, false
	met := record.People{}
	maps.Copy(met, decoded.People)
	maps.Copy(met, r.table.Names.met) // newer
	r.table.Names.met, r.table.state.record.People = met, nil
	r.reached = max(r.reached, r.table.View().Turn.Hand)
	r.table.Venue().relist()
	r.table.Env.Prefs.Guild(r.table.Key.Guild)
	return nil
}
