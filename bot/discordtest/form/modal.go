package form

import (
	"slices"
	"unicode/utf8"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/refusal"
)

// CheckModal refuses an invalid modal.
func CheckModal(m *object.Modal) error {
	var p refusal.Form
	p.Text("data.title", m.Title, 1, 45)
	p.Text("data.custom_id", m.CustomID, 1, 100)
	p.Count("data.components", len(m.Components), 1, 5)
	c := &checker{Form: &p, ids: map[string]bool{}, nums: map[int]bool{}}
	inputs := []int{object.TypeTextInput, object.TypeSelect, object.TypeUserSelect, object.TypeRoleSelect, object.TypeMentionable, object.TypeChannels}
	for i, comp := range m.Components {
		path := refusal.Path("data.components", i)
		switch comp.Type {
		case object.TypeText:
			p.Text(refusal.Path(path, "content"), comp.Content, 1, maxV2Text)
		case object.TypeRow:
			p.Count(refusal.Path(path, "components"), len(comp.Components), 1, 1)
			for j, in := range comp.Components {
				c.input(refusal.Path(path, "components", j), in, []int{object.TypeTextInput})
				p.Text(refusal.Path(path, "components", j, "label"), in.Label, 1, 45)
			}
		case object.TypeLabel:
			c.label(path, comp, inputs)
		default:
			p.Add(refusal.Path(path, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1, 10, 18).")
		}
	}
	return p.Err()
}

func (c *checker) label(path string, l object.Component, inputs []int) {
	c.Text(refusal.Path(path, "label"), l.Label, 1, 45)
	c.Text(refusal.Path(path, "description"), l.Description, 0, 100)
	if l.Component == nil {
		c.Add(refusal.Path(path, "component"), "BASE_TYPE_REQUIRED", "This field is required")
		return
	}
	if l.Component.Label != "" {
		c.Add(refusal.Path(path, "component", "label"), "LABEL_IN_LABEL", "An input inside a label has no label of its own.")
	}
	c.input(refusal.Path(path, "component"), *l.Component, inputs)
}

func (c *checker) input(path string, in object.Component, allowed []int) {
	if !slices.Contains(allowed, in.Type) {
		c.Add(refusal.Path(path, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of %v.", allowed)
		return
	}
	if in.Type != object.TypeTextInput {
		c.menu(path, in)
		return
	}
	c.customID(path, in.CustomID)
	c.Between(refusal.Path(path, "style"), in.Style, 1, 2)
	c.Text(refusal.Path(path, "placeholder"), in.Placeholder, 0, 100)
	least, most := object.IntOr(in.MinLength, 0), object.IntOr(in.MaxLength, MaxInput)
	c.Between(refusal.Path(path, "min_length"), least, 0, MaxInput)
	c.Between(refusal.Path(path, "max_length"), most, 1, MaxInput)
	if least > most {
		c.Add(refusal.Path(path, "min_length"), "NUMBER_TYPE_RANGE", "min_length is above max_length.")
	}
	if in.Value != "" && (utf8.RuneCountInString(in.Value) > most || utf8.RuneCountInString(in.Value) < least) {
		c.Add(refusal.Path(path, "value"), "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}
