package rest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	discord "cardroom/bot/discordtest/limits"
)

// TestTheBotNeverMakesMoreThanFiftyRequestsASecond counts in every window.
// It is a test of P15.
func TestTheBotNeverMakesMoreThanFiftyRequestsASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var sent []time.Time
		c := against(t, func(r *http.Request) (*http.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			sent = append(sent, time.Now())
			return answer(r, 204, "")
		})
		began := time.Now()
		var all sync.WaitGroup
		for i := range 400 {
			all.Go(func() {
				if err := c.Delete(t.Context(), fmt.Sprint("channel", i), "1"); err != nil {
					t.Error(err)
				}
			})
		}
		for i := range 100 { // exempt
			all.Go(func() { c.DeleteReply(t.Context(), Ref{Token: fmt.Sprint(i)}, Original) })
		}
		all.Wait()
		if took := time.Since(began); took < 9*time.Second || took > 11*time.Second {
			t.Errorf("400 requests took %v, want 10 s at 40 a second", took)
		}
		sent = sent[100:] // those with tokens, and as many others at once
		for i := 50; i < len(sent); i++ {
			if window := sent[i].Sub(sent[i-50]); window < time.Second {
				t.Fatalf("51 requests within %v", window)
			}
		}
	})
}

// TestTheBotUsesFourFifthsOfItsRate checks bots with other rates: at most so many requests in any second, and no fewer than
// four fifths of that. The tests' Discord refuses none of them.
func TestTheBotUsesFourFifthsOfItsRate(t *testing.T) {
	rates := []int{10, 25, Rate, 200, 10_000}
	if testing.Short() { // the race detector sees as much in fewer requests
		rates = rates[:4]
	}
	for _, rate := range rates {
		t.Run(strconv.Itoa(rate), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				var sent []time.Time
				fake := discord.Limiter{PerSecond: rate}
				c, err := New(Config{Token: botToken, API: "https://discord.com", Rate: rate, HTTP: &http.Client{Transport: scripted(
					func(r *http.Request) (*http.Response, error) {
						mu.Lock()
						defer mu.Unlock()
						sent = append(sent, time.Now())
						route := discord.Request{Bucket: r.URL.Path, Route: "x", Rate: discord.Rate{Requests: 1, Window: time.Second}}
						if refused := fake.Count(route, time.Now(), http.Header{}); refused != nil {
							t.Errorf("request %d was refused: %+v", len(sent), refused)
						}
						return answer(r, 204, "")
					})}})
				if err != nil {
					t.Fatal(err)
				}
				began := time.Now()
				var all sync.WaitGroup
				for i := range 4 * rate {
					all.Go(func() {
						if err := c.Delete(t.Context(), fmt.Sprint("channel", i), "1"); err != nil {
							t.Error(err)
						}
					})
				}
				all.Wait()
				if took := time.Since(began); took < 4500*time.Millisecond || took > 5500*time.Millisecond {
					t.Errorf("%d requests took %v, want 5 s", 4*rate, took)
				}
				for i := rate; i < len(sent); i++ {
					if window := sent[i].Sub(sent[i-rate]); window < time.Second {
						t.Fatalf("%d requests within %v", rate+1, window)
					}
				}
			})
		})
	}
}

// Requests arrive closer together than they were sent, and a killed program starts again within the second. Discord counts
// fifty a second all the same. It is a test of P15.
func TestAShakyWayAndARestartDoNotMakeItMoreThanFifty(t *testing.T) {
	const seed = 6
	synctest.Test(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(seed, seed))
		var mu sync.Mutex
		var arrived []time.Time
		way := func(q *http.Request) (*http.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			arrived = append(arrived, time.Now().Add(time.Duration(r.Int64N(int64(140*time.Millisecond)))))
			return answer(q, 204, "")
		}
		for life := range 5 {
			c := against(t, way)
			ctx, kill := context.WithTimeout(t.Context(), 1300*time.Millisecond)
			var all sync.WaitGroup
			for i := range 200 {
				all.Go(func() { c.Delete(ctx, fmt.Sprint("channel", life, i), "1") })
			}
			all.Wait()
			kill()
		}
		slices.SortFunc(arrived, time.Time.Compare)
		for i := 50; i < len(arrived); i++ {
			if window := arrived[i].Sub(arrived[i-50]); window < time.Second {
				t.Fatalf("seed %d: 51 requests within %v", seed, window)
			}
		}
		if len(arrived) < 150 {
			t.Errorf("%d requests were made", len(arrived))
		}
	})
}

// A low-priority request delays no other, and uses the rate that the others leave.
func TestSpareRequestsTakeWhatIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const boards = 200
		var mu sync.Mutex
		done := map[bool]time.Duration{} // low priority or not: when the last was sent
		c := against(t, func(r *http.Request) (*http.Response, error) { return answer(r, 200, "{}") })
		began := time.Now()
		var all sync.WaitGroup
		for i := range 2 * boards {
			ctx, leisurely := NoWait(t.Context()), i < boards // low-priority ones come first
			if leisurely {
				ctx = LowPriority(t.Context())
			}
			all.Go(func() {
				var limit *RateLimited
				for err := c.Edit(ctx, fmt.Sprint(i), "1", nothing()); errors.As(err, &limit); err = c.Edit(ctx, fmt.Sprint(i), "1", nothing()) {
					time.Sleep(limit.After)
				}
				mu.Lock()
				defer mu.Unlock()
				done[leisurely] = time.Since(began)
			})
		}
		all.Wait()
		if urgent := done[false]; urgent > 5500*time.Millisecond { // 200 at 40 a second
			t.Errorf("those in a hurry took %v", urgent)
		}
		if done[true] > 30*time.Second {
			t.Errorf("the others took %v", done[true])
		}
	})
}

