package channel

import (
	"context"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// sayUnreadable tells the channel that the table cannot be read, once for each version of the record.
func (c *Channel) sayUnreadable(l *locale.Lang, version int64, nonce string) {
	ctx, cancel := context.WithTimeout(c.table.Env.Ctx, table.CreateTimeout)
	defer cancel()
	name, at := fmt.Sprintf("unreadable/%d/%d", c.table.Key.Guild, c.table.Key.Channel), strconv.FormatInt(version, 10)
	if said, err := c.table.Env.Store.Note(ctx, name); err != nil || said == at {
		return
	}
	m := &discordgo.MessageSend{Content: string(l.Say.Resting)}
	if _, err := c.table.Send(c.table.Env.Ctx, failpoint.PostResting, rest.Draft{Message: m, Nonce: nonce}); err != nil {
		c.table.Log.Warn("could not post that the table cannot be opened", "err", err)
		return
	}
	if err := c.table.Env.Hook.Do(failpoint.KeepResting, func() error { return c.table.Env.Store.SetNote(ctx, name, at) }); err != nil {
		c.table.Log.Warn("could not store that the channel has the notice of its unreadable table; it may get another", "err", err)
	}
}

// tellVoid announces why a hand is void, if the record says that the channel has not read it yet.
func tellVoid(c *Channel) {
	u := c.table.Record().VoidNotice
	c.messages.toldVoid = u.Hand
	if u.Hand == 0 {
		return
	}
	say, hand := &c.table.Locale().Say, render.HandNumber(u.Hand)
	text := say.Undone.Format("hand", hand)
	switch {
	case u.Blind:
		text = say.UndoneBlind.Format("hand", hand)
	case u.Timeout:
		text = say.Fair.BeaconLate.Format("hand", hand)
	case u.Removed:
		text = say.Fair.BeaconRemoved.Format("hand", hand)
	case u.Hidden:
		text = say.Fair.MessageLost.Format("hand", hand)
	}
	due := func() bool { return c.table.Record().VoidNotice == u }
	c.messages.post(outgoing{
		Draft:  rest.Draft{Message: &discordgo.MessageSend{Content: text}, Nonce: c.table.Nonce("undone", u.Hand)},
		effect: failpoint.PostUndone, due: due,
		sent: func(engine.ID) {
			if !due() {
				return
			}
			if err := c.table.Store("told", func(r *record.Table) { r.VoidNotice = record.VoidNotice{} }); err != nil {
				c.table.Log.Info("could not store that the channel has the notice of a void hand; it may get another", "hand", u.Hand, "err", err)
			}
		},
		failed: func() { c.table.Log.Warn("could not post that a hand is void", "hand", u.Hand) },
	})
}
