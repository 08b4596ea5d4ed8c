package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// startMany starts Runs of one process, one for each shard, and returns the slots that they share.
func startMany(t *testing.T, f *fake, shards int, edit func(*Config)) *Slots {
	slots := new(Slots)
	for id := range shards {
		cfg := f.config()
		cfg.Pace, cfg.Patience, cfg.ShardID, cfg.ShardCount, cfg.Slots = time.Second, 0, id, shards, slots
		if edit != nil {
			edit(&cfg)
		}
		start(t, cfg)
	}
	return slots
}

// Discord gets one request for the gateway of all shards that begin sessions together, also while it fails. Each is counted.
func TestAllShardsAskForTheGatewayOnce(t *testing.T) {
	const shards = 64
	for name, c := range map[string]struct {
		fails bool
		most  int64
	}{"an answer": {false, 1 + shards/16}, "a failure": {true, 8}} {
		t.Run(name, bubbled(func(t *testing.T) {
			f := newFake(t)
			var requests, debits atomic.Int64
			f.bot = func(w http.ResponseWriter, _ *http.Request) {
				requests.Add(1)
				time.Sleep(50 * time.Millisecond)
				if c.fails {
					w.WriteHeader(http.StatusBadGateway)
					return
				}
				f.describe(w, shards, 1000, 16)
			}
			startMany(t, f, shards, func(cfg *Config) { cfg.Debit = func() { debits.Add(1) } })
			time.Sleep(4 * time.Second)
			if n := requests.Load(); n == 0 || n > c.most || debits.Load() != n {
				t.Errorf("%d shards made %d requests and counted %d, want %d at most", shards, n, debits.Load(), c.most)
			}
			time.Sleep(30 * time.Second)
			if met := len(f.meetings()); !c.fails && met != shards {
				t.Errorf("%d of %d sessions began", met, shards)
			}
		}))
	}
}

// The gateway refuses every connection, while Discord answers requests for it. Its shards ask for it once in seven seconds, all together:
// these requests count in the bot's rate, which the tables need.
func TestShardsThatCannotConnectAskRarely(t *testing.T) {
	bubbled(func(t *testing.T) {
		f := newFake(t)
		var requests atomic.Int64
		f.bot = func(w http.ResponseWriter, _ *http.Request) {
			requests.Add(1)
			f.describe(w, 25, 1000, 1)
		}
		startMany(t, f, 25, func(cfg *Config) {
			cfg.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("no route to host") }
		})
		time.Sleep(70 * time.Second)
		if n := requests.Load(); n < 2 || n > 11 {
			t.Errorf("the shards asked %d times in 70 s", n)
		}
	})(t)
}

// A shard that ends while it waits for the gateway fails no other.
func TestAShardThatEndsFailsNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		f.bot = func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(time.Second)
			f.describe(w, 2, 1000, 1)
		}
		slots := new(Slots)
		var runs []*running
		for id := range 2 {
			cfg := f.config()
			cfg.Pace, cfg.Patience, cfg.ShardID, cfg.ShardCount, cfg.Slots = time.Second, 0, id, 2, slots
			runs = append(runs, start(t, cfg))
			synctest.Wait()
		}
		began := time.Now()
		runs[0].stop()
		runs[1].press(t, 10*time.Second)
		if took := time.Since(began); took > 1500*time.Millisecond {
			t.Errorf("the other shard has a session after %v", took)
		}
	})
}

// With max_concurrency 16, no more sessions begin than Discord has left.
func TestNoMoreSessionsBeginThanAreLeft(t *testing.T) {
	for _, latency := range []time.Duration{0, 20 * time.Millisecond, 50 * time.Millisecond} {
		bubbled(func(t *testing.T) {
			scripts, total := make([]script, 64), new(atomic.Int64)
			for i := range scripts {
				scripts[i] = func(p *peer) {
					p.hello()
					if p.awaitIdentify().op == opIdentify {
						time.Sleep(10 * latency) // Discord counts the session when it is ready
						total.Add(1)
						p.event(1, "READY", map[string]any{"session_id": "s"})
						p.attend()
					}
				}
			}
			f := newFake(t, scripts...)
			f.bot = func(w http.ResponseWriter, _ *http.Request) {
				time.Sleep(latency)
				f.describe(w, 64, int(max(3-total.Load(), 0)), 16)
			}
			startMany(t, f, 64, func(cfg *Config) {
				cfg.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
					time.Sleep(2 * latency)
					return f.wires.dial(ctx, network, addr)
				}
			})
			time.Sleep(30 * time.Second)
			if met := len(f.meetings()); met != 3 {
				t.Errorf("%d sessions began at a latency of %v, want the 3 that are left", met, latency)
			}
		})(t)
	}
}

