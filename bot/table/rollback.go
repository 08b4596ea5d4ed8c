package table

import (
	"errors"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/store"
)

// lostCommits records which commits of the table the store has lost.
type lostCommits struct {
	horizon engine.Turn // the latest decision known to be lost
	void    bool        // the running hand must be voided: players saw cards of it that are lost
	reseal  bool        // lost hands may have been dealt from the commitments to the coming hands
	unseen  bool        // the channel does not say whether they were
}

// rolledBack handles a store that has lost acknowledged commits, for example after a failover. The table, already reloaded,
// was once at version; later changes are undone. If players saw cards in the lost part, the hand cannot be played on
// fairly, so it is void (R65).
func (r *Recovery) rolledBack(was engine.View, version int64) {
	r.rollback.horizon = was.Latest
	r.rollback.void, r.rollback.reseal = r.rollback.void || shuffle.SeenSince(was, r.table.View()), true
	r.table.Log.Warn("the store lost commits; play continues from the older version", "version", r.table.version, "was", version, "void", r.rollback.void)
}

// confirmLease reports whether the tables are still this process's, before it believes that the store went back. A process
// that was asleep finds the boards that another one has drawn meanwhile, and would take them for its own lost ones.
func (r *Recovery) confirmLease() bool {
	e := r.table.Env
	if e.ConfirmLease == nil {
		return true
	}
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	err := e.ConfirmLease(ctx)
	if fenced, ok := errors.AsType[*store.FencedError](err); ok {
		e.Failed(fenced)
	}
	return err == nil
}

// voidLost voids the hand if it has to, and drops commitments under which lost hands may have been dealt. A player may hold
// the proof of such a hand, which opens seven of the decks it could be dealt from.
func (r *Recovery) voidLost() {
	if r.rollback.void {
		err := r.table.apply(r.table.idempotencyKey("void"), engine.Void{At: engine.At(time.Now())}, nil)
		if r.uncertain.ongoing {
			return // retry when the store answers
		}
		r.rollback.void = false
		if err != nil {
			r.table.Log.Warn("could not void the hand; none is running", "err", err)
		}
	}
	if r.rollback.reseal && r.table.View().Phase == engine.Idle {
		next := r.table.state.record
		why := shuffle.StoreLost
		if r.rollback.unseen {
			why = shuffle.Unseen
		}
		next.Shuffle = next.Shuffle.Drop(why)
		next.Shuffle.Used = max(next.Shuffle.Used, r.reached, r.rollback.horizon.Hand)
		if err := r.table.commit(r.table.idempotencyKey("reseal"), r.table.state.game, next, nil, nil); err != nil {
			r.table.Log.Warn("could not drop the commitments to the next hands; retrying when the store answers", "err", err)
			return
		}
	}
	r.rollback.reseal, r.rollback.unseen = false, false
}

// CheckFuturePress handles a button for a turn that the table has not reached. It may be forged. Or the store lost commits
// while the program was away, which only the press reveals: Discord sends the pressed message along, and if that has the
// button, it was drawn from a lost state.
func (r *Recovery) CheckFuturePress(in *interaction.Interaction) {
	if in.Drawn && !in.Ephemeral {
		r.CheckFutureButton(in.Message, in.CustomID, in.Heading)
	}
}

// CheckFutureButton checks a button found on one of the bot's messages, below a heading. If the button is for a future
// decision, the store lost commits, and CheckFutureButton handles the loss.
func (r *Recovery) CheckFutureButton(id engine.ID, button message.CustomID, heading string) {
	t, turn, v := r.table, button.Turn, r.table.View()
	if t.version == 0 || button.Table != t.Key.Channel ||
		id < t.state.record.Shuffle.Message || // it was drawn of a deck under dropped commitments
		!turn.After(v.Latest) || !turn.After(r.rollback.horizon) {
		return
	}
	if !r.confirmLease() {
		return // another process has drawn it
	}
	same := heading == t.Display.Heading() && v.Phase != engine.Drawing && v.Phase != engine.Showing // players saw the same cards: same hand and street
	r.rollback.horizon = turn
	r.rollback.reseal = true
	r.rollback.void = !same && shuffle.SeenSince(engine.View{Hand: turn.Hand + 1}, v)
	t.Log.Warn("the store lost commits while the program was away; play continues from the older version",
		"version", t.version, "turn", v.Turn, "was", turn, "void", r.rollback.void)
	r.voidLost()
	t.Display.Refresh()
}

// CheckHands checks the hands that the channel shows since the store knew it last: the number of the latest one, and whether all messages
// since then were read. After lost hands new commitments replace those to the coming hands, and a running hand is void. Where the
// channel does not say it and the store was not in use for a while, hands may be lost: new commitments replace those, too.
// CheckHands reports whether it is finished: it waits for the end of a hand and for the store.
func (r *Recovery) CheckHands(latest int64, all bool) bool {
	t, lost, runs := r.table, latest >= r.table.Dealer.nextNumber(), r.table.View().Phase != engine.Idle
	switch {
	case lost:
	case all || !t.Dealer.IsUnsure():
		if t.Dealer.IsUnsure() {
			t.Amend(func(r *record.Table) { r.Shuffle.Checked = t.Env.Unused })
		}
		return true
	case runs:
		return false
	}
	if !r.confirmLease() {
		return false // another process may have dealt them
	}
	r.rollback.reseal, r.rollback.unseen = true, !lost
	if lost {
		r.reached, r.rollback.void = max(r.reached, latest), runs
	}
	t.Log.Warn("the store lost hands, or may have lost them; making new commitments for the next hands",
		"hand", t.View().Turn.Hand, "shown", latest, "lost", lost, "void", r.rollback.void)
	r.voidLost()
	t.Display.Refresh()
	return !r.rollback.reseal
}
