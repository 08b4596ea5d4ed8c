package rest

import (
	"net/http"
	"net/url"
	"strings"
)

// path joins the parts of a path, and escapes them.
func path(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteByte('/')
		b.WriteString(url.PathEscape(part))
	}
	return b.String()
}

// byBot returns a request with the bot's token.
func byBot(method, key string, parts ...string) request {
	return request{method: method, path: path(parts...), route: "/" + strings.Join(parts, "/"), key: key, bot: true}
}

// callback returns the request that answers an interaction.
func callback(i Ref) request {
	return request{
		method: http.MethodPost,
		path:   path("interactions", i.ID, i.Token, "callback"),
		route:  "/interactions/" + i.ID + "/callback",
		key:    "interaction " + i.ID,
		once:   true,
		secret: i.Token,
	}
}

// Original names the message that answered an interaction or, after an answer of type 6 or 7, the message of the pressed
// component.
const Original = "@original"

// reply returns a request about a private or public message that followed an interaction, with its token. Without a message
// it is about a new one. All requests with one token share a limit.
func (c *Client) reply(i Ref, method, message string) request {
	app := i.Application
	if app == "" {
		app = c.app
	}
	parts, shown := []string{"webhooks", app, i.Token}, "/webhooks/"+app
	if message != "" {
		parts, shown = append(parts, "messages", message), shown+"/messages/"+message
	}
	return request{method: method, path: path(parts...), route: shown, key: i.Token, secret: i.Token}
}

// inChannel returns a request about a message, or about the channel's messages if message is empty. Discord counts each
// method by itself.
func inChannel(method, channel, message string) request {
	parts := []string{"channels", channel, "messages"}
	if message != "" {
		parts = append(parts, message)
	}
	r := byBot(method, method+" channel "+channel, parts...)
	r.channel = channel
	return r
}

// aboutChannel returns a request that reads a channel.
func aboutChannel(id string) request {
	r := byBot(http.MethodGet, "channel "+id, "channels", id)
	r.channel, r.about = id, true
	return r
}

// inGuild returns a request that reads a guild, or the part of it that more names.
func inGuild(guild string, more ...string) request {
	return byBot(http.MethodGet, "guild "+guild+path(more...), append([]string{"guilds", guild}, more...)...)
}

// commands returns a request about the commands of a guild, or the global ones if guild is empty.
func (c *Client) commands(method, guild string) request {
	key := method + " commands " + guild
	if guild == "" {
		return byBot(method, key, "applications", c.app, "commands")
	}
	return byBot(method, key, "applications", c.app, "guilds", guild, "commands")
}

// emojis returns a request about the application's emojis, or about the one with an id.
func (c *Client) emojis(method string, id ...string) request {
	return byBot(method, method+" emojis", append([]string{"applications", c.app, "emojis"}, id...)...)
}
