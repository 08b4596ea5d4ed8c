package bot

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/rest"
	"cardroom/bot/shuffle"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// TestBotsOfAProcessShareTheLogOfOutages makes the bots of two shards lose the store.
func TestBotsOfAProcessShareTheLogOfOutages(t *testing.T) {
	st, err := storeopen.Open(t.Context(), "memory:", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	var text strings.Builder
	log := slog.New(slog.NewTextHandler(&text, nil))
	p := NewProcess(nil, nil, log)
	for shard := range 2 {
		b, err := New(Config{Key: make([]byte, shuffle.KeySize), Log: log, Process: p, ShardID: shard, ShardCount: 2}, st)
		if err != nil {
			t.Fatal(err)
		}
		b.Outage.Begin(aliveNote, errors.New("away"))
	}
	p.NewOutage().Begin("the process itself", errors.New("away"))
	if strings.Count(text.String(), "\n") != 1 {
		t.Errorf("the log of one outage:\n%s", &text)
	}
}

// TestBotsOfAProcessShareTheirLimits makes the clients of four shards at once, as a start does. A request of each counts for all.
func TestBotsOfAProcessShareTheirLimits(t *testing.T) {
	for range 100 {
		p, start, made := NewProcess(nil, nil, slog.New(slog.DiscardHandler)), make(chan struct{}), make(chan *rest.Client)
		for range 4 {
			go func() {
				<-start
				c, err := p.client(rest.Config{Token: "token", API: "https://discord.com"})
				if err != nil {
					t.Error(err)
				}
				made <- c
			}()
		}
		close(start)
		for range 4 {
			(<-made).Debit()
		}
		if n := p.budget().Wanted; n != 4 {
			t.Fatalf("the process counts %d of the requests that its four bots made", n)
		}
	}
}

// TestBotsOfAProcessRegisterTheCommandsInTurn begins the sessions of four shards while Discord takes no commands.
func TestBotsOfAProcessRegisterTheCommandsInTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := discordtest.New(discordtest.Options{})
		srv.Fail("PUT /applications", discordtest.Fault{Status: http.StatusServiceUnavailable, Times: -1})
		puts := func() (n int) {
			for _, r := range srv.Requests() {
				if r.Method == http.MethodPut {
					n++
				}
			}
			return n
		}
		startProcesses(t, srv, 1, 4)
		time.Sleep(time.Minute)
		if n := puts(); n < 3 || n > 5 {
			t.Errorf("%d registrations in a minute, want those of one bot", n)
		}
		srv.Mend()
		time.Sleep(10 * time.Minute)
		done := puts()
		time.Sleep(time.Hour)
		if n := puts(); n != done || done > 10 {
			t.Errorf("%d registrations, and %d more after the one that succeeded", done, n-done)
		}
	})
}
