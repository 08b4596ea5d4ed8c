package bot

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/channel"
	"cardroom/bot/command"
	"cardroom/bot/gateway"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/bot/tournament"
	"cardroom/engine"
)

// onReady runs whenever a shard has begun a session.
func (b *Bot) onReady(shard int, r *discordgo.Ready) {
	b.Metrics.Gateway.Sessions.Inc()
	b.Log.Info("connected to Discord; /table open opens a table", "shard", shard, "guilds", len(r.Guilds), "tables", int(b.openTables()))
	user := ""
	if r.User != nil {
		user = r.User.ID
	}
	b.guilds.listed.Range(func(guild, s any) bool {
		if s == shard {
			b.guilds.listed.Delete(guild)
		}
		return true
	})
	for _, g := range r.Guilds {
		b.guilds.listed.Store(message.Snowflake(g.ID), shard)
	}
	b.connectedAs(user, r.Application.ID)
	if shard == 0 || b.config.ShardCount > 0 {
		b.register(r.Application.ID, 0)
	}
}

// onResumed runs whenever a shard goes on with a session. If another process began it, the bot learns its own ids now.
func (b *Bot) onResumed() {
	b.Metrics.Gateway.Resumes.Inc()
	if b.inherited.session.Application != "" && b.Me.Load() == nil {
		b.Log.Info("resumed the session of the last process", "shard", b.config.ShardID, "tables", int(b.openTables()))
		b.connectedAs(b.inherited.session.User, b.inherited.session.Application)
		if !b.process.links.Known() {
			b.register(b.inherited.session.Application, 0)
		} else if b.process.comparing.CompareAndSwap(false, true) {
			b.register(b.inherited.session.Application, compareAfter)
		}
	}
}

// compareAfter is how long after a hand-over the bot compares the registered commands, once for all shards that come meanwhile. The
// process before may be of another version, and have registered its own.
const compareAfter = 5 * time.Second

// connectedAs takes in the ids of the bot's user, if it is known, and of the application.
func (b *Bot) connectedAs(user, app string) {
	if user != "" {
		b.sweep(user)
	}
	select {
	case b.app.id <- app:
	default: // already known
	}
}

// register compares the registered commands after a time, and replaces them if they differ. It does nothing while it still tries to since
// an earlier session.
func (b *Bot) register(app string, after time.Duration) {
	b.Tasks.Go(func() {
		if after > 0 {
			select {
			case <-time.After(after):
				b.process.comparing.Store(false)
			case <-b.Running.Done(): // the next process compares them
				b.process.comparing.Store(false)
				return
			}
		}
		if !b.app.registering.CompareAndSwap(false, true) {
			return
		}
		defer b.app.registering.Store(false)
		registrar := command.Registrar{
			Rest: b.Rest.As(app), Store: b.Store, Hook: b.Hook, Log: b.Log, Guild: b.config.Guild, Links: &b.process.links, Turns: b.process.registering,
		}
		registrar.Register(b.Ctx, b.Running, b.routes.Commands())
	})
}

// application is the bot's application at Discord.
type application struct {
	id          chan string // once Discord has sent it
	registering atomic.Bool // the bot's commands
}

// sweep removes, once in a run of the program, the leftovers of earlier runs from the channels of active tables. me is the
// bot's user.
func (b *Bot) sweep(me string) {
	if b.Me.Swap(&me) != nil {
		return
	}
	for _, t := range b.Tables.All(0) {
		t.Post(func() {
			if t.HandRuns() {
				channel.Of(t).Tidy()
			}
		})
	}
}

