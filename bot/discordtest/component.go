package discordtest

import "encoding/json"

// Component types, as Discord numbers them.
const (
	TypeRow         = 1
	TypeButton      = 2
	TypeSelect      = 3
	TypeTextInput   = 4
	TypeUserSelect  = 5
	TypeRoleSelect  = 6
	TypeMentionable = 7
	TypeChannels    = 8
	TypeSection     = 9
	TypeText        = 10
	TypeThumbnail   = 11
	TypeGallery     = 12
	TypeFile        = 13
	TypeSeparator   = 14
	TypeContainer   = 17
	TypeLabel       = 18
)

// Button styles.
const (
	StylePrimary   = 1 // blurple
	StyleSecondary = 2 // grey
	StyleSuccess   = 3 // green
	StyleDanger    = 4 // red
	StyleLink      = 5 // opens URL, sends no interaction
	StylePremium   = 6
)

// Component is any component of a message or modal, in Discord's own JSON
// form; which fields count depends on Type.
type Component struct {
	Type     int    `json:"type"`
	ID       int    `json:"id,omitempty"`
	CustomID string `json:"custom_id,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`

	// Buttons, and text inputs (Style 1 short, 2 paragraph), and labels.
	Style int          `json:"style,omitempty"`
	Label string       `json:"label,omitempty"`
	Emoji *ButtonEmoji `json:"emoji,omitempty"`
	URL   string       `json:"url,omitempty"`
	SKUID string       `json:"sku_id,omitempty"`

	// Select menus.
	Placeholder   string          `json:"placeholder,omitempty"`
	MinValues     *int            `json:"min_values,omitempty"`
	MaxValues     *int            `json:"max_values,omitempty"`
	Options       []SelectOption  `json:"options,omitempty"`
	DefaultValues json.RawMessage `json:"default_values,omitempty"`
	ChannelTypes  json.RawMessage `json:"channel_types,omitempty"`

	// Text inputs; Required also on selects in modals. Nil means true.
	Required    *bool  `json:"required,omitempty"`
	MinLength   *int   `json:"min_length,omitempty"`
	MaxLength   *int   `json:"max_length,omitempty"`
	Value       string `json:"value,omitempty"`
	Description string `json:"description,omitempty"` // labels, thumbnails

	// Layout: rows, sections and containers hold Components, a label one Component.
	Components []Component `json:"components,omitempty"`
	Component  *Component  `json:"component,omitempty"`
	Accessory  *Component  `json:"accessory,omitempty"`

	// Components V2.
	Content     string      `json:"content,omitempty"` // text displays
	Media       *Media      `json:"media,omitempty"`
	Items       []MediaItem `json:"items,omitempty"`
	File        *Media      `json:"file,omitempty"`
	Spoiler     bool        `json:"spoiler,omitempty"`
	Divider     *bool       `json:"divider,omitempty"`
	Spacing     int         `json:"spacing,omitempty"`
	AccentColor *int        `json:"accent_color,omitempty"`
}

// ButtonEmoji is the emoji on a button or option: a name alone for a Unicode
// one, an id for a custom one.
type ButtonEmoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

// SelectOption is an entry of a select menu.
type SelectOption struct {
	Label       string       `json:"label"`
	Value       string       `json:"value"`
	Description string       `json:"description,omitempty"`
	Emoji       *ButtonEmoji `json:"emoji,omitempty"`
	Default     bool         `json:"default,omitempty"`
}

// Media points to a picture or file, an attachment://name one too.
type Media struct {
	URL string `json:"url"`
}

// MediaItem is a picture of a gallery.
type MediaItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"`
	Spoiler     bool   `json:"spoiler,omitempty"`
}

// Modal is the dialogue that an answer of type 9 opens.
type Modal struct {
	Title      string      `json:"title"`
	CustomID   string      `json:"custom_id"`
	Components []Component `json:"components"`

	// Where it was opened: the channel, and the message whose button opened it
	// ("" after a command).
	ChannelID string `json:"channel_id"`
	MessageID string `json:"message_id,omitempty"`
}

// Inputs returns the modal's inputs in reading order: text inputs and selects.
func (m *Modal) Inputs() []Component {
	var found []Component
	walk(m.Components, func(c Component) {
		if c.Type == TypeTextInput || c.isSelect() {
			found = append(found, c)
		}
	})
	return found
}

// Caption returns the words over an input: its label's or its own.
func (m *Modal) Caption(customID string) string {
	caption := ""
	walk(m.Components, func(c Component) {
		switch {
		case c.Type == TypeLabel && c.Component != nil && c.Component.CustomID == customID:
			caption = c.Label
		case c.Type == TypeTextInput && c.CustomID == customID && c.Label != "":
			caption = c.Label
		}
	})
	return caption
}

func (c Component) isSelect() bool {
	return c.Type == TypeSelect || c.Type >= TypeUserSelect && c.Type <= TypeChannels
}

// walk visits every component, outer ones first, in reading order.
func walk(list []Component, visit func(Component)) {
	for _, c := range list {
		visit(c)
		walk(c.Components, visit)
		if c.Component != nil {
			walk([]Component{*c.Component}, visit)
		}
		if c.Accessory != nil {
			walk([]Component{*c.Accessory}, visit)
		}
	}
}
