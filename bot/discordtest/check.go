package discordtest

import (
	"fmt"
	"slices"
	"strings"
)

// The platform's sizes, in characters or pieces.
const (
	maxContent  = 2000
	maxEmbeds   = 10
	maxEmbedSum = 6000
	maxV2       = 40
	maxV2Text   = 4000
	maxInput    = 4000
)

func checkEmbeds(p *problems, path string, list []Embed) {
	p.count(path, len(list), 0, maxEmbeds)
	sum := 0
	for i, e := range list {
		at := func(parts ...any) string { return at(append([]any{path, i}, parts...)...) }
		p.length(at("title"), e.Title, 0, 256)
		p.length(at("description"), e.Description, 0, 4096)
		p.count(at("fields"), len(e.Fields), 0, 25)
		p.between(at("color"), e.Color, 0, 0xFFFFFF)
		sum += runes(e.Title) + runes(e.Description)
		for j, f := range e.Fields {
			p.length(at("fields", j, "name"), f.Name, 1, 256)
			p.length(at("fields", j, "value"), f.Value, 1, 1024)
			sum += runes(f.Name) + runes(f.Value)
		}
		if e.Footer != nil {
			p.length(at("footer", "text"), e.Footer.Text, 1, 2048)
			sum += runes(e.Footer.Text)
		}
		if e.Author != nil {
			p.length(at("author", "name"), e.Author.Name, 1, 256)
			sum += runes(e.Author.Name)
		}
	}
	if sum > maxEmbedSum {
		p.add(path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedSum)
	}
}

// checker walks the components of one message.
type checker struct {
	*problems
	v2     bool
	ids    map[string]bool
	nums   map[int]bool
	pieces int
	text   int
}

// checkComponents objects to components that a message cannot have.
func checkComponents(p *problems, path string, list []Component, v2 bool) {
	c := &checker{problems: p, v2: v2, ids: map[string]bool{}, nums: map[int]bool{}}
	top := []int{TypeRow}
	if v2 {
		top = []int{TypeRow, TypeSection, TypeText, TypeGallery, TypeFile, TypeSeparator, TypeContainer}
	} else {
		p.count(path, len(list), 0, 5)
	}
	c.each(path, list, top)
	if v2 && c.pieces > maxV2 {
		p.add(path, "BASE_TYPE_MAX_LENGTH", "A message has at most %d components, this one %d.", maxV2, c.pieces)
	}
	if c.text > maxV2Text {
		p.add(path, "BASE_TYPE_MAX_LENGTH", "The texts have %d characters together, at most %d are allowed.", c.text, maxV2Text)
	}
}

func (c *checker) each(path string, list []Component, allowed []int) {
	for i, comp := range list {
		c.one(at(path, i), comp, allowed)
	}
}

