package form

import (
	"regexp"
	"slices"
	"unicode/utf8"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/refusal"
)

// These are Discord's sizes, in characters or pieces.
const (
	MaxContent  = 2000 // of a message's content
	maxEmbeds   = 10
	maxEmbedSum = 6000
	maxV2       = 40   // components of a message of components
	maxV2Text   = 4000 // of all its text displays together
	maxAlt      = 1024 // of a picture's alt text
	MaxInput    = 4000 // of a text input
)

// checker walks the components of one message.
type checker struct {
	*refusal.Form
	v2     bool
	ids    map[string]bool
	nums   map[int]bool
	pieces int
	text   int
}

// checkComponents refuses components that a message cannot have.
func checkComponents(p *refusal.Form, path string, list []object.Component, v2 bool) {
	c := &checker{Form: p, v2: v2, ids: map[string]bool{}, nums: map[int]bool{}}
	top := []int{object.TypeRow}
	if v2 {
		top = []int{object.TypeRow, object.TypeSection, object.TypeText, object.TypeGallery, object.TypeFile, object.TypeSeparator, object.TypeContainer}
	} else {
		p.Count(path, len(list), 0, 5)
	}
	c.each(path, list, top)
	if v2 && c.pieces > maxV2 {
		p.Add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The total number of components exceeds the maximum of %d", maxV2)
	}
	if c.text > maxV2Text {
		p.Add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Components displayable text size exceeds maximum size of %d", maxV2Text)
	}
}

func (c *checker) each(path string, list []object.Component, allowed []int) {
	for i, comp := range list {
		c.one(refusal.Path(path, i), comp, allowed)
	}
}

