package fleet

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/store"
	storeopen "cardroom/store/open"
)

// world is a store with processes that play shards of it, in virtual time.
type world struct {
	*testing.T
	store store.Store

	mu     sync.Mutex
	player map[int]string // the process that plays each shard
	plays  int            // how often a shard was taken
	jumped bool           // the store has lost leases, so that a second process may play a shard until the first one knows
}

func newWorld(t *testing.T) *world {
	st, err := storeopen.Open(t.Context(), "memory:", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	return &world{T: t, store: st, player: map[int]string{}}
}

// partition is a store that a process can be cut off from.
type partition struct {
	store.Store
	fencing time.Duration // that a lease takes between its grant and its use
	asked   atomic.Int32  // calls of Acquire
	mu      sync.Mutex
	away    bool
	paused  chan struct{} // closed when the process goes on; nil: it runs
	after   bool          // it stands still after its call, and not before
}

var errAway = errors.New("the store is away")

func (p *partition) cut(away bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away = away
}

// pause lets the process stand still at its next call of the store, until goOn.
func (p *partition) pause(after bool) (goOn func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	paused := make(chan struct{})
	p.paused, p.after = paused, after
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.paused = nil
		close(paused)
	}
}

// call runs a call of the store, before or after which the process may stand still. Its time limit is over then, or not yet seen.
func (p *partition) call(ctx context.Context, do func(context.Context) error) error {
	if err := p.err(); err != nil {
		return err
	}
	p.mu.Lock()
	paused, after := p.paused, p.after
	p.mu.Unlock()
	if paused != nil && !after {
		<-paused
		ctx = context.WithoutCancel(ctx)
	}
	err := do(ctx)
	if paused != nil && after {
		<-paused
	}
	return err
}

func (p *partition) err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.away {
		return errAway
	}
	return nil
}

func (p *partition) Announce(ctx context.Context, m store.Member) (f store.Fleet, err error) {
	err = p.call(ctx, func(ctx context.Context) (err error) {
		f, err = p.Store.Announce(ctx, m)
		return err
	})
	return f, err
}

func (p *partition) Acquire(ctx context.Context, l store.Lease) (store.Lease, error) {
	p.asked.Add(1)
	if err := p.err(); err != nil {
		return store.Lease{}, err
	}
	l, err := p.Store.Acquire(ctx, l)
	for end := time.Now().Add(p.fencing); err == nil && time.Now().Before(end); {
		time.Sleep(l.For / 4)
		if err = ctx.Err(); err == nil {
			err = p.Store.Renew(ctx, l)
		}
	}
	return l, err
}

func (p *partition) Renew(ctx context.Context, l store.Lease) error {
	return p.call(ctx, func(ctx context.Context) error { return p.Store.Renew(ctx, l) })
}

func (p *partition) Release(ctx context.Context, l store.Lease) error {
	if err := p.err(); err != nil {
		return err
	}
	return p.Store.Release(ctx, l)
}

// running is a process of the world.
type running struct {
	way  *partition
	stop context.CancelFunc
	done chan error
	log  *lines
}

// start starts a process that wants a number of shards; 0: as many as Discord recommends, which is 6.
func (w *world) start(name string, change ...func(*Config)) *running {
	ctx, stop := context.WithCancel(w.Context())
	r := &running{way: &partition{Store: w.store}, stop: stop, done: make(chan error, 1), log: new(lines)}
	c := Config{
		Store: r.way, Name: name, Schema: 1, Log: slog.New(slog.NewTextHandler(r.log, nil)),
		Recommended: func(context.Context) (int, error) { return 6, nil },
		Play:        func(ctx context.Context, l *store.LeaseHolder) error { return w.play(ctx, name, l) },
	}
	for _, f := range change {
		f(&c)
	}
	go func() { r.done <- Run(ctx, c) }()
	w.Cleanup(stop)
	return r
}

