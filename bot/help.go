package bot

import (
	"cardroom/bot/host"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/reply"
	"cardroom/bot/table"
	"cardroom/bot/tournament/directory"
	"cardroom/bot/tournament/scene"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// help handles /help at a table.
func help(t *table.Table, in *interaction.Interaction) {
	s := t.Scene(in.User, in.Lang)
	if seat, ok := s.OwnSeat(); ok && seat.RebuyBy != 0 {
		c, _ := t.Funds().Refill(in.User) // without an amount the help names no button
		s.Rebuy = c.Chips
	}
	answerHelp(&t.Env.Reply, in, s, t.Locale(), text.Now(s, t.Locale(), t.MayHost(in))...)
}

// helpEvent handles /help at the table of a tournament.
func helpEvent(t *table.Table, in *interaction.Interaction) {
	answerHelp(&t.Env.Reply, in, t.Scene(in.User, in.Lang), t.Locale(), scene.Help(t, in)...)
}

// helpClosed handles /help in a channel without an open table.
func helpClosed(e *table.Env, in *interaction.Interaction) {
	now, board := directory.Help(e, in)
	if len(now) == 0 {
		now = []string{text.NowOpen(in.Lang, host.MayOpen(e, in), e.Prefs.Guild(in.Key.Guild).OpenRole)}
	}
	answerHelp(&e.Reply, in, render.Scene{Lang: in.Lang}, board, now...)
}

// answerHelp answers with the help of a scene and its menu of topics. The scene's board is in a language of its own.
func answerHelp(r *reply.Responder, in *interaction.Interaction, s render.Scene, board *locale.Lang, now ...string) {
	content, rows := text.Help(s, board, now...)
	r.Send(in, message.Ephemeral(helpContent(in, content, rows)))
}

// helpContent returns a page of the help as a message.
func helpContent(in *interaction.Interaction, content string, rows [][]render.Button) message.Content {
	return message.Content{Text: content, Rows: rows, IDs: message.CustomID{Table: in.Key.Channel}}
}

// helpTopic handles the menu of the help: it shows the chosen page in place of the one before. A custom id is untrusted, so
// it only accepts presses on the user's own ephemeral messages.
func helpTopic(e *table.Env, in *interaction.Interaction) {
	content, rows, ok := text.HelpTopic(in.Lang, in.Text)
	if !ok || !in.Ephemeral {
		e.RefuseStale(in)
		return
	}
	e.Reply.Send(in, message.Update(helpContent(in, content, rows)))
}

// rules handles /rules, which works with or without a table.
func rules(e *table.Env, in *interaction.Interaction) {
	e.Reply.Text(in, text.Rule(in.Lang, in.Options["topic"]))
}

// topics completes /rules.
func topics(_ *table.Env, in *interaction.Interaction) []render.Choice {
	return text.Topics(in.Lang, in.Options[in.Focus])
}