func (c *checker) one(path string, comp object.Component, allowed []int) {
	c.pieces++
	if !slices.Contains(allowed, comp.Type) {
		c.Add(refusal.Path(path, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of %v.", allowed)
		return
	}
	if comp.ID != 0 && c.nums[comp.ID] {
		c.Add(refusal.Path(path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	}
	c.nums[comp.ID] = true
	switch comp.Type {
	case object.TypeRow:
		c.row(path, comp)
	case object.TypeButton:
		c.button(path, comp)
	case object.TypeText:
		c.Text(refusal.Path(path, "content"), comp.Content, 1, maxV2Text)
		c.text += utf8.RuneCountInString(comp.Content)
	case object.TypeSection:
		c.section(path, comp)
	case object.TypeThumbnail:
		c.Text(refusal.Path(path, "description"), comp.Description, 0, maxAlt)
		c.media(refusal.Path(path, "media"), comp.Media)
	case object.TypeGallery:
		c.gallery(path, comp)
	case object.TypeFile:
		c.file(refusal.Path(path, "file"), comp.File)
	case object.TypeSeparator:
		c.Between(refusal.Path(path, "spacing"), max(1, comp.Spacing), 1, 2)
	case object.TypeContainer:
		c.Between(refusal.Path(path, "accent_color"), object.IntOr(comp.AccentColor, 0), 0, 0xFFFFFF)
		c.Count(refusal.Path(path, "components"), len(comp.Components), 1, maxV2)
		c.each(refusal.Path(path, "components"), comp.Components,
			[]int{object.TypeRow, object.TypeSection, object.TypeText, object.TypeGallery, object.TypeFile, object.TypeSeparator})
	}
	if comp.IsSelect() {
		c.menu(path, comp)
	}
}

func (c *checker) row(path string, row object.Component) {
	selects := []int{object.TypeSelect, object.TypeUserSelect, object.TypeRoleSelect, object.TypeMentionable, object.TypeChannels}
	c.Count(refusal.Path(path, "components"), len(row.Components), 1, 5)
	c.each(refusal.Path(path, "components"), row.Components, append(selects, object.TypeButton))
	if len(row.Components) > 1 && slices.ContainsFunc(row.Components, object.Component.IsSelect) {
		c.Add(refusal.Path(path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A row holds one menu or up to 5 buttons.")
	}
}

func (c *checker) section(path string, s object.Component) {
	c.Count(refusal.Path(path, "components"), len(s.Components), 1, 3)
	c.each(refusal.Path(path, "components"), s.Components, []int{object.TypeText})
	if s.Accessory == nil {
		c.Add(refusal.Path(path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")
		return
	}
	c.one(refusal.Path(path, "accessory"), *s.Accessory, []int{object.TypeButton, object.TypeThumbnail})
}

func (c *checker) gallery(path string, g object.Component) {
	c.Count(refusal.Path(path, "items"), len(g.Items), 1, 10)
	for i, item := range g.Items {
		c.Text(refusal.Path(path, "items", i, "description"), item.Description, 0, maxAlt)
		c.media(refusal.Path(path, "items", i, "media"), &item.Media)
	}
}

func (c *checker) media(path string, m *object.Media) {
	if m == nil || m.URL == "" {
		c.Add(refusal.Path(path, "url"), "BASE_TYPE_REQUIRED", "This field is required")
		return
	}
	c.Text(refusal.Path(path, "url"), m.URL, 1, 2048)
	if !mediaURL.MatchString(m.URL) {
		c.Add(refusal.Path(path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'attachment').")
	}
}

// mediaURL matches the addresses that a picture can have.
var mediaURL = regexp.MustCompile(`^(https?|attachment)://.`)

// file refuses a file component that does not show a file of the message.
func (c *checker) file(path string, m *object.Media) {
	c.media(path, m)
	if m != nil && m.URL != "" && attachmentName(m.URL) == "" {
		c.Add(refusal.Path(path, "url"), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('attachment',).")
	}
}

func (c *checker) button(path string, b object.Component) {
	c.Text(refusal.Path(path, "label"), b.Label, 0, 80)
	c.Between(refusal.Path(path, "style"), b.Style, object.StylePrimary, object.StylePremium)
	if b.Label == "" && b.Emoji == nil && b.Style != object.StylePremium {
		c.Add(path, "BUTTON_COMPONENT_INVALID_LABEL", "A button needs a label or an emoji.")
	}
	if b.Style == object.StyleLink {
		c.Text(refusal.Path(path, "url"), b.URL, 1, 512)
		if b.CustomID != "" {
			c.Add(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
		}
		return
	}
	if b.URL != "" {
		c.Add(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
	}
	c.customID(path, b.CustomID)
}

func (c *checker) customID(path, id string) {
	c.Text(refusal.Path(path, "custom_id"), id, 1, 100)
	if id != "" && c.ids[id] {
		c.Add(refusal.Path(path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	c.ids[id] = true
}

func (c *checker) menu(path string, m object.Component) {
	c.customID(path, m.CustomID)
	c.Text(refusal.Path(path, "placeholder"), m.Placeholder, 0, 150)
	least, most := object.IntOr(m.MinValues, 1), object.IntOr(m.MaxValues, 1)
	c.Between(refusal.Path(path, "min_values"), least, 0, 25)
	c.Between(refusal.Path(path, "max_values"), most, 1, 25)
	if least > most {
		c.Add(refusal.Path(path, "min_values"), "NUMBER_TYPE_RANGE", "min_values is above max_values.")
	}
	if m.Type != object.TypeSelect {
		return
	}
	c.Count(refusal.Path(path, "options"), len(m.Options), 1, 25)
	if most > len(m.Options) && m.MaxValues != nil {
		c.Add(refusal.Path(path, "max_values"), "NUMBER_TYPE_RANGE", "max_values is above the number of options.")
	}
	values, defaults := map[string]bool{}, 0
	for i, o := range m.Options {
		c.Text(refusal.Path(path, "options", i, "label"), o.Label, 1, 100)
		c.Text(refusal.Path(path, "options", i, "value"), o.Value, 1, 100)
		c.Text(refusal.Path(path, "options", i, "description"), o.Description, 0, 100)
		if values[o.Value] {
			c.Add(refusal.Path(path, "options", i, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[o.Value] = true
		if o.Default {
			defaults++
		}
	}
	if defaults > most {
		c.Add(refusal.Path(path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More options are chosen than may be.")
	}
}