func (c *checker) one(path string, comp Component, allowed []int) {
	c.pieces++
	if !slices.Contains(allowed, comp.Type) {
		c.add(at(path, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of %v.", allowed)
		return
	}
	if comp.ID != 0 && c.nums[comp.ID] {
		c.add(at(path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	}
	c.nums[comp.ID] = true
	switch comp.Type {
	case TypeRow:
		c.row(path, comp)
	case TypeButton:
		c.button(path, comp)
	case TypeText:
		c.length(at(path, "content"), comp.Content, 1, maxV2Text)
		c.text += runes(comp.Content)
	case TypeSection:
		c.section(path, comp)
	case TypeThumbnail:
		c.length(at(path, "description"), comp.Description, 0, 1024)
		c.media(at(path, "media"), comp.Media)
	case TypeGallery:
		c.gallery(path, comp)
	case TypeFile:
		c.media(at(path, "file"), comp.File)
	case TypeContainer:
		c.count(at(path, "components"), len(comp.Components), 1, maxV2)
		c.each(at(path, "components"), comp.Components,
			[]int{TypeRow, TypeSection, TypeText, TypeGallery, TypeFile, TypeSeparator})
	}
	if comp.isSelect() {
		c.menu(path, comp)
	}
}

func (c *checker) row(path string, row Component) {
	selects := []int{TypeSelect, TypeUserSelect, TypeRoleSelect, TypeMentionable, TypeChannels}
	c.count(at(path, "components"), len(row.Components), 1, 5)
	c.each(at(path, "components"), row.Components, append(selects, TypeButton))
	if len(row.Components) > 1 && slices.ContainsFunc(row.Components, Component.isSelect) {
		c.add(at(path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A row holds one menu or up to 5 buttons.")
	}
}

func (c *checker) section(path string, s Component) {
	c.count(at(path, "components"), len(s.Components), 1, 3)
	c.each(at(path, "components"), s.Components, []int{TypeText})
	if s.Accessory == nil {
		c.add(at(path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
		return
	}
	c.one(at(path, "accessory"), *s.Accessory, []int{TypeButton, TypeThumbnail})
}

func (c *checker) gallery(path string, g Component) {
	c.count(at(path, "items"), len(g.Items), 1, 10)
	for i, item := range g.Items {
		c.length(at(path, "items", i, "description"), item.Description, 0, 1024)
		c.media(at(path, "items", i, "media"), &item.Media)
	}
}

func (c *checker) media(path string, m *Media) {
	if m == nil || m.URL == "" {
		c.add(at(path, "url"), "BASE_TYPE_REQUIRED", "This field is required")
		return
	}
	c.length(at(path, "url"), m.URL, 1, 2048)
}

func (c *checker) button(path string, b Component) {
	c.length(at(path, "label"), b.Label, 0, 80)
	c.between(at(path, "style"), b.Style, StylePrimary, StylePremium)
	if b.Label == "" && b.Emoji == nil && b.Style != StylePremium {
		c.add(path, "BUTTON_COMPONENT_INVALID_LABEL", "A button needs a label or an emoji.")
	}
	if b.Style == StyleLink {
		c.length(at(path, "url"), b.URL, 1, 512)
		if b.CustomID != "" {
			c.add(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
		}
		return
	}
	if b.URL != "" {
		c.add(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
	}
	c.customID(path, b.CustomID)
}

func (c *checker) customID(path, id string) {
	c.length(at(path, "custom_id"), id, 1, 100)
	if id != "" && c.ids[id] {
		c.add(at(path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	c.ids[id] = true
}

func (c *checker) menu(path string, m Component) {
	c.customID(path, m.CustomID)
	c.length(at(path, "placeholder"), m.Placeholder, 0, 150)
	least, most := orInt(m.MinValues, 1), orInt(m.MaxValues, 1)
	c.between(at(path, "min_values"), least, 0, 25)
	c.between(at(path, "max_values"), most, 1, 25)
	if least > most {
		c.add(at(path, "min_values"), "NUMBER_TYPE_RANGE", "min_values is above max_values.")
	}
	if m.Type != TypeSelect {
		return
	}
	c.count(at(path, "options"), len(m.Options), 1, 25)
	if most > len(m.Options) && m.MaxValues != nil {
		c.add(at(path, "max_values"), "NUMBER_TYPE_RANGE", "max_values is above the number of options.")
	}
	values, defaults := map[string]bool{}, 0
	for i, o := range m.Options {
		c.length(at(path, "options", i, "label"), o.Label, 1, 100)
		c.length(at(path, "options", i, "value"), o.Value, 1, 100)
		c.length(at(path, "options", i, "description"), o.Description, 0, 100)
		if values[o.Value] {
			c.add(at(path, "options", i, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[o.Value] = true
		if o.Default {
			defaults++
		}
	}
	if defaults > most {
		c.add(at(path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More options are chosen than may be.")
	}
}

// checkModal objects to a dialogue that cannot be opened.
func checkModal(p *problems, m *Modal) {
	p.length("data.title", m.Title, 1, 45)
	p.length("data.custom_id", m.CustomID, 1, 100)
	p.count("data.components", len(m.Components), 1, 5)
	c := &checker{problems: p, ids: map[string]bool{}, nums: map[int]bool{}}
	inputs := []int{TypeTextInput, TypeSelect, TypeUserSelect, TypeRoleSelect, TypeMentionable, TypeChannels}
	for i, comp := range m.Components {
		path := at("data.components", i)
		switch comp.Type {
		case TypeText:
			p.length(at(path, "content"), comp.Content, 1, maxV2Text)
		case TypeRow:
			p.count(at(path, "components"), len(comp.Components), 1, 1)
			for j, in := range comp.Components {
				c.input(at(path, "components", j), in, []int{TypeTextInput})
				p.length(at(path, "components", j, "label"), in.Label, 1, 45)
			}
		case TypeLabel:
			c.label(path, comp, inputs)
		default:
			p.add(at(path, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1, 10, 18).")
		}
	}
}

func (c *checker) label(path string, l Component, inputs []int) {
	c.length(at(path, "label"), l.Label, 1, 45)
	c.length(at(path, "description"), l.Description, 0, 100)
	if l.Component == nil {
		c.add(at(path, "component"), "BASE_TYPE_REQUIRED", "This field is required")
		return
	}
	if l.Component.Label != "" {
		c.add(at(path, "component", "label"), "LABEL_IN_LABEL", "An input inside a label has no label of its own.")
	}
	c.input(at(path, "component"), *l.Component, inputs)
}

func (c *checker) input(path string, in Component, allowed []int) {
	if !slices.Contains(allowed, in.Type) {
		c.add(at(path, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of %v.", allowed)
		return
	}
	if in.Type != TypeTextInput {
		c.menu(path, in)
		return
	}
	c.customID(path, in.CustomID)
	c.between(at(path, "style"), in.Style, 1, 2)
	c.length(at(path, "placeholder"), in.Placeholder, 0, 100)
	least, most := orInt(in.MinLength, 0), orInt(in.MaxLength, maxInput)
	c.between(at(path, "min_length"), least, 0, maxInput)
	c.between(at(path, "max_length"), most, 1, maxInput)
	if least > most {
		c.add(at(path, "min_length"), "NUMBER_TYPE_RANGE", "min_length is above max_length.")
	}
	if in.Value != "" && (runes(in.Value) > most || runes(in.Value) < least) {
		c.add(at(path, "value"), "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// number gives every component without an id the next free one, as Discord does.
func number(list []Component, next *int) []Component {
	out := slices.Clone(list)
	for i := range out {
		c := &out[i]
		if c.ID == 0 {
			*next++
			c.ID = *next
		}
		if c.isSelect() {
			c.MinValues, c.MaxValues = orOne(c.MinValues), orOne(c.MaxValues)
		}
		c.Components = number(c.Components, next)
		if c.Component != nil {
			c.Component = &number([]Component{*c.Component}, next)[0]
		}
		if c.Accessory != nil {
			c.Accessory = &number([]Component{*c.Accessory}, next)[0]
		}
	}
	return out
}

func orOne(p *int) *int {
	one := orInt(p, 1)
	return &one
}

// choiceProblems objects to autocompletion choices.
func choiceProblems(p *problems, list []Choice) {
	p.count("data.choices", len(list), 0, 25)
	for i, c := range list {
		p.length(at("data.choices", i, "name"), c.Name, 1, 100)
		if text, ok := c.Value.(string); ok {
			p.length(at("data.choices", i, "value"), text, 1, 100)
		}
		if c.Value == nil || strings.TrimSpace(fmt.Sprint(c.Name)) == "" {
			p.add(at("data.choices", i, "value"), "BASE_TYPE_REQUIRED", "This field is required")
		}
	}
}
