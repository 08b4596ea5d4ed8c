package gateway

import (
	"github.com/bwmarrin/discordgo"

	"cardroom/bot/rest"
)

// Interaction is what a user did with the bot, as far as a poker table reads it. It is decoded in one pass: discordgo decodes
// an interaction, its data, its message and each row and button of that one after the other, which took a third of the time
// per press, and it leaves the data out where it meets a component that it does not know.
type Interaction struct {
	ID             string                    `json:"id"`
	Token          string                    `json:"token"`
	Application    string                    `json:"application_id"`
	Type           discordgo.InteractionType `json:"type"`
	Guild          string                    `json:"guild_id"`
	ChannelID      string                    `json:"channel_id"`
	Channel        Channel                   `json:"channel"`
	Member         *Member                   `json:"member"`                 // in a guild
	User           *rest.User                `json:"user"`                   // elsewhere
	Locale         string                    `json:"locale"`                 // of the person's client
	GuildLocale    string                    `json:"guild_locale"`           // of the server
	AppPermissions int64                     `json:"app_permissions,string"` // what the bot may do in the channel
	Message        *rest.Message             `json:"message"`                // whose component was used
	Data           *Data                     `json:"data"`
}

// Channel is where an interaction was made.
type Channel struct {
	Type discordgo.ChannelType `json:"type"`
}

// Member is a person in a guild.
type Member struct {
	User        *rest.User `json:"user"`
	Nick        string     `json:"nick"`
	Roles       []string   `json:"roles"`
	Permissions int64      `json:"permissions,string"` // what they may do in the channel
}

// Data is the command, component or modal that was used, each with fields of its own.
type Data struct {
	Name       string           `json:"name"`    // of a command
	Options    []Option         `json:"options"` // of a command
	CustomID   string           `json:"custom_id"`
	Values     []string         `json:"values"`     // that were chosen of a menu
	Components []rest.Component `json:"components"` // of a modal
	Resolved   Resolved         `json:"resolved"`   // of a command
}

// Resolved describes the users and channels that the options of a command name. A user who is not on the server is no member.
type Resolved struct {
	Users   map[string]rest.User `json:"users"`
	Members map[string]struct{}  `json:"members"`

	Channels map[string]ResolvedChannel `json:"channels"`
}

// ResolvedChannel is a channel that an option names.
type ResolvedChannel struct {
	Type        discordgo.ChannelType `json:"type"`
	Permissions int64                 `json:"permissions,string"` // what the asker may do there
}

// Option is one option of a command; subcommands are options that have options.
type Option struct {
	Name    string                                 `json:"name"`
	Type    discordgo.ApplicationCommandOptionType `json:"type"`
	Value   any                                    `json:"value"` // string, float64 or bool
	Options []Option                               `json:"options"`
	Focused bool                                   `json:"focused"` // it is being completed
}

// Ref returns the name of the interaction for requests that answer it.
func (i *Interaction) Ref() rest.Ref {
	return rest.Ref{ID: i.ID, Token: i.Token, Application: i.Application}
}

// Thread reports whether it was made in a thread.
func (i *Interaction) Thread() bool { return IsThread(i.Channel.Type) }

// IsThread reports whether a channel is a thread, where other permissions count.
func IsThread(kind discordgo.ChannelType) bool {
	switch kind {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		return true
	}
	return false
}

// whole reports whether i has everything an interaction must have: id, token, a user who made it, and data. A press names its
// message.
func (i *Interaction) whole() bool {
	if i.ID == "" || i.Token == "" || i.Data == nil {
		return false
	}
	if (i.Member == nil || i.Member.User == nil || i.Member.User.ID == "") && (i.User == nil || i.User.ID == "") {
		return false
	}
	switch i.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete, discordgo.InteractionModalSubmit:
		return true
	case discordgo.InteractionMessageComponent:
		return i.Message != nil
	}
	return false
}
