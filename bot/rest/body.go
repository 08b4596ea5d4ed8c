package rest

import (
	"fmt"
	"reflect"

	"github.com/bwmarrin/discordgo"

	"cardroom/internal/fastjson"
)

// wire encodes requests. Without it, each of these components of discordgo is encoded by a call of its own, and the component
// around it reads the result again.
var wire = fastjson.New(map[reflect.Type]fastjson.Tag{
	reflect.TypeFor[discordgo.ActionsRow]():   {Member: typeMember(discordgo.ActionsRowComponent)},
	reflect.TypeFor[discordgo.Button]():       {Member: typeMember(discordgo.ButtonComponent), Except: withoutStyle},
	reflect.TypeFor[discordgo.Container]():    {Member: typeMember(discordgo.ContainerComponent)},
	reflect.TypeFor[discordgo.TextDisplay]():  {Member: typeMember(discordgo.TextDisplayComponent)},
	reflect.TypeFor[discordgo.MediaGallery](): {Member: typeMember(discordgo.MediaGalleryComponent)},
})

// typeMember returns the member of a component that names its type.
func typeMember(t discordgo.ComponentType) string { return fmt.Sprintf(`"type":%d`, t) }

var styleOf, _ = reflect.TypeFor[discordgo.Button]().FieldByName("Style")

// withoutStyle reports whether a button has no style: discordgo then gives it one.
func withoutStyle(button reflect.Value) bool { return button.FieldByIndex(styleOf.Index).IsZero() }

// mentions returns m, or a list that notifies no user. Its Parse is never nil: "null" would leave the meaning to Discord.
func mentions(m *discordgo.MessageAllowedMentions) *discordgo.MessageAllowedMentions {
	var some discordgo.MessageAllowedMentions
	if m != nil {
		some = *m
	}
	if some.Parse == nil {
		some.Parse = []discordgo.AllowedMentionType{}
	}
	return &some
}

// isV2 reports whether a message consists of components (IS_COMPONENTS_V2). It has no content, not even an empty one.
func isV2(flags discordgo.MessageFlags) bool { return flags&discordgo.MessageFlagsIsComponentsV2 != 0 }

// contentOf returns the content of an answer; nil for messages made only of components, which discordgo's type cannot say.
func contentOf(data *discordgo.InteractionResponseData) *string {
	if isV2(data.Flags) {
		return nil
	}
	return &data.Content
}

// quietAnswer returns r's data with mentions, components and links filled in if the answer is a message. A deferred answer may
// contain only flags.
func (c *Client) quietAnswer(r *discordgo.InteractionResponse) *discordgo.InteractionResponseData {
	data := *r.Data
	switch r.Type {
	case discordgo.InteractionResponseChannelMessageWithSource, discordgo.InteractionResponseUpdateMessage:
		data.AllowedMentions = mentions(data.AllowedMentions)
		if data.Components == nil {
			data.Components = []discordgo.MessageComponent{}
		}
		data.Content, data.Components = c.linked(data.Content, data.Components)
	}
	return &data
}

// whole returns e with every field that an edit must set: Discord keeps the old value of a missing field. Messages made
// only of components (IS_COMPONENTS_V2) have no content to set.
func (c *Client) whole(e *discordgo.WebhookEdit) *discordgo.WebhookEdit {
	full := *e
	full.AllowedMentions = mentions(e.AllowedMentions)
	if full.Content == nil && !isV2(e.Flags) {
		full.Content = new(string)
	}
	if full.Components == nil || *full.Components == nil {
		full.Components = &[]discordgo.MessageComponent{}
	}
	var content string
	if full.Content != nil {
		content = *full.Content
	}
	content, components := c.linked(content, *full.Components)
	full.Components = &components
	if full.Content != nil {
		full.Content = &content
	}
	return &full
}