// Sessions that fail before IDENTIFY are none of the day's.
func TestAFailedDialUsesNoSession(t *testing.T) {
	bubbled(func(t *testing.T) {
		f := newFake(t)
		f.bot = func(w http.ResponseWriter, _ *http.Request) { f.describe(w, 64, 100-len(f.meetings()), 1) }
		var dials atomic.Int64
		slots := startMany(t, f, 1, func(cfg *Config) {
			cfg.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
				if dials.Add(1) <= 3 {
					return nil, errors.New("no route to host")
				}
				return f.wires.dial(ctx, network, addr)
			}
		})
		time.Sleep(time.Minute)
		e := &slots.entrance
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.pending != 0 || e.started != 1 || e.latest.left != 99 && e.latest.left != 100 {
			t.Errorf("after one IDENTIFY %d are pending, %d started and %d left", e.pending, e.started, e.latest.left)
		}
	})(t)
}

// A shard whose own address fails resumes at the known one, while Discord does not answer questions about the gateway.
func TestAResumeDoesNotWaitForTheGateway(t *testing.T) {
	for name, c := range map[string]struct {
		fails int64 // dials
		known bool
		most  time.Duration
	}{"the known address": {1, true, 3 * time.Second}, "also that fails": {2, true, 5 * time.Second}, "none is known": {1, false, 9 * time.Second}} {
		t.Run(name, bubbled(func(t *testing.T) {
			f := newFake(t, func(p *peer) {
				p.welcome()
				time.AfterFunc(10*time.Second, func() { p.ws.NetConn().Close() })
				p.attend()
			})
			f.resumeAt = f.address()
			cfg := f.config()
			cfg.Pace, cfg.Patience, cfg.ShardCount, cfg.Slots = time.Second, 0, 1, new(Slots)
			var dials atomic.Int64
			cfg.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
				if n := dials.Add(1); n > 1 && n < 2+c.fails {
					return nil, errors.New("no route to host")
				}
				return f.wires.dial(ctx, network, addr)
			}
			start(t, cfg)
			time.Sleep(8 * time.Second)
			f.mu.Lock()
			f.bot = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
			f.mu.Unlock()
			if !c.known {
				e := &cfg.Slots.entrance
				e.mu.Lock()
				e.url, e.latest = "", nil
				e.mu.Unlock()
			}
			time.Sleep(30 * time.Second)
			met := f.meetings()
			if f.ways() != "IR" || met[1].at.Sub(met[0].at) > 10*time.Second+c.most {
				t.Errorf("the client came as %s, at %v", f.ways(), met)
			}
		}))
	}
}

// An answer with odd limits delays a shard no longer than a failure does.
func TestOddSessionLimitsDelayAShardBriefly(t *testing.T) {
	for name, limit := range map[string]string{
		"a negative reset": `{"total":1000,"remaining":0,"reset_after":-9223372036855,"max_concurrency":1}`,
		"a negative total": `{"total":-1000,"remaining":-1,"reset_after":-1,"max_concurrency":-1}`,
		"huge numbers":     `{"total":9223372036854775807,"remaining":9223372036854775807,"reset_after":1,"max_concurrency":9223372036854775807}`,
	} {
		t.Run(name, bubbled(func(t *testing.T) {
			f := newFake(t)
			asked := 0
			f.bot = func(w http.ResponseWriter, _ *http.Request) {
				f.mu.Lock()
				defer f.mu.Unlock()
				if asked++; asked == 1 {
					fmt.Fprintf(w, `{"url":%q,"shards":1,"session_start_limit":%s}`, f.address(), limit)
					return
				}
				f.describe(w, 1, 1000, 1)
			}
			cfg := f.config()
			cfg.ShardCount = 1
			cfg.Identify = func(daily int) (time.Duration, error) {
				if daily < 0 {
					t.Errorf("Discord is said to allow %d sessions a day", daily)
				}
				return 0, nil
			}
			start(t, cfg).press(t, recovery)
		}))
	}
}
