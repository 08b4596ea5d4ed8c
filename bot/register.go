package bot

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render/locale"

	"github.com/bwmarrin/discordgo"
)

// option is an option of a slash command; its words are in the language files.
type option struct {
	name     string
	number   bool // a whole number; otherwise text
	flag     bool // true or false
	role     bool // a role of the server
	person   bool // somebody on it
	channel  bool // a text channel or thread of it
	language bool // a language there is, by its own name, beside the choices
	required bool
	complete bool     // has autocompletion
	choices  []string // the only values, if there are any
	min, max float64  // of numbers
}

// tree is every slash command by its path, in the order in which Discord is to have them.
var tree = []struct {
	path    string
	options []option
}{
	{"table open", []option{
		{name: "game", choices: []string{"holdem", "omaha", "draw"}},
		{name: "limit", choices: []string{"nl", "pl", "fl"}},
		{name: "small-blind", complete: true}, {name: "big-blind", complete: true}, {name: "ante", complete: true},
		{name: "min-buyin", complete: true}, {name: "max-buyin", complete: true},
		{name: "seats", number: true, min: 2, max: engine.MaxSeats},
		{name: "clock"},
		{name: "pause", number: true, min: 0, max: 60},
	}},
	{"table settings", nil},
	{"table status", nil},
	{"table pause", nil},
	{"table resume", nil},
	{"table close", nil},
	{"table kick", []option{{name: "player", person: true, required: true}}},
	{"table host", []option{{name: "player", person: true, required: true}}},
	{"table log", nil},
	{"table preset", []option{
		{name: "name", required: true, complete: true},
		{name: "action", required: true, choices: []string{"save", "load"}},
	}},
	{"table bot add", []option{
		{name: "level", choices: []string{"easy", "normal", "hard"}},
		{name: "count", number: true, min: 1, max: mostHouse},
	}},
	{"table bot remove", []option{
		{name: "level", choices: []string{"easy", "normal", "hard"}},
		{name: "count", number: true, min: 1, max: mostHouse},
	}},
	{"sit", []option{
		{name: "buyin", complete: true},
		{name: "seat", number: true, complete: true, min: 1, max: engine.MaxSeats},
		{name: "post", flag: true},
	}},
	{"leave", nil},
	{"topup", []option{{name: "amount", required: true, complete: true}}},
	{"sitout", nil},
	{"sitin", nil},
	{"fold", nil},
	{"check", nil},
	{"call", nil},
	{"bet", []option{{name: "amount", required: true, complete: true}}},
	{"raise", []option{{name: "to", required: true, complete: true}}},
	{"allin", nil},
	{"draw", []option{{name: "discard", required: true, complete: true}}},
	{"straddle", []option{{name: "on", flag: true, required: true}}},
	{"runit", []option{{name: "times", number: true, required: true, min: 1, max: 3}}},
	{"show", nil},
	{"cut", []option{{name: "text", required: true}}},
	{"verify", []option{{name: "hand", complete: true}}},
	{"clock", nil},
	{"cards", nil},
	{"settings", []option{
		{name: "language", language: true, choices: []string{options.AsDiscord}},
		{name: "auto-muck", choices: []string{"on", "off"}}, {name: "ping", choices: []string{"off", "nudge", "always"}},
		{name: "four-colour", choices: []string{"on", "off"}}, {name: "text-only", choices: []string{"on", "off"}},
		{name: "forget", flag: true},
	}},
	{"server", []option{{name: "language", language: true, choices: []string{options.AsDiscord}}, {name: "opener-role", role: true},
		{name: "house-chips", choices: []string{"practice", "wallet"}}}},
	{"watch list", nil},
	{"watch follow", nil},
	{"watch mirror", []option{{name: "channel", channel: true, required: true}}},
	{"chips balance", nil},
	{"chips daily", nil},
	{"chips board", nil},
	{"chips give", []option{{name: "player", person: true, required: true}, {name: "amount", required: true, complete: true}}},
	{"chips grant", []option{{name: "player", person: true, required: true}, {name: "amount", required: true, complete: true}}},
	{"ledger", nil},
	{"history", []option{{name: "hand", complete: true}, {name: "format", choices: handFormats}}},
	{"stats", []option{{name: "player", person: true}}},
	{"rules", []option{{name: "topic", complete: true}}},
	{"help", nil},
}

