package prefs

import (
	"cmp"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/engine"
)

// Guild holds the settings of a server (/server). A zero field leaves the choice to Discord.
type Guild struct {
	Lang              string    `json:"lang,omitempty"`      // locale of public texts
	OpenRole          engine.ID `json:"opener,omitempty"`    // its members may open tables, as channel managers may
	OrganiserRole     engine.ID `json:"organiser,omitempty"` // its members organise every tournament (T106)
	Zone              string    `json:"zone,omitempty"`      // IANA name of the time zone in which times are typed; "" is UTC (T123)
	BotsPlayForWallet bool      `json:"staked,omitempty"`    // house players play for wallet chips (option house-chips)
	By                engine.ID `json:"by,omitempty"`        // the interaction that changed it last
}

// Choose updates the settings from the options of a command. Choosing the same role again clears it, because Discord has no
// way to pick "no role".
func (own *Guild) Choose(in *interaction.Interaction) (changed bool, err error) {
	if len(in.Options) == 0 || !in.Newer(&own.By) {
		return false, nil
	}
	o := options.Reader{Values: in.Options}
	options.ChooseLocale(&o, &own.Lang, options.AsDiscord)
	options.Choose(&o, "house-chips", &own.BotsPlayForWallet, 0, map[string]bool{"practice": false, "wallet": true})
	if typed, given := in.Options["timezone"]; given {
		own.chooseZone(&o, typed)
	}
	chooseRole(in, "opener-role", &own.OpenRole)
	chooseRole(in, "organiser-role", &own.OrganiserRole)
	return true, o.Err
}

// chooseRole stores the role of an option, or clears it if it was chosen already.
func chooseRole(in *interaction.Interaction, option string, own *engine.ID) {
	typed, given := in.Options[option]
	switch role := message.Snowflake(typed); {
	case !given:
	case role == *own:
		*own = 0
	default:
		*own = role
	}
}

// chooseZone stores a time zone by its name. UTC is the default.
func (own *Guild) chooseZone(o *options.Reader, typed string) {
	zone, ok := options.ReadZone(typed)
	switch {
	case !ok:
		o.Err = cmp.Or[error](o.Err, &options.Error{
			Option: "timezone", Want: options.List("Europe/Berlin", "America/New_York", "UTC"), Kind: options.Examples,
		})
	case zone == time.UTC:
		own.Zone = ""
	default:
		own.Zone = zone.String()
	}
}
