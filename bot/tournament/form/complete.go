package form

import (
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/table"
	"cardroom/render"
)

// Choices completes the options of /tournament settings that are times, and the further ones. It asks Discord nothing.
func Choices(e *table.Env, in *interaction.Interaction) (list []render.Choice) {
	if in.Focus != "more" {
		return times(e, in)
	}
	for _, x := range moreExamples(in.Options["more"]) {
		list = append(list, render.Choice{Label: x, Value: x})
	}
	return list
}

// times completes an option that is a time: with the moment that the typed text means, in the time zone of the server. So an
// organiser sees it before it counts (T123).
func times(e *table.Env, in *interaction.Interaction) []render.Choice {
	const format = "2006-01-02 15:04"
	zone, typed := ZoneOf(e, in.Key.Guild), in.Options[in.Focus]
	at, err := options.ReadTime(in.Focus, typed, zone, time.Now())
	if err != nil || len(typed) > mostTimed {
		return nil
	}
	value := at.Add(time.Minute - 1).Truncate(time.Minute).In(zone).Format(format)
	return []render.Choice{{Label: typed + " = " + value + " " + zone.String(), Value: value}}
}

// mostTimed is how long a typed time is at most that is completed: Discord takes 100 characters for the text and the moment.
const mostTimed = 40
