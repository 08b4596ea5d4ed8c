package form

import (
	"strings"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/refusal"
)

// CheckChoices refuses invalid autocompletion choices.
func CheckChoices(list []object.Choice) error {
	var p refusal.Form
	p.Count("data.choices", len(list), 0, 25)
	for i, c := range list {
		p.Text(refusal.Path("data.choices", i, "name"), c.Name, 1, 100)
		if text, ok := c.Value.(string); ok {
			p.Text(refusal.Path("data.choices", i, "value"), text, 1, 100)
		}
		if strings.TrimSpace(c.Name) == "" {
			p.Add(refusal.Path("data.choices", i, "name"), "BASE_TYPE_REQUIRED", "This field is required")
		}
		if c.Value == nil {
			p.Add(refusal.Path("data.choices", i, "value"), "BASE_TYPE_REQUIRED", "This field is required")
		}
	}
	return p.Err()
}
