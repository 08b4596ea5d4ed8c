package account

import (
	"context"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
	"cardroom/store"
)

// Stats handles /stats: the stats of a user in this server.
func Stats(e *table.Env, in *interaction.Interaction) {
	who := in.User
	if in.Target.User != 0 {
		who = in.Target.User
	}
	if s, ok := statsOf(e, in, who); ok {
		e.Reply.Send(in, message.Ephemeral(withPost(in, text.Stats(in.Lang, who, s.Counts), render.VerbStats, userText(who))))
	}
}

// PostStats handles the button that posts the stats of a user.
func PostStats(e *table.Env, in *interaction.Interaction) {
	who := message.Snowflake(in.CustomID.Arg)
	if who == 0 || !in.Ephemeral {
		e.RefuseStale(in)
		return
	}
	s, ok := statsOf(e, in, who)
	if ok && e.Reply.MayPost(in) {
		l := table.PublicLang(e, in)
		e.Reply.Post(in, l, message.Content{Text: text.Stats(l, who, s.Counts)}, nil)
	}
}

// statsOf returns the stats of a user in this server. It answers if they cannot be read, and ok is false.
func statsOf(e *table.Env, in *interaction.Interaction, who engine.ID) (s store.Stats, ok bool) {
	s, err := storage.Read(e.Ctx, func(ctx context.Context) (store.Stats, error) { return e.Store.Stats(ctx, in.Key.Guild, who) })
	if err != nil {
		e.Reply.Refuse(in, err)
	}
	return s, err == nil
}

// withPost returns a private answer with the button that posts it.
func withPost(in *interaction.Interaction, text, verb, arg string) message.Content {
	post := render.Button{Label: string(in.Lang.Button.Post), Verb: verb, What: arg}
	return message.Content{Text: text, Rows: [][]render.Button{{post}}, IDs: message.CustomID{Table: in.Key.Channel}}
}
