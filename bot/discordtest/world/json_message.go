package world

import (
	"encoding/json"
	"slices"

	"cardroom/bot/discordtest/form"
	"cardroom/bot/discordtest/object"
)

type messageJSON struct {
	ID              string           `json:"id"`
	ChannelID       string           `json:"channel_id"`
	Author          UserJSON         `json:"author"`
	Content         string           `json:"content"`
	Type            int              `json:"type"`
	Timestamp       *string          `json:"timestamp"`
	EditedTimestamp *string          `json:"edited_timestamp"`
	TTS             bool             `json:"tts"`
	Pinned          bool             `json:"pinned"`
	MentionEveryone bool             `json:"mention_everyone"`
	MentionRoles    []string         `json:"mention_roles"`
	Mentions        []UserJSON       `json:"mentions"`
	Flags           int              `json:"flags"`
	Embeds          []object.Embed   `json:"embeds"`
	Components      any              `json:"components"`
	Attachments     []attachmentJSON `json:"attachments"`
	Nonce           string           `json:"nonce,omitempty"`
	ApplicationID   string           `json:"application_id,omitempty"`
	WebhookID       string           `json:"webhook_id,omitempty"`
	Interaction     map[string]any   `json:"interaction,omitempty"`
	Metadata        map[string]any   `json:"interaction_metadata,omitempty"`
	Reference       map[string]any   `json:"message_reference,omitempty"`
}

