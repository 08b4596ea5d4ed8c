package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

func TestOneTokenGoesInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var flying atomic.Int32
		c := against(t, func(r *http.Request) (*http.Response, error) {
			if flying.Add(1) > 1 {
				t.Error("two requests under one token were under way at once")
			}
			time.Sleep(100 * time.Millisecond)
			flying.Add(-1)
			return answer(r, 204, "")
		})
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() { c.EditReply(t.Context(), Ref{Token: hookToken}, Original, nothing()) })
		}
		all.Wait()
	})
}

// The limit of a token is forgotten soon, and that of a route stays as long as a request may be queued.
func TestAnUnusedLimitIsForgottenAfterTwoGenerations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := against(t, func(r *http.Request) (*http.Response, error) { return answer(r, 204, "") })
		for n, want := range []struct{ tokens, routes int }{{1, 1}, {2, 2}, {2, 3}, {2, 4}} {
			c.DeleteReply(t.Context(), Ref{Token: fmt.Sprint(n)}, Original)
			c.Delete(t.Context(), fmt.Sprint(n), "6")
			if tokens, routes := c.limits.tokens.kept(), c.limits.routes.kept(); tokens != want.tokens || routes != want.routes {
				t.Errorf("%d limits of tokens and %d of routes are kept, want %d and %d", tokens, routes, want.tokens, want.routes)
			}
			time.Sleep(tokenGeneration)
		}
		for range 2 {
			time.Sleep(routeGeneration)
			c.Delete(t.Context(), "5", "6")
		}
		if routes := c.limits.routes.kept(); routes != 2 { // as the one and the former generation have it
			t.Errorf("%d limits of routes are kept after two generations, want the one in use", routes)
		}
	})
}

// A request may wait for its limit and then take longer than unused limits are kept. The next one with its token waits for it.
func TestALimitIsKeptWhileARequestHoldsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var flying, sent atomic.Int32
		c := against(t, func(r *http.Request) (*http.Response, error) {
			if !strings.Contains(r.URL.Path, hookToken) {
				return answer(r, 204, "")
			}
			if flying.Add(1) > 1 {
				t.Error("two requests under one token are under way at once")
			}
			sent.Add(1)
			time.Sleep(Timeout - time.Second)
			flying.Add(-1)
			return answer(r, 204, "", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "10")
		})
		edit := func(token string) { c.DeleteReply(t.Context(), Ref{Token: token}, Original) }
		edit(hookToken)
		go edit(hookToken) // waits ten seconds, and takes nine
		for i := range 4 {
			edit(fmt.Sprint("other", i)) // which drops unused limits
			time.Sleep(tokenGeneration - time.Second)
		}
		edit(hookToken)
		if sent.Load() != 3 {
			t.Errorf("%d requests were sent, want 3", sent.Load())
		}
	})
}

func (s *buckets) kept() int { return len(s.young) + len(s.old) }

// An interaction is answered once. The client keeps its limit until then.
func TestTheLimitOfAnAnswerIsForgottenWithIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		status := 500
		c := against(t, func(r *http.Request) (*http.Response, error) { return answer(r, status, "") })
		for _, want := range []int{1, 0} {
			c.Answer(t.Context(), Ref{ID: "7", Token: hookToken}, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate})
			if n := (ours{c}).kept(); n != want {
				t.Errorf("after status %d %d limits are kept, want %d", status, n, want)
			}
			status = 204
		}
	})
}

// TestALimitInUseSurvivesItsGeneration: dropping unused buckets must not drop an exhausted one, of a route or of a token.
func TestALimitInUseSurvivesItsGeneration(t *testing.T) {
	for name, request := range map[string]func(context.Context, *Client, string){
		"route": func(ctx context.Context, c *Client, id string) { c.Delete(ctx, id, "6") },
		"token": func(ctx context.Context, c *Client, id string) {
			c.FollowUp(ctx, Ref{Token: id}, &discordgo.WebhookParams{})
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			asked := map[string]int{}
			c := against(t, func(r *http.Request) (*http.Response, error) {
				asked[r.URL.Path]++
				return answer(r, 200, `{"id": "1"}`, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "3600")
			})
			for i := range 120 { // an hour, beside others
				if i%20 == 0 {
					request(t.Context(), c, "first")
				}
				request(t.Context(), c, fmt.Sprint("other", i))
				time.Sleep(30 * time.Second)
			}
			for path, n := range asked {
				if n != 1 {
					t.Errorf("a %s: %d requests to %s went out, want the one that was allowed", name, n, path)
				}
			}
		})
	}
}

