package bot

import (
	"errors"

	"cardroom/bot/interaction"
	"cardroom/engine"
	"cardroom/render"
)

// refuse answers with why something was not done. This is the one place where errors become words: what is a person's
// own is told in their language; anything else is a reference number, with the details in the log.
func (a *actor) refuse(k *interaction.Interaction, err error) {
	r, refused := errors.AsType[engine.Refusal](err)
	if _, rules := errors.AsType[engine.RulesError](err); refused && !rules {
		if r.Reason == engine.Stale {
			a.bot.metrics.Presses.Stale.Inc()
		}
		a.bot.reply.Text(k, render.Refusal(a.scene(k.User, k.Lang), r))
		return
	}
	a.bot.reply.Refuse(k, err)
}

// neverWas says that a press comes from a message that was posted to be the board and never became it: it stands below the
// board, and the program was killed before it knew of it. Where a hand runs or is to start, sweep finds it first.
func (a *actor) neverWas(k *interaction.Interaction) bool {
	return k.Kind == interaction.Press && k.Drawn && !k.Ephemeral && !a.posting.flying && k.Message != a.posting.stray && k.Message > a.record.Board.Message
}

// refuseStale answers a press on a button that was drawn for another moment.
func (a *actor) refuseStale(k *interaction.Interaction) {
	if a.version == 0 {
		a.bot.reply.Text(k, string(k.Lang.Say.NoTable))
		return
	}
	if a.neverWas(k) {
		a.deleteMessage(k.Message, nil)
	}
	a.refuse(k, engine.Refusal{Reason: engine.Stale, Rule: 28})
}
