package channel

import (
	"fmt"

	"cardroom/bot/interaction"
	"cardroom/bot/rest"
	"cardroom/engine"
)

// Unblocked implements [Display].
func (a *Channel) Unblocked() {
	a.table.Env.Rest.Unblock(fmt.Sprint(a.table.Key.Channel))
	a.table.Unblock()
	a.posting.Reset()
	if a.Board == nil || a.boardIsBehind() {
		a.postBoard()
	}
}

var errRemoved = fmt.Errorf("the bot was removed from the server: %w", rest.ErrForbidden)

// Removed stands the table still at once: nobody can act, and nobody is to run out of time for it.
func (a *Channel) Removed() {
	if !a.table.IsOpen() {
		return
	}
	if a.Board != nil {
		a.Board.Close()
		a.Board = nil
	}
	a.Mirroring.dropMirror()
	a.notPosted(errRemoved)
}

// Back lets a table go on whose server has taken the bot in again.
func (a *Channel) Back() {
	if a.table.IsForbidden() {
		a.Unblocked()
	}
}

// neverWas says that a press comes from a message that was posted to be the board and never became it: it stands below the
// board, and the program was killed before it knew of it. Where a hand runs or is to start, sweep finds it first.
func (a *Channel) neverWas(k *interaction.Interaction) bool {
	return k.Kind == interaction.Press && k.Drawn && !k.Ephemeral && !a.posting.InFlight && k.Message != a.posting.stray && k.Message > a.table.Record().Board.Message
}

// RefuseStale answers a press on a button that was drawn for another moment.
func (a *Channel) RefuseStale(k *interaction.Interaction) {
	if !a.table.IsOpen() {
		a.table.Env.Reply.Text(k, string(k.Lang.Say.NoTable))
		return
	}
	if a.neverWas(k) {
		a.deleteMessage(k.Message, nil)
	}
	a.table.Refuse(k, engine.Refusal{Reason: engine.Stale, Rule: 28})
}
