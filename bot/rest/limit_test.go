package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// scripted is a RoundTripper made of a function.
type scripted func(*http.Request) (*http.Response, error)

func (f scripted) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

const (
	botToken  = "bot.token.of.secrecy"
	hookToken = "hook/token+of=secrecy"
)

// against is a client whose requests f answers.
func against(t *testing.T, f scripted) *Client {
	t.Helper()
	s, err := discordgo.New("Bot " + botToken)
	if err != nil {
		t.Fatal(err)
	}
	s.Client = &http.Client{Transport: f, Timeout: 10 * time.Second}
	return New(s, "42")
}

// answer is a response with headers given as name, value pairs.
func answer(r *http.Request, status int, body string, headers ...string) (*http.Response, error) {
	h := http.Header{}
	for i := 0; i+1 < len(headers); i += 2 {
		h.Set(headers[i], headers[i+1])
	}
	return &http.Response{
		StatusCode: status, Status: fmt.Sprint(status), Header: h, Request: r,
		Body: http.NoBody, ContentLength: -1,
	}, nil
}

func nothing() *discordgo.WebhookEdit { return &discordgo.WebhookEdit{} }

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
			all.Go(func() { c.EditOriginal(t.Context(), Ref{Token: hookToken}, nothing()) })
		}
		all.Wait()
	})
}

func TestAnUnusedLimitIsForgottenAfterTwoGenerations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := against(t, func(r *http.Request) (*http.Response, error) { return answer(r, 204, "") })
		for n, want := range []int{1, 2, 2, 2} {
			c.DeleteOriginal(t.Context(), Ref{Token: fmt.Sprint(n)})
			if n := (ours{c}).kept(); n != want {
				t.Errorf("%d limits are kept, want %d", n, want)
			}
			time.Sleep(generation)
		}
	})
}

// An interaction is answered once. Its limit is kept until that has been done.
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

// TestALimitInUseSurvivesItsGeneration: turning the generations must not forget
// that a route is exhausted.
func TestALimitInUseSurvivesItsGeneration(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		c := against(t, func(r *http.Request) (*http.Response, error) {
			asked++
			return answer(r, 204, "", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "3600")
		})
		for range 6 { // an hour, used every ten minutes
			c.Delete(t.Context(), "5", "6")
			time.Sleep(10 * time.Minute)
		}
		if asked != 1 {
			t.Errorf("%d requests went out, want the one that was allowed", asked)
		}
	})
}

func TestALimitIsWaitedForAsLongAsTheContextLasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		c := against(t, func(r *http.Request) (*http.Response, error) {
			asked++
			return answer(r, 204, "", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "4.5")
		})
		ref := Ref{Token: hookToken}
		if err := c.DeleteOriginal(t.Context(), ref); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		begun := time.Now()
		err := c.DeleteOriginal(ctx, ref)
		var limited *RateLimited
		if !errors.As(err, &limited) || limited.After != 4500*time.Millisecond || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want Limited for 4.5 s", err)
		}
		if time.Since(begun) != 0 || asked != 1 {
			t.Errorf("a wait that cannot succeed took %v and %d requests", time.Since(begun), asked)
		}
		cancelled, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if err := c.DeleteOriginal(cancelled, ref); !errors.Is(err, context.Canceled) || !errors.As(err, &limited) {
			t.Errorf("cancelling a wait gives %v", err)
		}
		if err := c.DeleteOriginal(t.Context(), ref); err != nil || time.Since(begun) != 4500*time.Millisecond {
			t.Errorf("without a deadline: %v after %v, want nil after 4.5 s", err, time.Since(begun))
		}
	})
}

func TestTheTurnIsWaitedForAsLongAsTheContextLasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := against(t, func(r *http.Request) (*http.Response, error) {
			time.Sleep(5 * time.Second)
			return answer(r, 204, "")
		})
		go c.DeleteOriginal(t.Context(), Ref{Token: hookToken})
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begun := time.Now()
		var limited *RateLimited
		if err := c.DeleteOriginal(ctx, Ref{Token: hookToken}); !errors.As(err, &limited) || time.Since(begun) != time.Second {
			t.Errorf("got %v after %v, want Limited after 1 s", err, time.Since(begun))
		}
		time.Sleep(5 * time.Second) // the first one ends
	})
}

