package gateway

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// sharedSlot is the place of one bucket, in a store that all processes use.
type sharedSlot struct {
	mu    sync.Mutex
	owner uint64
	until time.Time
}

func (s *sharedSlot) reserve(_ context.Context, _ int, try uint64, d time.Duration) (time.Duration, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if wait := time.Until(s.until); wait > 0 && try != s.owner {
		return wait, nil
	}
	s.owner, s.until = try, time.Now().Add(d)
	return 0, nil
}

// lose makes the store forget the reservation.
func (s *sharedSlot) lose() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.until = time.Time{}
}

// processes play one shard each of one bucket.
type processes struct {
	*fake
	slot  sharedSlot
	total atomic.Int64 // sessions
	runs  []*running
}

type dialer = func(ctx context.Context, network, addr string) (net.Conn, error)

// start starts a process that connects by a dialer of its own.
func (p *processes) start(t *testing.T, dial dialer) *running {
	return p.startShard(t, dial, &Slots{Reserve: p.slot.reserve})
}

// startShard starts one more shard of the process with these slots.
func (p *processes) startShard(t *testing.T, dial dialer, slots *Slots) *running {
	cfg := p.config()
	cfg.Pace, cfg.Patience, cfg.ShardID, cfg.ShardCount = time.Second, 0, len(p.runs), 64
	cfg.Dial, cfg.Slots = dial, slots
	cfg.Identify = func(int) (time.Duration, error) {
		p.total.Add(1)
		return 0, nil
	}
	p.runs = append(p.runs, start(t, cfg))
	return p.runs[len(p.runs)-1]
}

// slow returns a dialer that takes its time.
func (p *processes) slow(d time.Duration) dialer {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		time.Sleep(d)
		return p.wires.dial(ctx, network, addr)
	}
}

// expectApart checks that each process began one session, and Discord got no two of them within five seconds, nor more than gap apart.
func (p *processes) expectApart(t *testing.T, gap time.Duration) {
	t.Helper()
	met := p.meetings()
	for i := 1; i < len(met); i++ {
		if since := met[i].at.Sub(met[i-1].at); since < slotTime*time.Second || since > gap {
			t.Errorf("sessions %d and %d began %v apart, want 5 s to %v", i, i+1, since, gap)
		}
	}
	if n := int(p.total.Load()); len(met) != len(p.runs) || n != len(p.runs) {
		t.Errorf("%d processes began %d sessions, and counted %d", len(p.runs), len(met), n)
	}
	for _, r := range p.runs {
		if strings.Contains(r.log.String(), errOvertaken.Error()) {
			t.Errorf("a process was overtaken:\n%s", r.log)
		}
	}
}

// Processes whose connections take different times begin their sessions five seconds apart. Before, the place counted from the dial.
func TestProcessesBeginSessionsApart(t *testing.T) {
	bubbled(func(t *testing.T) {
		p := &processes{fake: newFake(t)}
		for _, d := range []time.Duration{800, 100, 3000, 100} {
			p.start(t, p.slow(d*time.Millisecond))
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(time.Minute)
		p.expectApart(t, 9100*time.Millisecond)
	})(t)
}

// Discord is slow, with each part of a start just within Patience. The processes do not overtake each other, and begin one session each.
func TestProcessesBeginSessionsAtASlowDiscord(t *testing.T) {
	bubbled(func(t *testing.T) {
		const number = 8
		late := func(p *peer) {
			time.Sleep(5 * time.Second)
			p.calm()
			p.attend()
		}
		scripts := make([]script, number)
		for i := range scripts {
			scripts[i] = late
		}
		p := &processes{fake: newFake(t, scripts...)}
		p.bot = func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(3 * time.Second)
			p.describe(w, 64, 1000, 1)
		}
		for range number {
			p.start(t, p.slow(5*time.Second))
		}
		time.Sleep(5 * time.Minute)
		p.expectApart(t, 25*time.Second)
	})(t)
}

