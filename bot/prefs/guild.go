package prefs

import (
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/engine"
)

// Guild is what is chosen for a whole server (/server). Zero leaves it to Discord.
type Guild struct {
	Lang              string    `json:"lang,omitempty"`   // locale of what everyone reads
	OpenRole          engine.ID `json:"opener,omitempty"` // the role that may open tables beside those who manage the channel
	BotsPlayForWallet bool      `json:"staked,omitempty"` // house players play for the chips of people (house-chips)
	By                engine.ID `json:"by,omitempty"`     // the interaction that chose last
}

// Choose changes what a server has chosen by what was typed. A role that is chosen again is taken back: a role is the one
// thing of which nothing cannot be chosen.
func (own *Guild) Choose(in *interaction.Interaction) (changed bool, err error) {
	if !in.Newer(&own.By) {
		return false, nil
	}
	o := options.Reader{Values: in.Options}
	options.ChooseLocale(&o, &own.Lang, options.AsDiscord)
	options.Choose(&o, "house-chips", &own.BotsPlayForWallet, 0, map[string]bool{"practice": false, "wallet": true})
	if role, given := in.Options["opener-role"]; given {
		if was := own.OpenRole; was == message.Snowflake(role) {
			own.OpenRole = 0
		} else {
			own.OpenRole = message.Snowflake(role)
		}
	}
	return true, o.Err
}
