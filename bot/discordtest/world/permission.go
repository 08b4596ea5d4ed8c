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
	private := ch.Private
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

// BotPermissions returns the bot's permissions in a channel.
func (w *World) BotPermissions(ch *Channel) int64 {
	return w.GuildPermissions(w.Guild(ch.Guild)) &^ ch.BotDenied
}
