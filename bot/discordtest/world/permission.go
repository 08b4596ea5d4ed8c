package world

import "cardroom/bot/discordtest/object"

const (
	everything     = 1<<52 - 1
	botPermissions = object.MemberPermissions | object.ManageMessages | object.MentionEveryone | object.CreatePublicThreads | object.CreatePrivateThreads |
		object.CreateEvents
)

// Permissions returns a member's permissions in a channel. A thread has those of its channel; a private one is closed to
// members without Manage Threads, for this Discord adds no member to a thread.
func (w *World) Permissions(p *Member, ch *Channel) int64 {
	if p.Permissions&object.Administrator != 0 {
		return everything
	}
	private := ch.kind() == object.PrivateThread
	if ch.Parent != "" {
		ch = w.Channels[ch.Parent]
	}
	bits := p.Permissions &^ ch.Denied
	for _, id := range append([]string{p.User}, p.Roles...) {
		bits |= ch.Allowed[id]
	}
	if private && bits&object.ManageThreads == 0 {
		return 0
	}
	return bits
}

// GuildPermissions returns the bot's permissions in a guild.
func (w *World) GuildPermissions(g *Guild) int64 {
	if g.BotRemoved {
		return 0
	}
	return botPermissions &^ g.BotDenied
}

// BotPermissions returns the bot's permissions in a channel. A thread has those of its channel, also a thread that keeps the bot out.
func (w *World) BotPermissions(ch *Channel) int64 {
	bits := w.GuildPermissions(w.Guild(ch.Guild)) &^ ch.BotDenied
	if ch.Parent != "" {
		bits &^= w.Channels[ch.Parent].BotDenied
	}
	return bits
}

// BotSees reports whether the bot sees a channel: a private thread only if it is in there, or may manage threads.
func (c *Channel) BotSees(w *World) bool {
	bits := w.BotPermissions(c)
	return bits&object.ViewChannel != 0 && (!c.Uninvited || bits&object.ManageThreads != 0)
}

// LockedOut reports whether a thread is locked, and the bot may not manage threads.
func (c *Channel) LockedOut(w *World) bool {
	return c.Locked && w.BotPermissions(c)&object.ManageThreads == 0
}
