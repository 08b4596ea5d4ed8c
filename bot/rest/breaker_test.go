package rest

import (
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// T17: a thousand invalid requests in ten minutes are the limit. Then the bot sends nothing until the ten minutes are over.
// Answers to interactions, which have limits of their own, continue.
func TestTooManyInvalidRequestsSilenceTheBot(t *testing.T) {
	for name, refusal := range map[string]struct {
		status int
		counts bool
	}{
		"403": {403, true}, "401": {401, true}, "404": {404, false}, "500": {500, false}, "no complaint": {200, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sent, began := 0, time.Now()
				c := against(t, func(r *http.Request) (*http.Response, error) {
					sent++
					return answer(r, refusal.status, "")
				})
				edit := func(n int) error {
					return c.Edit(t.Context(), fmt.Sprint(n), "1", nothing())
				}
				for n := 0; time.Since(began) < 9*time.Minute && n < 3000; n++ {
					edit(n)
				}
				if refusal.counts != (sent == mostInvalid) {
					t.Errorf("%d requests were made", sent)
				}
				was := sent
				c.EditReply(t.Context(), Ref{Token: hookToken}, Original, nothing())
				if sent == was {
					t.Error("the answer to an interaction was held back")
				}
				time.Sleep(invalidTime)
				was = sent
				edit(9999)
				if sent == was {
					t.Error("it stays silent")
				}
			})
		})
	}
}

func TestSharedLimitsAreNotHeldAgainstTheBot(t *testing.T) {
	for scope, want := range map[string]bool{"user": true, "global": true, cloudflare: true, "shared": false} {
		if got := isInvalid(&RateLimited{Scope: scope}); got != want {
			t.Errorf("a 429 of scope %s counts: %t", scope, got)
		}
	}
}

func TestTheBreakerHoldsBackWhatAnAnswerConcerns(t *testing.T) {
	now := time.Now()
	for name, c := range map[string]struct {
		err         error
		bot, others string // the scope of the limit
	}{
		"a ban":              {&RateLimited{After: time.Second, Scope: cloudflare, Global: true}, cloudflare, cloudflare},
		"the global limit":   {&RateLimited{After: time.Second, Scope: "global", Global: true}, "global", ""},
		"the limit of one":   {&RateLimited{After: time.Second, Scope: "user"}, "", ""},
		"a refusal":          {&Error{Status: 403}, "", ""},
		"a request that did": {nil, "", ""},
	} {
		var b breaker
		b.learn(now, c.err)
		for bot, want := range map[bool]string{true: c.bot, false: c.others} {
			got := b.wait(now, bot)
			if held := got.After > 0; held != (want != "") || held && (got.Scope != want || got.After != time.Second || !got.Global) {
				t.Errorf("%s: by the bot's token %t: %+v, want scope %q", name, bot, got, want)
			}
			if b.wait(now.Add(time.Second), bot).After > 0 {
				t.Errorf("%s: it holds requests back for ever", name)
			}
		}
	}
}

func TestTheLongestWaitCounts(t *testing.T) {
	now := time.Now()
	var b breaker
	b.learn(now, &RateLimited{After: 2 * time.Second, Scope: cloudflare, Global: true})
	b.learn(now, &RateLimited{After: 5 * time.Second, Scope: "global", Global: true})
	b.learn(now, &RateLimited{After: time.Second, Scope: "global", Global: true})
	if got := b.wait(now, true); got.After != 5*time.Second || got.Scope != "global" {
		t.Errorf("the bot waits for %+v", got)
	}
	if got := b.wait(now, false); got.After != 2*time.Second || got.Scope != cloudflare {
		t.Errorf("others wait for %+v", got)
	}
}

// Invalid requests count in spans of ten minutes: some in each of two spans are not too many.
func TestInvalidRequestsOfTwoSpansAreNotAdded(t *testing.T) {
	now := time.Now()
	var b breaker
	count := func(at time.Time, n int) {
		for range n {
			b.learn(at, &Error{Status: http.StatusForbidden})
		}
	}
	count(now, mostInvalid-1)
	later := now.Add(invalidTime)
	count(later, mostInvalid-1)
	if got := b.wait(later, true); got.After > 0 {
		t.Errorf("it waits for %+v", got)
	}
	count(later.Add(time.Minute), 1)
	if got := b.wait(later.Add(time.Minute), true); got.After != invalidTime-time.Minute || got.Scope != "invalid" {
		t.Errorf("after too many it waits for %+v", got)
	}
}

// TestAShorterBanLeavesALongerOne answers two requests at once, first with a long ban of the address and then with a short one.
func TestAShorterBanLeavesALongerOne(t *testing.T) {
	for scope, global := range map[string]bool{cloudflare: false, "global": true} {
		var b breaker
		now := time.Now()
		b.learn(now, &RateLimited{After: time.Minute, Scope: scope, Global: global})
		b.learn(now, &RateLimited{After: time.Second, Scope: scope, Global: global})
		if wait := b.wait(now, true).After; wait != time.Minute {
			t.Errorf("%s: requests wait %v, want a minute", scope, wait)
		}
	}
}
