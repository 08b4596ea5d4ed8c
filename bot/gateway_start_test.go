package bot

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/shuffle"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// startProcesses plays all shards of a bot in some processes until the test ends. The processes share the bot's rate.
func startProcesses(t *testing.T, srv *discordtest.Server, processes, shards int) (all []*Process) {
	st, err := storeopen.Open(t.Context(), "memory:", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var playing sync.WaitGroup
	t.Cleanup(func() {
		stop()
		playing.Wait()
		st.Close()
		srv.Close()
	})
	rate := new(sharedRate)
	for range processes {
		p := NewProcess(nil, nil, slog.New(slog.DiscardHandler))
		p.share = rate.Reserve
		all = append(all, p)
	}
	for id := range shards {
		tenure, err := store.AcquireLease(t.Context(), st, store.Shard{ID: id, Count: shards}, "here", nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := New(Config{
			Token: srv.Token(), API: srv.URL(), Key: make([]byte, shuffle.KeySize), ShardID: id, ShardCount: shards,
			HTTP: srv.Client(), Dial: srv.Dialer().NetDialContext, Process: all[id%processes],
		}, tenure)
		if err != nil {
			t.Fatal(err)
		}
		playing.Go(func() {
			if err := b.Run(ctx); err != nil {
				t.Error(err)
			}
			_ = tenure.End(context.Background())
		})
	}
	return all
}

// sharedRate is a rate that several processes use.
type sharedRate struct {
	mu   sync.Mutex
	free time.Time
}

func (r *sharedRate) Reserve(_ context.Context, cost, most, ahead time.Duration) (time.Duration, bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	if r.free.Before(now) {
		r.free = now
	}
	wait := max(r.free.Add(cost).Sub(now)-most, 0)
	if wait > ahead {
		return wait - ahead, false, nil
	}
	r.free = r.free.Add(cost)
	return wait, true, nil
}

// TestTheStartOfManyShardsStaysBelowTheRate begins and loses all sessions of a large bot. Discord refuses no request, each process asks
// for the gateway once for all its shards, and the metrics count that (P15).
func TestTheStartOfManyShardsStaysBelowTheRate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ processes, shards int }{{1, 128}, {4, 64}} {
		synctest.Test(t, func(t *testing.T) {
			const atOnce = 16
			srv := discordtest.New(discordtest.Options{AtOnce: atOnce, OneIdentifyPer5s: true, Daily: 10_000})
			all := startProcesses(t, srv, c.processes, c.shards)
			time.Sleep(time.Minute)
			srv.InvalidateSessions(false)
			time.Sleep(time.Minute)
			asked := 0
			for _, r := range srv.Requests() {
				if strings.HasSuffix(r.Path, "/gateway/bot") {
					asked++
				}
			}
			if most := 2 * c.processes * (c.shards/atOnce + 2); asked < 2*c.processes || asked > most {
				t.Errorf("%d processes asked %d times for the gateway for %d shards, want %d times at most", c.processes, asked, c.shards, most)
			}
			for _, p := range all {
				var page strings.Builder
				p.WriteMetrics(&page)
				if got := page.String(); strings.Contains(got, `scope="global"`) || strings.Contains(got, `cardroom_rate_limited_total{route="GET gateway`) {
					t.Error("Discord refused a request for the bot's rate")
				}
				for _, want := range []string{
					fmt.Sprintf("cardroom_gateway_up %d\n", c.shards/c.processes),
					`cardroom_discord_requests_total{route="GET gateway bot",status="200"}`,
				} {
					if !strings.Contains(page.String(), want) {
						t.Errorf("the metrics of a process have no %q", want)
					}
				}
			}
		})
	}
}
