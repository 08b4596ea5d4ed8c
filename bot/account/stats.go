package account

import (
	"errors"

	"cardroom/bot/interaction"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/render/text"
)

// Stats handles /stats: the stats of a user in this server.
func Stats(e *table.Env, in *interaction.Interaction) {
	who := in.User
	if in.Target.User != 0 {
		who = in.Target.User
	}
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	s, err := e.Store.Stats(ctx, in.Key.Guild, who)
	if err != nil {
		e.Reply.Refuse(in, errors.Join(storage.ErrUnknown, err))
		return
	}
	e.Reply.Text(in, text.Stats(in.Lang, who, s.Counts))
}
