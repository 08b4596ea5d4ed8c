package prefs

import (
	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/engine"
)

// Person holds the preferences that a person set for all tables (/settings). A zero field means the table default.
type Person struct {
	MuckPolicy engine.MuckPolicy `json:"losing,omitempty"` // for losing hands (R40)
	Mention    MentionPolicy     `json:"ping,omitempty"`
	AutoRebuy  bool              `json:"auto_rebuy,omitempty"` // rebuys when they are out of chips
	AutoTopUp  bool              `json:"auto_topup,omitempty"` // tops up below half of their buy-in
	Lang       string            `json:"lang,omitempty"`       // locale of their private texts
	By         engine.ID         `json:"by,omitempty"`         // the interaction that changed it last

	PanelOnPress bool `json:"panel_on_press,omitempty"` // their panel does not come by itself

	TwoColours bool `json:"two_colours,omitempty"` // for pictures that only they see
	TextOnly   bool `json:"text_only,omitempty"`   // no pictures there, and a text board
}

// MentionPolicy says when the bot mentions the player to act.
type MentionPolicy string

const (
	MentionOff    MentionPolicy = "off"    // only for the warning of R30 and a called clock (R31)
	MentionNudge  MentionPolicy = "nudge"  // after a while, and once more at a slow table
	MentionAlways MentionPolicy = "always" // at once
)

// MuckOptions maps each muck policy to its option value.
var MuckOptions = map[engine.MuckPolicy]string{engine.MuckByRules: "", engine.Mucks: "on", engine.Asks: "off"}

// Choose updates the preferences from the options of a command. It ignores an interaction that is older than the last one.
func (own *Person) Choose(in *interaction.Interaction) (changed bool, err error) {
	if len(in.Options) == 0 || !in.Newer(&own.By) {
		return false, nil
	}
	o := options.Reader{Values: in.Options}
	options.Choose(&o, "auto-muck", &own.MuckPolicy, 40, map[string]engine.MuckPolicy{"on": engine.Mucks, "off": engine.Asks})
	onOff := map[string]bool{"on": true, "off": false}
	options.Choose(&o, "auto-rebuy", &own.AutoRebuy, 62, onOff)
	options.Choose(&o, "auto-topup", &own.AutoTopUp, 5, onOff)
	options.Choose(&o, "ping", &own.Mention, 0, map[string]MentionPolicy{"off": MentionOff, "nudge": MentionNudge, "always": MentionAlways})
	options.Choose(&o, "panel", &own.PanelOnPress, 0, map[string]bool{"auto": false, "press": true})
	options.Choose(&o, "four-colour", &own.TwoColours, 0, map[string]bool{"on": false, "off": true})
	options.Choose(&o, "text-only", &own.TextOnly, 0, onOff)
	options.ChooseLocale(&o, &own.Lang, options.AsDiscord)
	return true, o.Err
}
