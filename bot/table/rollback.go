package table

import (
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/engine"
)

// lostCommits is what the store has lost of a table.
type lostCommits struct {
	horizon engine.Turn // the furthest decision of which that is known
	void    bool        // the hand that runs has to be void: what was seen of it is lost
	reseal  bool        // the seals of the coming hands may have been dealt from in what is lost
}

// rolledBack handles a store that has lost what it had acknowledged, as by a failover: the table, which is adopted already,
// was at version once. What was done since is not done. Where it let cards be seen, nobody can play that hand on as if
// they had not been: it is void (R65).
func (r *recovery) rolledBack(was engine.View, version int64) {
	r.rollback.horizon = was.Latest
	r.rollback.void, r.rollback.reseal = r.rollback.void || seenSince(was, r.table.View()), true
	r.table.Log.Warn("the store went back: what was done since is undone", "version", r.table.version, "was", version, "void", r.rollback.void)
}

// voidLost voids the hand that has to be void, and lets go of seals under which hands may have been dealt that are lost: of
// such a hand somebody may have the proof, which opens seven of the decks it could be dealt from.
func (r *recovery) voidLost() {
	if r.rollback.void {
		err := r.table.apply(r.table.idempotencyKey("void"), engine.Void{At: engine.At(time.Now())}, nil)
		if r.uncertain.ongoing {
			return // again, when the store answers
		}
		r.rollback.void = false
		if err != nil {
			r.table.Log.Warn("there was no hand to call off", "err", err)
		}
	}
	if r.rollback.reseal && r.table.View().Phase == engine.Idle {
		next := r.table.state.record
		next.Shuffle.First, next.Shuffle.Message = 0, 0
		if err := r.table.commit(r.table.idempotencyKey("reseal"), r.table.state.game, next, nil, nil); err != nil {
			r.table.Log.Warn("the seals of the coming hands are still those of before", "err", err)
			return
		}
	}
	r.rollback.reseal = false
}

// seenSince reports whether any player saw a card between two states of a table, of which the later is lost: of the hand that
// runs in the earlier one.
func seenSince(later, earlier engine.View) bool {
	switch {
	case earlier.Phase == engine.Idle:
		return false // there is no hand that could be void
	case earlier.Phase == engine.Shuffling:
		return true // it was dealt, and is dealt the same only where it gets the same message
	case later.Hand != earlier.Hand, later.Voided:
		return true // it came to an end, or what came is not known
	case earlier.Phase == engine.Drawing && later.Turn != earlier.Turn:
		return true // whoever drew has seen what they drew
	}
	return public(later) > public(earlier)
}

// public returns how many cards everyone can see.
func public(v engine.View) int {
	n := len(v.Board)
	for _, b := range v.Again {
		n += len(b)
	}
	for _, s := range v.Seats {
		n += len(s.Shown)
	}
	return n
}

// CheckFuturePress handles a button for a turn that the table has not reached. It may be forged; or the store went back while
// the program was away, and nobody else knows. Discord sends the message along as it was under the press: where that had
// the button, it was drawn from what is lost.
func (t *Table) CheckFuturePress(k *interaction.Interaction) {
	if k.Drawn && !k.Ephemeral {
		t.CheckFutureButton(k.Message, k.CustomID, k.Heading)
	}
}

// CheckFutureButton takes in that a message of the bot's has a button, under a heading. Where that is of a decision that is yet to
// come, it is undone.
func (t *Table) CheckFutureButton(id engine.ID, button message.CustomID, heading string) {
	turn, v := button.Turn, t.View()
	if t.version == 0 || button.Table != t.Key.Channel ||
		id < t.state.record.Shuffle.Message || // it was drawn of a deck under seals that were let go of
		!turn.After(v.Latest) || !turn.After(t.recovery.rollback.horizon) {
		return
	}
	same := heading == t.Display.Heading() && v.Phase != engine.Drawing && v.Phase != engine.Showing // the same cards were seen: hand and street
	t.recovery.rollback.horizon = turn
	t.recovery.rollback.reseal = true
	t.recovery.rollback.void = !same && seenSince(engine.View{Hand: turn.Hand + 1}, v)
	t.Log.Warn("the store went back while the program was away: what was done since is undone",
		"version", t.version, "turn", v.Turn, "was", turn, "void", t.recovery.rollback.void)
	t.recovery.voidLost()
	t.Display.Refresh()
}
