package account

import (
	"github.com/bwmarrin/discordgo"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/prefs"
	"cardroom/bot/table"
	"cardroom/render/text"
)

// ServerOptions handles /server: it stores the options and shows all settings. Boards and lobbies follow a new language.
func ServerOptions(e *table.Env, in *interaction.Interaction) {
	if !in.Has(discordgo.PermissionManageGuild) {
		e.Reply.Text(in, string(in.Lang.Say.Server.Need))
		return
	}
	own, err := e.Prefs.Guilds.Update(in.Key.Guild, func(own *prefs.Guild) (bool, error) { return own.Choose(in) })
	if err != nil {
		e.Reply.Refuse(in, err)
		return
	}
	if _, given := in.Options["language"]; given {
		e.Tables.Each(in.Key.Guild, 0, func(t *table.Table) {
			if t.IsOpen() {
				channel.Of(t).Refresh()
			}
			if t.InTournament() {
				t.Director.Show()
			}
		})
	}
	in.Lang = e.Prefs.LocaleOf(in.Origin)
	settings := text.ServerSettings{Language: own.Lang, Opener: own.OpenRole, Organiser: own.OrganiserRole, Staked: own.BotsPlayForWallet, Zone: own.Zone}
	e.Reply.Text(in, text.ServerPreferences(in.Lang, settings, in.Key.Guild, in.Options))
}
