package rest

import (
	"context"

	"github.com/bwmarrin/discordgo"
)

// Role is a role of a guild with the permissions of its members, which channels may overwrite. The role of everyone has the
// guild's id.
type Role struct {
	ID          string `json:"id"`
	Permissions int64  `json:"permissions,string"`
}

// Channel is a channel or thread of a guild with its permissions.
type Channel struct {
	ID         string                `json:"id"`
	Type       discordgo.ChannelType `json:"type"`
	Parent     string                `json:"parent_id"` // of a thread, the channel that it is in
	Overwrites []Overwrite           `json:"permission_overwrites"`
}

// Overwrite changes in one channel the permissions of a role or a person.
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
