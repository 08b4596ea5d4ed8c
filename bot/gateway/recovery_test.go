package gateway_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/gateway"
)

// bot is a gateway client, ours or a plain discordgo session, with a Discord and a network of its own.
type bot struct {
	srv    *discordtest.Server
	net    *network
	guilds chan string // the guilds of its events
	acts   chan bool   // whether each delivered interaction has its data
}

func newBot() *bot {
	srv := discordtest.New(discordtest.Options{OneIdentifyPer5s: true})
	return &bot{
		srv: srv, net: &network{far: srv.Dialer().NetDialContext},
		guilds: make(chan string, 10_000), acts: make(chan bool, 100),
	}
}

const (
	soon    = 10 * time.Second
	noticed = 3 * 41250 * time.Millisecond / 2 // the last heartbeat may just have been acknowledged
)

// faults lists the faults of a gateway connection. The check causes one to a connected bot and returns the bot's mistake.
//
// If plain is set, a discordgo session makes a mistake too, with this outcome: that is why our client exists.
var faults = []struct {
	name        string
	check       func(*bot) error
	plain, ours string
}{
	{name: "connection cut", check: heardWithin(time.Second, (*bot).cut)},
	{name: "op 7", check: heardWithin(time.Second, func(b *bot) { b.srv.AskReconnect() })},
	{name: "op 9, resumable", check: heardWithin(soon, func(b *bot) { b.srv.InvalidateSessions(true) })},
	{name: "op 9, not resumable", check: heardWithin(soon, func(b *bot) { b.srv.InvalidateSessions(false) })},
	{name: "close 4000", check: heardWithin(time.Second, closes(4000))},
	{name: "close 4007", check: heardWithin(soon, closes(4007)), plain: waitsForItself, ours: connection},
	{name: "close 4009", check: heardWithin(soon, closes(4009)), plain: waitsForItself, ours: connection},
	{name: "RESUME answered by op 9", check: heardWithin(soon, func(b *bot) {
		b.srv.SetGatewayFaults(discordtest.GatewayFaults{RefuseResume: true})
		b.cut()
	}), plain: waitsForItself, ours: connection},
	{name: "RESUME answered by op 7", check: heardWithin(soon, func(b *bot) {
		b.failFor(5*time.Second, discordtest.GatewayFaults{ReconnectOnResume: true})
		b.cut()
	}), plain: waitsForItself, ours: connection},
	{name: "connections without HELLO", check: heardWithin(soon, func(b *bot) {
		b.failFor(3*time.Second, discordtest.GatewayFaults{Silent: true})
		b.cut()
	}), plain: "receives no event", ours: patience},
	{name: "connections closed at once", check: heardWithin(soon, func(b *bot) {
		b.failFor(2*time.Second, discordtest.GatewayFaults{CloseOnConnect: 4000})
		b.cut()
	})},
	{name: "connections that lead nowhere", check: heardWithin(soon, func(b *bot) {
		b.net.setWeatherFor(3*time.Second, weather{empty: true})
		b.cut()
	}), plain: "receives no event", ours: patience},
	{name: "connections not answered", check: heardWithin(soon, func(b *bot) {
		b.net.setWeatherFor(3*time.Second, weather{unanswered: true})
		b.cut()
	}), plain: "receives no event", ours: patience},
	{name: "an API that does not answer", check: heardWithin(soon, func(b *bot) {
		b.srv.Fail("GET /gateway/bot", discordtest.Fault{Silent: true})
		b.srv.CloseGateway(4009)
	})},
	{name: "a slow network, to resume", check: heardWithin(soon, func(b *bot) {
		b.net.setWeather(weather{latency: 2 * time.Second})
		b.cut()
	})},
	{name: "a slow network, to identify", check: heardWithin(soon, func(b *bot) {
		b.net.setWeather(weather{latency: time.Second})
		b.srv.Fail("GET /gateway/bot", discordtest.Fault{Delay: 2 * time.Second})
		b.srv.CloseGateway(4009)
	})},
	{name: "bytes that come singly", check: heardWithin(soon, func(b *bot) {
		b.net.setWeather(weather{perByte: 2 * time.Millisecond})
		b.srv.CloseGateway(4009)
	})},
	{name: "silence", check: heardWithin(soon, func(b *bot) {
		b.net.lose()
		time.Sleep(noticed)
	}), plain: "receives no event", ours: "heartbeat"},
	{name: "a fatal close code", check: staysAway, plain: "dials", ours: "list of fatal codes"},
	{name: "a component of an unknown kind", check: handsOnAllData,
		plain: "delivers an interaction without its data", ours: "Interaction.whole"},
}

