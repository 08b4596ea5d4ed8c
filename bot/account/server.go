package account

import (
	"github.com/bwmarrin/discordgo"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/prefs"
	"cardroom/bot/table"
	"cardroom/render/text"
)

// ServerOptions is /server: what is chosen is kept, and told with what was chosen before. The boards follow.
func ServerOptions(b *table.Env, k *interaction.Interaction) {
	if !k.Has(discordgo.PermissionManageGuild) {
		b.Reply.Text(k, string(k.Lang.Say.Server.Need))
		return
	}
	own, err := b.Prefs.Guilds.Update(k.Key.Guild, func(own *prefs.Guild) (bool, error) { return own.Choose(k) })
	if err != nil {
		b.Reply.Refuse(k, err)
		return
	}
	if _, given := k.Options["language"]; given {
		b.EachTable(k.Key.Guild, 0, func(a *table.Table) {
			if a.Version != 0 {
				channel.Of(a).Show(nil)
			}
		})
	}
	k.Lang = b.Prefs.LocaleOf(k)
	b.Reply.Text(k, text.ServerPreferences(k.Lang, text.ServerSettings{Language: own.Lang, Opener: own.OpenRole, Staked: own.BotsPlayForWallet}, k.Key.Guild))
}
