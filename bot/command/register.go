package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/rest"
	"cardroom/internal/retry"
	"cardroom/store"
)

// guildNote is the note with the guilds that may have commands of their own, separated by spaces. It names one guild, two
// while that changes, or none when the commands are global. Register stores it before a guild gets its commands, so that
// the next run can remove them if the program ends in between.
const guildNote = "commands-guild"

// Registrar registers commands with Discord.
type Registrar struct {
	Rest  *rest.Client // of the application
	Store store.Store
	Hook  failpoint.Hook
	Log   *slog.Logger
	Guild string // the only guild with the commands; "" registers them globally
	Links *Links // learns their ids
	Turns *Turns

	logged map[string]bool // the guilds of this registration that the log has
}

// Turns lets the bots of a process register one at a time: the others then find the commands registered. It must not be copied.
type Turns struct {
	turn    chan struct{} // full while a bot has it
	refusal string        // the newest in the log, of the bot that has the turn
}

// NewTurns returns the turns of the bots of a process.
func NewTurns() *Turns { return &Turns{turn: make(chan struct{}, 1)} }

// backoff is the retry schedule of a registration, and tryTime bounds one try.
var backoff = retry.Backoff{First: 5 * time.Second, Max: 5 * time.Minute}

const tryTime = time.Minute

// Register replaces the registered commands if they differ from these. Commands are either global or in one guild: Register
// removes the others, or users would see each command twice. It tries until that succeeds, Discord refuses it for good, or running
// ends. Its requests end with ctx.
func (r Registrar) Register(ctx, running context.Context, commands []*discordgo.ApplicationCommand) {
	select {
	case r.Turns.turn <- struct{}{}:
		defer func() { <-r.Turns.turn }()
	case <-running.Done():
		return
	}
	failures := 0
	r.logged = map[string]bool{}
	err := retry.Do(running, backoff, func(context.Context) error {
		within, cancel := context.WithTimeout(ctx, tryTime)
		defer cancel()
		err := r.register(within, commands)
		switch {
		case err == nil || running.Err() != nil:
			return err
		case refused(err):
			return retry.Permanent(err)
		case failures == 0:
			r.Log.Warn("could not register the commands; retrying", "err", err)
		default:
			r.Log.Debug("could not register the commands", "tries", failures+1, "err", err)
		}
		failures++
		return err
	})
	if running.Err() == nil {
		r.logEnd(err, failures+1)
	}
}

// logEnd logs how a registration ended after some tries. Another bot of the process, or a later session, may get the same refusal.
func (r Registrar) logEnd(err error, tries int) {
	before := r.Turns.refusal
	r.Turns.refusal = ""
	if err != nil {
		r.Turns.refusal = err.Error()
	}
	switch {
	case err == nil && (tries > 1 || before != ""):
		r.Log.Info("the commands are registered", "tries", tries)
	case err == nil:
	case before == err.Error():
		r.Log.Debug("could not register the commands, as before", "err", err)
	case r.Guild != "" && rest.KeepsOut(err):
		r.Log.Error("could not register the commands: invite the bot to the server of DISCORD_GUILD_ID, or correct that number; then restart the bot", "err", err)
	default:
		r.Log.Error("could not register the commands: Discord does not take them; restart the bot to try once more, and report this if it comes back", "err", err)
	}
}

// dailyCreates is Discord's code where an application has made as many commands as it may in a day.
const dailyCreates = 30034

// refused reports whether Discord would refuse the same commands again. An answer without its code may be that of a proxy.
func refused(err error) bool {
	e, ok := errors.AsType[*rest.Error](err)
	return ok && e.Code != 0 && e.Code != dailyCreates && (rest.Refused(err) || rest.KeepsOut(err) || errors.Is(err, rest.ErrUnauthorized))
}

func (r Registrar) register(ctx context.Context, commands []*discordgo.ApplicationCommand) error {
	guilds, err := r.Store.Note(ctx, guildNote)
	if err != nil {
		return err
	}
	former := strings.Fields(guilds)
	if r.Guild != "" && !slices.Contains(former, r.Guild) {
		guilds = strings.TrimSpace(guilds + " " + r.Guild)
		if err := r.note(ctx, guilds); err != nil {
			return err
		}
	}
	registered, err := r.replace(ctx, r.Guild, commands)
	if err != nil {
		return err
	}
	r.Links.Learn(registered)
	if r.Guild != "" {
		if _, err := r.replace(ctx, "", nil); err != nil {
			return err
		}
	}
	for _, guild := range former {
		if guild == r.Guild {
			continue
		}
		_, err := r.replace(ctx, guild, nil)
		switch {
		case errors.Is(err, rest.ErrForbidden), errors.Is(err, rest.ErrNoChannel): // the bot has left it, or it was deleted
			r.Log.Info("a guild refuses to remove the bot's former commands; forgetting it", "guild", guild, "err", err)
		case err != nil:
			return err
		}
	}
	if guilds == r.Guild {
		return nil
	}
	return r.note(ctx, r.Guild)
}