// After a start a thousand boards are to be edited at once. Each gets a retry time of its own, and finds room then. With
// the same time for all, each would retry forty times a second.
func TestThoseWhoComeAgainStandInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const boards = 1000
		c := against(t, func(r *http.Request) (*http.Response, error) { return answer(r, 200, "{}") })
		var tries atomic.Int64
		began := time.Now()
		var all sync.WaitGroup
		for i := range boards {
			all.Go(func() {
				var limit *RateLimited
				for {
					tries.Add(1)
					err := c.Edit(NoWait(t.Context()), fmt.Sprint(i), "1", &discordgo.WebhookEdit{})
					if !errors.As(err, &limit) {
						return
					}
					time.Sleep(limit.After)
				}
			})
		}
		all.Wait()
		if took := time.Since(began); took > 30*time.Second || tries.Load() > 3*boards {
			t.Errorf("%d edits took %v and %d tries", boards, took, tries.Load())
		}
	})
}

// Waiting requests sleep until about their turn. If each checked again whenever one is served, three hundred messages would
// check forty thousand times. Ten thousand would keep the processors busy with nothing else.
func TestThoseWhoWaitSleepUntilTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const messages = 300
		p := newPacer(time.Now(), Rate)
		var asked atomic.Int64
		began := time.Now()
		var all sync.WaitGroup
		for range messages {
			all.Go(func() {
				var at slot
				for {
					asked.Add(1)
					wait := p.reserve(&at, time.Now(), patient)
					if wait <= 0 {
						return
					}
					time.Sleep(wait)
				}
			})
		}
		all.Wait()
		t.Logf("%v, asked %d times", time.Since(began), asked.Load())
		if took := time.Since(began); took > 8*time.Second || asked.Load() > 4*messages {
			t.Errorf("%d messages took %v and asked %d times", messages, took, asked.Load())
		}
	})
}

// A request that cannot be sent in time fails at once, and no other request waits behind it.
func TestWhoCannotWaitSoLongLeavesTheLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const messages = 2000
		c := against(t, func(r *http.Request) (*http.Response, error) { return answer(r, 200, "{}") })
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
		defer stop()
		began := time.Now()
		var sent atomic.Int64
		var all sync.WaitGroup
		for i := range messages {
			all.Go(func() {
				if c.Delete(ctx, fmt.Sprint("channel", i), "1") == nil {
					sent.Add(1)
				}
			})
		}
		time.Sleep(time.Second) // those that failed are gone
		if err := c.Delete(t.Context(), "another", "1"); err != nil || time.Since(began) > 11*time.Second {
			t.Errorf("who came after them: %v after %v", err, time.Since(began))
		}
		all.Wait()
		if sent.Load() < 390 || sent.Load() > 410 {
			t.Errorf("%d requests were made, want 400 in 10 s", sent.Load())
		}
	})
}

// A waiting request does not queue behind those with a retry time: after a start of a thousand tables the commands still
// get registered.
func TestWhoWaitsDoesNotStandBehindThoseWhoComeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := against(t, func(r *http.Request) (*http.Response, error) { return answer(r, 200, "{}") })
		for i := range 1000 {
			c.Delete(NoWait(t.Context()), fmt.Sprint("channel", i), "1")
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		if err := c.Delete(ctx, "another", "1"); err != nil {
			t.Error(err)
		}
	})
}

// A pacer without a burst, then a rested one: each priority by itself.
func TestThePacerTellsEachPriorityItsMoment(t *testing.T) {
	now := time.Now()
	gap, burst := spacing(Rate)
	p := newPacer(now.Add(-burst), Rate) // the first is due now
	slots := make([]slot, 10)
	reserve := func(i int, pr priority) time.Duration { return p.reserve(&slots[i], now, pr) }
	if d := reserve(0, lowPriority); d != 0 {
		t.Errorf("with room a low-priority request waits for %v", d)
	}
	if d := reserve(1, lowPriority); d < lowPriorityPause {
		t.Errorf("without room a low-priority request waits for %v", d)
	}
	for i := range 4 {
		if d := reserve(2, urgent); d != 0 {
			t.Errorf("request %d of a burst waits for %v", i, d)
		}
	}
	for i, want := range []time.Duration{gap, 2 * gap, 3 * gap} { // one after another
		if d := reserve(3+i, urgent); d != want {
			t.Errorf("urgent request %d is told to come in %v, want %v", i, d, want)
		}
	}
	if d := reserve(3, urgent); d != 3*gap {
		t.Errorf("one that comes too early is told %v, want the end of the queue", d)
	}
	for i, want := range []time.Duration{gap, 2 * gap} { // sleeping requests do not queue behind those with a retry time
		if d := reserve(6+i, patient); d != want {
			t.Errorf("patient request %d sleeps for %v, want %v", i, d, want)
		}
	}
	if d := reserve(7, patient); d != gap {
		t.Errorf("one that has slept sleeps for %v more, want %v", d, gap)
	}
	p.leave(&slots[6])
	if d := reserve(8, patient); d != 2*gap {
		t.Errorf("after one left the next sleeps for %v, want %v", d, 2*gap)
	}
	if now = now.Add(time.Hour); reserve(9, urgent) != 0 || p.queued != 0 {
		t.Error("after an hour the queue is still there")
	}
}
