// Package organiser says who may make and organise tournaments (T106).
package organiser

import (
	"github.com/bwmarrin/discordgo"

	"cardroom/bot/host"
	"cardroom/bot/interaction"
	"cardroom/bot/table"
)

// MayMake reports whether a user may make a tournament, and tells them if not.
func MayMake(e *table.Env, in *interaction.Interaction) bool {
	if in.Has(discordgo.PermissionManageEvents) || host.MayOpen(e, in) || in.HasRole(e.Prefs.Guild(in.Key.Guild).OrganiserRole) {
		return true
	}
	e.Reply.Text(in, string(in.Lang.Tournament.Said.MayNotMake))
	return false
}

// Organises reports whether a user organises the tournament of a table.
func Organises(t *table.Table, in *interaction.Interaction) bool {
	role := t.Env.Prefs.Guild(in.Key.Guild).OrganiserRole
	return t.Summary().Event.By == in.User || in.Has(discordgo.PermissionManageEvents|discordgo.PermissionManageGuild) || in.HasRole(role)
}
