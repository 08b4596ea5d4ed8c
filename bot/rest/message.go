package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/internal/retry"
)

// Message is a message with the fields that a poker table reads. Nothing else is decoded: discordgo reads a message's
// components three times, and every press contains a message.
type Message struct {
	ID         string                 `json:"id"`
	Type       discordgo.MessageType  `json:"type"`
	Author     User                   `json:"author"`
	Content    string                 `json:"content"`
	Flags      discordgo.MessageFlags `json:"flags"`
	Mentions   []User                 `json:"mentions"`
	Components []Component            `json:"components"`
}

// Buttons returns the custom ids of a message's buttons in reading order.
func (m *Message) Buttons() (ids []string) {
	walk(m.Components, func(c *Component) {
		if c.Type == discordgo.ButtonComponent {
			ids = append(ids, c.CustomID)
		}
	})
	return ids
}

// V2 reports whether the message consists of components: its text is in them, and it has no content.
func (m *Message) V2() bool { return isV2(m.Flags) }

// Text returns the text of a message: its content, or its text displays on lines of their own.
func (m *Message) Text() string {
	if !m.V2() {
		return m.Content
	}
	var texts []string
	walk(m.Components, func(c *Component) {
		if c.Type == discordgo.TextDisplayComponent {
			texts = append(texts, c.Content)
		}
	})
	return strings.Join(texts, "\n")
}

// Shown returns the ID of the first attachment that a gallery of the message shows; "" if none does.
func (m *Message) Shown() (id string) {
	walk(m.Components, func(c *Component) {
		for _, item := range c.Items {
			if id == "" {
				id = item.Media.AttachmentID
			}
		}
	})
	return id
}

// walk calls visit for every component of a message, the outer ones first.
func walk(list []Component, visit func(*Component)) {
	for i := range list {
		visit(&list[i])
		walk(list[i].Components, visit)
	}
}

// User is a user or bot on Discord.
type User struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

// Component is any part of a message or a modal: a row, a label around a component, a button, an input, a text, a gallery.
type Component struct {
	Type       discordgo.ComponentType `json:"type"`
	CustomID   string                  `json:"custom_id"`
	Value      string                  `json:"value"`
	Content    string                  `json:"content"` // of a text display
	Items      []GalleryItem           `json:"items"`
	Components []Component             `json:"components"`
	Component  *Component              `json:"component"`
}

// GalleryItem is a picture in a gallery.
type GalleryItem struct {
	Media struct {
		AttachmentID string `json:"attachment_id"`
	} `json:"media"`
}

// maxNonce is the longest nonce that Discord accepts, in characters.
const maxNonce = 25

// createBackoff is the retry schedule for a message that may not have arrived.
var createBackoff = retry.Backoff{First: 250 * time.Millisecond, Max: time.Second, Factor: 3, Tries: 3}

// Draft is a message to post. The nonce (at most 25 characters) makes retries safe: for a few minutes, Discord answers a message
// with a repeated nonce in the same channel with the first one.
type Draft struct {
	Message   *discordgo.MessageSend
	Nonce     string // empty means a single try
	Pictures  []Picture
	Plain     bool   // without links in the names of commands: a message that is part of a proof is text alone
	OnUnknown func() // called after each try with an unknown outcome, if not nil: the message may be posted, or may come later
}

