package host

import (
	"fmt"
	"slices"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
)

// MirrorTo is /watch mirror.
func MirrorTo(a *table.Table, k *interaction.Interaction) {
	say, to, m := &k.Lang.Watch, k.ChannelOption, a.State.Record.Mirror
	channelID := render.Channel(to.ID)
	switch {
	case m.Channel == 0 && to.ID == a.Key.Channel:
		a.Env.Reply.Text(k, string(say.Nowhere))
	case to.ID == a.Key.Channel || m.Channel != 0 && to.ID == m.Channel:
		d := text.AuditEntry{What: text.DidUnmirror, Channel: m.Channel}
		setMirror(a, k, record.MirrorRef{}, d, say.Ended.Format("channel", render.Channel(m.Channel)))
	case to.ID == 0 || !slices.Contains(interaction.TextChannels, to.Kind):
		a.Env.Reply.Text(k, say.NoText.Format("channel", channelID))
	case !to.Writable():
		a.Env.Reply.Text(k, say.NoSend.Format("channel", channelID))
	case a.Env.Plays(a.Key.Guild, to.ID):
		a.Env.Reply.Text(k, say.HasTable.Format("channel", channelID))
	case a.Env.Mirrors(a.Key.Guild, to.ID):
		a.Env.Reply.Text(k, say.Taken.Format("channel", channelID))
	default:
		a.Env.Rest.Unblock(fmt.Sprint(to.ID)) // if it has refused the bot before, who asks again may have mended that
		channel.Of(a).Mirroring.Mirror.Over()
		next := record.MirrorRef{By: message.Snowflake(k.ID), Ref: message.Ref{Channel: to.ID}}
		setMirror(a, k, next, text.AuditEntry{What: text.DidMirror, Channel: to.ID}, say.Mirrored.Format("channel", channelID))
	}
}

// setMirror puts a mirror in the place of the one there is. Its message goes.
func setMirror(a *table.Table, k *interaction.Interaction, next record.MirrorRef, d text.AuditEntry, done string) {
	err := a.Update(k, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
		r.SetMirror(next)
		audit(r, k, d)
		return nil, nil
	})
	if err != nil {
		a.Refuse(k, err)
		return
	}
	a.Env.Reply.Text(k, done)
}
