package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/command"
	"cardroom/bot/failpoint"
	"cardroom/bot/rest"
)

// onReady looks at the registered commands whenever the first shard has begun a session: so they are also mended when it
// could not be done before.
func (b *Bot) onReady(shard int, r *discordgo.Ready) {
	b.Metrics.Gateway.Sessions.Inc()
	b.Log.Info("connected to Discord; /table open opens a table", "shard", shard, "guilds", len(r.Guilds), "tables", len(b.Tables.All(0)))
	if r.User != nil {
		b.sweep(r.User.ID)
	}
	select {
	case b.app <- r.Application.ID:
	default: // known
	}
	if shard == 0 || b.config.ShardCount > 0 {
		b.Tasks.Go(func() { b.register(r.Application.ID) })
	}
}

// guildNote is the guilds that may have commands of their own, with blanks between them: one, but while that changes; ""
// when the commands are global. It says so before they have them, or a life that ends in between would leave them there.
const guildNote = "commands-guild"

// register makes the registered commands those of this program, where they differ. They are either global or in one
// guild: the others are removed, or everyone would see them twice.
func (b *Bot) register(app string) {
	client := b.Rest.As(app)
	ctx, cancel := context.WithTimeout(b.Ctx, time.Minute)
	defer cancel()
	was, err := b.Store.Note(ctx, guildNote)
	former := strings.Fields(was)
	if may := b.config.Guild; err == nil && may != "" && !slices.Contains(former, may) { // the program may end before it is done
		was = strings.TrimSpace(was + " " + may)
		err = b.keepGuilds(ctx, was)
	}
	if err == nil {
		err = b.registerIn(ctx, client, b.config.Guild, b.routes.Commands())
	}
	if err == nil && b.config.Guild != "" {
		err = b.registerIn(ctx, client, "", nil)
	}
	for _, guild := range former {
		if err == nil && guild != b.config.Guild {
			err = b.registerIn(ctx, client, guild, nil)
		}
	}
	if err == nil && was != b.config.Guild {
		err = b.keepGuilds(ctx, b.config.Guild)
	}
	if err != nil {
		b.Log.Error("the commands could not be registered", "err", err)
	}
}

// keepGuilds keeps the guilds that may have commands of their own.
func (b *Bot) keepGuilds(ctx context.Context, guilds string) error {
	return b.Hook.Do(failpoint.KeepGuild, func() error { return b.Store.SetNote(ctx, guildNote, guilds) })
}

func (b *Bot) registerIn(ctx context.Context, client *rest.Client, guild string, want []*discordgo.ApplicationCommand) error {
	have, err := client.Commands(ctx, guild)
	if err != nil {
		return fmt.Errorf("reading the commands: %w", err)
	}
	if command.SameCommands(have, want) {
		return nil
	}
	b.Log.Info("registering commands", "guild", guild, "count", len(want))
	return b.Hook.Do(failpoint.SetCommands, func() error { return client.SetCommands(ctx, guild, want) })
}
