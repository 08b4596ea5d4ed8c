package rest

import (
	"net/url"

	"github.com/bwmarrin/discordgo"
)

// original is a request about the message that answered an interaction, under its token; all of one token share a limit.
func (c *Client) original(i Ref, method string) request {
	app := i.Application
	if app == "" {
		app = c.app
	}
	return request{
		method: method,
		url:    discordgo.EndpointWebhookToken(url.PathEscape(app), url.PathEscape(i.Token)) + "/messages/@original",
		route:  "/webhooks/" + app + "/messages/@original",
		key:    "webhook " + i.Token,
		secret: i.Token,
	}
}

// inChannel is a request about a message, or with an empty message about the
// channel's messages. Discord counts each method by itself.
func inChannel(method, channel, message string) request {
	r := request{
		method:  method,
		url:     discordgo.EndpointChannelMessages(url.PathEscape(channel)),
		route:   "/channels/" + channel + "/messages",
		key:     method + " channel " + channel,
		bot:     true,
		channel: channel,
	}
	if message != "" {
		r.url += "/" + url.PathEscape(message)
		r.route += "/" + message
	}
	return r
}

func (c *Client) commands(method, guild string) request {
	r := request{
		method: method,
		url:    discordgo.EndpointApplicationGlobalCommands(url.PathEscape(c.app)),
		route:  "/applications/" + c.app + "/commands",
		key:    method + " commands " + guild,
		bot:    true,
	}
	if guild != "" {
		r.url = discordgo.EndpointApplicationGuildCommands(url.PathEscape(c.app), url.PathEscape(guild))
		r.route = "/applications/" + c.app + "/guilds/" + guild + "/commands"
	}
	return r
}

// mentions is m, or a list that notifies nobody. Its Parse is never nil: "null"
// would leave the meaning to Discord.
func mentions(m *discordgo.MessageAllowedMentions) *discordgo.MessageAllowedMentions {
	var some discordgo.MessageAllowedMentions
	if m != nil {
		some = *m
	}
	if some.Parse == nil {
		some.Parse = []discordgo.AllowedMentionType{}
	}
	return &some
}

// quietAnswer is r's data with mentions and components filled in where the
// answer is a message; a deferred answer may carry nothing but its flags.
func quietAnswer(r *discordgo.InteractionResponse) *discordgo.InteractionResponseData {
	data := *r.Data
	switch r.Type {
	case discordgo.InteractionResponseChannelMessageWithSource, discordgo.InteractionResponseUpdateMessage:
		data.AllowedMentions = mentions(data.AllowedMentions)
		if data.Components == nil {
			data.Components = []discordgo.MessageComponent{}
		}
	}
	return &data
}

// whole is e with everything an edit must say: what it leaves out Discord would
// keep from the older message. Messages made of components alone
// (IS_COMPONENTS_V2) have no content to set.
func whole(e *discordgo.WebhookEdit) *discordgo.WebhookEdit {
	full := *e
	full.AllowedMentions = mentions(e.AllowedMentions)
	if full.Content == nil && e.Flags&discordgo.MessageFlagsIsComponentsV2 == 0 {
		full.Content = new(string)
	}
	if full.Components == nil || *full.Components == nil {
		full.Components = &[]discordgo.MessageComponent{}
	}
	return &full
}
