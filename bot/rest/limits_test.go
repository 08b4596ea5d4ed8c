package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// scripted is a function as an http.RoundTripper.
type scripted func(*http.Request) (*http.Response, error)

func (f scripted) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

const (
	botToken  = "bot.token.of.secrecy"
	hookToken = "hook/token+of=secrecy"
)

// against returns a client whose requests f answers.
func against(t *testing.T, f scripted) *Client {
	t.Helper()
	c, err := New(Config{Token: botToken, API: "https://discord.com", HTTP: &http.Client{Transport: f}, Application: "42"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// answer returns a response with headers given as name, value pairs.
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

func TestALimitIsWaitedForAsLongAsTheContextLasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		c := against(t, func(r *http.Request) (*http.Response, error) {
			asked++
			return answer(r, 204, "", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "4.5")
		})
		ref := Ref{Token: hookToken}
		if err := c.DeleteReply(t.Context(), ref, Original); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		began := time.Now()
		err := c.DeleteReply(ctx, ref, Original)
		var limit *RateLimited
		if !errors.As(err, &limit) || limit.After != 4500*time.Millisecond || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want RateLimited for 4.5 s", err)
		}
		if time.Since(began) != 0 || asked != 1 {
			t.Errorf("a wait that cannot succeed took %v and %d requests", time.Since(began), asked)
		}
		cancelled, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if err := c.DeleteReply(cancelled, ref, Original); !errors.Is(err, context.Canceled) || !errors.As(err, &limit) {
			t.Errorf("cancelling a wait gives %v", err)
		}
		if err := c.DeleteReply(t.Context(), ref, Original); err != nil || time.Since(began) != 4500*time.Millisecond {
			t.Errorf("without a deadline: %v after %v, want nil after 4.5 s", err, time.Since(began))
		}
	})
}

// TestA429 checks which requests each kind of refusal delays, and for how long.
func TestA429(t *testing.T) {
	const text = "error code: 1015"
	json := func(after float64, global bool) string {
		return fmt.Sprintf(`{"message":"slow down","retry_after":%v,"global":%t}`, after, global)
	}
	for _, c := range []struct {
		name            string
		body            string
		headers         []string
		same, bot, hook time.Duration // waits of the same route, of another with the bot's token, and of an interaction's
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
				name string
				wait time.Duration
				call func(*Client) error
			}{
				{"the same route", c.same, func(c *Client) error { return c.Delete(context.Background(), "1", "3") }},
				{"another route", c.bot, func(c *Client) error { return c.Delete(context.Background(), "9", "3") }},
				{"a token", c.hook, func(c *Client) error { return c.DeleteReply(context.Background(), Ref{Token: hookToken}, Original) }},
			} {
				synctest.Test(t, func(t *testing.T) {
					asked := 0
					client := against(t, func(r *http.Request) (*http.Response, error) {
						if asked++; asked == 1 {
							return refusal(r, 429, c.body, c.headers...)
						}
						return answer(r, 204, "")
					})
					time.Sleep(time.Second) // a new client spaces its first requests
					began := time.Now()
					ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
					defer cancel()
					var limit *RateLimited
					if err := client.Delete(ctx, "1", "2"); !errors.As(err, &limit) || limit.After != c.same {
						t.Errorf("got %v, want RateLimited for %v", err, c.same)
					}
					if err := next.call(client); err != nil || time.Since(began) != next.wait {
						t.Errorf("%s went through after %v (%v), want %v", next.name, time.Since(began), err, next.wait)
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
		began := time.Now()
		for range 2 {
			var limit *RateLimited
			if err := c.Delete(t.Context(), "1", "2"); !errors.As(err, &limit) || limit.After != time.Hour || !limit.Global {
				t.Errorf("got %v, want RateLimited for an hour", err)
			}
		}
		if time.Since(began) != 0 {
			t.Errorf("it took %v to say so", time.Since(began))
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
		var limit *RateLimited
		if err := c.Delete(t.Context(), "1", "2"); !errors.As(err, &limit) || asked != 3 {
			t.Errorf("%d requests, then %v", asked, err)
		}
	})
}

// TestEachTryInDoubtIsReported loses two answers of a creation, and refuses another one for sure.
func TestEachTryInDoubtIsReported(t *testing.T) {
	for status, want := range map[int]int{http.StatusBadGateway: 2, http.StatusForbidden: 0} {
		synctest.Test(t, func(t *testing.T) {
			tries, doubts := 0, 0
			c := against(t, func(r *http.Request) (*http.Response, error) {
				if tries++; tries < 3 {
					return answer(r, status, "")
				}
				return answer(r, http.StatusOK, "")
			})
			_, _ = c.Create(t.Context(), "1", Draft{
				Message: &discordgo.MessageSend{Content: "x"}, Nonce: "nonce", OnUnknown: func() { doubts++ },
			})
			if doubts < want || want == 0 && doubts != 0 {
				t.Errorf("%d: %d doubts after %d tries, want %d", status, doubts, tries, want)
			}
		})
	}
}

// A message of low priority leaves the last two places of its channel's limit to others, and is sent after the reset.
func TestLowPriorityLeavesRoomInAChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := 4
		c := against(t, func(r *http.Request) (*http.Response, error) {
			left--
			resp, err := answer(r, 200, "", "X-RateLimit-Remaining", fmt.Sprint(left), "X-RateLimit-Reset-After", "4.5")
			resp.Body = io.NopCloser(strings.NewReader(`{"id":"7"}`))
			return resp, err
		})
		create := func(ctx context.Context) error {
			_, err := c.Create(ctx, "1", Draft{Message: new(discordgo.MessageSend)})
			return err
		}
		low := LowPriority(t.Context())
		for range 2 {
			time.Sleep(time.Second)
			if err := create(low); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Second)
		var limit *RateLimited
		if err := create(low); !errors.As(err, &limit) || limit.After != 3500*time.Millisecond || left != 2 {
			t.Errorf("with %d requests left: %v, want RateLimited for 3.5 s", left, err)
		}
		if err := create(t.Context()); err != nil || left != 1 {
			t.Errorf("another request, with %d left: %v", left, err)
		}
		time.Sleep(4500 * time.Millisecond)
		if err := create(low); err != nil || left != 0 {
			t.Errorf("after the reset, with %d left: %v", left, err)
		}
	})
}
