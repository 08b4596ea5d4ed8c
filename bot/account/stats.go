package account

import (
	"errors"

	"cardroom/bot/interaction"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/render/text"
)

// Played is /stats: what a person has done in the hands of this server.
func Played(b *table.Env, k *interaction.Interaction) {
	who := k.User
	if k.Target.User != 0 {
		who = k.Target.User
	}
	ctx, cancel := storage.Within(b.Ctx)
	defer cancel()
	s, err := b.Store.Stats(ctx, k.Key.Guild, who)
	if err != nil {
		b.Reply.Refuse(k, errors.Join(storage.ErrUnknown, err))
		return
	}
	b.Reply.Text(k, text.Stats(k.Lang, who, s.Counts))
}