// A process ends while it connects, with the place taken. The next one waits for as long as one part of the way may take.
func TestAPlaceOutlivesItsProcessForAWhile(t *testing.T) {
	bubbled(func(t *testing.T) {
		p := &processes{fake: newFake(t)}
		p.slot.owner, p.slot.until = 1, time.Now().Add((&reservation{bot: &bot{Config: Config{Pace: time.Second, Patience: 6 * time.Second}}}).longest())
		began := time.Now()
		<-p.start(t, p.wires.dial).up
		if took := time.Since(began); took < 6*time.Second || took > 9*time.Second {
			t.Errorf("the next process began its session after %v", took)
		}
	})(t)
}

// A connection that fails before IDENTIFY gives its place back at once.
func TestAConnectionThatFailsKeepsNoPlace(t *testing.T) {
	bubbled(func(t *testing.T) {
		p := &processes{fake: newFake(t)}
		failed := make(chan struct{})
		p.start(t, func(context.Context, string, string) (net.Conn, error) {
			select {
			case <-failed:
			default:
				time.Sleep(time.Second)
				close(failed)
			}
			return nil, errors.New("no route to host")
		})
		<-failed
		began := time.Now()
		<-p.start(t, p.wires.dial).up
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("the next process began its session after %v", took)
		}
	})(t)
}

// A process whose connections all hang has several shards that wait for the place. Another process begins its session meanwhile.
func TestAProcessThatCannotConnectKeepsNoPlace(t *testing.T) {
	bubbled(func(t *testing.T) {
		p := &processes{fake: newFake(t)}
		slots := &Slots{Reserve: p.slot.reserve}
		for range 4 {
			p.startShard(t, func(context.Context, string, string) (net.Conn, error) {
				time.Sleep(6 * time.Second)
				return nil, errors.New("timeout")
			}, slots)
		}
		time.Sleep(10300 * time.Millisecond)
		began := time.Now()
		select {
		case <-p.start(t, p.wires.dial).up:
		case <-time.After(time.Minute):
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("the next process began its session after %v", took)
		}
	})(t)
}

// The store loses the reservation while a process connects, and another one takes the place. The first one then begins no session,
// and counts none.
func TestAnOvertakenProcessBeginsNoSession(t *testing.T) {
	bubbled(func(t *testing.T) {
		p := &processes{fake: newFake(t)}
		dialled, slow := make(chan struct{}), make(chan struct{})
		var once sync.Once
		first := p.start(t, func(ctx context.Context, network, addr string) (net.Conn, error) {
			once.Do(func() {
				close(dialled)
				<-slow
			})
			return p.wires.dial(ctx, network, addr)
		})
		<-dialled
		p.slot.lose()
		<-p.start(t, p.wires.dial).up
		close(slow)
		<-first.up
		if met, n := p.meetings(), p.total.Load(); len(met) != 2 || met[1].at.Sub(met[0].at) < slotTime*time.Second || n != 2 {
			t.Errorf("the processes began sessions as %v, and counted %d", met, n)
		}
	})(t)
}

// The store takes its time to count a session, and another process takes the place meanwhile. The first one then sends no IDENTIFY
// until its next turn.
func TestAProcessOvertakenWhileItsSessionIsCountedBeginsNone(t *testing.T) {
	bubbled(func(t *testing.T) {
		p := &processes{fake: newFake(t)}
		cfg := p.config()
		cfg.Pace, cfg.Slots = time.Second, &Slots{Reserve: p.slot.reserve}
		var once sync.Once
		var overtaken time.Time
		cfg.Identify = func(int) (time.Duration, error) {
			once.Do(func() {
				overtaken = time.Now()
				p.slot.lose()
				if _, err := p.slot.reserve(t.Context(), 0, 0, slotTime*time.Second); err != nil {
					t.Error(err)
				}
			})
			return 0, nil
		}
		<-start(t, cfg).up
		met := p.meetings()
		if since := met[0].at.Sub(overtaken); len(met) != 1 || since < slotTime*time.Second {
			t.Errorf("the process began %d sessions, the first %v after it was overtaken", len(met), since)
		}
	})(t)
}
