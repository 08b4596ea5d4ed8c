package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// ledger is a rate that several clients share, with a round trip of a millisecond.
type ledger struct {
	mu    sync.Mutex
	free  time.Time
	asked int
}

func (l *ledger) reserve(_ context.Context, cost, most, ahead time.Duration) (time.Duration, bool, error) {
	time.Sleep(time.Millisecond)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	now := time.Now()
	after := latest(l.free, now).Add(cost)
	wait := max(after.Sub(now)-most, 0)
	if wait > ahead {
		return wait - ahead, false, nil
	}
	l.free = after
	return wait, true, nil
}

// process is a client of one process, and when its requests arrived at Discord.
type process struct {
	*Client
	mu sync.Mutex
	at []time.Time
}

func newProcess(t *testing.T, share Share) *process {
	p := new(process)
	discord := scripted(func(r *http.Request) (*http.Response, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.at = append(p.at, time.Now())
		return answer(r, 204, "")
	})
	c, err := New(Config{Token: botToken, API: "https://discord.com", HTTP: &http.Client{Transport: discord}, Share: share})
	if err != nil {
		t.Fatal(err)
	}
	p.Client = c
	return p
}

// busy sends requests about many channels until the context ends, some that wait and some that come back.
func (p *process) busy(ctx context.Context, all *sync.WaitGroup) {
	for n := range 60 {
		all.Go(func() {
			way := []context.Context{ctx, NoWait(ctx), LowPriority(ctx)}[n%3]
			for ctx.Err() == nil {
				wait := time.Millisecond
				if limit, ok := errors.AsType[*RateLimited](p.Delete(way, fmt.Sprint(n), "1")); ok {
					wait = max(wait, limit.After)
				}
				time.Sleep(wait)
			}
		})
	}
}

// Four processes that all want more than the rate send at most 50 requests in any second together, and nearly 40 on average.
// None is kept out.
func TestProcessesShareTheRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const seconds = 30
		l := new(ledger)
		time.Sleep(time.Second)
		ctx, cancel := context.WithTimeout(t.Context(), seconds*time.Second)
		defer cancel()
		var all sync.WaitGroup
		var processes []*process
		for range 4 {
			p := newProcess(t, l.reserve)
			processes = append(processes, p)
			p.busy(ctx, &all)
		}
		all.Wait()
		var at []time.Time
		for i, p := range processes {
			if n := len(p.at); n < seconds*40/16 {
				t.Errorf("process %d sent %d requests in %d seconds, want a sixteenth of the rate at least", i, n, seconds)
			}
			at = append(at, p.at...)
		}
		slices.SortFunc(at, time.Time.Compare)
		if n := len(at); n < seconds*38 {
			t.Errorf("all sent %d requests in %d seconds, want 38 a second at least", n, seconds)
		}
		for i := range at {
			if j := i + Rate; j < len(at) && at[j].Sub(at[i]) < time.Second {
				t.Fatalf("%d requests in %v", Rate+1, at[j].Sub(at[i]))
			}
		}
		if l.asked > 4*seconds*60 {
			t.Errorf("the processes asked %d times for %d requests", l.asked, len(at))
		}
	})
}

// A store that is away keeps no request back: the process sends at its own rate, and asks once a second.
func TestTheRateOutlivesTheStore(t *testing.T) {
	for name, answer := range map[string]func(context.Context) error{
		"refused": func(context.Context) error { return errors.New("connection refused") },
		"silent":  func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := 0
				p := newProcess(t, func(ctx context.Context, _, _, _ time.Duration) (time.Duration, bool, error) {
					asked++
					return 0, false, answer(ctx)
				})
				begin := time.Now()
				for n := range 200 {
					if err := p.Delete(t.Context(), fmt.Sprint(n), "1"); err != nil {
						t.Fatal(err)
					}
				}
				if took := time.Since(begin); took > 6500*time.Millisecond || asked < 4 || asked > 7 {
					t.Errorf("200 requests took %v and asked %d times", took, asked)
				}
			})
		})
	}
}

