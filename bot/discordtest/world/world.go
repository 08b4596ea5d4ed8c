package world

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"cardroom/bot/discordtest/object"
)

// World holds all data of this Discord. Its lock guards all of it: all methods but Close and Flush need it.
type World struct {
	sync.Mutex
	State

	// URL is the address of attachments.
	URL string
	// Tokens finds an interaction by its token.
	Tokens map[string]*Interaction
	// Ahead is how far Discord's clock is ahead of this machine's.
	Ahead time.Duration
	// Kept is how many messages a channel keeps.
	Kept int

	listener   Listener
	files      files
	saver      saver
	complaints []string
	closed     bool
}

// Listener receives changes. The world calls its methods with the lock held.
type Listener interface {
	// MessageChanged is called after a message was posted, edited or deleted.
	MessageChanged(kind MessageEvent, m *Message)
	// ChannelChanged is called after a channel itself was made, changed or deleted.
	ChannelChanged(id string)
	// StatusChanged is called after the bot's status or its commands changed, or the language of the user with the id; ""
	// means all users.
	StatusChanged(user string)
	// Dispatch sends an event to the gateway sessions of a guild that have the intent (0: none is needed) and returns to
	// how many. It calls data only if a session gets the event.
	Dispatch(guild string, intent int, event string, data func() any) int
}

// MessageEvent names a change to a message.
type MessageEvent string

// These are the changes of a message.
const (
	Created MessageEvent = "create"
	Edited  MessageEvent = "edit"
	Deleted MessageEvent = "delete"
)

// These are the gateway intents that events need.
const (
	IntentGuilds   = 1 << 0
	IntentMessages = 1 << 9
)

// Open reads the world from the file at a path, or creates one with an application of that name. Without a path it keeps
// nothing.
func Open(path, name, url string, l Listener) (*World, error) {
	sleepPastEpoch()
	w := &World{
		State: newState(), URL: url, Tokens: map[string]*Interaction{}, listener: l,
		files: newFiles(path), saver: saver{path: path},
	}
	if path != "" {
		if err := readState(path, &w.State); err != nil {
			return nil, fmt.Errorf("cannot read the state file: %w", err)
		}
	}
	if w.App.ID == "" {
		w.App = Application{ID: w.NewID(), Name: name}
	}
	for _, i := range w.Interactions {
		w.Tokens[i.Token] = i
	}
	return w, nil
}

// Complain records an objection of a strict reviewer.
func (w *World) Complain(format string, args ...any) {
	const most = 1000 // a broken bot may run for days
	if len(w.complaints) < most {
		w.complaints = append(w.complaints, fmt.Sprintf(format, args...))
	}
}

// Complaints returns the objections so far.
func (w *World) Complaints() []string { return slices.Clone(w.complaints) }

// Guild returns the guild with the id, or nil.
func (w *World) Guild(id string) *Guild {
	for _, g := range w.Guilds {
		if g.ID == id {
			return g
		}
	}
	return nil
}

// UserNamed returns the user of that name, or nil.
func (w *World) UserNamed(name string) *User {
	for _, u := range w.Users {
		if u.Name == name {
			return u
		}
	}
	return nil
}

// Channel returns the live channel with the id, or nil.
func (w *World) Channel(id string) *Channel {
	if ch := w.Channels[id]; ch != nil && !ch.Deleted {
		return ch
	}
	return nil
}

// Name returns the name behind an id: of the application, a user, channel or guild, else "id".
func (w *World) Name(id string) string {
	switch {
	case id == w.App.ID:
		return w.App.Name
	case w.Users[id] != nil:
		return w.Users[id].Name
	case w.Channels[id] != nil:
		return w.Channels[id].Name
	}
	if g := w.Guild(id); g != nil {
		return g.Name
	}
	return "id"
}

// AddGuild creates a guild with the bot in it.
func (w *World) AddGuild(name string) *Guild {
	g := &Guild{ID: w.NewID(), Name: name}
	w.Guilds = append(w.Guilds, g)
	w.Changed()
	w.listener.Dispatch(g.ID, IntentGuilds, "GUILD_CREATE", func() any { return w.GuildJSON(g) })
	return g
}

// RemoveBot takes the bot out of a guild.
func (w *World) RemoveBot(g *Guild) {
	g.BotRemoved = true
	w.Changed()
	w.listener.Dispatch(g.ID, IntentGuilds, "GUILD_DELETE", func() any { return map[string]any{"id": g.ID} })
}

// AddBot brings the bot back into a guild.
func (w *World) AddBot(g *Guild) {
	g.BotRemoved = false
	w.Changed()
	w.listener.Dispatch(g.ID, IntentGuilds, "GUILD_CREATE", func() any { return w.GuildJSON(g) })
}

// Member returns the member of a guild with a name, created on first use with the permissions of an ordinary member.
func (w *World) Member(g *Guild, name string) *Member {
	u := w.UserNamed(name)
	if u == nil {
		u = &User{ID: w.NewID(), Name: name}
		w.Users[u.ID] = u
	}
	m := g.Members[u.ID]
	if m == nil {
		m = &Member{User: u.ID, Permissions: object.MemberPermissions}
		if g.Members == nil {
			g.Members = map[string]*Member{}
		}
		g.Members[u.ID] = m
		w.Changed()
	}
	return m
}