func TestTheTurnIsWaitedForAsLongAsTheContextLasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := against(t, func(r *http.Request) (*http.Response, error) {
			time.Sleep(5 * time.Second)
			return answer(r, 204, "")
		})
		go c.DeleteReply(t.Context(), Ref{Token: hookToken}, Original)
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		var limit *RateLimited
		if err := c.DeleteReply(ctx, Ref{Token: hookToken}, Original); !errors.As(err, &limit) || time.Since(began) != time.Second {
			t.Errorf("got %v after %v, want RateLimited after 1 s", err, time.Since(began))
		}
		time.Sleep(5 * time.Second) // until the first one ends
	})
}

// Discord lets a thread have two names in ten minutes. Its board has to change meanwhile.
func TestARefusedNameOfAThreadHoldsUpNoMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := against(t, func(r *http.Request) (*http.Response, error) {
			if r.URL.Path == "/api/v"+discordgo.APIVersion+"/channels/7" {
				return refusal(r, 429, `{"retry_after": 580}`)
			}
			return answer(r, 200, "")
		})
		if limit, ok := errors.AsType[*RateLimited](c.RenameThread(t.Context(), "7", "Table")); !ok || limit.After < 500*time.Second {
			t.Errorf("the third name: got %v, want RateLimited", limit)
		}
		if err := c.Edit(t.Context(), "7", "8", nothing()); err != nil {
			t.Errorf("the next edit of a message: %v", err)
		}
	})
}

// Requests with lost answers count against the bucket too.
func TestRequestsWithoutAnAnswerAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(Rate, nil, "")
		b := l.tokens.find("x")
		b.learn(time.Now(), http.Header{"X-Ratelimit-Remaining": {"2"}, "X-Ratelimit-Reset-After": {"5"}}, nil)
		for i, want := range []time.Duration{0, 0, 5 * time.Second} {
			if wait := l.reserve(b, false, patient); wait.After != want {
				t.Errorf("request %d waits for %v, want %v", i, wait.After, want)
			}
		}
	})
}

func TestABucketLearnsFromAnswers(t *testing.T) {
	now := time.Now()
	header := func(remaining, after string) http.Header {
		return http.Header{"X-Ratelimit-Remaining": {remaining}, "X-Ratelimit-Reset-After": {after}}
	}
	limit := func(after time.Duration, scope string, global bool) error {
		return &RateLimited{After: after, Scope: scope, Global: global}
	}
	for _, c := range []struct {
		name   string
		header http.Header
		err    error
		want   RateLimited
	}{
		{"requests are left", header("3", "1.5"), nil, RateLimited{}},
		{"none is left", header("0", "1.5"), nil, RateLimited{After: 1500 * time.Millisecond}},
		{"nonsense changes nothing", header("x", "y"), nil, RateLimited{}},
		{"no headers change nothing", nil, nil, RateLimited{}},
		{"a 429 without headers", nil, limit(2*time.Second, "user", false), RateLimited{After: 2 * time.Second, Scope: "user"}},
		{"a 429 that names less than its headers", header("0", "5"), limit(2*time.Second, "shared", false), RateLimited{After: 5 * time.Second, Scope: "shared"}},
		{"a 429 of another limit", nil, limit(2*time.Second, "global", true), RateLimited{}},
		{"another error", nil, &Error{Status: 500}, RateLimited{}},
	} {
		b := newBuckets(now, tokenGeneration).find("x")
		b.learn(now, c.header, c.err)
		if got := b.wait(now, 1); got != c.want {
			t.Errorf("%s: it waits for %+v, want %+v", c.name, got, c.want)
		}
		if got := b.wait(now.Add(6*time.Second), 1); got.After > 0 {
			t.Errorf("%s: it waits for ever", c.name)
		}
	}
}