// commands is the tree as Discord takes it, in every language there is.
func commands() []*discordgo.ApplicationCommand {
	var list []*discordgo.ApplicationCommand
	for _, leaf := range tree {
		words := strings.Fields(leaf.path)
		i := slices.IndexFunc(list, func(c *discordgo.ApplicationCommand) bool { return c.Name == words[0] })
		if i < 0 {
			list, i = append(list, command(words[0])), len(list)
		}
		if len(words) == 1 {
			list[i].Options = leafOptions(leaf.path, leaf.options)
			continue
		}
		list[i].Options = grow(list[i].Options, words[0], words[1:], leaf.options)
	}
	return list
}

func command(name string) *discordgo.ApplicationCommand {
	about := description(func(l *locale.Lang) string { return l.Commands[name].About })
	guildOnly := []discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	c := &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: name, Description: about.english, Contexts: &guildOnly,
		Options: []*discordgo.ApplicationCommandOption{},
	}
	if names := description(func(l *locale.Lang) string { return l.Commands[name].Name }); len(names.others) > 0 {
		c.NameLocalizations = &names.others
	}
	if len(about.others) > 0 {
		c.DescriptionLocalizations = &about.others
	}
	return c
}

// grow adds a subcommand, and the group it is in when it has one.
func grow(to []*discordgo.ApplicationCommandOption, path string, words []string, leaf []option) []*discordgo.ApplicationCommandOption {
	path += " " + words[0]
	i := slices.IndexFunc(to, func(o *discordgo.ApplicationCommandOption) bool { return o.Name == words[0] })
	if i < 0 {
		about := description(func(l *locale.Lang) string { return l.Commands[path].About })
		names := description(func(l *locale.Lang) string { return l.Commands[path].Name })
		to, i = append(to, &discordgo.ApplicationCommandOption{
			Type: discordgo.ApplicationCommandOptionSubCommand, Name: words[0], NameLocalizations: names.others,
			Description: about.english, DescriptionLocalizations: about.others,
		}), len(to)
	}
	if len(words) == 1 {
		to[i].Options = leafOptions(path, leaf)
		return to
	}
	to[i].Type = discordgo.ApplicationCommandOptionSubCommandGroup
	to[i].Options = grow(to[i].Options, path, words[1:], leaf)
	return to
}

func leafOptions(path string, list []option) []*discordgo.ApplicationCommandOption {
	var made []*discordgo.ApplicationCommandOption
	for _, o := range list {
		about := description(func(l *locale.Lang) string { return l.Commands[path].Options[o.name].About })
		names := description(func(l *locale.Lang) string { return l.Commands[path].Options[o.name].Name })
		d := &discordgo.ApplicationCommandOption{
			Type: discordgo.ApplicationCommandOptionString, Name: o.name, NameLocalizations: names.others,
			Description: about.english, DescriptionLocalizations: about.others,
			Required: o.required, Autocomplete: o.complete,
		}
		if o.flag {
			d.Type = discordgo.ApplicationCommandOptionBoolean
		}
		if o.number {
			d.Type, d.MinValue, d.MaxValue = discordgo.ApplicationCommandOptionInteger, &o.min, o.max
		}
		if o.role {
			d.Type = discordgo.ApplicationCommandOptionRole
		}
		if o.channel {
			d.Type, d.ChannelTypes = discordgo.ApplicationCommandOptionChannel, interaction.TextChannels
		}
		if o.person {
			d.Type = discordgo.ApplicationCommandOptionUser
		}
		if o.language {
			for _, l := range locale.Languages() {
				d.Choices = append(d.Choices, &discordgo.ApplicationCommandOptionChoice{Name: l.Name, Value: l.Locale})
			}
		}
		for _, value := range o.choices {
			label := description(func(l *locale.Lang) string { return l.Commands[path].Options[o.name].Choices[value] })
			d.Choices = append(d.Choices, &discordgo.ApplicationCommandOptionChoice{
				Name: label.english, NameLocalizations: label.others, Value: value,
			})
		}
		made = append(made, d)
	}
	return made
}