// Create posts a message with the bot's token and returns its id. It tries three times while the outcome is unknown, and the
// caller may retry with the same nonce.
func (c *Client) Create(ctx context.Context, channel string, d Draft) (string, error) {
	if len(d.Nonce) > maxNonce {
		return "", fmt.Errorf("nonce %q has more than %d characters", d.Nonce, maxNonce)
	}
	quiet := *d.Message
	quiet.AllowedMentions = mentions(quiet.AllowedMentions)
	if !d.Plain {
		quiet.Content, quiet.Components = c.linked(quiet.Content, quiet.Components)
	}
	body := struct {
		*discordgo.MessageSend
		Nonce   string  `json:"nonce,omitempty"`
		Enforce bool    `json:"enforce_nonce,omitempty"`
		Listed  *[]file `json:"attachments,omitempty"`
	}{&quiet, d.Nonce, d.Nonce != "", listed(d.Pictures)}

	r, err := inChannel(http.MethodPost, channel, "").with(body, append(quiet.Files, pngs(d.Pictures)...))
	if err != nil {
		return "", err
	}
	if d.Nonce == "" {
		return c.post(ctx, r)
	}
	var id string
	var answer []byte
	err = retry.Do(ctx, createBackoff, func(ctx context.Context) (err error) {
		id, answer, err = c.create(ctx, r)
		if d.OnUnknown != nil && errors.Is(err, ErrOutage) {
			d.OnUnknown()
		}
		return unlessUnknown(err)
	})
	if err == nil {
		tellSent(d.Pictures, answer)
	}
	return id, err
}

// Edit replaces a message of the bot with the bot's token, which works for ever (but see [ErrUneditable]). Pictures replace
// those of the message; see [KeepPictures] and [NoPictures].
func (c *Client) Edit(ctx context.Context, channel, message string, e *discordgo.WebhookEdit, pictures ...Picture) error {
	return c.edit(ctx, inChannel(http.MethodPatch, channel, message), e, pictures)
}

// edit sends r, which replaces a message.
func (c *Client) edit(ctx context.Context, r request, e *discordgo.WebhookEdit, pictures []Picture) error {
	r.unread = !wantsID(pictures)
	answer, err := c.do(ctx, r, editBody{c.whole(e), listed(pictures)}, append(e.Files, pngs(pictures)...))
	if err == nil {
		tellSent(pictures, answer)
	}
	return err
}

// Delete deletes a message of the bot. [ErrGone] means that it no longer exists.
func (c *Client) Delete(ctx context.Context, channel, message string) error {
	_, err := c.do(ctx, inChannel(http.MethodDelete, channel, message), nil, nil)
	return err
}

// Message reads a message. Ephemeral messages return [ErrGone].
func (c *Client) Message(ctx context.Context, channel, message string) (*Message, error) {
	var m Message
	if err := c.fetch(ctx, inChannel(http.MethodGet, channel, message), &m); err != nil {
		return nil, err
	}
	return &m, nil
}

// MostMessages is how many messages [Client.Messages] reads at most.
const MostMessages = 100

// Messages reads the newest messages of a channel, the newest first; with before, the newest of those older than that message.
func (c *Client) Messages(ctx context.Context, channel, before string) ([]Message, error) {
	r := inChannel(http.MethodGet, channel, "")
	r.path += "?limit=" + strconv.Itoa(MostMessages)
	if before != "" {
		r.path += "&before=" + before
	}
	var list []Message
	err := c.fetch(ctx, r, &list)
	return list, err
}

// Leave has the client send nothing to a channel until Unblock, because its server has removed the bot.
func (c *Client) Leave(channel string) { c.blocked.leave(channel) }

// Unblock forgets that a channel refused the bot, once a refusal has become unlikely. Until [BlockTime] has passed,
// requests about a refusing channel fail at once, unsent.
func (c *Client) Unblock(channel string) { c.blocked.unblock(channel) }

// Resume works like Unblock where an interaction shows permissions of the bot in the channel that suffice. If Discord has refused the bot
// in spite of the same ones, it returns until when the client sends nothing.
func (c *Client) Resume(channel string, permissions int64) (blocked time.Time) {
	return c.blocked.resume(channel, permissions)
}

// Blocks reports whether the client sends no message to a channel, because Discord has refused the bot there.
func (c *Client) Blocks(channel string) bool {
	return c.blocked.check(request{channel: channel}) != nil
}

// Lack has the next permissions that suffice resume the channel, because an interaction shows some that do not.
func (c *Client) Lack(channel string) { c.blocked.lack(channel) }

// Retry forgets the refusals of a channel like Unblock, unless Leave has blocked it.
func (c *Client) Retry(channel string) { c.blocked.retry(channel) }
