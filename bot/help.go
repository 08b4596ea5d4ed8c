package bot

import (
	"cardroom/bot/host"
	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/render"
	"cardroom/render/text"
)

// help handles /help at a table.
func help(t *table.Table, in *interaction.Interaction) {
	s := t.Scene(in.User, in.Lang)
	t.Env.Reply.Text(in, text.Help(s, text.Now(s, t.MayHost(in))...))
}

// helpClosed handles /help where no table is open.
func helpClosed(e *table.Env, in *interaction.Interaction) {
	openRole := e.Prefs.Guild(in.Key.Guild).OpenRole
	e.Reply.Text(in, text.Help(render.Scene{Lang: in.Lang}, text.NowOpen(in.Lang, host.MayOpen(e, in), openRole)))
}

// rules handles /rules. They are the same at every table, and where there is none.
func rules(e *table.Env, in *interaction.Interaction) {
	e.Reply.Text(in, text.Rule(in.Lang, in.Options["topic"]))
}

// topics completes /rules.
func topics(_ *table.Env, in *interaction.Interaction) []render.Choice {
	return text.Topics(in.Lang, in.Options[in.Focus])
}
