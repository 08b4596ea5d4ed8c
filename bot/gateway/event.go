package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// dispatch delivers an event. It drops a malformed event and logs its type, without its contents.
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
	err := decode(f.Type, f.Data, event)
	switch e := event.(type) {
	case *discordgo.Ready:
		c.begin(e)
		return
	case *discordgo.Resumed:
		c.connected("resumed")
	case *Interaction:
		if err == nil && !e.whole() {
			err = errors.New("incomplete")
		}
	}
	if err != nil {
		c.log.Warn("malformed event dropped", "event", f.Type, "err", err)
		return
	}
	if c.Handle != nil {
		c.Handle(event)
	}
}

// Stack returns the calling goroutine's functions, innermost first. Unlike Go's own trace it has no arguments, because
// those may be cards.
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

// newEvent returns a value for an event of a type, or nil for types that the bot does not use.
func newEvent(kind string) any {
	switch kind {
	case "READY":
		return new(discordgo.Ready)
	case "RESUMED":
		return new(discordgo.Resumed)
	case "INTERACTION_CREATE":
		return new(Interaction)
	case "GUILD_CREATE":
		return new(GuildCreate)
	case "GUILD_DELETE":
		return new(discordgo.GuildDelete)
	case "CHANNEL_DELETE":
		return new(discordgo.ChannelDelete)
	case "THREAD_CREATE":
		return new(discordgo.ThreadCreate)
	case "THREAD_UPDATE":
		return new(discordgo.ThreadUpdate)
	case "THREAD_DELETE":
		return new(discordgo.ThreadDelete)
	}
	return nil
}

// eventLimit is the longest data of an event, in bytes; a READY and a GUILD_CREATE grow with the servers. A modal, or a select
// with its members and their roles, takes less than half of it. Decoded, an event can take two hundred times its length.
const eventLimit = 1 << 20

// decode decodes the data of an event of a kind.
func decode(kind string, data []byte, event any) error {
	if len(data) > eventLimit && kind != "READY" && kind != "GUILD_CREATE" {
		return fmt.Errorf("%d bytes long, and %d at most are read", len(data), eventLimit)
	}
	if g, ok := event.(*GuildCreate); ok {
		return g.decode(data)
	}
	return json.Unmarshal(data, event)
}

// begin starts a session. It accepts a READY with odd fields, because the bot cannot run without one.
func (c *conn) begin(r *discordgo.Ready) {
	c.session.id = r.SessionID
	if r.User != nil {
		c.session.user = r.User.ID
	}
	if r.ResumeGatewayURL != "" {
		c.session.url = r.ResumeGatewayURL
	}
	c.connected("ready")
	if r.Application == nil {
		r.Application = new(discordgo.Application)
	}
	c.session.application = r.Application.ID
	c.publish()
	if c.Ready != nil {
		c.Ready(c.id, r)
	}
}

func (c *conn) connected(how string) {
	if c.ready {
		return
	}
	c.ready = true
	c.endReservation()
	c.ws.SetReadDeadline(time.Time{})
	c.count(true)
	c.log.Info("gateway " + how)
}
