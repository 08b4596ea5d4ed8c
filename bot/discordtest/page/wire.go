package page

import (
	"time"

	"cardroom/bot/discordtest"
)

// These are the forms of the data for the page: Discord's own JSON, without fields that no client shows, such as earlier
// states of messages.

type wireMessage struct {
	ID          string                   `json:"id"`
	Author      wireUser                 `json:"author"`
	Content     string                   `json:"content"`
	Timestamp   time.Time                `json:"timestamp"`
	Edited      *time.Time               `json:"edited_timestamp"`
	Flags       int                      `json:"flags"`
	Notified    []string                 `json:"notified,omitempty"` // users whose client made a sound
	Embeds      []discordtest.Embed      `json:"embeds,omitempty"`
	Components  []discordtest.Component  `json:"components,omitempty"`
	Attachments []discordtest.Attachment `json:"attachments,omitempty"`
	Interaction *wireReply               `json:"interaction,omitempty"`
}

type wireUser struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Bot      bool   `json:"bot,omitempty"`
}

type wireReply struct {
	Name string   `json:"name"`
	User wireUser `json:"user"`
}

type wirePerson struct {
	ID      string `json:"id"`
	Slug    string `json:"slug"`
	Name    string `json:"name"`
	Watches bool   `json:"watches,omitempty"`
	Manages bool   `json:"manages,omitempty"`
}

type wireChannel struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Parent string `json:"parent,omitempty"` // of a thread

	Archived bool `json:"archived,omitempty"`
}

// wireSnapshot is the first event of every stream: the whole view.
type wireSnapshot struct {
	Assets   string              `json:"assets"`
	Guild    string              `json:"guild"`
	Channel  wireChannel         `json:"channel"`
	Channels []wireChannel       `json:"channels"` // of the guild, each followed by its threads
	Verifier string              `json:"verifier,omitempty"`
	Me       wirePerson          `json:"me"`
	People   []wirePerson        `json:"people"`
	Users    []wirePerson        `json:"users"` // everyone whose name is visible
	Language wireLanguage        `json:"language"`
	Locales  []wireLocale        `json:"locales"`
	Board    map[string][]string `json:"board"` // texts of boards, in any language
	Messages []wireMessage       `json:"messages"`
}

func (p *page) snapshot(me Person, ch *discordtest.Channel) wireSnapshot {
	guild := p.channel.Guild()
	s := wireSnapshot{
		Assets:   p.assets,
		Guild:    guild.Name(),
		Channel:  channel(ch),
		Channels: p.channels(),
		Verifier: p.channel.Verifier,
		Me:       person(me),
		Language: p.language(me),
		Locales:  p.locales(),
		Board:    p.boardWords(),
		Messages: []wireMessage{},
	}
	for _, one := range p.channel.People {
		s.People = append(s.People, person(one))
	}
	for _, one := range guild.People() {
		s.Users = append(s.Users, person(Person{Person: one}))
	}
	for _, m := range me.See(ch) {
		s.Messages = append(s.Messages, p.message(m))
	}
	return s
}

// channels lists the guild's channels, the oldest first, and after each its threads, also the archived ones: messages name them.
func (p *page) channels() []wireChannel {
	threads, list := map[string][]wireChannel{}, []wireChannel(nil)
	for _, one := range p.channel.Guild().Channels() {
		w := channel(one)
		threads[w.Parent] = append(threads[w.Parent], w)
	}
	for _, one := range threads[""] {
		list = append(append(list, one), threads[one.ID]...)
	}
	return list
}

// channel returns a channel as the page gets it.
func channel(one *discordtest.Channel) wireChannel {
	return wireChannel{one.ID(), one.Name(), one.Parent(), one.Archived()}
}

func person(one Person) wirePerson {
	return wirePerson{one.ID(), one.slug(), one.Name(), one.Watches, one.Manages}
}

func (p *page) message(m discordtest.Message) wireMessage {
	out := wireMessage{
		ID:          m.ID,
		Author:      p.user(m.AuthorID),
		Content:     m.Content,
		Timestamp:   m.Created,
		Flags:       m.Flags,
		Notified:    m.Notified,
		Embeds:      m.Embeds,
		Components:  m.Components,
		Attachments: m.Attachments,
	}
	if !m.Edited.IsZero() {
		out.Edited = &m.Edited
	}
	if m.Reply != nil && m.Reply.Command != "" {
		out.Interaction = &wireReply{m.Reply.Command, p.user(m.Reply.User)}
	}
	return out
}

// user returns the name of an author: one of the guild's people, or the bot.
func (p *page) user(id string) wireUser {
	for _, one := range p.channel.Guild().People() {
		if one.ID() == id {
			return wireUser{ID: id, Username: one.Name()}
		}
	}
	return wireUser{ID: id, Username: "Cardroom", Bot: true}
}
