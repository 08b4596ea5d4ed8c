package discordtest

import (
	"cmp"
	"maps"
	"slices"
)

// Guild is a server in Discord's sense: channels and people. Handles are
// small and may be copied, compared and kept; the Server owns the data.
type Guild struct {
	srv  *Server
	id   string
	name string
}

// Guild returns the guild of that name, made on first use with the bot in it.
// The bot is told by GUILD_CREATE.
func (s *Server) Guild(name string) *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.st.Guilds {
		if g.Name == name {
			return &Guild{s, g.ID, name}
		}
	}
	g := &guild{ID: s.newID(), Name: name}
	s.st.Guilds = append(s.st.Guilds, g)
	s.changed()
	s.dispatchGuild(g.ID, intentGuilds, "GUILD_CREATE", s.wireGuild(g))
	return &Guild{s, g.ID, name}
}

// Guilds returns every guild, the oldest first.
func (s *Server) Guilds() []*Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*Guild
	for _, g := range s.st.Guilds {
		list = append(list, &Guild{s, g.ID, g.Name})
	}
	return list
}

// ID returns the guild's id.
func (g *Guild) ID() string { return g.id }

// Name returns the guild's name.
func (g *Guild) Name() string { return g.name }

// SetLocale sets the guild's language, "en-US" at first.
func (g *Guild) SetLocale(locale string) {
	g.srv.update(func() { g.srv.guild(g.id).Locale = locale })
}

// Locale returns the language that was set for the guild, "" when none was: then
// it is "en-US".
func (g *Guild) Locale() string {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return g.srv.guild(g.id).Locale
}

// RemoveBot takes the bot out of the guild, as an administrator may. It is told by
// GUILD_DELETE; nobody can reach it there, and it has no access (50001).
func (g *Guild) RemoveBot() {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guild(g.id).Without = true
	s.changed()
	s.dispatchGuild(g.id, intentGuilds, "GUILD_DELETE", map[string]any{"id": g.id})
}

// AddBot brings the bot back into the guild. It is told by GUILD_CREATE.
func (g *Guild) AddBot() {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	data := s.guild(g.id)
	data.Without = false
	s.changed()
	s.dispatchGuild(g.id, intentGuilds, "GUILD_CREATE", s.wireGuild(data))
}

// Channel returns the guild's text channel of that name, made on first use.
func (g *Guild) Channel(name string) *Channel {
	return g.srv.makeChannel(g.id, "", name)
}

// Channels returns the guild's channels and threads, the oldest first.
func (g *Guild) Channels() []*Channel {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	var list []*Channel
	for _, c := range g.srv.channelsOf(g.id) {
		list = append(list, &Channel{g.srv, c.ID, c.Name})
	}
	return list
}

// Person returns the guild's member of that name, made on first use with the
// permissions of an ordinary member. The same name in another guild is the
// same user.
func (g *Guild) Person(name string) *Person {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.userNamed(name)
	if u == nil {
		u = &user{ID: s.newID(), Name: name}
		s.st.Users[u.ID] = u
	}
	if m := s.guild(g.id).Members; m[u.ID] == nil {
		s.guild(g.id).addMember(&person{User: u.ID, Permissions: MemberPermissions})
		s.changed()
	}
	return &Person{s, g.id, u.ID, name}
}

// People returns the guild's people, the bot aside, the oldest first.
func (g *Guild) People() []*Person {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := slices.SortedFunc(maps.Keys(s.guild(g.id).Members), compareIDs)
	var list []*Person
	for _, id := range ids {
		list = append(list, &Person{s, g.id, id, s.st.Users[id].Name})
	}
	return list
}

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

// Guild returns the guild the channel is in.
func (c *Channel) Guild() *Guild {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	g := c.srv.guild(c.srv.st.Channels[c.id].Guild)
	return &Guild{c.srv, g.ID, g.Name}
}

// Thread returns the channel's public thread of that name, made on first use.
func (c *Channel) Thread(name string) *Channel {
	return c.srv.makeChannel(c.Guild().id, c.id, name)
}

// BotLacks takes permissions from the bot in this channel; 0 gives all back.
// Requests that need them are refused (50001, 50013), and interactions name
// what is left as app_permissions.
func (c *Channel) BotLacks(bits int64) {
	c.srv.update(func() { c.srv.st.Channels[c.id].Lacks = bits })
}

// Delete deletes the channel with its messages. The bot is told by
// CHANNEL_DELETE or THREAD_DELETE, and finds the channel unknown (10003).
func (c *Channel) Delete() {
	s := c.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	data := s.st.Channels[c.id]
	if data == nil || data.Deleted {
		return
	}
	data.Deleted, data.Messages = true, nil
	s.changed()
	event := "CHANNEL_DELETE"
	if data.Parent != "" {
		event = "THREAD_DELETE"
	}
	s.dispatchGuild(data.Guild, intentGuilds, event, s.wireChannel(data))
	s.tellChannel(UpdateChannel, c.id)
}

// Messages returns what everyone sees in the channel, the oldest first:
// no ephemeral and no deleted messages. At most the newest 200 are kept.
func (c *Channel) Messages() []Message {
	return c.srv.messages(c.id, func(m *Message) bool { return m.visibleTo("") })
}

// Log returns every message that is still kept, ephemeral and deleted ones
// too, the oldest first. Deleted ones say so.
func (c *Channel) Log() []Message {
	return c.srv.messages(c.id, func(*Message) bool { return true })
}

// Last returns the newest message that everyone sees, and whether there is one.
func (c *Channel) Last() (Message, bool) {
	list := c.Messages()
	if len(list) == 0 {
		return Message{}, false
	}
	return list[len(list)-1], true
}

// Message returns the message with that id as it now is, a deleted one too,
// and whether it is known.
func (c *Channel) Message(id string) (Message, bool) {
	list := c.srv.messages(c.id, func(m *Message) bool { return m.ID == id })
	if len(list) == 0 {
		return Message{}, false
	}
	return list[0], true
}

// DeleteMessage deletes a message as a moderator does. It reports whether the
// message was there.
func (c *Channel) DeleteMessage(id string) bool {
	s := c.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.message(c.id, id)
	if m == nil {
		return false
	}
	s.deleteMessage(m)
	return true
}

func (s *Server) makeChannel(guild, parent, name string) *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.channelsOf(guild) {
		if c.Name == name && c.Parent == parent {
			return &Channel{s, c.ID, name}
		}
	}
	c := &channel{ID: s.newID(), Guild: guild, Parent: parent, Name: name}
	s.st.Channels[c.ID] = c
	s.changed()
	event := "CHANNEL_CREATE"
	if parent != "" {
		event = "THREAD_CREATE"
	}
	s.dispatchGuild(guild, intentGuilds, event, s.wireChannel(c))
	return &Channel{s, c.ID, name}
}

// channelsOf returns the live channels of a guild, the oldest first.
func (s *Server) channelsOf(guild string) []*channel {
	var list []*channel
	for _, c := range s.st.Channels {
		if c.Guild == guild && !c.Deleted {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b *channel) int { return compareIDs(a.ID, b.ID) })
	return list
}

func (s *Server) messages(channel string, want func(*Message) bool) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Message
	for _, m := range s.st.Channels[channel].Messages {
		if want(m) {
			list = append(list, s.snapshot(m))
		}
	}
	return list
}

// compareIDs orders ids by age.
func compareIDs(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}
