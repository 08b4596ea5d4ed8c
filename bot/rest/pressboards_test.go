package rest

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// phase is the bot's demand for a while, and whether boards go by tokens at its end.
type phase struct {
	lasts   time.Duration
	byBot   int // requests a second
	byToken int // of those by a token
	on      bool
}

func TestBoardsGoByTokensWhileMuchOfTheRateIsWanted(t *testing.T) {
	for name, c := range map[string]struct {
		mode  PressBoards
		steps []phase
	}{
		"little":               {PressBoardsAuto, []phase{{time.Hour, 12, 0, false}}},
		"half":                 {PressBoardsAuto, []phase{{time.Hour, 25, 0, false}}},
		"more than half":       {PressBoardsAuto, []phase{{time.Second, 26, 0, true}}},
		"an empty mode":        {"", []phase{{time.Second, 26, 0, true}}},
		"switched off":         {PressBoardsOff, []phase{{time.Minute, 50, 0, false}}},
		"always":               {PressBoardsAlways, []phase{{time.Second, 0, 0, true}}},
		"a quarter keeps it":   {PressBoardsAuto, []phase{{time.Second, 30, 0, true}, {time.Hour, 13, 0, true}}},
		"either way counts":    {PressBoardsAuto, []phase{{time.Second, 30, 0, true}, {time.Hour, 1, 29, true}}},
		"a calm minute":        {PressBoardsAuto, []phase{{time.Second, 30, 0, true}, {59 * time.Second, 12, 0, true}, {time.Second, 12, 0, false}}},
		"a busy second in it":  {PressBoardsAuto, []phase{{time.Second, 30, 0, true}, {50 * time.Second, 2, 0, true}, {time.Second, 2, 20, true}, {59 * time.Second, 2, 0, true}, {2 * time.Second, 2, 0, false}}},
		"and again after that": {PressBoardsAuto, []phase{{time.Second, 30, 0, true}, {time.Minute, 0, 0, false}, {time.Second, 25, 1, true}}},
	} {
		t.Run(name, func(t *testing.T) {
			now := time.Unix(1_800_000_000, 0)
			p, byBot := &pressBoardSwitch{mode: c.mode, rate: 50, measured: now}, 0
			for i, s := range c.steps {
				var on bool
				for end := now.Add(s.lasts); now.Before(end); {
					now, byBot = now.Add(time.Second), byBot+s.byBot
					for range s.byToken {
						p.count()
					}
					on = p.isOn(now, byBot)
				}
				if on != s.on {
					t.Errorf("after phase %d it is %t, want %t", i, on, s.on)
				}
			}
		})
	}
}

// A table asks seldom: a busy moment long ago says nothing, and a calm time counts whole.
func TestTheRateIsMeasuredSinceTheLastQuestion(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	p := &pressBoardSwitch{rate: 50, measured: now}
	if p.isOn(now.Add(time.Minute), 60) {
		t.Error("one request a second is much")
	}
	if !p.isOn(now.Add(61*time.Second), 100) {
		t.Error("40 requests a second are little")
	}
	if !p.isOn(now.Add(61*time.Second+time.Millisecond), 100) {
		t.Error("a millisecond without requests is calm")
	}
	if p.isOn(now.Add(5*time.Minute), 160) {
		t.Error("four calm minutes leave it on")
	}
}

// A client counts its own requests, those of press boards, and waits for the rate that processes share.
func TestAClientMeasuresWhatItWants(t *testing.T) {
	for name, c := range map[string]struct {
		share Share
		bot   int // requests of the bot
		token int // by tokens
		on    bool
	}{
		"few":  {nil, 10, 10, false},
		"many": {nil, 20, 10, true},
		"few places": {func(context.Context, time.Duration, time.Duration, time.Duration) (time.Duration, bool, error) {
			return time.Millisecond, true, nil
		}, 1, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				discord := scripted(func(r *http.Request) (*http.Response, error) { return answer(r, 204, "") })
				client, err := New(Config{Token: botToken, API: "https://discord.com", HTTP: &http.Client{Transport: discord}, Share: c.share})
				if err != nil {
					t.Fatal(err)
				}
				for range c.token {
					client.DeleteReply(ForPressBoard(t.Context()), Ref{Token: hookToken}, Original)
					client.DeleteReply(t.Context(), Ref{Token: hookToken}, Original) // a panel's, which never was a request of the bot
				}
				for range c.bot {
					client.Delete(t.Context(), "1", "2")
				}
				time.Sleep(measureTime - time.Since(client.limits.pressBoards.measured))
				if on := client.PressBoardsOn(); on != c.on {
					t.Errorf("boards go by tokens: %t", on)
				}
			})
		})
	}
}

// The first 429 for the bot's rate on such a request ends them, and it is sent once. One on another request by a token, or one of
// the token's own limit, does not.
func TestRequestsByTokensEndWhereDiscordCountsThem(t *testing.T) {
	for name, c := range map[string]struct {
		scope   string
		global  string
		byToken bool
		on      bool
		sent    int
	}{
		"counted":          {"global", "true", true, false, 1},
		"a panel's":        {"global", "true", false, true, 1},
		"the token's own":  {"user", "", true, true, tries},
		"shared by others": {"shared", "", true, true, tries},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sent := 0
				discord := scripted(func(r *http.Request) (*http.Response, error) {
					sent++
					return refusal(r, 429, `{"retry_after": 1}`, "X-RateLimit-Scope", c.scope, "X-RateLimit-Global", c.global)
				})
				client, err := New(Config{Token: botToken, API: "https://discord.com", HTTP: &http.Client{Transport: discord}, PressBoards: PressBoardsAlways})
				if err != nil {
					t.Fatal(err)
				}
				ctx := t.Context()
				if c.byToken {
					ctx = ForPressBoard(ctx)
				}
				client.DeleteReply(ctx, Ref{Token: hookToken}, Original)
				if on := client.PressBoardsOn(); on != c.on || sent != c.sent || client.CountsPressBoards() == c.on {
					t.Errorf("boards go by tokens: %t; %d requests", on, sent)
				}
			})
		})
	}
}

// Cloudflare bans an address for a while, whatever a request goes by.
func TestABanLeavesRequestsByTokens(t *testing.T) {
	p := &pressBoardSwitch{mode: PressBoardsAlways}
	p.learn(&RateLimited{Scope: cloudflare, Global: true})
	if !p.isOn(time.Now(), 0) {
		t.Error("no board goes by a token after a ban")
	}
}