// translated is a text in English and in the other languages.
type translated struct {
	english string
	others  map[discordgo.Locale]string
}

func description(of func(*locale.Lang) string) translated {
	t := translated{english: of(locale.Lookup(locale.English))}
	for _, l := range locale.Languages() {
		text := of(l)
		if l.Locale == locale.English || text == "" {
			continue
		}
		if t.others == nil {
			t.others = map[discordgo.Locale]string{}
		}
		t.others[discordgo.Locale(l.Locale)] = text
	}
	return t
}

// onReady looks at the registered commands whenever the first shard has begun a session: so they are also mended when it
// could not be done before.
func (b *Bot) onReady(shard int, r *discordgo.Ready) {
	b.metrics.Gateway.Sessions.Inc()
	b.log.Info("connected to Discord; /table open opens a table", "shard", shard, "guilds", len(r.Guilds), "tables", len(b.tables(0)))
	if r.User != nil {
		b.sweep(r.User.ID)
	}
	select {
	case b.app <- r.Application.ID:
	default: // known
	}
	if shard == 0 || b.config.ShardCount > 0 {
		b.tasks.Go(func() { b.register(r.Application.ID) })
	}
}

// guildNote is the guilds that may have commands of their own, with blanks between them: one, but while that changes; ""
// when the commands are global. It says so before they have them, or a life that ends in between would leave them there.
const guildNote = "commands-guild"

// register makes the registered commands those of this program, where they differ. They are either global or in one
// guild: the others are removed, or everyone would see them twice.
func (b *Bot) register(app string) {
	client := b.rest.As(app)
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	was, err := b.store.Note(ctx, guildNote)
	former := strings.Fields(was)
	if may := b.config.Guild; err == nil && may != "" && !slices.Contains(former, may) { // the program may end before it is done
		was = strings.TrimSpace(was + " " + may)
		err = b.keepGuilds(ctx, was)
	}
	if err == nil {
		err = b.registerIn(ctx, client, b.config.Guild, commands())
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
		b.log.Error("the commands could not be registered", "err", err)
	}
}

// keepGuilds keeps the guilds that may have commands of their own.
func (b *Bot) keepGuilds(ctx context.Context, guilds string) error {
	return b.hook.Do(failpoint.KeepGuild, func() error { return b.store.SetNote(ctx, guildNote, guilds) })
}

func (b *Bot) registerIn(ctx context.Context, client *rest.Client, guild string, want []*discordgo.ApplicationCommand) error {
	have, err := client.Commands(ctx, guild)
	if err != nil {
		return fmt.Errorf("reading the commands: %w", err)
	}
	if sameCommands(have, want) {
		return nil
	}
	b.log.Info("registering commands", "guild", guild, "count", len(want))
	return b.hook.Do(failpoint.SetCommands, func() error { return client.SetCommands(ctx, guild, want) })
}

// sameCommands compares what people would see: Discord adds ids, versions and defaults to what it was given, and lists in an
// order of its own. What is empty is the same as what is missing.
func sameCommands(have, want []*discordgo.ApplicationCommand) bool {
	byName := func(a, b *discordgo.ApplicationCommand) int { return strings.Compare(a.Name, b.Name) }
	return slices.EqualFunc(slices.SortedFunc(slices.Values(have), byName), slices.SortedFunc(slices.Values(want), byName), sameCommand)
}

func sameCommand(a, b *discordgo.ApplicationCommand) bool {
	return a.Name == b.Name && maps.Equal(given(a.NameLocalizations), given(b.NameLocalizations)) &&
		a.Description == b.Description && maps.Equal(given(a.DescriptionLocalizations), given(b.DescriptionLocalizations)) &&
		slices.Equal(given(a.Contexts), given(b.Contexts)) && slices.EqualFunc(a.Options, b.Options, sameOption)
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

// given is what a field that may be missing holds.
func given[T any](field *T) (v T) {
	if field != nil {
		v = *field
	}
	return v
}

// same says whether both fields are missing, or hold the same.
func same[T comparable](a, b *T) bool { return (a == nil) == (b == nil) && given(a) == given(b) }
