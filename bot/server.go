package bot

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"cardroom/engine"
	"cardroom/render/text"
)

// server is what is chosen for a whole server (/server). Zero leaves it to Discord.
type server struct {
	Lang   string    `json:"lang,omitempty"`   // locale of what everyone reads
	Opener engine.ID `json:"opener,omitempty"` // the role that may open tables beside those who manage the channel
	Staked bool      `json:"staked,omitempty"` // house players play for the chips of people (house-chips)
	By     engine.ID `json:"by,omitempty"`     // the interaction that chose last
}

// serverOptions is /server: what is chosen is kept, and told with what was chosen before. The boards follow.
func (b *Bot) serverOptions(k *ask) {
	if !k.has(discordgo.PermissionManageGuild) {
		b.tell(k, string(k.lang.Say.Server.Need))
		return
	}
	own, err := b.servers.change(b, k.key.Guild, func(own *server) (bool, error) { return own.choose(k) })
	if err != nil {
		b.refuse(k, err)
		return
	}
	if _, given := k.options["language"]; given {
		b.atTables(k.key.Guild, 0, func(a *actor) {
			if a.version != 0 {
				a.show()
			}
		})
	}
	k.lang = b.tongue(k)
	b.tell(k, text.ServerPreferences(k.lang, text.ServerSettings{Language: own.Lang, Opener: own.Opener, Staked: own.Staked}, k.key.Guild))
}

// choose changes what a server has chosen by what was typed. A role that is chosen again is taken back: a role is the one
// thing of which nothing cannot be chosen.
func (own *server) choose(k *ask) (changed bool, err error) {
	if !k.chooses(&own.By) {
		return false, nil
	}
	o := options{values: k.options}
	chooseLang(&o, &own.Lang, asDiscord)
	choose(&o, "house-chips", &own.Staked, 0, map[string]bool{"practice": false, "wallet": true})
	if role, given := k.options["opener-role"]; given {
		if was := own.Opener; was == snowflake(role) {
			own.Opener = 0
		} else {
			own.Opener = snowflake(role)
		}
	}
	return true, o.err
}

// mayOpen says whether the asker may open a table: who manages the channel, and who has the role for it. Everyone has the
// role whose id is the server's.
func (b *Bot) mayOpen(k *ask) bool {
	role := b.house(k.key.Guild).Opener
	return k.has(discordgo.PermissionManageChannels) || role != 0 && (role == k.key.Guild || slices.Contains(k.roles, role))
}
