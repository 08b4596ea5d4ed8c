package discordtest_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"

	"github.com/gorilla/websocket"
)

// client is a raw websocket client that reads a gateway packet by packet.
type client struct {
	*desk
	ws     *websocket.Conn
	stream func([]byte) []byte // reads a frame of a connection that is compressed as one stream; nil for others
}

type packet struct {
	Op int
	T  string
	S  int64
	D  json.RawMessage
}

// call opens a connection and reads the HELLO.
func call(d *desk) *client {
	d.Helper()
	l := ring(d, "?v=10&encoding=json")
	if p, _ := l.read(); p.Op != 10 || !strings.Contains(string(p.D), "heartbeat_interval") {
		d.Fatalf("first packet %+v", p)
	}
	return l
}

func ring(d *desk, query string) *client {
	d.Helper()
	ws, _, err := d.srv.Dialer().Dial("ws"+strings.TrimPrefix(d.srv.URL(), "http")+"/gateway/"+query, http.Header{})
	if err != nil {
		d.Fatal(err)
	}
	ws.SetCloseHandler(func(int, string) error { return nil })
	d.Cleanup(func() { _ = ws.Close() })
	return &client{desk: d, ws: ws}
}

// read returns the next packet, or the close code: -1 without a close frame.
func (l *client) read() (packet, int) {
	_ = l.ws.SetReadDeadline(time.Now().Add(10 * time.Minute))
	kind, data, err := l.ws.ReadMessage()
	if closed, ok := err.(*websocket.CloseError); ok && closed.Code != websocket.CloseAbnormalClosure {
		return packet{}, closed.Code
	}
	if err != nil {
		return packet{}, -1
	}
	switch {
	case l.stream != nil:
		if kind != websocket.BinaryMessage {
			l.Fatalf("%s is not compressed", data)
		}
		data = l.stream(data)
	case kind == websocket.BinaryMessage:
		z, err := zlib.NewReader(bytes.NewReader(data))
		if err != nil {
			l.Fatal(err)
		}
		data, _ = io.ReadAll(z)
	}
	var p packet
	if err := json.Unmarshal(data, &p); err != nil {
		l.Fatal(err)
	}
	return p, 0
}

func (l *client) say(format string, args ...any) {
	l.Helper()
	if err := l.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...)); err != nil {
		l.Fatal(err)
	}
}

func (l *client) identify(more string) {
	l.say(`{"op":2,"d":{"token":"Bot %s","properties":{},"intents":1%s}}`, l.srv.Token(), more)
}

// next wants a dispatch of that name.
func (l *client) next(name string) packet {
	l.Helper()
	p, code := l.read()
	if p.T != name {
		l.Fatalf("heard %+v (closed with %d), want %s", p, code, name)
	}
	return p
}

func (l *client) closed(code int) {
	l.Helper()
	if p, got := l.read(); got != code {
		l.Errorf("closed with %d after %+v, want %d", got, p, code)
	}
}

// ready identifies and returns the session's id.
func (l *client) ready() string {
	l.Helper()
	l.identify("")
	var r struct {
		SessionID string `json:"session_id"`
		URL       string `json:"resume_gateway_url"`
		User      struct{ ID string }
		Guilds    []struct{ ID string }
	}
	_ = json.Unmarshal(l.next("READY").D, &r)
	l.next("GUILD_CREATE")
	if r.SessionID == "" || r.URL == "" || r.User.ID == "" || len(r.Guilds) != 1 {
		l.Fatalf("READY %+v", r)
	}
	return r.SessionID
}

func (l *client) resume(session string, seq int64) {
	l.say(`{"op":6,"d":{"token":"Bot %s","session_id":%q,"seq":%d}}`, l.srv.Token(), session, seq)
}

