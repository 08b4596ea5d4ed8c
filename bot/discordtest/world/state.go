package world

import (
	"slices"
	"strconv"
	"time"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/registry"
)

// State is everything that lasts, in the form of the state file.
type State struct {
	Schema       string                  `json:"schema"`
	LastID       uint64                  `json:"last_id,string"`
	App          Application             `json:"app"`
	Guilds       []*Guild                `json:"guilds"`
	Users        map[string]*User        `json:"users"`
	Channels     map[string]*Channel     `json:"channels"`
	Commands     registry.Registry       `json:"commands"`
	Emojis       []*Emoji                `json:"emojis"`
	Interactions map[string]*Interaction `json:"interactions"`
}

// Application is the bot's application.
type Application struct {
	ID   string `json:"id"` // of the application and its bot user
	Name string `json:"name"`
}

// Guild is a server in Discord's sense.
type Guild struct {
	ID         string             `json:"id"`
	Name       string             `json:"name"`
	Locale     string             `json:"locale"`
	Roles      []Role             `json:"roles,omitempty"` // besides @everyone
	Members    map[string]*Member `json:"members"`
	BotRemoved bool               `json:"without,omitempty"`
	BotDenied  int64              `json:"lacks,omitempty"` // permissions taken from the bot here.
	Events     []*ServerEvent     `json:"events,omitempty"`
}

// Role is a role of a guild.
type Role struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// User is a person, in any number of guilds.
type User struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Locale string `json:"locale"`
}

// Member is a user in a guild.
type Member struct {
	User        string   `json:"user"`
	Nick        string   `json:"nick,omitempty"`
	Permissions int64    `json:"permissions"`
	Roles       []string `json:"roles,omitempty"`
}

// Channel is a text channel or a thread.
type Channel struct {
	ID        string     `json:"id"`
	Guild     string     `json:"guild"`
	Parent    string     `json:"parent,omitempty"` // of a thread
	Type      int        `json:"type,omitempty"`   // Discord's; 0: a text channel, or a public thread of one
	Name      string     `json:"name"`
	Archived  bool       `json:"archived,omitempty"`  // of a thread
	Locked    bool       `json:"locked,omitempty"`    // of a thread
	Uninvited bool       `json:"uninvited,omitempty"` // of a private thread: the bot is not in it
	BotDenied int64      `json:"lacks,omitempty"`     // permissions taken from the bot here.
	Deleted   bool       `json:"deleted,omitempty"`
	Messages  []*Message `json:"messages,omitempty"`

	Denied  int64            `json:"denied,omitempty"`  // permissions taken from @everyone here.
	Allowed map[string]int64 `json:"allowed,omitempty"` // permissions of users or roles here, despite Denied
}

// Emoji is an emoji of the application. Data is the picture.
type Emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind"` // image/png
	Data []byte `json:"data"`
}

func newState() State {
	return State{
		Schema: stateSchema, Users: map[string]*User{}, Channels: map[string]*Channel{},
		Commands: registry.Registry{}, Interactions: map[string]*Interaction{},
	}
}

// Now returns Discord's time: Ahead of this machine's clock.
func (w *World) Now() time.Time { return time.Now().Add(w.Ahead) }

// NewID returns a snowflake: the time in milliseconds, then a counter. It never repeats an id, even if the clock goes back.
func (w *World) NewID() string {
	id := uint64(w.Now().UnixMilli()-discordEpoch) << 22
	if id <= w.LastID {
		id = w.LastID + 1
	}
	w.LastID = id
	return strconv.FormatUint(id, 10)
}

// ChannelsOf returns the live channels of a guild, the oldest first.
func (w *World) ChannelsOf(guild string) []*Channel {
	var list []*Channel
	for _, c := range w.Channels {
		if c.Guild == guild && !c.Deleted {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b *Channel) int { return object.CompareIDs(a.ID, b.ID) })
	return list
}
