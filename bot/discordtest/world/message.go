package world

import (
	"slices"
	"time"

	"cardroom/bot/discordtest/object"
)

// keptEdits is how many earlier states a message keeps.
const keptEdits = 50

// Message is a message of a channel.
type Message struct {
	ID          string              `json:"id"`
	ChannelID   string              `json:"channel_id"`
	AuthorID    string              `json:"author_id"`
	Content     string              `json:"content"`
	Embeds      []object.Embed      `json:"embeds,omitempty"`
	Components  []object.Component  `json:"components,omitempty"`
	Attachments []object.Attachment `json:"attachments,omitempty"`
	Flags       int                 `json:"flags,omitempty"`
	Nonce       string              `json:"nonce,omitempty"`
	Created     time.Time           `json:"created"`
	// Edited is the time of the last edit; zero when there was none.
	Edited  time.Time `json:"edited,omitzero"`
	Deleted bool      `json:"deleted,omitempty"`

	// Ephemeral means that only the user with the id For sees the message.
	Ephemeral bool   `json:"ephemeral,omitempty"`
	For       string `json:"for,omitempty"`
	// Loading means that this is a deferred answer still to be filled ("thinking…").
	Loading bool `json:"loading,omitempty"`

	// Mentions holds the ids of the users that the text may mention, as its sender allowed. Notified holds the users whose
	// client made a sound. An edit never notifies.
	Mentions []string `json:"mentions,omitempty"`
	Notified []string `json:"notified,omitempty"`

	// Reply is set on messages that answer an interaction.
	Reply *Reply `json:"reply,omitempty"`
	// History holds the message before each of its edits, the oldest first; at most 50 are kept.
	History []Edit `json:"history,omitempty"`
}

// Edit is an earlier state of a message.
type Edit struct {
	At         time.Time          `json:"at"` // when the message stopped being like this
	Content    string             `json:"content"`
	Embeds     []object.Embed     `json:"embeds,omitempty"`
	Components []object.Component `json:"components,omitempty"`
}

// Reply identifies the interaction that a message answers.
type Reply struct {
	Interaction string `json:"interaction"`       // its id
	Type        int    `json:"type"`              // 2 command, 3 component, 5 modal
	User        string `json:"user"`              // the acting user
	Command     string `json:"command,omitempty"` // "table open", for commands
	Source      string `json:"source,omitempty"`  // the pressed message
	Follows     string `json:"follows,omitempty"` // the message that a follow-up is shown to answer
}

// VisibleTo reports whether the user sees the message; "" is a user without ephemeral messages.
func (m *Message) VisibleTo(user string) bool {
	return !m.Deleted && (!m.Ephemeral || m.For == user)
}

// Empty reports whether the message shows nothing. A message of components shows its files only in them.
func (m *Message) Empty() bool {
	if m.Flags&object.FlagComponents != 0 {
		return len(m.Components) == 0
	}
	return m.Content == "" && len(m.Embeds) == 0 && len(m.Components) == 0 && len(m.Attachments) == 0
}

// Archive keeps the current state before an edit at the given time.
func (m *Message) Archive(at time.Time) {
	if len(m.History) >= keptEdits {
		m.History = slices.Clone(m.History[len(m.History)-keptEdits+1:])
	}
	m.History = append(m.History, Edit{at, m.Content, m.Embeds, m.Components})
	m.Edited = at
}

// Message returns the live message of a channel, or nil.
func (w *World) Message(channel, id string) *Message {
	ch := w.Channels[channel]
	if ch == nil {
		return nil
	}
	for _, m := range slices.Backward(ch.Messages) {
		if m.ID == id && !m.Deleted {
			return m
		}
	}
	return nil
}

// Post adds a message to its channel.
func (w *World) Post(ch *Channel, m *Message) {
	ch.Messages = append(ch.Messages, m)
	w.forgetOldest(ch, m.Ephemeral)
	w.Changed()
	w.listener.MessageChanged(Created, m)
	if !m.Ephemeral {
		w.listener.Dispatch(ch.Guild, IntentMessages, "MESSAGE_CREATE", func() any { return w.messageEvent(ch, m) })
	}
}

// forgetOldest keeps the newest messages of a channel. It counts ephemeral ones separately, because refusals must not push
// the board out.
func (w *World) forgetOldest(ch *Channel, ephemeral bool) {
	if len(ch.Messages) <= w.Kept {
		return
	}
	alike := func(m *Message) bool { return m.Ephemeral == ephemeral }
	n := 0
	for _, m := range ch.Messages {
		if alike(m) {
			n++
		}
	}
	if n <= w.Kept {
		return
	}
	i := slices.IndexFunc(ch.Messages, alike)
	w.dropFiles(ch.Messages[i].Attachments, nil)
	ch.Messages = slices.Delete(slices.Clone(ch.Messages), i, i+1)
}

// Edited records that a message was changed; before are its former attachments.
func (w *World) Edited(m *Message, before []object.Attachment) {
	w.dropFiles(before, m.Attachments)
	w.Changed()
	w.listener.MessageChanged(Edited, m)
	if ch := w.Channels[m.ChannelID]; !m.Ephemeral {
		w.listener.Dispatch(ch.Guild, IntentMessages, "MESSAGE_UPDATE", func() any { return w.messageEvent(ch, m) })
	}
}

// Delete deletes a message.
func (w *World) Delete(m *Message) {
	m.Deleted = true
	w.Changed()
	w.listener.MessageChanged(Deleted, m)
	if ch := w.Channels[m.ChannelID]; !m.Ephemeral {
		w.listener.Dispatch(ch.Guild, IntentMessages, "MESSAGE_DELETE", func() any {
			return map[string]any{"id": m.ID, "channel_id": m.ChannelID, "guild_id": ch.Guild}
		})
	}
}

// Dismiss removes an ephemeral message from its reader's client. The bot gets no event.
func (w *World) Dismiss(m *Message) {
	m.Deleted = true
	w.Changed()
	w.listener.MessageChanged(Deleted, m)
}
