package bot

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/rest"
)

// TestAnInteractionWithoutAnAnswerIsTimedOutOnce lets interactions arrive at various times. Answered ones are left alone.
// Each of the others times out at the end of its own patience, also if the queue was empty in between.
func TestAnInteractionWithoutAnAnswerIsTimedOutOnce(t *testing.T) {
	t.Parallel()
	type arrival struct {
		id       string
		at       time.Duration
		answered time.Duration // 0: never
	}
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var mu sync.Mutex
		got := map[string]time.Duration{}
		var order []string
		w := watchdog{Timeout: func(in *interaction.Interaction) {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, in.ID)
			got[in.ID] = time.Since(start)
		}}
		for _, a := range []arrival{
			{"answered first", 0, time.Second}, // the timer was set for it
			{"one", 500 * time.Millisecond, 0},
			{"two", 600 * time.Millisecond, 0},
			{"answered between", 700 * time.Millisecond, 800 * time.Millisecond},
			{"too late", 900 * time.Millisecond, 3 * time.Second},
			{"after a pause", 10 * time.Second, 0},
			{"answered alone", 20 * time.Second, 21 * time.Second},
			{"the last", 30 * time.Second, 0},
		} {
			in := &interaction.Interaction{Origin: &interaction.Origin{Ref: rest.Ref{ID: a.id}}}
			time.AfterFunc(a.at, func() { w.Watch(in) })
			if a.answered != 0 {
				time.AfterFunc(a.answered, func() { in.Claim() })
			}
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if want := []string{"one", "two", "too late", "after a pause", "the last"}; !slices.Equal(order, want) {
			t.Errorf("timed out are %q, want %q", order, want)
		}
		for id, arrived := range map[string]time.Duration{
			"one": 500 * time.Millisecond, "two": 600 * time.Millisecond, "too late": 900 * time.Millisecond,
			"after a pause": 10 * time.Second, "the last": 30 * time.Second,
		} {
			if want := arrived + patience; got[id] != want {
				t.Errorf("%q was timed out after %v, want %v", id, got[id], want)
			}
		}
	})
}

// TestWhoWaitsWhenTheBotStopsIsAnswered flushes a queue early.
func TestWhoWaitsWhenTheBotStopsIsAnswered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var order []string
		w := watchdog{Timeout: func(in *interaction.Interaction) {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, in.ID)
			in.Claim()
		}}
		answered := &interaction.Interaction{Origin: &interaction.Origin{Ref: rest.Ref{ID: "answered"}}}
		w.Watch(&interaction.Interaction{Origin: &interaction.Origin{Ref: rest.Ref{ID: "one"}}})
		w.Watch(answered)
		time.Sleep(time.Second)
		w.Watch(&interaction.Interaction{Origin: &interaction.Origin{Ref: rest.Ref{ID: "two"}}})
		answered.Claim()
		w.Flush()
		if want := []string{"one", "two"}; !slices.Equal(order, want) {
			t.Errorf("answered are %q, want %q", order, want)
		}
		w.Watch(&interaction.Interaction{Origin: &interaction.Origin{Ref: rest.Ref{ID: "three"}}}) // the gateway was delivering one
		time.Sleep(time.Minute)
		synctest.Wait()
		if want := []string{"one", "two", "three"}; !slices.Equal(order, want) {
			t.Errorf("answered are %q, want %q", order, want)
		}
	})
}
