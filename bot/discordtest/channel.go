package discordtest

import (
	"slices"

	"cardroom/bot/discordtest/world"
)

// Channel is a text channel or a thread.
type Channel struct {
	srv  *Server
	id   string
	name string
}

// ID returns the channel's id.
func (c *Channel) ID() string { return c.id }

// Name returns the channel's name, without #.
func (c *Channel) Name() string { return c.name }

// Archived reports whether a thread is archived.
func (c *Channel) Archived() bool {
	c.srv.world.Lock()
	defer c.srv.world.Unlock()
	return c.srv.world.Channels[c.id].Archived
}

// Archive archives a thread.
func (c *Channel) Archive() {
	c.srv.update(func() { c.srv.world.Channels[c.id].Archive(c.srv.world, true) })
}

// Lock locks a thread, or unlocks it. The bot gets THREAD_UPDATE. Without the permission to manage threads, no user or bot posts, edits or opens anything there (160005, 50083).
func (c *Channel) Lock(locked bool) {
	c.srv.update(func() { c.srv.world.Channels[c.id].SetLocked(c.srv.world, locked) })
}

// Invite adds the bot to a private thread. It gets THREAD_CREATE.
func (c *Channel) Invite() {
	c.srv.update(func() { c.srv.world.Channels[c.id].Invite(c.srv.world) })
}

// SetType makes the channel one of Discord's types, such as 5 for an announcement channel or 2 for a voice channel.
func (c *Channel) SetType(kind int) {
	c.srv.update(func() { c.srv.world.Channels[c.id].Type = kind })
}

// Parent returns the id of the channel that a thread is in; "" for a channel.
func (c *Channel) Parent() string {
	c.srv.world.Lock()
	defer c.srv.world.Unlock()
	return c.srv.world.Channels[c.id].Parent
}

// Guild returns the guild the channel is in.
func (c *Channel) Guild() *Guild {
	c.srv.world.Lock()
	defer c.srv.world.Unlock()
	g := c.srv.world.Guild(c.srv.world.Channels[c.id].Guild)
	return &Guild{c.srv, g.ID, g.Name}
}

// Thread returns the channel's public thread of that name, made on first use.
func (c *Channel) Thread(name string) *Channel {
	return c.srv.makeChannel(c.Guild().id, c.id, name)
}

// PrivateThread makes a private thread in the channel, without the bot in it: Discord refuses the bot's requests there (50001). Interactions
// have the bot's permissions in the channel all the same.
func (c *Channel) PrivateThread(name string) *Channel {
	s := c.srv
	s.world.Lock()
	defer s.world.Unlock()
	return &Channel{s, s.world.Channels[c.id].AddPrivateThread(s.world, name).ID, name}
}

// BotLacks takes permissions from the bot in this channel and its threads; 0 gives all back. Discord refuses requests that need them
// (50001, 50013), and interactions have the remaining ones as app_permissions.
func (c *Channel) BotLacks(bits int64) {
	c.srv.update(func() { c.srv.world.Channels[c.id].BotDenied = bits })
}

// Delete deletes the channel with its messages and threads. The bot gets CHANNEL_DELETE or THREAD_DELETE, and finds the channel
// unknown (10003). As on Discord, no event tells of the threads of a deleted channel.
func (c *Channel) Delete() {
	s := c.srv
	s.world.Lock()
	defer s.world.Unlock()
	data := s.world.Channels[c.id]
	if data == nil || data.Deleted {
		return
	}
	s.world.DeleteChannel(data)
}

// Messages returns the channel's public messages, the oldest first, without deleted ones. Options.Messages says how
// many of the newest are kept.
func (c *Channel) Messages() []Message {
	return c.srv.messages(c.id, func(m *world.Message) bool { return m.VisibleTo("") })
}

// Log returns every kept message, the oldest first, including ephemeral and deleted ones, which are marked.
func (c *Channel) Log() []Message {
	return c.srv.messages(c.id, func(*world.Message) bool { return true })
}

// Last returns the newest public message, and whether there is one.
func (c *Channel) Last() (Message, bool) {
	return c.srv.lastMessage(c.id, func(m *world.Message) bool { return m.VisibleTo("") })
}

// Message returns the current state of the message with that id, also of a deleted one, and whether it is known.
func (c *Channel) Message(id string) (Message, bool) {
	return c.srv.lastMessage(c.id, func(m *world.Message) bool { return m.ID == id })
}

// DeleteMessage deletes a message as a moderator. It reports whether the message existed.
func (c *Channel) DeleteMessage(id string) bool {
	s := c.srv
	s.world.Lock()
	defer s.world.Unlock()
	m := s.world.Message(c.id, id)
	if m == nil {
		return false
	}
	s.world.Delete(m)
	return true
}

func (s *Server) makeChannel(guild, parent, name string) *Channel {
	s.world.Lock()
	defer s.world.Unlock()
	return &Channel{s, s.world.AddChannel(guild, parent, name).ID, name}
}

// messages returns the wanted messages of a channel, the oldest first.
func (s *Server) messages(channel string, want func(*world.Message) bool) []Message {
	s.world.Lock()
	defer s.world.Unlock()
	var list []Message
	for _, m := range s.world.Channels[channel].Messages {
		if want(m) {
			list = append(list, s.snapshot(m))
		}
	}
	return list
}

// lastMessage returns the newest wanted message of a channel, and whether there is one.
func (s *Server) lastMessage(channel string, want func(*world.Message) bool) (Message, bool) {
	s.world.Lock()
	defer s.world.Unlock()
	for _, m := range slices.Backward(s.world.Channels[channel].Messages) {
		if want(m) {
			return s.snapshot(m), true
		}
	}
	return Message{}, false
}

// Deny takes permissions, Discord's bits, from @everyone in this channel and its
// threads; 0 gives all back. A person without permission to see the channel
// (1<<10) cannot act in it.
func (c *Channel) Deny(bits int64) {
	c.srv.update(func() { c.srv.world.Channels[c.id].Denied = bits })
}

// Allow gives a person permissions here that Deny took from everyone; 0 ends that.
func (c *Channel) Allow(p *Person, bits int64) { c.allow(p.id, bits) }

// AllowRole works like Allow for a role, by its id.
func (c *Channel) AllowRole(role string, bits int64) { c.allow(role, bits) }

func (c *Channel) allow(id string, bits int64) {
	c.srv.update(func() {
		data := c.srv.world.Channels[c.id]
		if data.Allowed == nil {
			data.Allowed = map[string]int64{}
		}
		data.Allowed[id] = bits
	})
}