func TestTheGatewayRefusesWhatDiscordsDoes(t *testing.T) {
	hello := func(more string) func(*client) { return func(l *client) { l.identify(more) } }
	says := func(text string) func(*client) { return func(l *client) { l.say("%s", text) } }
	tests := []struct {
		name string
		do   func(*client)
		code int
	}{
		{"a wrong token", says(`{"op":2,"d":{"token":"Bot wrong","properties":{},"intents":0}}`), 4004},
		{"a wrong token to resume", says(`{"op":6,"d":{"token":"Bot wrong","session_id":"s","seq":1}}`), 4004},
		{"no intents", says(`{"op":2,"d":{"token":"x","properties":{}}}`), 4002},
		{"no JSON", says(`{`), 4002},
		{"4097 bytes", says(`{"op":1,"d":"` + x(4100) + `"}`), 4002},
		{"an unknown opcode", says(`{"op":77}`), 4001},
		{"a presence before anything", says(`{"op":3,"d":{}}`), 4003},
		{"shard 2 of 2", hello(`,"shard":[2,2]`), 4010},
		{"privileged intents", says(`{"op":2,"d":{"token":"Bot discordtest.bot.token","properties":{},"intents":32768}}`), 4014},
		{"intents that do not exist", says(`{"op":2,"d":{"token":"Bot discordtest.bot.token","properties":{},"intents":134217728}}`), 4013},
		{"identifying twice", func(l *client) { l.ready(); l.identify("") }, 4005},
		{"a sequence from the future", func(l *client) { s := l.ready(); l.ws.NetConn().Close(); *l = *call(l.desk); l.resume(s, 99) }, 4007},
		{"121 sends in a minute", func(l *client) {
			for range 121 {
				l.say(`{"op":1,"d":null}`)
			}
			for range 120 {
				l.read()
			}
		}, 4008},
		{"silence", func(l *client) { l.ready() }, 4009},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, discordtest.Options{}, func(d *desk) {
				l := call(d)
				tt.do(l)
				l.closed(tt.code)
			})
		})
	}
}

func TestHeartbeatsAreAcknowledged(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		l := call(d)
		l.ready()
		l.say(`{"op":1,"d":3}`)
		if p, _ := l.read(); p.Op != 11 {
			t.Errorf("heard %+v", p)
		}
		d.srv.SetGatewayFaults(discordtest.GatewayFaults{NoACK: true})
		l.say(`{"op":1,"d":3}`)
		l.closed(4009)
	})
}

func TestAResumeReplaysWhatWasMissed(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		l := call(d)
		session := l.ready()
		d.srv.CutGateway()
		l.closed(-1)
		if d.settle(time.Second); d.srv.Online() {
			t.Error("the bot is online after the cut")
		}
		i := d.hello()
		l = call(d)
		l.resume(session, 2)
		missed := l.next("INTERACTION_CREATE")
		if !strings.Contains(string(missed.D), i.ID) || missed.S != 3 {
			t.Errorf("missed %+v", missed)
		}
		l.next("RESUMED")
		if !d.srv.Online() {
			t.Error("the bot is offline after the resume")
		}
		l = call(d)
		l.resume(session, 3)
		l.next("RESUMED")
	})
}

func TestASessionThatEndedCannotBeResumed(t *testing.T) {
	ends := map[string]func(*client){
		"closed with 1000": func(l *client) {
			_ = l.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(1000, ""))
			l.closed(1000)
		},
		"refused":           func(l *client) { l.srv.SetGatewayFaults(discordtest.GatewayFaults{RefuseResume: true}) },
		"left for an hour":  func(l *client) { l.srv.CutGateway(); l.settle(time.Hour) },
		"invalidated":       func(l *client) { l.srv.InvalidateSessions(false) },
		"closed with 4009":  func(l *client) { l.srv.CloseGateway(4009) },
		"a thousand events": func(l *client) { l.srv.CutGateway(); l.settle(time.Second); busy(l.desk, 2500) },
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			inBubble(t, discordtest.Options{}, func(d *desk) {
				l := call(d)
				session := l.ready()
				end(l)
				l = call(d)
				l.resume(session, 2)
				if p, _ := l.read(); p.Op != 9 || string(p.D) != "false" {
					t.Errorf("heard %+v", p)
				}
				l.identify("")
				l.next("READY")
			})
		})
	}
}

