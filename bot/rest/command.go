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