// Each request counts as wanted once, however often its caller makes it again, and as used when it is sent.
func TestTheBudgetCountsEachRequestOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := true
		p := newProcess(t, func(context.Context, time.Duration, time.Duration, time.Duration) (time.Duration, bool, error) {
			if full {
				return time.Second, false, nil
			}
			return 0, true, nil
		})
		send := func(ctx context.Context) error { return p.Delete(ctx, "1", "1") }
		expect := func(want Budget) {
			t.Helper()
			if got := p.Budget(); got != want {
				t.Errorf("counted %+v, want %+v", got, want)
			}
		}
		for range 3 {
			if limit, ok := errors.AsType[*RateLimited](send(NoWait(t.Context()))); !ok || limit.After < time.Second {
				t.Errorf("got %v, want a second's wait at least", limit)
			}
		}
		expect(Budget{Wanted: 1})
		full = false
		time.Sleep(10 * time.Second)
		for range 2 {
			if err := send(NoWait(t.Context())); err != nil {
				t.Error(err)
			}
		}
		expect(Budget{Wanted: 2, Used: 2})
		if err := p.DeleteReply(t.Context(), Ref{Token: hookToken}, Original); err != nil {
			t.Error(err)
		}
		expect(Budget{Wanted: 2, Used: 2})
	})
}

// A request that waits for the shared rate keeps its place in the limit of its route.
func TestAWaitForTheSharedRateCostsNoPlaceOfTheRoute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := scripted(func(r *http.Request) (*http.Response, error) {
			return answer(r, 204, "", "X-RateLimit-Remaining", "1", "X-RateLimit-Reset-After", "10")
		})
		calls := 0
		share := func(context.Context, time.Duration, time.Duration, time.Duration) (time.Duration, bool, error) {
			calls++
			return time.Second, calls != 2, nil
		}
		c, err := New(Config{Token: botToken, API: "https://discord.com", HTTP: &http.Client{Transport: discord}, Share: share})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		for range 2 {
			if err := c.Delete(t.Context(), "1", "2"); err != nil {
				t.Error(err)
			}
		}
		if took := time.Since(began); calls < 3 || took > 5*time.Second {
			t.Errorf("two requests that ask %d times for the shared rate take %v", calls, took)
		}
	})
}

// A request that is sent past the limits takes its part of the rate of all processes, at once. Their other requests give way.
func TestADebitMakesAllProcessesWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := new(ledger)
		here, there := newProcess(t, l.reserve), newProcess(t, l.reserve)
		time.Sleep(time.Second)
		began := time.Now()
		for range 2 * Rate {
			here.Debit()
		}
		if took := time.Since(began); took > time.Second/2 {
			t.Errorf("a hundred debits took %v", took)
		}
		if b := here.Budget(); b.Wanted != 2*Rate || b.Used != 2*Rate {
			t.Errorf("the budget counts %+v", b)
		}
		for name, p := range map[string]*process{"this": here, "the other": there} {
			if err := p.Delete(t.Context(), name, "1"); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took < 2*time.Second {
				t.Errorf("after debits of two seconds, %s process sends at %v", name, took)
			}
		}
	})
}

// While the store is away, a debit waits for it once a second, and not for long.
func TestADebitDoesNotWaitForTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProcess(t, func(ctx context.Context, _, _, _ time.Duration) (time.Duration, bool, error) {
			<-ctx.Done()
			return 0, false, ctx.Err()
		})
		began := time.Now()
		for range 10 {
			p.Debit()
		}
		if took := time.Since(began); took > shareTime {
			t.Errorf("ten debits took %v", took)
		}
	})
}

// Where the rate of all processes has no place for a request of low priority, only that request waits: others of its process are
// sent at once.
func TestAWaitOfLowPriorityForTheSharedRateDelaysNoOtherRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProcess(t, func(_ context.Context, _, _, ahead time.Duration) (time.Duration, bool, error) {
			if ahead == 0 { // of low priority
				return 10 * time.Second, false, nil
			}
			return 0, true, nil
		})
		time.Sleep(time.Second)
		limit, ok := errors.AsType[*RateLimited](p.Delete(LowPriority(t.Context()), "1", "1"))
		if want := 10*time.Second + lowPriorityPause; !ok || limit.After != want || !limit.Global {
			t.Errorf("low priority gets %v, want a wait of %v", limit, want)
		}
		began := time.Now()
		if err := p.Delete(t.Context(), "2", "1"); err != nil || time.Since(began) > time.Second {
			t.Errorf("another request takes %v: %v", time.Since(began), err)
		}
	})
}
