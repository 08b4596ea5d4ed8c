package table

import (
	"errors"

	"cardroom/bot/interaction"
	"cardroom/engine"
	"cardroom/render"
)

// Refuse answers with why something was not done. This is the one place where errors become words: what is a person's
// own is told in their language; anything else is a reference number, with the details in the log.
func (t *Table) Refuse(k *interaction.Interaction, err error) {
	r, refused := errors.AsType[engine.Refusal](err)
	if _, rules := errors.AsType[engine.RulesError](err); refused && !rules {
		if r.Reason == engine.Stale {
			t.Env.Metrics.Presses.Stale.Inc()
		}
		t.Env.Reply.Text(k, render.Refusal(t.Scene(k.User, k.Lang), r))
		return
	}
	t.Env.Reply.Refuse(k, err)
}

// Answer answers with a text, or with the words for an error if there is one.
func Answer(t *Table, in *interaction.Interaction, err error, text string) {
	if err != nil {
		t.Refuse(in, err)
		return
	}
	t.Env.Reply.Text(in, text)
}

// RefuseStale answers a press on a message that shows no table: the message is old, or not the player's own.
func (e *Env) RefuseStale(in *interaction.Interaction) {
	e.Metrics.Presses.Stale.Inc()
	e.Reply.Text(in, render.Refusal(render.Scene{Lang: in.Lang}, engine.Refusal{Reason: engine.Stale, Rule: 28}))
}
