package rest

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Role is a role of a guild with its members' permissions, which channels may overwrite. The @everyone role has the guild's
// id.
type Role struct {
	ID          string `json:"id"`
	Permissions int64  `json:"permissions,string"`
}

// Channel is a channel or thread of a guild with its permissions.
type Channel struct {
	ID         string                `json:"id"`
	Type       discordgo.ChannelType `json:"type"`
	Parent     string                `json:"parent_id"` // of a thread: its channel
	Overwrites []Overwrite           `json:"permission_overwrites"`
}

// Overwrite changes the permissions of a role or a user in one channel.
type Overwrite struct {
	ID    string                            `json:"id"`
	Kind  discordgo.PermissionOverwriteType `json:"type"` // of a role or of a person
	Allow int64                             `json:"allow,string"`
	Deny  int64                             `json:"deny,string"`
}

// Roles lists the roles of a guild.
func (c *Client) Roles(ctx context.Context, guild string) ([]Role, error) {
	var g struct{ Roles []Role }
	err := c.fetch(ctx, inGuild(guild), &g)
	return g.Roles, err
}

// Channels lists the channels of a guild, without its threads.
func (c *Client) Channels(ctx context.Context, guild string) ([]Channel, error) {
	var list []Channel
	err := c.fetch(ctx, inGuild(guild, "channels"), &list)
	return list, err
}

// Channel reads a channel or thread.
func (c *Client) Channel(ctx context.Context, id string) (*Channel, error) {
	var ch Channel
	if err := c.fetch(ctx, aboutChannel(id), &ch); err != nil {
		return nil, err
	}
	return &ch, nil
}

// Member is a member of a guild.
type Member struct {
	Roles []string `json:"roles"`
}

// Member reads a member of a guild. Without such a member the error is ErrGone.
func (c *Client) Member(ctx context.Context, guild, user string) (m Member, err error) {
	err = c.fetch(ctx, inGuild(guild, "members", user), &m)
	return m, err
}

// Threads lists the ids of the open threads in a channel that a user made with a name.
func (c *Client) Threads(ctx context.Context, guild, channel, owner, name string) (ids []string, err error) {
	var open struct {
		Threads []struct {
			ID     string `json:"id"`
			Name   string `json:"name"`
			Parent string `json:"parent_id"`
			Owner  string `json:"owner_id"`
		} `json:"threads"`
	}
	err = c.fetch(ctx, inGuild(guild, "threads", "active"), &open)
	for _, t := range open.Threads {
		if t.Parent == channel && t.Owner == owner && t.Name == name {
			ids = append(ids, t.ID)
		}
	}
	return ids, err
}

// RenameThread gives a thread of the bot another name, of at most 100 characters. Discord allows two names in ten minutes, and refuses one
// for an archived thread. So the request opens the thread, and Discord archives it again in time.
func (c *Client) RenameThread(ctx context.Context, thread, name string) error {
	return c.patchThread(ctx, thread, struct {
		Name     string `json:"name"`
		Archived bool   `json:"archived"`
	}{name, false})
}

// ArchiveThread archives a thread of the bot. A message opens it again.
func (c *Client) ArchiveThread(ctx context.Context, thread string) error {
	return c.patchThread(ctx, thread, struct {
		Archived bool `json:"archived"`
	}{true})
}

// patchThread changes a thread of the bot. Edits of its messages have a limit of their own, which a third name
// must not use up for minutes.
func (c *Client) patchThread(ctx context.Context, thread string, change any) error {
	_, err := c.do(ctx, byBot(http.MethodPatch, "PATCH thread "+thread, "channels", thread), change, nil)
	return err
}

// MakeThread makes a public thread in a channel, of at most 100 characters in its name, and returns its id. Discord makes a
// private one where the type is missing, and wants another type in an announcement channel (news). It archives the thread after
// so many minutes without a message; 0 is the channel's default.
func (c *Client) MakeThread(ctx context.Context, channel string, news bool, name string, archive int) (id string, err error) {
	kind := discordgo.ChannelTypeGuildPublicThread
	if news {
		kind = discordgo.ChannelTypeGuildNewsThread
	}
	r, err := byBot(http.MethodPost, "POST threads "+channel, "channels", channel, "threads").with(struct {
		Name    string                `json:"name"`
		Type    discordgo.ChannelType `json:"type"`
		Archive int                   `json:"auto_archive_duration,omitempty"`
	}{name, kind, archive}, nil)
	if err != nil {
		return "", err
	}
	return c.post(ctx, r)
}

// Events lists the events in a guild's list that are to come or under way.
func (c *Client) Events(ctx context.Context, guild string) (list []discordgo.GuildScheduledEvent, err error) {
	err = c.fetch(ctx, inGuild(guild, "scheduled-events"), &list)
	return list, err
}

// MakeEvent adds an event to a guild's list and returns its id. It needs Create Events. A guild has at most 100 events that are to
// come or under way. Discord has no nonce for events.
func (c *Client) MakeEvent(ctx context.Context, guild string, e *discordgo.GuildScheduledEventParams) (id string, err error) {
	r, err := byBot(http.MethodPost, "POST events "+guild, "guilds", guild, "scheduled-events").with(e, nil)
	if err != nil {
		return "", err
	}
	return c.post(ctx, r)
}

// EditEvent changes an event of the bot. It keeps the fields that e leaves empty. Where the event is over or deleted, the error is ErrGone.
func (c *Client) EditEvent(ctx context.Context, guild, id string, e *discordgo.GuildScheduledEventParams) error {
	_, err := c.do(ctx, byBot(http.MethodPatch, "PATCH event "+id, "guilds", guild, "scheduled-events", id), e, nil)
	return err
}
