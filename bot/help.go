package bot

import (
	"cardroom/bot/host"
	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/render"
	"cardroom/render/text"
)

// help is /help at a table.
func help(a *table.Table, k *interaction.Interaction) {
	s := a.Scene(k.User, k.Lang)
	a.Env.Reply.Text(k, text.Help(s, text.Now(s, a.MayHost(k))...))
}

// helpClosed is /help where no table is open.
func helpClosed(e *table.Env, k *interaction.Interaction) {
	e.Reply.Text(k, text.Help(render.Scene{Lang: k.Lang}, text.NowOpen(k.Lang, host.MayOpen(e, k), e.Prefs.Guild(k.Key.Guild).OpenRole)))
}

// rules is /rules: they are the same at every table, and where there is none.
func rules(b *table.Env, k *interaction.Interaction) {
	b.Reply.Text(k, text.Rule(k.Lang, k.Options["topic"]))
}

// topics completes /rules.
func topics(_ *table.Env, k *interaction.Interaction) []render.Choice {
	return text.Topics(k.Lang, k.Options[k.Focus])
}
