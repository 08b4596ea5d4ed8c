package gateway_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/gateway"

	"github.com/bwmarrin/discordgo"
)

// TestEventsWithinTenSecondsOfEveryFault runs with the real pace and Discord's
// real heartbeat, in virtual time: how long after a fault does the bot hear of
// something new?
func TestEventsWithinTenSecondsOfEveryFault(t *testing.T) {
	const soon = 10 * time.Second
	const noticed = 3 * 41250 * time.Millisecond / 2 // a beat may just have been acknowledged
	cut := func(f discordtest.GatewayFaults) func(*discordtest.Server) {
		return func(s *discordtest.Server) { s.SetGatewayFaults(f); s.CutGateway() }
	}
	for _, c := range []struct {
		name  string
		fault func(*discordtest.Server)
		limit time.Duration
	}{
		{"connection cut", (*discordtest.Server).CutGateway, time.Second},
		{"op 7", (*discordtest.Server).AskReconnect, time.Second},
		{"op 9, resumable", func(s *discordtest.Server) { s.InvalidateSessions(true) }, soon},
		{"op 9, not resumable", func(s *discordtest.Server) { s.InvalidateSessions(false) }, soon},
		{"close 4000", func(s *discordtest.Server) { s.CloseGateway(4000) }, time.Second},
		{"close 4007", func(s *discordtest.Server) { s.CloseGateway(4007) }, soon},
		{"close 4009", func(s *discordtest.Server) { s.CloseGateway(4009) }, soon},
		{"RESUME answered by op 9", cut(discordtest.GatewayFaults{RefuseResume: true}), soon},
		{"RESUME answered by op 7", cut(discordtest.GatewayFaults{ReconnectOnResume: true}), soon},
		{"a connection without HELLO", func(s *discordtest.Server) {
			cut(discordtest.GatewayFaults{Silent: true})(s)
			time.AfterFunc(3*time.Second, func() { s.SetGatewayFaults(discordtest.GatewayFaults{}) })
		}, soon},
		{"two seconds of refused connections", func(s *discordtest.Server) {
			cut(discordtest.GatewayFaults{CloseOnConnect: 4000})(s)
			time.AfterFunc(2*time.Second, func() { s.SetGatewayFaults(discordtest.GatewayFaults{}) })
		}, soon},
		{"heartbeats not acknowledged", func(s *discordtest.Server) {
			s.SetGatewayFaults(discordtest.GatewayFaults{NoACK: true})
			time.Sleep(noticed)
			s.SetGatewayFaults(discordtest.GatewayFaults{})
		}, soon},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				srv := discordtest.New(discordtest.Options{OneIdentifyPer5s: true})
				heard := listen(t, srv)
				time.Sleep(time.Minute)
				c.fault(srv)
				begun := time.Now()
				for n := 0; ; n++ {
					srv.Guild(fmt.Sprint("new", n))
					time.Sleep(50 * time.Millisecond)
					if heard(fmt.Sprint("new", n)) {
						break
					}
					if time.Since(begun) > time.Minute {
						t.Fatal("the bot heard nothing for a minute")
					}
				}
				if took := time.Since(begun); took > c.limit {
					t.Errorf("the bot heard nothing for %v, want at most %v", took, c.limit)
				}
				if list := srv.Complaints(); len(list) > 0 {
					t.Errorf("Discord complains: %v", list)
				}
			})
		})
	}
}

// listen connects a bot to srv and returns whether it has heard of a guild. All
// of it ends with the test.
func listen(t *testing.T, srv *discordtest.Server) (heard func(name string) bool) {
	guilds, done := make(chan string, 10_000), make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	client := srv.Client()
	go func() {
		done <- gateway.Run(ctx, gateway.Config{
			Token: srv.Token(), API: srv.URL(), HTTP: client, Dial: srv.Dialer().NetDialContext,
			Intents: discordgo.IntentGuilds, Log: slog.New(slog.DiscardHandler),
			Handle: func(e any) {
				if g, ok := e.(*discordgo.GuildCreate); ok {
					guilds <- g.Name
				}
			},
		})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		client.CloseIdleConnections()
		srv.Close()
	})
	return func(name string) bool {
		for {
			select {
			case g := <-guilds:
				if g == name {
					return true
				}
			default:
				return false
			}
		}
	}
}
