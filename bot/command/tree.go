package command

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/render/locale"
)

// Commands returns the slash commands in Discord's form, in every language. Callers must not change them.
func (r *Routes) Commands() []*discordgo.ApplicationCommand { return r.commands() }

func (r *Routes) newCommands() (list []*discordgo.ApplicationCommand) {
	for _, leaf := range r.rows {
		if leaf.Path == "" {
			continue
		}
		words := strings.Fields(leaf.Path)
		i := slices.IndexFunc(list, func(c *discordgo.ApplicationCommand) bool { return c.Name == words[0] })
		if i < 0 {
			list, i = append(list, command(words[0])), len(list)
		}
		if leaf.Needs != 0 {
			list[i].DefaultMemberPermissions = &leaf.Needs
		}
		if len(words) == 1 {
			list[i].Options = leafOptions(leaf.Path, leaf.Options)
			continue
		}
		list[i].Options = addSubcommand(list[i].Options, words[0], words[1:], leaf.Options)
	}
	return list
}

// command returns a top-level command without its options.
func command(name string) *discordgo.ApplicationCommand {
	about := translate(func(l *locale.Lang) string { return l.Commands[name].About })
	guildOnly := []discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	byGuild := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall} // no user brings the bot along
	c := &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: name, Description: about.english, Contexts: &guildOnly, IntegrationTypes: &byGuild,
		Options: []*discordgo.ApplicationCommandOption{},
	}
	if names := translate(func(l *locale.Lang) string { return l.Commands[name].Name }); len(names.others) > 0 {
		c.NameLocalizations = &names.others
	}
	if len(about.others) > 0 {
		c.DescriptionLocalizations = &about.others
	}
	return c
}

// addSubcommand adds a subcommand, and its group if it has one.
func addSubcommand(to []*discordgo.ApplicationCommandOption, path string, words []string, leaf []Option) []*discordgo.ApplicationCommandOption {
	path += " " + words[0]
	i := slices.IndexFunc(to, func(o *discordgo.ApplicationCommandOption) bool { return o.Name == words[0] })
	if i < 0 {
		about := translate(func(l *locale.Lang) string { return l.Commands[path].About })
		names := translate(func(l *locale.Lang) string { return l.Commands[path].Name })
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
	to[i].Options = addSubcommand(to[i].Options, path, words[1:], leaf)
	return to
}

// leafOptions returns the options that users type.
func leafOptions(path string, list []Option) []*discordgo.ApplicationCommandOption {
	var made []*discordgo.ApplicationCommandOption
	for _, o := range list {
		about := translate(func(l *locale.Lang) string { return l.Commands[path].Options[o.Name].About })
		names := translate(func(l *locale.Lang) string { return l.Commands[path].Options[o.Name].Name })
		d := &discordgo.ApplicationCommandOption{
			Type: optionTypes[o.Type], Name: o.Name, NameLocalizations: names.others,
			Description: about.english, DescriptionLocalizations: about.others,
			Required: o.Required, Autocomplete: o.Completes,
		}
		switch o.Type {
		case OptionNumber:
			d.MinValue, d.MaxValue = &o.Min, o.Max
		case OptionChannel:
			d.ChannelTypes = interaction.TextChannels
		}
		if o.Locales {
			for _, l := range locale.Languages() {
				d.Choices = append(d.Choices, &discordgo.ApplicationCommandOptionChoice{Name: l.Name, Value: l.Locale})
			}
		}
		for _, value := range o.Choices {
			label := translate(func(l *locale.Lang) string { return l.Commands[path].Options[o.Name].Choices[value] })
			d.Choices = append(d.Choices, &discordgo.ApplicationCommandOptionChoice{
				Name: label.english, NameLocalizations: label.others, Value: value,
			})
		}
		made = append(made, d)
	}
	return made
}

// optionTypes maps the types of options to Discord's numbers for them.
var optionTypes = map[OptionType]discordgo.ApplicationCommandOptionType{
	OptionText: discordgo.ApplicationCommandOptionString, OptionNumber: discordgo.ApplicationCommandOptionInteger,
	OptionFlag: discordgo.ApplicationCommandOptionBoolean, OptionRole: discordgo.ApplicationCommandOptionRole,
	OptionPerson: discordgo.ApplicationCommandOptionUser, OptionChannel: discordgo.ApplicationCommandOptionChannel,
}

// translated is a text in English and in the other languages.
type translated struct {
	english string
	others  map[discordgo.Locale]string
}

// translate returns a text of the language files in every language that has it.
func translate(textOf func(*locale.Lang) string) translated {
	t := translated{english: textOf(locale.Lookup(locale.English))}
	for _, l := range locale.Languages() {
		text := textOf(l)
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