// handleEvent handles a gateway event other than an interaction: a resumed connection, a joined or left server, a deleted
// channel, or a thread that the bot can write in again.
func (b *Bot) handleEvent(event any) {
	switch e := event.(type) {
	case *discordgo.Resumed:
		b.onResumed()
	case *discordgo.GuildDelete:
		switch {
		case e.Guild == nil:
			return
		case e.Unavailable: // an outage of Discord, whose end brings an event as that of a session that begins
			b.guilds.listed.Store(message.Snowflake(e.ID), 0) // the event does not say its shard
			return
		}
		b.guilds.left.Store(message.Snowflake(e.ID), true)
		b.Tables.Each(message.Snowflake(e.ID), 0, b.removed)
	case *gateway.GuildCreate: // for each guild after every connection, and when the bot joins one
		if !e.Unavailable && b.joins(message.Snowflake(e.ID)) {
			b.Tables.Each(message.Snowflake(e.ID), 0, b.back)
		}
	case *discordgo.ChannelDelete: // no event tells of its threads
		if e.Channel != nil {
			b.Tables.Each(message.Snowflake(e.GuildID), message.Snowflake(e.ID), func(t *table.Table) { t.Venue().CloseOrphan() })
			b.parents.find(b.Env, message.Snowflake(e.GuildID), message.Snowflake(e.ID))
		}
	case *discordgo.ThreadCreate: // also when a user adds the bot to a private thread
		seesThread(b, e.Channel)
	case *discordgo.ThreadUpdate: // also when a user unlocks it
		seesThread(b, e.Channel)
	case *discordgo.ThreadDelete:
		if e.Channel != nil {
			b.Tables.Each(message.Snowflake(e.GuildID), message.Snowflake(e.ID), func(t *table.Table) { t.Venue().CloseOrphan() })
		}
	}
}

// guilds records the guilds of the bot that need attention, by engine.ID.
type guilds struct {
	left   sync.Map // that have removed the bot
	listed sync.Map // of READY or with an outage, until their own event: the shard
}

// joins reports whether the event of a guild says that it has added the bot, and not only that a session has begun. The bot may have missed
// its removal. A session that begins says nothing about permissions, and each refusal counts towards a ban.
func (b *Bot) joins(guild engine.ID) bool {
	_, left := b.guilds.left.LoadAndDelete(guild)
	_, listed := b.guilds.listed.LoadAndDelete(guild)
	return left || !listed
}

// removed pauses a table whose server has removed the bot. Its channels get no request until the bot is back.
func (b *Bot) removed(t *table.Table) {
	for _, in := range channelsOf(t) {
		b.Rest.Leave(fmt.Sprint(in))
	}
	channel.Of(t).Removed()
}

// back resumes a table whose server has added the bot again.
func (b *Bot) back(t *table.Table) {
	for _, in := range channelsOf(t) {
		b.Rest.Unblock(fmt.Sprint(in))
	}
	if t.Venue().IsForbidden() {
		channel.Of(t).Unblocked(true)
	}
	tournament.Unblocked(t)
}

// shownByThread stands for the bot's permissions in a thread's event, which does not say them.
const shownByThread = -1

// seesThread resumes the table or lobby of a thread that has kept the bot out: Discord sends an open thread only to those who can see it.
// A bot that can see it may still not write there. So events of a thread that stays open cause one more request in ten minutes. Of a thread
// that takes its messages they say nothing: what Discord refuses there, such as files, it would refuse again.
func seesThread(b *Bot, c *discordgo.Channel) {
	if c == nil || c.ThreadMetadata == nil {
		return
	}
	if c.ThreadMetadata.Locked || c.ThreadMetadata.Archived {
		b.Rest.Lack(c.ID)
		return
	}
	id, blocked := message.Snowflake(c.ID), b.Rest.Blocks(c.ID) // after the refusal of any message
	b.Tables.Each(message.Snowflake(c.GuildID), id, func(t *table.Table) {
		forbidden, e := t.Where().Channel == id && t.Venue().IsForbidden(), t.Summary().Event
		lobby := blocked && e != nil && e.Lobby.Channel == id
		board := forbidden || blocked && t.Where().Channel == id
		if !board && !lobby || !b.Rest.Resume(c.ID, shownByThread).IsZero() {
			return
		}
		if forbidden {
			channel.Of(t).Unblocked(true)
		}
		if lobby {
			tournament.Unblocked(t)
		}
	})
}

// channelsOf returns the channels where a table shows itself: its own, its mirror's and the lobby's.
func channelsOf(t *table.Table) []engine.ID {
	s, in := t.Summary(), []engine.ID{t.Where().Channel}
	if s.Mirror != 0 {
		in = append(in, s.Mirror)
	}
	if s.Event != nil {
		in = append(in, s.Event.Lobby.Channel)
	}
	return in
}
