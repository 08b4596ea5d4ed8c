package discordtest

import (
	"strings"

	"cardroom/bot/discordtest/gateway"
	"cardroom/bot/discordtest/rest"
	"cardroom/bot/discordtest/world"
)

// host connects the parts of the server: it passes changes of the world, the gateway and the API to the others and to the
// people. Callers hold the lock.
type host struct{ srv *Server }

// Complain passes on the gateway's objections.
func (h host) Complain(format string, args ...any) { h.srv.world.Complain(format, args...) }

// Identity returns the bot's user and the id of its application.
func (h host) Identity() (user any, application string) {
	id := h.srv.world.App.ID
	return h.srv.world.UserJSON(id), id
}

// Guilds returns the bot's guilds.
func (h host) Guilds() []gateway.Guild {
	var list []gateway.Guild
	for _, g := range h.srv.world.Guilds {
		if !g.BotRemoved {
			list = append(list, gateway.Guild{ID: g.ID, JSON: func() any { return h.srv.world.GuildJSON(g) }})
		}
	}
	return list
}

// GatewayURL returns the gateway's address.
func (h host) GatewayURL() string {
	return "ws" + strings.TrimPrefix(h.srv.world.URL, "http") + "/gateway"
}

// StartsLeft returns how many gateway sessions may begin today, of how many, and how many at once.
func (h host) StartsLeft() (left, total, atOnce int) { return h.srv.gateway.StartsLeft() }

// Dispatch sends an event to the gateway sessions of a guild.
func (h host) Dispatch(guild string, intent int, event string, data func() any) int {
	return h.srv.gateway.Dispatch(guild, intent, event, data)
}

// Answered ends the wait of the acting person.
func (h host) Answered(i *world.Interaction, a rest.Answer) {
	answer := Answer{Type: a.Type, Modal: a.Modal, Choices: a.Choices}
	if a.Message != nil {
		m := h.srv.snapshot(a.Message)
		answer.Message = &m
	}
	h.srv.finish(i, answer)
}

// MessageChanged sends an update to each watch of the channel whose person sees the message.
func (h host) MessageChanged(kind world.MessageEvent, m *world.Message) {
	for w := range h.srv.watches {
		if w.channel == m.ChannelID && (!m.Ephemeral || m.For == w.user) {
			w.push(Update{Kind: UpdateKind(kind), Message: h.srv.snapshot(m)})
		}
	}
}

// ChannelChanged sends an update to each watch of a channel in the same guild.
func (h host) ChannelChanged(id string) {
	all := h.srv.world.Channels
	for w := range h.srv.watches {
		if c := all[w.channel]; c != nil && c.Guild == all[id].Guild {
			w.push(Update{Kind: UpdateChannel})
		}
	}
}

// StatusChanged sends an update to the watches of a user, or to all.
func (h host) StatusChanged(user string) {
	for w := range h.srv.watches {
		if user == "" || w.user == user {
			w.push(Update{Kind: UpdateStatus})
		}
	}
}
