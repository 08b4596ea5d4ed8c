package reply

import (
	"testing"

	"cardroom/bot/interaction"
	"cardroom/render"
)

// The choices of an option that takes a number are numbers, whatever its name; those of another one are texts.
func TestChoicesHaveTheTypeOfTheirOption(t *testing.T) {
	for number, want := range map[bool]any{true: 7, false: "7"} {
		in := &interaction.Interaction{Typed: interaction.Typed{Focus: "count", FocusNumber: number}}
		list := choicesAnswer(in, []render.Choice{{Label: "seven", Value: "7"}}).Data.Choices
		if len(list) != 1 || list[0].Value != want {
			t.Errorf("a number: %t; got %v, want %#v", number, list[0].Value, want)
		}
	}
}
