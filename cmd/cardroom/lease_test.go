package main

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"cardroom/bot"
)

// ours is a lease that no other process has taken.
type ours struct{}

func (ours) Err() error { return nil }

func (ours) Doubtful() <-chan struct{} { return nil }

// Without HTTP/2, the answers of a busy second reuse connections to Discord. Go's default keeps two idle ones, so most
// answers would dial again.
func TestConnectionsToDiscordAreKeptForTheNextRequests(t *testing.T) {
	const atOnce, rounds = 16, 10
	var dialled atomic.Int64
	var gate sync.WaitGroup
	discord := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		gate.Done()
		gate.Wait() // all requests of a round are under way together
	}))
	discord.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			dialled.Add(1)
		}
	}
	discord.Start()
	defer discord.Close()
	client := &http.Client{Transport: fencedTransport{ours{}, bot.Transport()}}
	for range rounds {
		gate.Add(atOnce)
		var all sync.WaitGroup
		for range atOnce {
			all.Go(func() {
				resp, err := client.Get(discord.URL)
				if err != nil {
					t.Error(err)
					return
				}
				io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			})
		}
		all.Wait()
	}
	if n := dialled.Load(); n > 2*atOnce {
		t.Errorf("%d connections for %d rounds of %d requests", n, rounds, atOnce)
	}
}
