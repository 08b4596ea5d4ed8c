package channel

import (
	"context"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/render"
	"cardroom/render/locale"
)

// sayUnreadable posts one calm line, once for each version that could not be read.
func (a *Channel) sayUnreadable(l *locale.Lang, version int64) {
	ctx, cancel := context.WithTimeout(a.table.Env.Ctx, table.CreateTimeout)
	defer cancel()
	name, at := fmt.Sprintf("unreadable/%d/%d", a.table.Key.Guild, a.table.Key.Channel), strconv.FormatInt(version, 10)
	if said, err := a.table.Env.Store.Note(ctx, name); err != nil || said == at {
		return
	}
	m := &discordgo.MessageSend{Content: string(l.Say.Resting)}
	if _, err := a.create(failpoint.PostResting, m, a.table.Nonce("unreadable", version)); err != nil {
		a.table.Log.Warn("the channel was not told that its table rests", "err", err)
		return
	}
	if err := a.table.Env.Hook.Do(failpoint.KeepResting, func() error { return a.table.Env.Store.SetNote(ctx, name, at) }); err != nil {
		a.table.Log.Warn("the channel may be told once more that its table rests", "err", err)
	}
}

// sayUndone tells the channel once that a hand was called off, and why.
func (a *Channel) sayUndone(l *locale.Lang, u record.VoidNotice) {
	say, hand := &l.Say, render.HandNumber(u.Hand)
	text := say.Undone.Format("hand", hand)
	if u.Blind {
		text = say.UndoneBlind.Format("hand", hand)
	}
	if _, err := a.create(failpoint.PostUndone, &discordgo.MessageSend{Content: text}, a.table.Nonce("undone", u.Hand)); err != nil {
		a.table.Log.Warn("the channel was not told that a hand is void", "hand", u.Hand, "err", err)
		return
	}
	a.table.Must(func() {
		if a.table.Record().VoidNotice != u {
			return
		}
		if err := a.table.Store("told", func(r *record.Table) { r.VoidNotice = record.VoidNotice{} }); err != nil {
			a.table.Log.Info("the channel may be told once more that a hand is void", "hand", u.Hand, "err", err)
		}
	})
}
