package rest

import (
	"context"
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
// them.
func (c *Client) SetCommands(ctx context.Context, guild string, list []*discordgo.ApplicationCommand) error {
	if list == nil {
		list = []*discordgo.ApplicationCommand{}
	}
	_, err := c.do(ctx, c.commands(http.MethodPut, guild), list, nil)
	return err
}
