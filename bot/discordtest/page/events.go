package page

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"cardroom/bot/discordtest"
)

// stillHere is how often a quiet stream sends a comment, which detects a browser that left.
const stillHere = 20 * time.Second

// events streams a person's view of a channel: the event "snapshot" with everything, then "message" (new or changed), "gone",
// "language" (the texts and commands) and "channels" (the list of them).
func (p *page) events(w http.ResponseWriter, r *http.Request) {
	me, err := p.as(r.URL.Query().Get("as"))
	if err != nil {
		me = p.channel.People[0] // an old address: the page then shows the person's name
	}
	ch := p.in(r.URL.Query().Get("in"))
	p.greet(me, r.Header.Get("Accept-Language"))
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	out := stream{w, http.NewResponseController(w)}
	_ = out.control.SetWriteDeadline(time.Time{}) // the stream has no end, so it has no deadline

	// Watching begins before the snapshot, so that no change is lost in between.
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	updates := p.srv.Watch(ctx, me.Person, ch)
	if out.send("snapshot", p.snapshot(me, ch)) != nil {
		return
	}
	p.stream(out, me, updates)
}

func (p *page) stream(out stream, me Person, updates <-chan discordtest.Update) {
	tick := time.NewTicker(stillHere)
	defer tick.Stop()
	for {
		var err error
		select {
		case u, ok := <-updates:
			if !ok {
				return
			}
			err = p.forward(out, me, u)
		case <-tick.C:
			err = out.comment("still here")
		}
		if err != nil {
			return
		}
	}
}

func (p *page) forward(out stream, me Person, u discordtest.Update) error {
	switch u.Kind {
	case discordtest.UpdateCreate, discordtest.UpdateEdit:
		return out.send("message", p.message(u.Message))
	case discordtest.UpdateDelete:
		return out.send("gone", map[string]string{"id": u.Message.ID})
	case discordtest.UpdateChannel:
		return out.send("channels", p.channels())
	case discordtest.UpdateStatus:
		return out.send("language", p.language(me))
	}
	return nil
}

// stream writes server-sent events.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func (s stream) send(event string, data any) error {
	text, err := json.Marshal(data) // one line: JSON breaks none
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", event, text); err != nil {
		return err
	}
	return s.control.Flush()
}

func (s stream) comment(text string) error {
	if _, err := fmt.Fprintf(s.w, ": %s\n\n", text); err != nil {
		return err
	}
	return s.control.Flush()
}
