package rest

import (
	"context"
	"encoding/base64"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Commands lists the registered slash commands with all their languages: those of a guild, or the global ones if guild is
// empty.
func (c *Client) Commands(ctx context.Context, guild string) ([]*discordgo.ApplicationCommand, error) {
	r := c.commands(http.MethodGet, guild)
	r.path += "?with_localizations=true"
	var list []*discordgo.ApplicationCommand
	err := c.fetch(ctx, r, &list)
	return list, err
}

// SetCommands replaces all registered commands of a guild, or the global ones if guild is empty. An empty list removes
// them. It returns the commands as registered, with their ids.
func (c *Client) SetCommands(ctx context.Context, guild string, list []*discordgo.ApplicationCommand) ([]*discordgo.ApplicationCommand, error) {
	if list == nil {
		list = []*discordgo.ApplicationCommand{}
	}
	r, err := c.commands(http.MethodPut, guild).with(list, nil)
	if err != nil {
		return nil, err
	}
	var registered []*discordgo.ApplicationCommand
	err = c.fetch(ctx, r, &registered)
	return registered, err
}

// Emoji is an emoji of the application. Name has 2 to 32 letters, digits and underscores; messages refer to it by ID. An
// application has at most 2,000, each with its own name.
type Emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Emojis lists the application's emojis.
func (c *Client) Emojis(ctx context.Context) ([]Emoji, error) {
	var list struct {
		Items []Emoji `json:"items"`
	}
	err := c.fetch(ctx, c.emojis(http.MethodGet), &list)
	return list.Items, err
}

// CreateEmoji uploads a PNG of at most 256 KiB as an emoji. It does not retry after an unknown outcome: see
// [Client.Emojis].
func (c *Client) CreateEmoji(ctx context.Context, name string, png []byte) (Emoji, error) {
	r, err := c.emojis(http.MethodPost).with(struct {
		Name  string `json:"name"`
		Image string `json:"image"`
	}{name, "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)}, nil)
	if err != nil {
		return Emoji{}, err
	}
	made := Emoji{Name: name}
	if made.ID, err = c.post(ctx, r); err != nil {
		return Emoji{}, err
	}
	return made, nil
}

// DeleteEmoji deletes an emoji. [ErrGone] means that it no longer exists.
func (c *Client) DeleteEmoji(ctx context.Context, id string) error {
	_, err := c.do(ctx, c.emojis(http.MethodDelete, id), nil, nil)
	return err
}
