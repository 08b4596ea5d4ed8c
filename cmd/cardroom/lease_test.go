package main

import (
	"bytes"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"cardroom/bot"
	"cardroom/store"
	storeopen "cardroom/store/open"
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

// TestATakeoverIsLogged lets a spare wait for the process that plays, which ends. The spare logs from which process it took the
// tables over; a process that waits for none logs nothing.
func TestATakeoverIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st, err := storeopen.Open(t.Context(), "memory:", store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		var said bytes.Buffer
		p := &player{store: st, log: slog.New(slog.NewTextHandler(&said, nil))}
		first, err := p.acquire(t.Context(), "the-first")
		if err != nil || said.Len() > 0 {
			t.Fatalf("%v, and the log has %q; want nothing", err, &said)
		}
		var second *store.LeaseHolder
		done := make(chan error)
		go func() {
			var err error
			second, err = p.acquire(t.Context(), "the-second")
			done <- err
		}()
		synctest.Wait()
		releaseLease(first)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		releaseLease(second)
		if text := said.String(); !strings.Contains(text, "waiting to take the tables over") ||
			strings.Count(text, `level=INFO msg="took the tables over" from=the-first waited=`) != 1 {
			t.Errorf("the log does not say who took over from the first:\n%s", text)
		}
	})
}