// These name the parts of our client that exist because of discordgo, besides single functions.
const (
	connection = "connection"
	patience   = "Patience"
)

// heardWithin causes a fault and wants the bot to receive a newer event within limit.
func heardWithin(limit time.Duration, fault func(*bot)) func(*bot) error {
	return func(b *bot) error {
		fault(b)
		joined := b.srv.Guild("new")
		for late := time.After(limit); ; {
			select {
			case id := <-b.guilds:
				if id == joined.ID() {
					return nil
				}
			case <-late:
				return fmt.Errorf("it receives no event for %v", limit)
			}
		}
	}
}

func closes(code int) func(*bot) { return func(b *bot) { b.srv.CloseGateway(code) } }

func (b *bot) cut() { b.srv.CutGateway() }

// failFor lets the gateway fail for a while.
func (b *bot) failFor(d time.Duration, f discordtest.GatewayFaults) {
	b.srv.SetGatewayFaults(f)
	time.AfterFunc(d, func() { b.srv.SetGatewayFaults(discordtest.GatewayFaults{}) })
}

// staysAway checks a permanent refusal: Discord would count further dials and reset the token.
func staysAway(b *bot) error {
	const refused = 4004
	before := b.net.dialled()
	b.srv.SetGatewayFaults(discordtest.GatewayFaults{CloseOnConnect: refused})
	b.srv.CloseGateway(refused)
	time.Sleep(time.Hour)
	if n := b.net.dialled() - before; n > 0 {
		return fmt.Errorf("it dials %d times within an hour of being refused by %d", n, refused)
	}
	return nil
}

// handsOnAllData sends two modals, one with a radio group. Discordgo does not know radio groups and leaves the whole
// interaction without data.
func handsOnAllData(b *bot) error {
	home := b.srv.Guild("home")
	poker, alice := home.Channel("poker"), home.Person("alice")
	const label, radioGroup, textInput = discordtest.TypeLabel, 21, discordtest.TypeTextInput
	for _, input := range []int{radioGroup, textInput} {
		field := discordtest.Component{Type: input, CustomID: "field", Value: "250"}
		modal := &discordtest.Modal{
			CustomID: fmt.Sprint(input), Components: []discordtest.Component{{Type: label, Component: &field}},
		}
		if _, err := alice.Start(poker, discordtest.Submit{Modal: modal}); err != nil {
			return err
		}
	}
	time.Sleep(time.Second)
	for n := 0; ; n++ {
		select {
		case whole := <-b.acts:
			if !whole {
				return errors.New("it delivers an interaction without its data")
			}
		default:
			if n != 2 {
				return fmt.Errorf("it delivered %d interactions, want both", n)
			}
			return nil
		}
	}
}

// TestEventsWithinTenSecondsOfEveryFault runs with the real pace and Discord's
// real heartbeat, in virtual time.
func TestEventsWithinTenSecondsOfEveryFault(t *testing.T) {
	for _, c := range faults {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBot()
				b.listen(t)
				time.Sleep(time.Minute)
				if err := c.check(b); err != nil {
					t.Error(err)
				}
				if list := b.srv.Complaints(); len(list) > 0 {
					t.Errorf("Discord complains: %v", list)
				}
			})
		})
	}
}

// listen connects our client. All of it ends with the test.
func (b *bot) listen(t *testing.T) {
	done := make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	client := b.srv.Client()
	go func() {
		defer close(done)
		gateway.Run(ctx, gateway.Config{
			Token: b.srv.Token(), API: b.srv.URL(), HTTP: client, Dial: b.net.dial,
			Intents: discordgo.IntentGuilds, Log: slog.New(slog.DiscardHandler),
			Handle: func(e any) {
				switch e := e.(type) {
				case *gateway.GuildCreate:
					b.guilds <- e.ID
				case *gateway.Interaction:
					b.acts <- e.Data != nil
				}
			},
		})
	}()
	t.Cleanup(func() {
		stop()
		<-done
		client.CloseIdleConnections()
		b.srv.Close()
		b.net.running.Wait()
	})
}
