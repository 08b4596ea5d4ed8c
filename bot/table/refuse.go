package table

import (
	"errors"

	"cardroom/bot/interaction"
	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render"
)

// Refuse tells the user why a request failed. Only here do errors become words. An error about the user's own request has
// words in their language. Any other error gets a reference number, with the details in the log.
func (t *Table) Refuse(in *interaction.Interaction, err error) {
	r, refused := errors.AsType[engine.Refusal](err)
	if _, rules := errors.AsType[poker.RulesError](err); refused && !rules {
		if r.Reason == engine.Stale {
			t.Env.Metrics.Presses.Stale.Inc()
		}
		t.Env.Reply.Text(in, render.Refusal(t.Scene(in.User, in.Lang), r))
		return
	}
	t.Env.Reply.Refuse(in, err)
}

// Answer answers with the text, or with the words for an error if there is one.
func Answer(t *Table, in *interaction.Interaction, err error, text string) {
	if err != nil {
		t.Refuse(in, err)
		return
	}
	t.Env.Reply.Text(in, text)
}

// RefuseStale answers a press on a message that shows no table: an old message, or another player's.
func (e *Env) RefuseStale(in *interaction.Interaction) {
	e.Metrics.Presses.Stale.Inc()
	e.Reply.Text(in, render.Refusal(render.Scene{Lang: in.Lang}, engine.Refusal{Reason: engine.Stale, Rule: 28}))
}
