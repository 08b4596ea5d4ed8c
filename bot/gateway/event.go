package gateway

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// dispatch hands an event on. Whatever is wrong with it stays with it: it is
// logged by its type, without its contents.
func (c *conn) dispatch(f frame) {
	c.session.seq.Store(f.Seq)
	if !c.ready {
		c.ws.SetReadDeadline(time.Now().Add(c.patience))
	}
	defer func() {
		if v := recover(); v != nil {
			c.log.Error("panic in an event", "event", f.Type, "kind", fmt.Sprintf("%T", v), "stack", Stack())
		}
	}()
	event := newEvent(f.Type)
	if event == nil {
		return
	}
	err := json.Unmarshal(f.Data, event)
	switch e := event.(type) {
	case *discordgo.Ready:
		c.begin(e)
		return
	case *discordgo.Resumed:
		c.connected("resumed")
	case *discordgo.InteractionCreate:
		if err == nil && !whole(e) {
			err = fmt.Errorf("incomplete")
		}
		event = &Interaction{e, inThread(f.Data)}
	}
	if err != nil {
		c.log.Warn("event left out", "event", f.Type, "err", err)
		return
	}
	if c.Handle != nil {
		c.Handle(event)
	}
}

// Interaction is an interaction, and what discordgo does not read of it.
type Interaction struct {
	*discordgo.InteractionCreate
	Thread bool // it was made in a thread, where other permissions count
}

// inThread says whether an interaction's channel is of a thread's type.
func inThread(data []byte) bool {
	var i struct {
		Channel struct {
			Type discordgo.ChannelType `json:"type"`
		} `json:"channel"`
	}
	if json.Unmarshal(data, &i) != nil {
		return false
	}
	switch i.Channel.Type {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		return true
	}
	return false
}

// Stack is the functions that the calling goroutine is in, innermost first. Unlike
// Go's own trace it has no arguments: those may be cards.
func Stack() string {
	var at [64]uintptr
	var text strings.Builder
	frames := runtime.CallersFrames(at[:runtime.Callers(2, at[:])])
	for {
		f, more := frames.Next()
		fmt.Fprintf(&text, "%s %s:%d\n", f.Function, filepath.Base(f.File), f.Line)
		if !more {
			return text.String()
		}
	}
}

// newEvent is a value for an event of a type, nil for those nobody asked for.
func newEvent(kind string) any {
	switch kind {
	case "READY":
		return new(discordgo.Ready)
	case "RESUMED":
		return new(discordgo.Resumed)
	case "INTERACTION_CREATE":
		return new(discordgo.InteractionCreate)
	case "GUILD_CREATE":
		return new(discordgo.GuildCreate)
	case "GUILD_DELETE":
		return new(discordgo.GuildDelete)
	case "CHANNEL_DELETE":
		return new(discordgo.ChannelDelete)
	case "THREAD_DELETE":
		return new(discordgo.ThreadDelete)
	}
	return nil
}

// begin starts a session. A READY with odd fields still counts: without it
// nothing works.
func (c *conn) begin(r *discordgo.Ready) {
	c.session.id = r.SessionID
	if r.ResumeGatewayURL != "" {
		c.session.url = r.ResumeGatewayURL
	}
	c.connected("ready")
	if r.Application == nil {
		r.Application = new(discordgo.Application)
	}
	if c.Ready != nil {
		c.Ready(c.id, r)
	}
}

func (c *conn) connected(how string) {
	if c.ready {
		return
	}
	c.ready = true
	c.ws.SetReadDeadline(time.Time{})
	c.log.Info("gateway " + how)
	c.count(true)
}

// whole reports whether i has everything an interaction must have: id, token,
// someone who made it, and data of its type (discordgo leaves Data nil when it
// meets a component it does not know, and its …Data methods then panic). A press
// names its message.
func whole(i *discordgo.InteractionCreate) bool {
	if i == nil || i.Interaction == nil || i.ID == "" || i.Token == "" {
		return false
	}
	if (i.Member == nil || i.Member.User == nil || i.Member.User.ID == "") && (i.User == nil || i.User.ID == "") {
		return false
	}
	switch i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		return i.Type == discordgo.InteractionApplicationCommand || i.Type == discordgo.InteractionApplicationCommandAutocomplete
	case discordgo.MessageComponentInteractionData:
		return i.Type == discordgo.InteractionMessageComponent && i.Message != nil
	case discordgo.ModalSubmitInteractionData:
		return i.Type == discordgo.InteractionModalSubmit
	}
	return false
}