// TestA429 looks at what each kind of refusal holds back, and for how long.
func TestA429(t *testing.T) {
	const text = "error code: 1015"
	json := func(after float64, global bool) string {
		return fmt.Sprintf(`{"message":"slow down","retry_after":%v,"global":%t}`, after, global)
	}
	for _, c := range []struct {
		name            string
		body            string
		headers         []string
		same, bot, hook time.Duration // how long the same route, another of the bot's and a token's wait
	}{
		{"user", json(1.25, false), []string{"X-RateLimit-Scope", "user", "Retry-After", "2"}, 1250 * time.Millisecond, 0, 0},
		{"shared", json(3, false), []string{"X-RateLimit-Scope", "shared"}, 3 * time.Second, 0, 0},
		{"global", json(2, true), []string{"X-RateLimit-Scope", "global"}, 2 * time.Second, 2 * time.Second, 0},
		{"global by header", json(2, false), []string{"X-RateLimit-Global", "true"}, 2 * time.Second, 2 * time.Second, 0},
		{"cloudflare", text, []string{"Retry-After", "5"}, 5 * time.Second, 5 * time.Second, 5 * time.Second},
		{"cloudflare, no time", text, nil, time.Second, time.Second, time.Second},
		{"nonsense", json(-1, false), []string{"Retry-After", "soon", "X-RateLimit-Remaining", "x", "X-RateLimit-Reset-After", "y"}, time.Second, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, next := range []struct {
				what string
				wait time.Duration
				call func(*Client) error
			}{
				{"the same route", c.same, func(c *Client) error { return c.Delete(context.Background(), "1", "3") }},
				{"another route", c.bot, func(c *Client) error { return c.Delete(context.Background(), "9", "3") }},
				{"a token", c.hook, func(c *Client) error { return c.DeleteOriginal(context.Background(), Ref{Token: hookToken}) }},
			} {
				synctest.Test(t, func(t *testing.T) {
					asked := 0
					client := against(t, func(r *http.Request) (*http.Response, error) {
						if asked++; asked == 1 {
							return refusal(r, 429, c.body, c.headers...)
						}
						return answer(r, 204, "")
					})
					time.Sleep(time.Second) // a new client's first requests keep their distance
					begun := time.Now()
					ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
					defer cancel()
					var limited *RateLimited
					if err := client.Delete(ctx, "1", "2"); !errors.As(err, &limited) || limited.After != c.same {
						t.Errorf("got %v, want Limited for %v", err, c.same)
					}
					if err := next.call(client); err != nil || time.Since(begun) != next.wait {
						t.Errorf("%s went through after %v (%v), want %v", next.what, time.Since(begun), err, next.wait)
					}
				})
			}
		})
	}
}

func TestALongBanIsToldAndNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := against(t, func(r *http.Request) (*http.Response, error) {
			return refusal(r, 429, "banned", "Retry-After", "3600")
		})
		begun := time.Now()
		for range 2 {
			var limited *RateLimited
			if err := c.Delete(t.Context(), "1", "2"); !errors.As(err, &limited) || limited.After != time.Hour || !limited.Global {
				t.Errorf("got %v, want Limited for an hour", err)
			}
		}
		if time.Since(begun) != 0 {
			t.Errorf("it took %v to say so", time.Since(begun))
		}
	})
}

func TestA429IsRepeatedTwiceAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		c := against(t, func(r *http.Request) (*http.Response, error) {
			asked++
			return refusal(r, 429, `{"retry_after":0.5}`)
		})
		var limited *RateLimited
		if err := c.Delete(t.Context(), "1", "2"); !errors.As(err, &limited) || asked != 3 {
			t.Errorf("%d requests, then %v", asked, err)
		}
	})
}

// T17: a thousand invalid requests in ten minutes are enough. Then the bot asks for nothing until the ten minutes are over;
// the answers to interactions, which have limits of their own, go on.
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
				c.EditOriginal(t.Context(), Ref{Token: hookToken}, nothing())
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
		if got := invalid(&RateLimited{Scope: scope}); got != want {
			t.Errorf("a 429 of scope %s counts: %t", scope, got)
		}
	}
}
