package bot

import (
	"github.com/bwmarrin/discordgo"

	"cardroom/bot/channel"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/engine"
)

// moved takes in that a connection was resumed, that the bot came to a server or left one, or that a channel is gone.
func (b *Bot) moved(event any) {
	switch e := event.(type) {
	case *discordgo.Resumed:
		b.Metrics.Gateway.Resumes.Inc()
	case *discordgo.GuildDelete:
		if e.Guild == nil || e.Unavailable {
			return // an outage of Discord's
		}
		b.outside(message.Snowflake(e.ID), true)
		b.Tables.Each(message.Snowflake(e.ID), 0, func(a *table.Table) { channel.Of(a).Removed() })
	case *discordgo.GuildCreate: // one a guild after every connection, and when the bot is taken in
		if e.Guild != nil && !e.Unavailable && b.outside(message.Snowflake(e.ID), false) {
			b.Tables.Each(message.Snowflake(e.ID), 0, func(a *table.Table) { channel.Of(a).Back() })
		}
	case *discordgo.ChannelDelete:
		if e.Channel != nil {
			b.Tables.Each(message.Snowflake(e.GuildID), message.Snowflake(e.ID), (*table.Table).CloseOrphan)
		}
	case *discordgo.ThreadDelete:
		if e.Channel != nil {
			b.Tables.Each(message.Snowflake(e.GuildID), message.Snowflake(e.ID), (*table.Table).CloseOrphan)
		}
	}
}

// outside notes whether the bot is no member of a guild, and says what was noted before.
func (b *Bot) outside(guild engine.ID, is bool) (was bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	was = b.left[guild]
	delete(b.left, guild)
	if is {
		b.left[guild] = true
	}
	return was
}