type attachmentJSON struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Description string `json:"description,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}

// These are the types of a message that answers a command, and of one that is shown as an answer to another message.
const (
	commandReply = 20
	messageReply = 19
)

// MessageJSON returns a message in Discord's form for a bot without the intent MESSAGE_CONTENT: the content of people's
// messages in a guild is empty unless they mention the bot. No bot of this Discord has that intent.
func (w *World) MessageJSON(m *Message) any {
	out := w.messageJSON(m)
	if m.AuthorID != w.App.ID && !slices.Contains(m.Mentions, w.App.ID) {
		out.Content, out.Embeds, out.Components, out.Attachments = "", []object.Embed{}, []any{}, []attachmentJSON{}
	}
	return out
}

// messageEvent returns the data of a gateway event about a message.
func (w *World) messageEvent(ch *Channel, m *Message) any {
	event := messageEventJSON{messageJSON: w.MessageJSON(m).(*messageJSON), GuildID: ch.Guild}
	if g := w.Guild(ch.Guild); g.Members[m.AuthorID] != nil {
		author := w.MemberJSON(g.Members[m.AuthorID])
		author.User = nil
		event.Member = &author
	}
	return event
}

// messageJSON returns a message with all its content.
func (w *World) messageJSON(m *Message) *messageJSON {
	out := messageJSON{
		ID: m.ID, ChannelID: m.ChannelID, Author: w.UserJSON(m.AuthorID), Content: m.Content,
		Timestamp: timeJSON(m.Created), EditedTimestamp: timeJSON(m.Edited), MentionRoles: []string{},
		Mentions: make([]UserJSON, 0, len(m.Mentions)), Flags: m.Flags, Embeds: w.embedsJSON(m),
		Components: w.componentsJSON(m), Attachments: w.attachmentsJSON(m), Nonce: m.Nonce,
	}
	for _, id := range m.Mentions {
		out.Mentions = append(out.Mentions, w.UserJSON(id))
	}
	if r := m.Reply; r != nil {
		w.setReply(&out, m, r)
	}
	return &out
}

// messageEventJSON is a message in the form of gateway events.
type messageEventJSON struct {
	*messageJSON
	GuildID string      `json:"guild_id"`
	Member  *MemberJSON `json:"member,omitempty"` // the author, without the user
}

// setReply fills in the fields of a message that answers an interaction.
func (w *World) setReply(out *messageJSON, m *Message, r *Reply) {
	out.ApplicationID, out.WebhookID = w.App.ID, w.App.ID
	user, owners := w.UserJSON(r.User), map[string]string{"0": w.Channels[m.ChannelID].Guild}
	out.Metadata = map[string]any{
		"id": r.Interaction, "type": r.Type, "user": user, "authorizing_integration_owners": owners,
	}
	switch r.Type {
	case object.InteractionCommand:
		out.Type = commandReply
		out.Interaction = map[string]any{"id": r.Interaction, "type": r.Type, "name": r.Command, "user": user}
	case object.InteractionComponent:
		out.Metadata["interacted_message_id"] = r.Source
	case object.InteractionModal:
		out.Metadata["triggering_interaction_metadata"] = map[string]any{
			"id": r.Interaction, "type": object.InteractionCommand, "user": user, "authorizing_integration_owners": owners,
		}
	}
	if r.Follows != "" {
		out.Type = messageReply
		out.Reference = map[string]any{"type": 0, "message_id": r.Follows, "channel_id": m.ChannelID, "guild_id": w.Channels[m.ChannelID].Guild}
	}
}

// attachmentsJSON returns a message's files without those that its embeds and components show.
func (w *World) attachmentsJSON(m *Message) []attachmentJSON {
	list, shown := make([]attachmentJSON, 0, len(m.Attachments)), m.shown()
	for _, a := range m.Attachments {
		if shown[a.Filename] {
			continue
		}
		out := attachmentJSON{
			ID: a.ID, Filename: a.Filename, Size: a.Size, URL: w.URL + a.URL, ProxyURL: w.URL + a.URL,
			Description: a.Description, ContentType: a.ContentType, Ephemeral: m.Ephemeral,
		}
		if a.Width > 0 {
			out.Width, out.Height = a.Width, a.Height
		}
		list = append(list, out)
	}
	return list
}

type interactionJSON struct {
	ID                string            `json:"id"`
	ApplicationID     string            `json:"application_id"`
	Type              int               `json:"type"`
	Data              any               `json:"data"`
	Token             string            `json:"token"`
	Version           int               `json:"version"`
	Guild             map[string]any    `json:"guild"`
	GuildID           string            `json:"guild_id"`
	Channel           any               `json:"channel"`
	ChannelID         string            `json:"channel_id"`
	Member            MemberJSON        `json:"member"`
	AppPermissions    string            `json:"app_permissions"`
	Locale            string            `json:"locale"`
	GuildLocale       string            `json:"guild_locale"`
	Entitlements      []string          `json:"entitlements"`
	EntitlementSKUIDs []string          `json:"entitlement_sku_ids"`
	Owners            map[string]string `json:"authorizing_integration_owners"`
	Context           int               `json:"context"`
	MaxFile           int               `json:"attachment_size_limit"`
	Message           any               `json:"message,omitempty"`
}

// InteractionJSON returns the INTERACTION_CREATE event with every field that
// Discord sends to a bot installed in a guild: the member acts on the message,
// if any, with the data.
func (w *World) InteractionJSON(i *Interaction, member *Member, m *Message, data any) json.RawMessage {
	ch := w.Channels[i.Channel]
	g := w.Guild(ch.Guild)
	who := w.MemberJSON(member)
	who.Permissions = bitsJSON(w.Permissions(member, ch))
	e := interactionJSON{
		ID: i.ID, ApplicationID: w.App.ID, Type: i.Type, Data: data, Token: i.Token, Version: 1,
		Guild:   map[string]any{"id": g.ID, "locale": locale(g.Locale), "features": []string{}},
		GuildID: g.ID, Channel: w.ChannelJSON(ch), ChannelID: ch.ID, Member: who,
		AppPermissions: bitsJSON(w.BotPermissions(ch)), Locale: w.LocaleOf(member.User), GuildLocale: locale(g.Locale),
		Entitlements: []string{}, EntitlementSKUIDs: []string{}, Owners: map[string]string{"0": g.ID}, MaxFile: form.MaxFile,
	}
	if m != nil {
		e.Message = w.MessageJSON(m)
	}
	text, err := json.Marshal(e)
	if err != nil {
		panic(err) // plain values: cannot happen
	}
	return text
}

// DirectJSON returns the event of an interaction as it is in a direct message of a user.
func DirectJSON(event json.RawMessage, user UserJSON) json.RawMessage {
	var e map[string]any
	if err := json.Unmarshal(event, &e); err != nil {
		panic(err) // written above
	}
	for _, field := range []string{"guild", "guild_id", "guild_locale", "member"} {
		delete(e, field)
	}
	e["user"] = user
	text, err := json.Marshal(e)
	if err != nil {
		panic(err) // plain values: cannot happen
	}
	return text
}

// LocaleOf returns the language of a user's client.
func (w *World) LocaleOf(user string) string { return locale(w.Users[user].Locale) }