// AddChannel returns the channel of that name in a guild, or the thread in a parent, created on first use.
func (w *World) AddChannel(guild, parent, name string) *Channel {
	for _, c := range w.ChannelsOf(guild) {
		if c.Name == name && c.Parent == parent {
			return c
		}
	}
	c := &Channel{Guild: guild, Parent: parent, Name: name}
	if parent != "" {
		c.Type = w.Channels[parent].threadType()
	}
	return w.add(c)
}

// AddThread makes a thread of one of Discord's types in a channel. Several threads may have the same name.
func (w *World) AddThread(parent *Channel, name string, kind int) *Channel {
	return w.add(&Channel{Guild: parent.Guild, Parent: parent.ID, Name: name, Type: kind})
}

// AddPrivateThread makes a private thread in a channel, without the bot in it.
func (c *Channel) AddPrivateThread(w *World, name string) *Channel {
	return w.add(&Channel{Guild: c.Guild, Parent: c.ID, Name: name, Type: object.PrivateThread, Uninvited: true})
}

// add gives a channel its id and tells of it.
func (w *World) add(c *Channel) *Channel {
	c.ID = w.NewID()
	w.Channels[c.ID] = c
	w.Changed()
	event := "CHANNEL_CREATE"
	if c.Parent != "" {
		event = "THREAD_CREATE"
	}
	if c.BotSees(w) {
		w.listener.Dispatch(c.Guild, IntentGuilds, event, func() any { return w.ChannelJSON(c) })
	}
	w.listener.ChannelChanged(c.ID)
	return c
}

// Rename gives a channel another name.
func (w *World) Rename(c *Channel, name string) {
	c.Name = name
	w.Changed()
	w.listener.ChannelChanged(c.ID)
}

// Archive archives a thread, or opens it again.
func (c *Channel) Archive(w *World, archived bool) {
	if c.Archived != archived {
		c.Archived = archived
		c.threadChanged(w)
		w.Changed()
		w.listener.ChannelChanged(c.ID)
	}
}

// SetLocked locks a thread, or unlocks it.
func (c *Channel) SetLocked(w *World, locked bool) {
	c.Locked = locked
	c.threadChanged(w)
	w.Changed()
}

// Invite adds the bot to a private thread.
func (c *Channel) Invite(w *World) {
	c.Uninvited = false
	if c.BotSees(w) {
		w.listener.Dispatch(c.Guild, IntentGuilds, "THREAD_CREATE", func() any { return w.ChannelJSON(c) })
	}
	w.Changed()
}

// threadChanged tells the bot of a change of a thread that it sees.
func (c *Channel) threadChanged(w *World) {
	if c.BotSees(w) {
		w.listener.Dispatch(c.Guild, IntentGuilds, "THREAD_UPDATE", func() any { return w.ChannelJSON(c) })
	}
}

// empty marks a channel as deleted, without its messages and their files.
func (c *Channel) empty(w *World) {
	for _, m := range c.Messages {
		w.dropFiles(m.Attachments, nil)
	}
	c.Deleted, c.Messages = true, nil
}

// DeleteChannel deletes a channel with its messages, and its threads with theirs. Like Discord it sends no event of those threads.
func (w *World) DeleteChannel(c *Channel) {
	c.empty(w)
	for _, thread := range w.ChannelsOf(c.Guild) {
		if thread.Parent == c.ID {
			thread.empty(w)
			w.listener.ChannelChanged(thread.ID)
		}
	}
	w.Changed()
	event := "CHANNEL_DELETE"
	if c.Parent != "" {
		event = "THREAD_DELETE"
	}
	w.listener.Dispatch(c.Guild, IntentGuilds, event, func() any { return w.ChannelJSON(c) })
	w.listener.ChannelChanged(c.ID)
}

// CommandsChanged records that the registry was changed.
func (w *World) CommandsChanged() {
	w.Changed()
	w.listener.StatusChanged("")
}

// SetLocale sets the language of a user's client.
func (w *World) SetLocale(user, locale string) {
	w.Users[user].Locale = locale
	w.Changed()
	w.listener.StatusChanged(user)
}

// discordEpoch is the first millisecond of 2015, in Unix milliseconds.
const discordEpoch = 1420070400000

// sleepPastEpoch lets a virtual clock, which starts in 2000, run until ids can contain the time.
func sleepPastEpoch() {
	if time.Now().UnixMilli() < discordEpoch {
		time.Sleep(time.Until(time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)))
	}
}

// Outage sends the events of an outage of a guild: it is unavailable, and then there again.
func (g *Guild) Outage(w *World) {
	w.listener.Dispatch(g.ID, IntentGuilds, "GUILD_DELETE", func() any { return map[string]any{"id": g.ID, "unavailable": true} })
	w.listener.Dispatch(g.ID, IntentGuilds, "GUILD_CREATE", func() any { return w.GuildJSON(g) })
}
