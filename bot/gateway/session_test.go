package gateway

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
)

// handedOver runs shard 0 of 1 until a press came, and returns the session that it leaves to another process.
func handedOver(t *testing.T, f *fake) Session {
	t.Helper()
	sessions := make(chan Session, 100)
	cfg := f.config()
	cfg.ShardCount, cfg.HandOver = 1, true
	cfg.Keep = func(s Session) { sessions <- s }
	r := start(t, cfg)
	r.press(t, recovery)
	r.stop()
	if err := r.returned(t, recovery); err != nil {
		t.Fatal(err)
	}
	close(sessions)
	var last Session
	for s := range sessions {
		last = s
	}
	return last
}

func TestAnotherProcessResumesASession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		f := newFake(t, func(p *peer) {
			p.welcome()
			p.event(17, "INTERACTION_CREATE", press("1"))
			ended <- p.attend()
		})
		s := handedOver(t, f)
		if s.ID != "session1" || s.Seq != 17 || s.Application != "42" || !s.resumable(0, 1) {
			t.Fatalf("the session that is left is %+v", s)
		}
		if err := <-ended; !websocket.IsCloseError(err, closeResume) {
			t.Errorf("Discord saw %v, want a close frame with 4000: 1000 would end the session", err)
		}
		cfg := f.config()
		cfg.ShardCount, cfg.Session = 1, s
		start(t, cfg).press(t, recovery)
		met, want := f.meetings(), `{"token":"secret.bot.token","session_id":"session1","seq":17}`
		if f.ways() != "IR" || string(met[len(met)-1].data) != want {
			t.Errorf("the processes came by %s, at last with %s; want IR with %s", f.ways(), met[len(met)-1].data, want)
		}
	})
}

// A session of another version, division or compression cannot be resumed: trying it would cost a second.
func TestASessionThatDoesNotFitIsNotResumed(t *testing.T) {
	for name, spoil := range map[string]func(*Session){
		"version":     func(s *Session) { s.Version = "8" },
		"encoding":    func(s *Session) { s.Encoding = "etf" },
		"compression": func(s *Session) { s.Compression = "zstd-stream" },
		"division":    func(s *Session) { s.Shards = 2 },
		"shard":       func(s *Session) { s.Shard = 1 },
		"none":        func(s *Session) { s.ID = "" },
		"address":     func(s *Session) { s.URL = "" },
	} {
		t.Run(name, bubbled(func(t *testing.T) {
			f := newFake(t)
			s := handedOver(t, f)
			spoil(&s)
			cfg := f.config()
			cfg.ShardCount, cfg.Session = 1, s
			start(t, cfg).press(t, recovery)
			if f.ways() != "II" {
				t.Errorf("the processes came by %s, want II", f.ways())
			}
		}))
	}
}

func TestASessionThatDiscordEndedIsKeptNoLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sessions := make(chan Session, 100)
		f := newFake(t, func(p *peer) {
			p.calm()
			time.Sleep(2 * keepEvery)
			p.send(opInvalid, false)
			p.attend()
		}, func(p *peer) { p.deaf() })
		cfg := f.config()
		cfg.ShardCount, cfg.Keep = 1, func(s Session) { sessions <- s }
		cfg.Patience = time.Minute
		r := start(t, cfg)
		first, second := <-sessions, <-sessions
		if first.ID != "s" || second != (Session{}) {
			t.Errorf("kept %+v, then %+v; want the session s, then none", first, second)
		}
		r.stop()
		if err := r.returned(t, recovery); err != nil && !errors.Is(err, websocket.ErrCloseSent) {
			t.Error(err)
		}
	})
}

// Two Runs that share their slots begin their sessions five paces apart, as the shards of one Run do.
func TestRunsShareTheirSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		slots := new(Slots)
		for id := range 2 {
			cfg := f.config()
			cfg.ShardID, cfg.ShardCount, cfg.Pace, cfg.Slots = id, 2, time.Second, slots
			start(t, cfg)
		}
		time.Sleep(recovery + 5*time.Second)
		met := f.meetings()
		if len(met) != 2 || met[1].at.Sub(met[0].at) < 5*time.Second {
			t.Errorf("%d sessions began, want two of them five seconds apart", len(met))
		}
	})
}

// Two processes that share the places of all begin their sessions five paces apart. Where that cannot be known, each begins by
// its own.
func TestProcessesShareTheirSlots(t *testing.T) {
	for name, c := range map[string]struct {
		err error
		gap time.Duration
	}{"shared": {nil, 5 * time.Second}, "unknown": {errors.New("the store is away"), 0}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake(t)
				shared := new(sharedSlot)
				reserve := func(ctx context.Context, bucket int, try uint64, d time.Duration) (time.Duration, error) {
					if bucket != 0 || c.err != nil {
						return 0, c.err
					}
					return shared.reserve(ctx, bucket, try, d)
				}
				for id := range 2 {
					cfg := f.config()
					cfg.ShardID, cfg.ShardCount, cfg.Pace, cfg.Slots = id, 2, time.Second, &Slots{Reserve: reserve}
					start(t, cfg)
				}
				time.Sleep(recovery + 5*time.Second)
				met := f.meetings()
				if len(met) != 2 {
					t.Fatalf("%d sessions began, want 2", len(met))
				}
				if gap := met[1].at.Sub(met[0].at); gap < c.gap || gap > c.gap+time.Second {
					t.Errorf("two sessions began %v apart, want %v", gap, c.gap)
				}
			})
		})
	}
}

// While another process may have the shard, a lost connection stays lost: a RESUME would take the session back from it.
func TestAShardInDoubtDoesNotConnectAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		renewed := make(chan struct{})
		var over atomic.Bool
		f := newFake(t, func(p *peer) {
			p.calm()
			time.Sleep(time.Second)
			p.ws.NetConn().Close()
		})
		cfg := f.config()
		cfg.ShardCount = 1
		cfg.Doubtful = func() <-chan struct{} {
			if over.Load() || len(f.meetings()) == 0 {
				return nil
			}
			return renewed
		}
		r := start(t, cfg)
		time.Sleep(time.Minute)
		if ways := f.ways(); ways != "I" {
			t.Errorf("in doubt the client came by %s, want I", ways)
		}
		over.Store(true)
		close(renewed)
		r.press(t, recovery)
		if ways := f.ways(); ways != "IR" {
			t.Errorf("after the doubt the client came by %s, want IR", ways)
		}
	})
}

// The doubt may begin while the client connects. It sends nothing then, and keeps its session.
func TestAShardWhoseDoubtBeginsOnTheWayDoesNotResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		renewed := make(chan struct{})
		var doubtful atomic.Bool
		f := newFake(t, func(p *peer) {
			p.calm()
			time.Sleep(time.Second)
			p.ws.NetConn().Close()
		}, func(p *peer) {
			doubtful.Store(true)
			p.send(opHello, map[string]any{"heartbeat_interval": 60_000})
			p.attend()
		})
		cfg := f.config()
		cfg.ShardCount = 1
		cfg.Doubtful = func() <-chan struct{} {
			if !doubtful.Load() {
				return nil
			}
			return renewed
		}
		r := start(t, cfg)
		time.Sleep(time.Minute)
		if ways := f.ways(); ways != "I" || !doubtful.Load() {
			t.Errorf("in doubt, %v, the client came by %s, want I", doubtful.Load(), ways)
		}
		doubtful.Store(false)
		close(renewed)
		r.press(t, recovery)
		if ways := f.ways(); ways != "IR" {
			t.Errorf("after the doubt the client came by %s, want IR", ways)
		}
	})
}
