package object

import (
	"encoding/json"
)

// These are Discord's component types.
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

// These are Discord's button styles.
const (
	StylePrimary   = 1 // blurple
	StyleSecondary = 2 // grey
	StyleSuccess   = 3 // green
	StyleDanger    = 4 // red
	StyleLink      = 5 // opens URL, sends no interaction
	StylePremium   = 6
)

// Component is any component of a message or modal, in Discord's JSON form. Type determines which fields count.
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

// ButtonEmoji is the emoji on a button or option: only a name for a Unicode one, an id for a custom one.
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

// IsSelect reports whether the component is a select menu of any kind.
func (c Component) IsSelect() bool {
	return c.Type == TypeSelect || c.Type >= TypeUserSelect && c.Type <= TypeChannels
}

// Walk visits every component, outer ones first, in reading order.
func Walk(list []Component, visit func(Component)) {
	for _, c := range list {
		visit(c)
		Walk(c.Components, visit)
		if c.Component != nil {
			Walk([]Component{*c.Component}, visit)
		}
		if c.Accessory != nil {
			Walk([]Component{*c.Accessory}, visit)
		}
	}
}