// note stores which guilds may have commands of their own.
func (r Registrar) note(ctx context.Context, guilds string) error {
	return r.Hook.Do(failpoint.KeepGuild, func() error { return r.Store.SetNote(ctx, guildNote, guilds) })
}

// replace replaces the commands of a guild, or the global ones if guild is "", unless Discord has them already. It returns
// Discord's, with their ids.
func (r Registrar) replace(ctx context.Context, guild string, want []*discordgo.ApplicationCommand) (registered []*discordgo.ApplicationCommand, err error) {
	have, err := r.Rest.Commands(ctx, guild)
	if err != nil {
		return nil, fmt.Errorf("reading the commands: %w", err)
	}
	if guild != "" {
		have, want = withoutContexts(have), withoutContexts(want)
	}
	if sameCommands(have, want) {
		return have, nil
	}
	if !r.logged[guild] {
		r.logged[guild] = true
		r.Log.Info("registering commands", "guild", guild, "count", len(want))
	}
	err = r.Hook.Do(failpoint.SetCommands, func() error {
		registered, err = r.Rest.SetCommands(ctx, guild, want)
		return err
	})
	return registered, err
}

// withoutContexts returns the commands as a guild can have them. Both kinds of contexts, of use and of installation, are for global commands:
// Discord drops a guild's or gives it others, and the commands would seem to differ at every start.
func withoutContexts(commands []*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand {
	list := make([]*discordgo.ApplicationCommand, len(commands))
	for i, c := range commands {
		own := *c
		own.Contexts, own.IntegrationTypes = nil, nil
		list[i] = &own
	}
	return list
}

// sameCommands reports whether users would see no difference. Discord adds ids, versions and defaults, sorts lists in its
// own order, and omits empty fields.
func sameCommands(have, want []*discordgo.ApplicationCommand) bool {
	byName := func(a, b *discordgo.ApplicationCommand) int { return strings.Compare(a.Name, b.Name) }
	return slices.EqualFunc(slices.SortedFunc(slices.Values(have), byName), slices.SortedFunc(slices.Values(want), byName), sameCommand)
}

func sameCommand(a, b *discordgo.ApplicationCommand) bool {
	return a.Name == b.Name && maps.Equal(given(a.NameLocalizations), given(b.NameLocalizations)) &&
		a.Description == b.Description && maps.Equal(given(a.DescriptionLocalizations), given(b.DescriptionLocalizations)) &&
		same(a.DefaultMemberPermissions, b.DefaultMemberPermissions) &&
		slices.Equal(given(a.Contexts), given(b.Contexts)) && slices.Equal(given(a.IntegrationTypes), given(b.IntegrationTypes)) && slices.EqualFunc(a.Options, b.Options, sameOption)
}

func sameOption(a, b *discordgo.ApplicationCommandOption) bool {
	return a.Type == b.Type && a.Name == b.Name && maps.Equal(a.NameLocalizations, b.NameLocalizations) &&
		a.Description == b.Description && maps.Equal(a.DescriptionLocalizations, b.DescriptionLocalizations) &&
		a.Required == b.Required && a.Autocomplete == b.Autocomplete && slices.Equal(a.ChannelTypes, b.ChannelTypes) &&
		same(a.MinValue, b.MinValue) && a.MaxValue == b.MaxValue && same(a.MinLength, b.MinLength) && a.MaxLength == b.MaxLength &&
		slices.EqualFunc(a.Choices, b.Choices, sameChoice) && slices.EqualFunc(a.Options, b.Options, sameOption)
}

func sameChoice(a, b *discordgo.ApplicationCommandOptionChoice) bool {
	return a.Name == b.Name && maps.Equal(a.NameLocalizations, b.NameLocalizations) && a.Value == b.Value
}

// given returns the value of a field, or zero if it is missing.
func given[T any](field *T) (v T) {
	if field != nil {
		v = *field
	}
	return v
}

// same reports whether both fields are missing, or have the same value.
func same[T comparable](a, b *T) bool { return (a == nil) == (b == nil) && given(a) == given(b) }