// play plays a shard until the context ends or the lease is lost. No other process may play it meanwhile, unless the lease has run out.
func (w *world) play(ctx context.Context, name string, l *store.LeaseHolder) error {
	id := l.Shard().ID
	w.mu.Lock()
	if other := w.player[id]; other != "" && !w.jumped {
		w.Errorf("%s plays shard %d, and %s does", name, id, other)
	}
	w.player[id] = name
	w.plays++
	w.mu.Unlock()
	select {
	case <-ctx.Done():
	case <-l.Lost():
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.player[id] == name {
		delete(w.player, id)
	}
	return nil
}

// forget takes the shards of a process from it that cannot know yet that it has lost them.
func (w *world) forget(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, player := range w.player {
		if player == name {
			delete(w.player, id)
		}
	}
}

// expect waits, and then expects how many shards each process plays.
func (w *world) expect(after time.Duration, want map[string]int) {
	w.Helper()
	time.Sleep(after)
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	have := map[string]int{}
	for _, name := range w.player {
		have[name]++
	}
	for name, n := range want {
		if have[name] != n {
			w.Errorf("%s plays %d shards, want %d; all: %v", name, have[name], n, have)
		}
	}
}

func bubble(t *testing.T, f func(w *world)) {
	synctest.Test(t, func(t *testing.T) { f(newWorld(t)) })
}

// A process tells of each shard that comes, that it gives to another process, and that it loses while it is cut off.
func TestAProcessTellsOfHandOvers(t *testing.T) {
	bubble(t, func(w *world) {
		heard, playing := map[HandOver]int{}, 0
		a := w.start("a", func(c *Config) {
			c.Changed = func(shards int, h HandOver) {
				heard[h]++
				playing = shards
			}
		})
		expect := func(shards int, want map[HandOver]int) {
			t.Helper()
			synctest.Wait()
			if playing != shards || !maps.Equal(heard, want) {
				t.Errorf("a plays %d shards after %v, want %d after %v", playing, heard, shards, want)
			}
		}
		w.expect(2*time.Second, map[string]int{"a": 6})
		expect(6, map[HandOver]int{Acquired: 6})
		w.start("b")
		w.expect(2*time.Second, map[string]int{"a": 3, "b": 3})
		expect(3, map[HandOver]int{Acquired: 6, Released: 3})
		a.way.cut(true)
		w.forget("a")
		w.expect(4*time.Second, map[string]int{"b": 6})
		a.way.cut(false)
		w.expect(5*time.Second, map[string]int{"a": 3, "b": 3})
		expect(3, map[HandOver]int{Acquired: 9, Released: 3, Dropped: 3})
		a.stop()
		<-a.done
		expect(0, map[HandOver]int{Acquired: 9, Released: 6, Dropped: 3})
	})
}

func TestANewProcessTakesItsShareLive(t *testing.T) {
	bubble(t, func(w *world) {
		w.start("a")
		w.expect(2*time.Second, map[string]int{"a": 6})
		w.start("b")
		w.expect(2*time.Second, map[string]int{"a": 3, "b": 3})
		c := w.start("c")
		w.expect(2*time.Second, map[string]int{"a": 2, "b": 2, "c": 2})
		before := w.plays
		w.expect(time.Minute, map[string]int{"a": 2, "b": 2, "c": 2})
		if w.plays != before {
			t.Errorf("%d shards changed hands while no process came or went", w.plays-before)
		}
		c.stop()
		if err := <-c.done; err != nil {
			t.Error(err)
		}
		w.expect(time.Second, map[string]int{"a": 3, "b": 3, "c": 0})
	})
}

// With many guilds it takes the store seconds to fence them all. A process stays a member of the fleet meanwhile.
func TestALeaseMayTakeLongerToAcquireThanItLasts(t *testing.T) {
	bubble(t, func(w *world) {
		var whole atomic.Bool
		slow := func(c *Config) {
			c.Store.(*partition).fencing = 3 * store.LeaseTime
			c.Seen = func(error) { whole.Store(true) }
		}
		w.start("a", slow)
		w.expect(2*time.Second, map[string]int{"a": 0})
		if whole.Load() {
			t.Error("a process without a shard says that it plays its whole share")
		}
		w.expect(3*store.LeaseTime, map[string]int{"a": 6})
		if !whole.Load() {
			t.Error("a process with all shards does not say that it plays its whole share")
		}
		w.start("b", slow)
		w.expect(10*time.Second, map[string]int{"a": 3, "b": 3})
		if w.plays != 9 {
			t.Errorf("shards were taken %d times, want 6 and 3", w.plays)
		}
	})
}

// A process outside the fleet may hold a lease of all guilds. The fleet asks for its shards again and again, but not without a pause.
func TestARefusedLeaseIsAskedForWithPauses(t *testing.T) {
	bubble(t, func(w *world) {
		single, err := store.TryLease(t.Context(), w.store, store.Shard{Count: 1}, "single")
		if err != nil {
			t.Fatal(err)
		}
		a := w.start("a")
		w.expect(11*time.Second, map[string]int{"a": 0})
		if asked := a.way.asked.Load(); asked < 60 || asked > 6*42 {
			t.Errorf("a process asked %d times for six shards in ten seconds, want once in %v for each", asked, announceEvery)
		}
		if got := strings.Count(a.log.String(), "another process, single, plays the tables of shard 0/1"); got != 1 {
			t.Errorf("%d lines name the process that a waits for, want 1:\n%s", got, a.log)
		}
		if err := single.End(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.expect(time.Second, map[string]int{"a": 6})
	})
}

func TestTheShardsOfADeadProcessAreSharedOut(t *testing.T) {
	bubble(t, func(w *world) {
		w.start("a")
		w.start("b")
		c := w.start("c")
		w.expect(3*time.Second, map[string]int{"a": 2, "b": 2, "c": 2})
		c.way.cut(true)
		w.forget("c")
		w.expect(3*time.Second, map[string]int{"a": 3, "b": 3})
		c.way.cut(false)
		w.expect(4*time.Second, map[string]int{"a": 2, "b": 2, "c": 2})
	})
}

func TestAnOutageOfTheStoreMovesNothing(t *testing.T) {
	bubble(t, func(w *world) {
		all := []*running{w.start("a"), w.start("b"), w.start("c")}
		w.expect(3*time.Second, map[string]int{"a": 2, "b": 2, "c": 2})
		before := w.plays
		for _, r := range all {
			r.way.cut(true)
		}
		time.Sleep(10 * time.Second)
		all[0].way.cut(false) // the others notice half a second later
		time.Sleep(500 * time.Millisecond)
		all[1].way.cut(false)
		all[2].way.cut(false)
		w.expect(5*time.Second, map[string]int{"a": 2, "b": 2, "c": 2})
		if w.plays != before {
			t.Errorf("%d shards changed hands after an outage of the store", w.plays-before)
		}
	})
}

func TestAnOlderProgramTakesNoShard(t *testing.T) {
	bubble(t, func(w *world) {
		old := w.start("old")
		w.expect(2*time.Second, map[string]int{"old": 6})
		next := w.start("new", func(c *Config) { c.Schema = 2 })
		w.expect(2*time.Second, map[string]int{"old": 3, "new": 3})
		next.stop()
		<-next.done
		w.expect(5*time.Second, map[string]int{"old": 3, "new": 0})
		if !strings.Contains(old.log.String(), "update it") {
			t.Errorf("the older process logs %q, want advice to update it", old.log)
		}
	})
}

// An operator may go back: then the older processes take the shards of the newer ones, and a spare among them is stale no more.
func TestOlderProgramsPlayAgainWhereTheOperatorGoesBack(t *testing.T) {
	bubble(t, func(w *world) {
		w.start("old")
		w.expect(2*time.Second, map[string]int{"old": 6})
		next := w.start("new", func(c *Config) { c.Schema = 2 })
		w.expect(2*time.Second, map[string]int{"old": 3, "new": 3})
		var why atomic.Value
		w.start("spare", func(c *Config) {
			c.Seen = func(err error) { why.Store(fmt.Sprint(err)) }
		})
		w.expect(3*time.Second, map[string]int{"spare": 0})
		if text, _ := why.Load().(string); !strings.Contains(text, "--allow-older") {
			t.Errorf("the spare says %q", text)
		}
		if f, err := w.store.Announce(t.Context(), store.Member{Schema: 3, Back: true}); err != nil || f.Schema != 2 {
			t.Errorf("a program that is newer still makes the schema %d, %v; want 2", f.Schema, err)
		}
		back := store.Member{Name: "operator", Schema: 1, Back: true}
		for range 2 {
			if _, err := w.store.Announce(t.Context(), back); err != nil {
				t.Fatal(err)
			}
			w.expect(3*time.Second, map[string]int{"spare": 0}) // the newer one is alive
		}
		next.stop()
		<-next.done
		w.expect(5*time.Second, map[string]int{"new": 0, "spare": 0})
		if _, err := w.store.Announce(t.Context(), back); err != nil {
			t.Fatal(err)
		}
		w.expect(5*time.Second, map[string]int{"old": 3, "spare": 3})
		if text := why.Load(); text != "<nil>" {
			t.Errorf("the spare says %q", text)
		}
	})
}

// A process that starts again with an older program, or lacks shards when another one dies, leaves no shard without a player.
func TestAnOlderProgramLeavesItsShareToOthers(t *testing.T) {
	bubble(t, func(w *world) {
		newer := func(c *Config) { c.Schema = 2 }
		a, b := w.start("a"), w.start("b")
		w.expect(3*time.Second, map[string]int{"a": 3, "b": 3})
		w.start("c", newer)
		w.expect(3*time.Second, map[string]int{"a": 2, "b": 2, "c": 2})
		a.stop()
		<-a.done
		again := w.start("a again")
		w.expect(5*time.Second, map[string]int{"b": 2, "c": 4})
		b.stop()
		<-b.done
		w.expect(5*time.Second, map[string]int{"a again": 0, "c": 6})
		if !strings.Contains(again.log.String(), "update it") {
			t.Errorf("the older process logs %q, want advice to update it", again.log)
		}
		w.start("d", newer)
		w.expect(5*time.Second, map[string]int{"c": 3, "d": 3})
	})
}

func TestAnErrorOfPlayEndsTheProcess(t *testing.T) {
	bubble(t, func(w *world) {
		broken := errors.New("Discord refuses the token")
		r := w.start("a", func(c *Config) {
			play := c.Play
			c.Play = func(ctx context.Context, l *store.LeaseHolder) error {
				if l.Shard().ID == 3 {
					return broken
				}
				return play(ctx, l)
			}
		})
		if err := <-r.done; !errors.Is(err, broken) {
			t.Errorf("Run returned %v, want the error of Play", err)
		}
		w.expect(0, map[string]int{"a": 0})
		f, err := w.store.Announce(t.Context(), store.Member{})
		if err != nil || len(f.Owners) > 0 || slices.Contains(f.Members, "a") {
			t.Errorf("after its end the fleet is %+v, %v", f, err)
		}
	})
}

func TestARefusalToSayHowManyShardsEndsTheProcess(t *testing.T) {
	bubble(t, func(w *world) {
		refused := errors.New("401")
		r := w.start("a", func(c *Config) { c.Recommended = func(context.Context) (int, error) { return 0, refused } })
		if err := <-r.done; !errors.Is(err, refused) {
			t.Errorf("Run returned %v, want the refusal", err)
		}
	})
}

// TestAShardThatCannotReadItsTablesEndsNoOther loses the store for 31 s while one shard of three reads its tables.
func TestAShardThatCannotReadItsTablesEndsNoOther(t *testing.T) {
	bubble(t, func(w *world) {
		var left []HandOver
		r := w.start("a", func(c *Config) {
			way := c.Store.(*partition)
			reading := sync.OnceFunc(func() { way.cut(true) })
			c.Recommended = func(context.Context) (int, error) { return 3, nil }
			c.Changed = func(_ int, h HandOver) {
				if h != Acquired {
					left = append(left, h)
				}
			}
			play := c.Play
			c.Play = func(ctx context.Context, l *store.LeaseHolder) error {
				if l.Shard().ID == 2 {
					reading()
				}
				if err := store.RetryUntilReady(ctx, nil, way.err); err != nil { // as bot.Run does
					return err
				}
				return play(ctx, l)
			}
		})
		w.expect(35*time.Second, nil)
		r.way.cut(false)
		w.expect(5*time.Second, map[string]int{"a": 3})
		select {
		case err := <-r.done:
			t.Fatalf("the process ended: %v", err)
		default:
		}
		if len(left) == 0 || slices.Contains(left, Released) {
			t.Errorf("shards left it so: %v", left)
		}
		if !strings.Contains(r.log.String(), "could not read the tables of a shard") {
			t.Errorf("the log:\n%s", r.log)
		}
	})
}