func busy(d *desk, events int) {
	for n := range events {
		d.guild.Channel(fmt.Sprint("channel ", n))
	}
}

func TestACloseFromTheClientThatIsNotFinalLeavesTheSession(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		l := call(d)
		session := l.ready()
		_ = l.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(4000, ""))
		l.closed(4000)
		l = call(d)
		l.resume(session, 2)
		l.next("RESUMED")
	})
}

func TestGatewayFaults(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		l := call(d)
		session := l.ready()
		d.srv.AskReconnect()
		if p, _ := l.read(); p.Op != 7 {
			t.Errorf("heard %+v", p)
		}
		d.srv.InvalidateSessions(true)
		if p, _ := l.read(); p.Op != 9 || string(p.D) != "true" {
			t.Errorf("heard %+v", p)
		}
		d.srv.CloseGateway(4000)
		l.closed(4000)
		d.srv.SetGatewayFaults(discordtest.GatewayFaults{ReconnectOnResume: true})
		l = call(d)
		l.resume(session, 2)
		if p, _ := l.read(); p.Op != 7 {
			t.Errorf("heard %+v", p)
		}
		d.srv.SetGatewayFaults(discordtest.GatewayFaults{CloseOnConnect: 4014})
		ring(d, "").closed(4014)
		d.srv.SetGatewayFaults(discordtest.GatewayFaults{})
		ring(d, "?v=3").closed(4012)
		ring(d, "?v=7").closed(4012) // D3
	})
}

func TestTheFirstFiveSecondsOfABucket(t *testing.T) {
	inBubble(t, discordtest.Options{OneIdentifyPer5s: true, AtOnce: 2}, func(d *desk) {
		for shard, begins := range []bool{true, true, false, false} {
			l := call(d)
			l.identify(fmt.Sprintf(`,"shard":[%d,4]`, shard))
			if p, _ := l.read(); (p.T == "READY") != begins {
				t.Errorf("shard %d, two at once: %+v", shard, p)
			}
		}
	})
}

func TestTheFirstFiveSecondsOfAShard(t *testing.T) {
	inBubble(t, discordtest.Options{OneIdentifyPer5s: true}, func(d *desk) {
		call(d).ready()
		l := call(d)
		l.identify("")
		if p, _ := l.read(); p.Op != 9 {
			t.Errorf("a second IDENTIFY at once: %+v", p)
		}
		d.settle(5 * time.Second)
		l.ready()
	})
}

func TestShardsGetTheirGuildsOnly(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		a, b := call(d), call(d)
		a.identify(`,"shard":[0,2]`)
		b.identify(`,"shard":[1,2]`)
		var guilds [2]struct{ Guilds []struct{ ID string } }
		_ = json.Unmarshal(a.next("READY").D, &guilds[0])
		_ = json.Unmarshal(b.next("READY").D, &guilds[1])
		if len(guilds[0].Guilds)+len(guilds[1].Guilds) != 1 {
			t.Errorf("guilds of the shards: %+v", guilds)
		}
	})
}

func TestABotThatWasRemovedReachesNothing(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		l := call(d)
		l.ready()
		d.guild.RemoveBot()
		l.next("GUILD_DELETE")
		d.want(d.send("POST", d.messages(), `{"content":"c"}`), 403, 50001)
		if a := d.guild.Person("alice").Command(d.poker, "/help"); !errors.Is(a.Err, discordtest.ErrNotThere) {
			t.Errorf("a command reached it: %v", a)
		}
		again := call(d)
		again.identify("")
		var ready struct{ Guilds []struct{ ID string } }
		_ = json.Unmarshal(again.next("READY").D, &ready)
		if len(ready.Guilds) != 0 {
			t.Errorf("it is told of guilds: %+v", ready.Guilds)
		}
		d.guild.AddBot()
		l.next("GUILD_CREATE")
		d.want(d.send("POST", d.messages(), `{"content":"c"}`), 200, 0)
	})
}

