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

// Mirror handles /watch mirror.
func Mirror(t *table.Table, in *interaction.Interaction) {
	say, to, m := &in.Lang.Watch, in.ChannelOption, t.Record().Mirror
	channelID := render.Channel(to.ID)
	switch {
	case m.Channel == 0 && to.ID == t.Where().Channel:
		t.Env.Reply.Text(in, string(say.Nowhere))
	case to.ID == t.Where().Channel || m.Channel != 0 && to.ID == m.Channel:
		d := text.AuditEntry{What: text.DidUnmirror, Channel: m.Channel}
		setMirror(t, in, record.MirrorRef{}, d, say.Ended.Format("channel", render.Channel(m.Channel)))
	case to.ID == 0 || !slices.Contains(interaction.TextChannels, to.Kind):
		t.Env.Reply.Text(in, say.NoText.Format("channel", channelID))
	case !to.Writable():
		t.Env.Reply.Text(in, say.NoSend.Format("channel", channelID))
	case t.Env.Tables.Plays(t.Key.Guild, to.ID):
		t.Env.Reply.Text(in, say.HasTable.Format("channel", channelID))
	case isMirror(t.Env, t.Key.Guild, to.ID):
		t.Env.Reply.Text(in, say.Taken.Format("channel", channelID))
	default:
		t.Env.Rest.Unblock(fmt.Sprint(to.ID)) // permissions may have been fixed since Discord last refused
		channel.Of(t).RetryMirror()
		next := record.MirrorRef{By: message.Snowflake(in.ID), Ref: message.Ref{Channel: to.ID}}
		setMirror(t, in, next, text.AuditEntry{What: text.DidMirror, Channel: to.ID}, say.Mirrored.Format("channel", channelID))
	}
}

// setMirror replaces the mirror. The message of the former mirror is deleted.
func setMirror(t *table.Table, in *interaction.Interaction, next record.MirrorRef, d text.AuditEntry, done string) {
	err := t.Update(in, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
		r.SetMirror(next)
		audit(r, in, d)
		return nil, nil
	})
	t.Answer(in, err, done)
}

// isMirror reports whether a channel shows the board of another channel's table.
func isMirror(e *table.Env, guild, channel engine.ID) bool {
	return slices.ContainsFunc(e.Tables.All(guild), func(t *table.Table) bool { return t.Summary().Mirror == channel })
}
