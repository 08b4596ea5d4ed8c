package page

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"cardroom/bot/discordtest"
)

// stillHere is how often a quiet stream sends a ping, which detects a browser that left. A browser may take as long to read an event.
const stillHere = 20 * time.Second

// upgrader opens streams. They are WebSockets, because a browser has at most six other connections to a server in all of its
// tabs.
var upgrader websocket.Upgrader

// events streams a person's view of a channel: the event "snapshot" with everything, then "message" (new or changed), "gone",
// "language" (the texts and commands) and "channels" (the list of them).
func (p *page) events(w http.ResponseWriter, r *http.Request) {
	me, err := p.as(r.URL.Query().Get("as"))
	if err != nil {
		me = p.channel.People[0] // an old address: the page then shows the person's name
	}
	ch := p.in(r.URL.Query().Get("in"))
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	p.greet(me, r.Header.Get("Accept-Language"))
	ctx, cancel := context.WithCancel(r.Context())
	var reads sync.WaitGroup
	defer reads.Wait()
	defer conn.Close()
	defer cancel()
	reads.Go(func() {
		defer cancel()
		drain(conn)
	})

	// Watching begins before the snapshot, so that no change is lost in between.
	updates := p.srv.Watch(ctx, me.Person, ch)
	out := stream{conn}
	if out.send("snapshot", p.snapshot(me, ch)) == nil {
		p.stream(out, me, updates)
	}
}

// drain reads until the browser leaves. A browser sends nothing but the answers to pings.
func drain(conn *websocket.Conn) {
	for {
		if _, _, err := conn.NextReader(); err != nil {
			return
		}
	}
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
			err = out.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(stillHere))
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

// stream writes events to a browser.
type stream struct {
	conn *websocket.Conn
}

// send gives up on a browser that has stopped reading.
func (s stream) send(event string, data any) error {
	if err := s.conn.SetWriteDeadline(time.Now().Add(stillHere)); err != nil {
		return err
	}
	return s.conn.WriteJSON(struct {
		Event string `json:"event"`
		Data  any    `json:"data"`
	}{event, data})
}
