package discordtest

import (
	"maps"
	"slices"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/world"
)

// Guild is a server in Discord's sense: channels and people. Handles are
// small and may be copied, compared and kept; the Server owns the data.
type Guild struct {
	srv  *Server
	id   string
	name string
}

// Guild returns the guild of that name, made on first use with the bot in it.
// The bot gets GUILD_CREATE.
func (s *Server) Guild(name string) *Guild {
	s.world.Lock()
	defer s.world.Unlock()
	for _, g := range s.world.Guilds {
		if g.Name == name {
			return &Guild{s, g.ID, name}
		}
	}
	return &Guild{s, s.world.AddGuild(name).ID, name}
}

// Guilds returns every guild, the oldest first.
func (s *Server) Guilds() []*Guild {
	s.world.Lock()
	defer s.world.Unlock()
	var list []*Guild
	for _, g := range s.world.Guilds {
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
	g.srv.update(func() { g.srv.world.Guild(g.id).Locale = locale })
}

// Locale returns the language that was set for the guild, "" when none was: then
// it is "en-US".
func (g *Guild) Locale() string {
	g.srv.world.Lock()
	defer g.srv.world.Unlock()
	return g.srv.world.Guild(g.id).Locale
}

// RemoveBot removes the bot from the guild. The bot gets GUILD_DELETE. People cannot reach it there, and its requests are
// refused (50001).
func (g *Guild) RemoveBot() {
	s := g.srv
	s.world.Lock()
	defer s.world.Unlock()
	s.world.RemoveBot(s.world.Guild(g.id))
}

// AddBot brings the bot back into the guild. It gets GUILD_CREATE.
func (g *Guild) AddBot() {
	s := g.srv
	s.world.Lock()
	defer s.world.Unlock()
	s.world.AddBot(s.world.Guild(g.id))
}

// BotLacks takes permissions from the bot in this guild; 0 gives all back.
func (g *Guild) BotLacks(bits int64) {
	g.srv.update(func() { g.srv.world.Guild(g.id).BotDenied = bits })
}

// Event is an event in a guild's list. Its status is 1 to come, 2 under way, 3 over, 4 canceled.
type Event = world.ServerEvent

// Events returns the events in the guild's list, with those that are over, the oldest first.
func (g *Guild) Events() (list []Event) {
	g.srv.world.Lock()
	defer g.srv.world.Unlock()
	for _, e := range g.srv.world.Guild(g.id).EventsAt(g.srv.world.Now()) {
		list = append(list, *e)
	}
	return list
}

// StartEvents starts the events in the guild's list that may start, as a moderator does.
func (g *Guild) StartEvents() {
	g.srv.update(func() {
		for _, e := range g.srv.world.Guild(g.id).Events {
			if e.MayBecome(world.EventActive) {
				e.Status = world.EventActive
			}
		}
	})
}

// DeleteEvents deletes the events in the guild's list, as a moderator does.
func (g *Guild) DeleteEvents() {
	g.srv.update(func() { g.srv.world.Guild(g.id).Events = nil })
}

// Channel returns the guild's text channel of that name, made on first use.
func (g *Guild) Channel(name string) *Channel {
	return g.srv.makeChannel(g.id, "", name)
}

// Channels returns the guild's channels and threads, the oldest first.
func (g *Guild) Channels() []*Channel {
	g.srv.world.Lock()
	defer g.srv.world.Unlock()
	var list []*Channel
	for _, c := range g.srv.world.ChannelsOf(g.id) {
		list = append(list, &Channel{g.srv, c.ID, c.Name})
	}
	return list
}

// Person returns the guild's member of that name, made on first use with the
// permissions of an ordinary member. The same name in another guild is the
// same user.
func (g *Guild) Person(name string) *Person {
	s := g.srv
	s.world.Lock()
	defer s.world.Unlock()
	m := s.world.Member(s.world.Guild(g.id), name)
	return &Person{s, g.id, m.User, name}
}

// People returns the guild's people, the bot aside, the oldest first.
func (g *Guild) People() []*Person {
	s := g.srv
	s.world.Lock()
	defer s.world.Unlock()
	ids := slices.SortedFunc(maps.Keys(s.world.Guild(g.id).Members), object.CompareIDs)
	var list []*Person
	for _, id := range ids {
		list = append(list, &Person{s, g.id, id, s.world.Users[id].Name})
	}
	return list
}

// Role returns the id of the guild's role of that name, made on first use.
// "@everyone" is the role that every member has; its id is the guild's.
func (g *Guild) Role(name string) string {
	s := g.srv
	s.world.Lock()
	defer s.world.Unlock()
	if name == "@everyone" {
		return g.id
	}
	data := s.world.Guild(g.id)
	i := slices.IndexFunc(data.Roles, func(r world.Role) bool { return r.Name == name })
	if i < 0 {
		i = len(data.Roles)
		data.Roles = append(data.Roles, world.Role{ID: s.world.NewID(), Name: name})
		s.world.Changed()
	}
	return data.Roles[i].ID
}

// Commands returns the commands a member of the guild can use, those
// registered globally and in the guild, by name.
func (g *Guild) Commands() []Command {
	g.srv.world.Lock()
	defer g.srv.world.Unlock()
	return g.srv.world.Commands.Available(g.id)
}

// Outage makes the guild unavailable for a moment, as when a server of Discord's fails.
func (g *Guild) Outage() {
	g.srv.world.Lock()
	defer g.srv.world.Unlock()
	g.srv.world.Guild(g.id).Outage(g.srv.world)
}
