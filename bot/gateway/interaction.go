package gateway

import (
	"github.com/bwmarrin/discordgo"

	"cardroom/bot/rest"
)

// Interaction is a user's action with the bot, with the fields that a poker table reads. One pass decodes it. Discordgo
// decodes the interaction, its data, its message and each row and button one after another, which took a third of the time
// per press. It also drops the data if it meets an unknown component.
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
	Locale         string                    `json:"locale"`                 // of the user's client
	GuildLocale    string                    `json:"guild_locale"`           // of the server
	AppPermissions int64                     `json:"app_permissions,string"` // the bot's permissions in the channel
	Message        *rest.Message             `json:"message"`                // the message of the used component
	Data           *Data                     `json:"data"`
}

// Channel is the channel of an interaction.
type Channel struct {
	ID     string                `json:"id"`
	Type   discordgo.ChannelType `json:"type"`
	Parent string                `json:"parent_id"` // of a thread: its channel; of a channel: its category
	Thread struct {
		Locked bool `json:"locked"`
	} `json:"thread_metadata"`
}

// Member is a member of a guild.
type Member struct {
	User        *rest.User `json:"user"`
	Nick        string     `json:"nick"`
	Roles       []string   `json:"roles"`
	Permissions int64      `json:"permissions,string"` // the member's permissions in the channel
}

// Data is the used command, component or modal, each with fields of its own.
type Data struct {
	Name       string           `json:"name"`    // of a command
	Options    []Option         `json:"options"` // of a command
	CustomID   string           `json:"custom_id"`
	Values     []string         `json:"values"`     // chosen in a menu
	Components []rest.Component `json:"components"` // of a modal
	Resolved   Resolved         `json:"resolved"`   // of a command
}

// Resolved describes the users and channels in the options of a command. A user who is not on the server has no member.
type Resolved struct {
	Users   map[string]rest.User `json:"users"`
	Members map[string]struct{}  `json:"members"`

	Channels map[string]ResolvedChannel `json:"channels"`
}

// ResolvedChannel is a channel in an option.
type ResolvedChannel struct {
	Type        discordgo.ChannelType `json:"type"`
	Permissions int64                 `json:"permissions,string"` // the user's permissions there
}

// Option is one option of a command; subcommands are options that have options.
type Option struct {
	Name    string                                 `json:"name"`
	Type    discordgo.ApplicationCommandOptionType `json:"type"`
	Value   any                                    `json:"value"` // string, float64 or bool
	Options []Option                               `json:"options"`
	Focused bool                                   `json:"focused"` // the user is typing it
}

// Ref returns the name of the interaction for requests that answer it.
func (i *Interaction) Ref() rest.Ref {
	return rest.Ref{ID: i.ID, Token: i.Token, Application: i.Application}
}

// Thread reports whether the interaction comes from a thread.
func (i *Interaction) Thread() bool { return IsThread(i.Channel.Type) }

// IsThread reports whether a channel is a thread. Threads have other permissions.
func IsThread(kind discordgo.ChannelType) bool {
	switch kind {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		return true
	}
	return false
}

// whole reports whether i is complete: id, token, user and data, and for a press its message.
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
