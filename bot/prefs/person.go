package prefs

import (
	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/engine"
)

// Person is what a person has chosen for themselves, at every table (/settings). Zero leaves it to the house.
type Person struct {
	MuckPolicy engine.MuckPolicy `json:"losing,omitempty"` // what is done with losing hands (R40)
	Mention    MentionPolicy     `json:"ping,omitempty"`
	Lang       string            `json:"lang,omitempty"` // locale of what they alone read
	By         engine.ID         `json:"by,omitempty"`   // the interaction that chose last

	TwoColours bool `json:"two_colours,omitempty"` // of cards that are pictures, in what they alone see
	TextOnly   bool `json:"text_only,omitempty"`   // no pictures there, and the board in words
}

// MentionPolicy is when the player to act is mentioned.
type MentionPolicy string

const (
	MentionOff    MentionPolicy = "off"    // never, but for the warning of R30
	MentionNudge  MentionPolicy = "nudge"  // after a while, and at a slow table once more
	MentionAlways MentionPolicy = "always" // at once
)

// MuckOptions is how what is done with losing hands is written.
var MuckOptions = map[engine.MuckPolicy]string{engine.MuckByRules: "", engine.Mucks: "on", engine.Asks: "off"}

// Choose changes a person's taste by what they typed.
func (own *Person) Choose(in *interaction.Interaction) (changed bool, err error) {
	if !in.Newer(&own.By) {
		return false, nil
	}
	o := options.Reader{Values: in.Options}
	options.Choose(&o, "auto-muck", &own.MuckPolicy, 40, map[string]engine.MuckPolicy{"on": engine.Mucks, "off": engine.Asks})
	options.Choose(&o, "ping", &own.Mention, 0, map[string]MentionPolicy{"off": MentionOff, "nudge": MentionNudge, "always": MentionAlways})
	options.Choose(&o, "four-colour", &own.TwoColours, 0, map[string]bool{"on": false, "off": true})
	options.Choose(&o, "text-only", &own.TextOnly, 0, map[string]bool{"on": true, "off": false})
	options.ChooseLocale(&o, &own.Lang, options.AsDiscord)
	return true, o.Err
}
