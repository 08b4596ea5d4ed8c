package bot

import (
	"slices"

	"cardroom/bot/interaction"
	"cardroom/bot/prefs"
	"cardroom/render/text"

	"github.com/bwmarrin/discordgo"
)

// serverOptions is /server: what is chosen is kept, and told with what was chosen before. The boards follow.
func (b *Bot) serverOptions(k *interaction.Interaction) {
	if !k.Has(discordgo.PermissionManageGuild) {
		b.reply.Text(k, string(k.Lang.Say.Server.Need))
		return
	}
	own, err := b.prefs.Guilds.Update(k.Key.Guild, func(own *prefs.Guild) (bool, error) { return own.Choose(k) })
	if err != nil {
		b.reply.Refuse(k, err)
		return
	}
	if _, given := k.Options["language"]; given {
		b.atTables(k.Key.Guild, 0, func(a *actor) {
			if a.version != 0 {
				a.show()
			}
		})
	}
	k.Lang = b.prefs.LocaleOf(k)
	b.reply.Text(k, text.ServerPreferences(k.Lang, text.ServerSettings{Language: own.Lang, Opener: own.OpenRole, Staked: own.BotsPlayForWallet}, k.Key.Guild))
}

// mayOpen says whether the asker may open a table: who manages the channel, and who has the role for it. Everyone has the
// role whose id is the server's.
func (b *Bot) mayOpen(k *interaction.Interaction) bool {
	role := b.prefs.Guild(k.Key.Guild).OpenRole
	return k.Has(discordgo.PermissionManageChannels) || role != 0 && (role == k.Key.Guild || slices.Contains(k.Roles, role))
}