func TestGuildEventsNeedTheirIntent(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		l := call(d)
		l.ready()
		deaf := call(d)
		deaf.say(`{"op":2,"d":{"token":"Bot %s","properties":{},"intents":0}}`, d.srv.Token())
		deaf.next("READY")
		side := d.poker.Thread("side")
		l.next("THREAD_CREATE")
		side.Delete()
		l.next("THREAD_DELETE")
		d.guild.Channel("new").Delete()
		l.next("CHANNEL_CREATE")
		l.next("CHANNEL_DELETE")
		d.hello()
		l.next("INTERACTION_CREATE")
		deaf.next("INTERACTION_CREATE")
	})
}

// Bots without the intent MESSAGE_CONTENT do not receive people's text, unless it mentions them. An edit of a message is an
// event like any other (D3).
func TestWhatABotHearsOfMessages(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		l := call(d)
		l.say(`{"op":2,"d":{"token":"Bot %s","properties":{},"intents":513}}`, d.srv.Token())
		l.next("READY")
		l.next("GUILD_CREATE")
		heard := func(event, id, content string) {
			t.Helper()
			var m struct {
				ID      string
				Content string
				Guild   string `json:"guild_id"`
			}
			if _ = json.Unmarshal(l.next(event).D, &m); m.ID != id || m.Content != content || m.Guild != d.guild.ID() {
				t.Errorf("%s has %+v, want %s %q", event, m, id, content)
			}
		}
		id := d.say(`{"content":"board"}`)
		heard("MESSAGE_CREATE", id, "board")
		d.want(d.send("PATCH", d.messages()+"/"+id, `{"content":"new board"}`), 200, 0)
		heard("MESSAGE_UPDATE", id, "new board")
		m, err := d.alice.Say(d.poker, "a secret")
		if err != nil {
			t.Fatal(err)
		}
		heard("MESSAGE_CREATE", m.ID, "")
		if list := d.send("GET", d.messages()); strings.Contains(list.body, "secret") || !strings.Contains(list.body, "new board") {
			t.Errorf("the channel is read as %s", list.body)
		}
		text := "<@" + d.app() + "> deal"
		if m, err = d.alice.Say(d.poker, text); err != nil {
			t.Fatal(err)
		}
		heard("MESSAGE_CREATE", m.ID, text)
		d.pressed()
		l.next("MESSAGE_CREATE")
		l.next("INTERACTION_CREATE")
	})
}

// Clients take the values of a menu from resolved objects if that field exists, and else from values (D2).
func TestResolvedIsThereWhereSomethingIs(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		l := call(d)
		l.ready()
		data := func() (v struct {
			Resolved map[string]map[string]map[string]any
		}) {
			t.Helper()
			var event struct{ Data json.RawMessage }
			_ = json.Unmarshal(l.next("INTERACTION_CREATE").D, &event)
			_ = json.Unmarshal(event.Data, &v)
			return v
		}
		id := d.say(with(row(`{"type":3,"custom_id":"pick","options":[{"label":"A","value":"a"}]}`), row(`{"type":8,"custom_id":"where"}`)))
		d.start(d.alice, discordtest.Press{Message: id, CustomID: "pick", Values: []string{"A"}})
		if got := data(); got.Resolved != nil {
			t.Errorf("a menu of texts resolves %v", got)
		}
		d.start(d.alice, discordtest.Press{Message: id, CustomID: "where", Values: []string{"poker"}})
		if got := data().Resolved["channels"][d.poker.ID()]; got["app_permissions"] == nil || got["app_permissions"] == "0" || got["permissions"] == nil {
			t.Errorf("a menu of channels resolves %v", got) // app_permissions is D3
		}
		field := discordtest.Component{Type: discordtest.TypeTextInput, CustomID: "amount", Value: "5"}
		d.start(d.alice, discordtest.Submit{Modal: &discordtest.Modal{
			CustomID: "raise", Components: []discordtest.Component{{Type: discordtest.TypeLabel, Component: &field}},
		}})
		if got := data(); got.Resolved != nil {
			t.Errorf("a modal of texts resolves %v", got)
		}
	})
}
